import { describe, expect, it } from 'vitest'
import {
  Till,
  TillCountsAnswer,
  TillCountWithMovements,
  TillMovement,
} from '../../../core/till-counts/till-count.schema.ts'
import { ManagedStore, ManagedStoresAnswer } from '../../../core/store-settings/store-settings.schema.ts'
import { ManagedTill } from '../../../core/tills/till.schema.ts'
import type { Clerk, PlacedOrder } from '../../support/clerk.ts'
import { planOf } from '../../support/past-the-core.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

const till = async (clerk: Clerk, currency = 'EUR') => (await clerk.get('/till', { currency })).ok(Till)
const count = async (clerk: Clerk, body: object, ifMatch?: string) =>
  clerk.post(
    '/till/counts',
    { currency: 'EUR', ...body },
    ifMatch === undefined ? {} : { headers: { 'if-match': ifMatch } },
  )
const counted = async (clerk: Clerk, body: object) => (await count(clerk, body)).ok(TillCountWithMovements)
const move = async (clerk: Clerk, body: object) => clerk.post('/till/movements', { currency: 'EUR', ...body })
const refund = async (clerk: Clerk, { paymentId }: PlacedOrder, amount: number) =>
  clerk.post(`/payments/${paymentId}/refund`, { amount, reason: 'returned' })

/** An order that has been paid. */
async function sold(clerk: Clerk, payment = 'Cash'): Promise<PlacedOrder> {
  const placed = await clerk.anOrder({ payment })
  expect((await clerk.post(`/payments/${placed.paymentId}/capture`, {})).status).toBe(200)
  return placed
}

const cents = (amount: number): number => Math.round(amount * 100) / 100

describe('the till (extension)', () => {
  it('begins with its first count: what came before counts for nothing', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    await sold(clerk)
    expect(await till(clerk)).toMatchObject({ countedAt: null, opening: null, received: 0, expected: null })
    const first = await counted(clerk, { counted: 250, expected: null, note: ' ' })
    expect(first).toMatchObject({
      number: 1,
      opening: null,
      expected: null,
      counted: 250,
      difference: null,
      float: 250,
      deposit: 0,
      note: null,
      movements: [],
    })
    expect(await till(clerk)).toMatchObject({
      countedAt: first.date,
      opening: 250,
      received: 0,
      refunded: 0,
      expected: 250,
    })
  })

  it('should hold what was left in it and what came and went in coins and notes since, and is counted against that', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    await counted(clerk, { counted: 500, float: 200 })
    const [one, other] = [await sold(clerk), await sold(clerk)]
    await sold(clerk, 'Card terminal')
    await refund(clerk, one, 2.5)
    await move(clerk, { kind: 'in', amount: 100, reason: 'change from the bank' })
    await move(clerk, { kind: 'out', amount: 12.4, reason: ' stamps ' })
    const received = cents(one.order.orderTotal + other.order.orderTotal)
    const moved = {
      opening: 200,
      received,
      refunded: 2.5,
      paidIn: 100,
      paidOut: 12.4,
      expected: cents(200 + received - 2.5 + 100 - 12.4),
    }
    const movements = [
      { kind: 'in', amount: 100, reason: 'change from the bank' },
      { kind: 'out', amount: 12.4, reason: 'stamps' },
    ]
    expect(await till(clerk)).toMatchObject({ currency: 'EUR', ...moved, movements })

    const second = await counted(clerk, {
      counted: cents(moved.expected - 0.7),
      float: 150,
      note: 'after closing',
      expected: moved.expected,
    })
    expect(second).toMatchObject({
      ...moved,
      number: 2,
      difference: -0.7,
      float: 150,
      deposit: cents(moved.expected - 0.7 - 150),
      note: 'after closing',
      movements,
    })
    expect((await clerk.get(`/till/counts/${second.id}`)).ok(TillCountWithMovements)).toStrictEqual(second)
    // What comes back of a sale that was counted goes out of what is left.
    await refund(clerk, other, 1)
    expect(await till(clerk)).toMatchObject({
      opening: 150,
      received: 0,
      refunded: 1,
      paidIn: 0,
      paidOut: 0,
      expected: 149,
      movements: [],
    })
  })

  it('is counted by coins and notes, in each currency by itself, and paid in coins there are', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const { coinsAndNotes } = await till(clerk, 'DKK')
    expect(coinsAndNotes.slice(0, 2)).toStrictEqual([500, 200])
    const pieces = [
      { value: 200, count: 2 },
      { value: 0.5, count: 7 },
    ]
    const body = { currency: 'DKK', counted: 403.5, pieces }
    expect(await counted(clerk, body)).toMatchObject({ currency: 'DKK', counted: 403.5, pieces })
    expect(await till(clerk)).toMatchObject({ currency: 'EUR', expected: null })
    const kroner = {
      currency: 'DKK',
      priceGroup: 'Shop price, DKK',
      quantities: [3],
      shipping: null,
      payment: 'Cash',
    }
    const { order, paymentId } = await clerk.anOrder(kroner)
    await clerk.post(`/payments/${paymentId}/capture`, {})
    const due = order.payments[0]?.cashDue ?? 0
    expect(await till(clerk, 'DKK')).toMatchObject({ received: due, expected: cents(403.5 + due) })
  })

  it('lists how it was counted, newest first', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    for (const amount of [100, 101, 102]) await counted(clerk, { counted: amount })
    await counted(clerk, { currency: 'DKK', counted: 7 })
    const page = (await clerk.get('/till/counts', { currency: 'EUR', maxItems: 2 })).ok(TillCountsAnswer)
    expect(page.tillCounts.map(({ number, counted: held }) => [number, held])).toStrictEqual([
      [3, 102],
      [2, 101],
    ])
    const rest = (
      await clerk.get('/till/counts', {
        currency: 'EUR',
        maxItems: 2,
        nextPagingToken: page.nextPagingToken ?? '',
      })
    ).ok(TillCountsAnswer)
    expect(rest).toMatchObject({ tillCounts: [{ number: 1 }], nextPagingToken: null })
  })

  it('is nobody’s to count who has looked before somebody else did, or before money came', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const seen = await clerk.get('/till', { currency: 'EUR' })
    await counted(clerk, { counted: 10 })
    const late = await count(clerk, { counted: 10 }, seen.headers['etag'])
    expect(late.refused('Conflict')).toStrictEqual([
      'The till has been counted in the meantime; please look at it again.',
    ])
    await move(clerk, { kind: 'in', amount: 5, reason: 'change' })
    expect((await count(clerk, { counted: 10, expected: 10 })).refused('Conflict')).toStrictEqual([
      'expected: The till should hold 15.00 EUR by now; please look at it again.',
    ])
    // Nothing of it was counted with what was refused.
    expect(await till(clerk)).toMatchObject({ opening: 10, paidIn: 5, expected: 15 })
  })

  it('counts all that comes and goes once, whoever sells and counts at once', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    await counted(clerk, { counted: 0 })
    const placed = await Promise.all(
      Array.from({ length: 8 }, async () => clerk.anOrder({ payment: 'Cash' })),
    )
    const answers = await Promise.all(
      placed.flatMap(({ paymentId }, index) => [
        clerk.post(`/payments/${paymentId}/capture`, {}),
        move(clerk, { kind: 'in', amount: 1, reason: `coin ${index}` }),
        count(clerk, { counted: 1000 }),
      ]),
    )
    expect(answers.map(({ status }) => status)).toStrictEqual(answers.map(() => 200))
    await counted(clerk, { counted: 1000 })
    const { tillCounts } = (await clerk.get('/till/counts', { currency: 'EUR' })).ok(TillCountsAnswer)
    const numbers = tillCounts.map(({ number }) => number)
    expect(numbers).toStrictEqual(numbers.map((_, index) => numbers.length - index))
    expect(numbers).toHaveLength(10)
    const sumOf = (part: 'received' | 'paidIn') =>
      cents(tillCounts.reduce((sum, each) => sum + each[part], 0))
    expect(sumOf('received')).toBe(cents(placed.reduce((sum, { order }) => sum + order.orderTotal, 0)))
    expect(sumOf('paidIn')).toBe(8)
  })

  it.each([
    ['a clock that is a moment behind', '2026-11-20T17:00:00.000Z', '2026-11-20T16:58:00.000Z'],
    ['a clock that is days behind', '2026-11-20T17:00:00.000Z', '2026-11-16T17:00:00.000Z'],
    ['a count of a clock that was days ahead', '2026-11-23T17:00:00.000Z', '2026-11-20T17:00:00.000Z'],
  ])('counts with the next what came later by %s', async (_by, countedAt, soldAt) => {
    const own = await openShop()
    const before = await sold(await own.as('staff'))
    own.clock.set(countedAt)
    await counted(await own.as('staff'), { counted: 100 })
    own.clock.set(soldAt)
    const { order } = await sold(await own.as('staff'))
    own.clock.set('2026-11-20T17:01:00.000Z')
    const clerk = await own.as('staff')
    expect(await till(clerk)).toMatchObject({ received: order.orderTotal })
    expect(await counted(clerk, { counted: 0 })).toMatchObject({ received: order.orderTotal })
    // What was there before the first count is in none, whatever the clock says.
    await refund(clerk, before, 1)
    expect(await till(clerk)).toMatchObject({ received: 0, refunded: 1 })
    expect(await counted(clerk, { counted: 0 })).toMatchObject({ received: 0, refunded: 1 })
  })

  it('finds what it has not counted among all that has moved', async () => {
    const { text } = await planOf(
      shop().dataDir,
      `select sum(amount) from payment_transactions
       where store_id = ? and currency_id = ? and till_id is null and awaits_count = 1`,
      'store',
      'currency',
    )
    expect(text).toContain('payment_transactions_to_count')
  })

  it('refuses what cannot be, names the field, and keeps nothing', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    expect(
      (await move(clerk, { kind: 'in', amount: 5, reason: 'change' })).refused('Conflict'),
    ).toStrictEqual(['The till was never counted: nobody knows what it should hold.'])
    for (const [body, field] of [
      [{}, 'counted'],
      [{ counted: -1 }, 'counted'],
      [{ counted: 'ten' }, 'counted'],
      [{ counted: 1e300 }, 'counted'],
      [{ counted: 10, float: 10.01 }, 'float'],
      [{ counted: 10, pieces: [{ value: 5, count: 1 }] }, 'pieces'],
      [{ counted: 10, pieces: [{ value: 10, count: 1.5 }] }, 'pieces.0.count'],
      [{ counted: 10, currency: 'XXX' }, 'currency'],
    ] as const) {
      expect((await count(clerk, body)).faultyFields('BadRequest'), JSON.stringify(body)).toStrictEqual([
        field,
      ])
    }
    expect((await count(clerk, { counted: 5, expected: 5 })).refused('Conflict')).toStrictEqual([
      'expected: The till was never counted: nobody knows what it should hold.',
    ])
    await counted(clerk, { counted: 10 })
    for (const [body, field] of [
      [{ kind: 'in', amount: 0, reason: 'x' }, 'amount'],
      [{ kind: 'in', amount: 0.004, reason: 'x' }, 'amount'],
      [{ kind: 'in', amount: 5, reason: ' ' }, 'reason'],
      [{ kind: 'in', amount: 5 }, 'reason'],
      [{ kind: 'beside', amount: 5, reason: 'x' }, 'kind'],
    ] as const) {
      expect((await move(clerk, body)).faultyFields('BadRequest'), JSON.stringify(body)).toStrictEqual([
        field,
      ])
    }
    expect(await till(clerk)).toMatchObject({ expected: 10, movements: [] })
    const unknown = '0199a0b0-0000-7000-8000-00000000ffff'
    expect((await clerk.get(`/till/counts/${unknown}`)).refused('NotFound')).toHaveLength(1)
    const { id } = await counted(clerk, { counted: 10 })
    expect((await (await own.as('staff', 'uptown')).get(`/till/counts/${id}`)).status).toBe(404)
  })

  it('is counted out in a currency that the store takes no more, whether or not anything was sold in it', async () => {
    const own = await openShop()
    const manager = await own.as('admin')
    const { stores } = (await manager.get('/manage/stores')).ok(ManagedStoresAnswer)
    const { id, currencies } = stores.find(({ code }) => code === 'harbour') ?? { id: '', currencies: [] }
    const takes = async (codes: readonly string[]) =>
      (await manager.patch(`/manage/stores/${id}`, { currencies: codes })).ok(ManagedStore)
    await takes([...currencies, 'ISK'])
    await counted(manager, { currency: 'ISK', counted: 5000 })
    await takes(currencies)
    expect(await till(manager, 'ISK')).toMatchObject({ expected: 5000 })
    expect(await counted(manager, { currency: 'ISK', counted: 5000, float: 0 })).toMatchObject({ number: 2 })
  })

  it('is one of several, each with its own money, counts and numbers', async () => {
    const own = await openShop()
    const clerk = await own.as('admin')
    const make = async (name: string) => (await clerk.post('/manage/tills', { name })).ok(ManagedTill).id
    const [front, back] = [await make('Front'), await make('Back')]
    const of = async (tillId?: string) => (await clerk.get('/till', { currency: 'EUR', tillId })).ok(Till)
    for (const tillId of [front, back, undefined]) await counted(clerk, { counted: 10, tillId })
    const placed = await Promise.all(
      [0, 1, 2].map(async () => clerk.anOrder({ payment: 'Cash', shipping: null })),
    )
    const received = placed.map(({ order }) => order.orderTotal)
    for (const [index, tillId] of [front, back, null].entries())
      await clerk.post(`/payments/${placed[index]?.paymentId}/capture`, { tillId })
    // Goods come back at another till than they were sold at; the order is cancelled at a third.
    await clerk.post(`/payments/${placed[0]?.paymentId}/refund`, { amount: 1, tillId: back })
    await clerk.post(`/orders/${placed[1]?.order.id}/cancel`, { refund: true, tillId: front })
    await move(clerk, { kind: 'in', amount: 5, reason: 'change', tillId: back })

    const expected = [
      cents(10 + (received[0] ?? 0) - (received[1] ?? 0)),
      cents(10 + (received[1] ?? 0) - 1 + 5),
      cents(10 + (received[2] ?? 0)),
    ]
    for (const [index, tillId] of [front, back, undefined].entries())
      expect((await of(tillId)).expected).toBe(expected[index])
    const count = await counted(clerk, { counted: 0, tillId: back })
    expect(count).toMatchObject({ number: 2, till: { id: back, name: 'Back' }, movements: [{ amount: 5 }] })
    expect(await of(front)).toMatchObject({ till: { name: 'Front' }, expected: expected[0] })
    const listed = (await clerk.get('/till/counts', { tillId: back })).ok(TillCountsAnswer).tillCounts
    expect(listed.map(({ number }) => number)).toStrictEqual([2, 1])
    expect((await clerk.get(`/till/counts/${count.id}`)).ok(TillCountWithMovements)).toStrictEqual(count)
  })

  it('that is retired is counted still, and takes no more; what is paid by card is in none', async () => {
    const own = await openShop()
    const clerk = await own.as('admin')
    const { id: tillId } = (await clerk.post('/manage/tills', { name: 'Front' })).ok(ManagedTill)
    await counted(clerk, { counted: 10, tillId })
    const [cash, card] = [
      await clerk.anOrder({ payment: 'Cash' }),
      await clerk.anOrder({ payment: 'Card terminal' }),
    ]
    expect((await clerk.post(`/payments/${card.paymentId}/capture`, { tillId })).status).toBe(200)
    expect((await clerk.get('/till', { tillId })).ok(Till)).toMatchObject({ expected: 10 })
    expect((await clerk.delete(`/manage/tills/${tillId}`)).body).toMatchObject({ retired: true })
    const unknown = '0199a0b0-0000-7000-8000-00000000ffff'
    for (const [id, text] of [
      [tillId, 'tillId: is retired'],
      [unknown, 'tillId: there is no such till'],
    ]) {
      const capture = await clerk.post(`/payments/${cash.paymentId}/capture`, { tillId: id })
      expect(capture.refused('BadRequest')).toStrictEqual([text])
      const movement = { kind: 'in', amount: 1, reason: 'x', tillId: id }
      expect((await move(clerk, movement)).refused('BadRequest')).toStrictEqual([text])
    }
    expect((await clerk.readOrder(cash.order.id)).payments).toMatchObject([{ state: 'Pending' }])
    expect(await counted(clerk, { counted: 10, tillId })).toMatchObject({ number: 2, difference: 0 })
    expect((await count(clerk, { counted: 10, tillId: unknown })).faultyFields('BadRequest')).toStrictEqual([
      'tillId',
    ])
    const elsewhere = await own.as('staff', 'uptown')
    expect((await elsewhere.get('/till', { tillId })).faultyFields('BadRequest')).toStrictEqual(['tillId'])
  })

  it('is counted once by a key that comes twice', async () => {
    const clerk = await shop().as('staff')
    const headers = { 'idempotency-key': 'close-of-day' }
    const body = { currency: 'EUR', counted: 42 }
    const [one, again] = [
      await clerk.post('/till/counts', body, { headers }),
      await clerk.post('/till/counts', body, { headers }),
    ]
    expect(again.ok(TillCountWithMovements)).toStrictEqual(one.ok(TillCountWithMovements))
    const moved = { currency: 'EUR', kind: 'out', amount: 2, reason: 'milk' }
    const inHeaders = { headers: { 'idempotency-key': 'milk' } }
    await clerk.post('/till/movements', moved, inHeaders)
    expect((await clerk.post('/till/movements', moved, inHeaders)).ok(TillMovement)).toMatchObject({
      amount: 2,
    })
    expect(await till(clerk)).toMatchObject({ paidOut: 2, expected: 40 })
  })
})
