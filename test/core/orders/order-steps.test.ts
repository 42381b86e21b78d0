import { describe, expect, it } from 'vitest'
import { getCartRow } from '../../../core/carts/cart.repository.ts'
import { saveCart } from '../../../core/carts/save-cart.ts'
import type { WriteDb } from '../../../core/database/engine.ts'
import { getOrderRow, updateOrder } from '../../../core/orders/order.repository.ts'
import { Order, OrderEventsAnswer } from '../../../core/orders/order.schema.ts'
import { getPaymentRow, updatePayment } from '../../../core/orders/payments/payment.repository.ts'
import { findStoreByCode } from '../../../core/stores/store.repository.ts'
import { fieldsOf } from '../../support/answer.ts'
import { changedTables, contentNow, inDatabase } from '../../support/data.ts'
import type { Clerk, PlacedOrder } from '../../support/clerk.ts'
import { sharedShop, type Shop } from '../../support/shop.ts'
import { isOnPostgres } from '../../support/storage.ts'
import type { Context } from '../../../core/operations/context.ts'

const shop = sharedShop()
const UNKNOWN = '0199a0b0-0000-7000-8000-00000000ffff'

type State = 'new' | 'reopened' | 'paid' | 'part' | 'completed' | 'cancelled' | 'refunded' | 'voided'

/** The steps that lead to each state. */
const ways: Readonly<Record<State, readonly Step[]>> = {
  new: [],
  reopened: ['reopen'],
  part: ['capture', 'refund part'],
  paid: ['capture'],
  completed: ['capture', 'complete'],
  cancelled: ['cancel'],
  refunded: ['capture', 'refund'],
  voided: ['void'],
}

type Step =
  | 'capture'
  | 'void'
  | 'refund'
  | 'refund part'
  | 'complete'
  | 'cancel'
  | 'cancel, refunding'
  | 'reopen'

const take = async (clerk: Clerk, { order, paymentId }: PlacedOrder, step: Step, body: object = {}) => {
  switch (step) {
    case 'complete':
    case 'cancel':
    case 'reopen':
      return clerk.post(`/orders/${order.id}/${step}`, body)
    case 'cancel, refunding':
      return clerk.post(`/orders/${order.id}/cancel`, { refund: true })
    case 'refund part':
      return clerk.post(`/payments/${paymentId}/refund`, { amount: 0.01 })
    default:
      return clerk.post(`/payments/${paymentId}/${step}`, body)
  }
}

const steps: readonly Step[] = [
  'capture',
  'void',
  'refund',
  'refund part',
  'complete',
  'cancel',
  'cancel, refunding',
  'reopen',
]

async function anOrderThatIs(state: State, clerk: Clerk): Promise<PlacedOrder> {
  const placed = await clerk.anOrder()
  for (const step of ways[state]) expect((await take(clerk, placed, step)).status).toBe(200)
  return placed
}

const historyOf = async (clerk: Clerk, orderId: string) =>
  (await clerk.get(`/orders/${orderId}/events`)).ok(OrderEventsAnswer).events

describe('the steps of an order and its payment', () => {
  /** What each step makes of an order in each state; what is not here is a conflict. */
  const results: Readonly<Record<State, Partial<Record<Step, string>>>> = {
    new: {
      capture: 'Paid, Captured',
      void: 'New order, Voided',
      cancel: 'Cancelled, Voided',
      'cancel, refunding': 'Cancelled, Voided',
      reopen: 'Reopened, Voided',
    },
    reopened: { cancel: 'Cancelled, Voided', 'cancel, refunding': 'Cancelled, Voided' },
    paid: {
      refund: 'Paid, Refunded',
      'refund part': 'Paid, Partially refunded',
      complete: 'Completed order, Captured',
      cancel: 'BadRequest',
      'cancel, refunding': 'Cancelled, Refunded',
    },
    part: {
      refund: 'Paid, Refunded',
      'refund part': 'Paid, Partially refunded',
      complete: 'Completed order, Partially refunded',
      cancel: 'BadRequest',
      'cancel, refunding': 'Cancelled, Refunded',
    },
    completed: {
      refund: 'Completed order, Refunded',
      'refund part': 'Completed order, Partially refunded',
    },
    cancelled: {},
    refunded: {
      complete: 'Completed order, Refunded',
      cancel: 'Cancelled, Refunded',
      'cancel, refunding': 'Cancelled, Refunded',
    },
    voided: {
      cancel: 'Cancelled, Voided',
      'cancel, refunding': 'Cancelled, Voided',
      reopen: 'Reopened, Voided',
    },
  }
  const cases = (Object.keys(results) as State[]).flatMap((state) =>
    steps.map((step) => [step, state, results[state][step] ?? 'Conflict'] as const),
  )

  it.each(cases)('%s, where the order or its payment is %s: %s', async (step, state, result) => {
    const clerk = await shop().as('staff')
    const placed = await anOrderThatIs(state, clerk)
    if (result === 'Conflict' || result === 'BadRequest') {
      const before = await contentNow(shop().dataDir)
      const answer = await take(clerk, placed, step)
      expect(answer.refused(result)[0]).toMatch(/is in the state|EUR of the order is held/)
      expect(await changedTables(before, shop().dataDir)).toStrictEqual([])
    } else {
      const answer = await take(clerk, placed, step)
      const { orderStatus, payments } = answer.ok(Order)
      expect(`${orderStatus.name}, ${payments.map((payment) => payment.state).join()}`).toBe(result)
      expect(answer.body).toStrictEqual(await clerk.readOrder(placed.order.id))
    }
  })

  it('are not found on an order or a payment that does not exist, or is another store’s', async () => {
    const uptown = await shop().as('staff', 'uptown')
    const placed = await (await shop().as('staff')).anOrder()
    for (const { order, paymentId } of [placed, { order: { id: UNKNOWN }, paymentId: UNKNOWN }]) {
      for (const path of ['complete', 'cancel', 'note']) {
        const answer = await uptown.post(`/orders/${order.id}/${path}`, { note: 'x' })
        expect(answer.refused('NotFound'), path).toHaveLength(1)
      }
      for (const path of ['capture', 'void', 'refund']) {
        expect((await uptown.post(`/payments/${paymentId}/${path}`)).refused('NotFound'), path).toHaveLength(
          1,
        )
      }
    }
  })

  it('taken twice at once happen once', async () => {
    const clerk = await shop().as('staff')
    const placed = await clerk.anOrder()
    const answers = await Promise.all([1, 2, 3].map(async () => take(clerk, placed, 'capture')))
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 409, 409])
    expect(
      (await historyOf(clerk, placed.order.id)).filter(({ kind }) => kind === 'payment.captured'),
    ).toHaveLength(1)
  })
})

describe('capturing', () => {
  it('keeps the transaction, where one is given', async () => {
    const clerk = await shop().as('staff')
    const placed = await clerk.anOrder()
    const answer = await take(clerk, placed, 'capture', { transactionId: 'T1-004217' })
    expect(answer.body).toMatchObject({ payments: [{ transactionId: 'T1-004217' }] })
    const plain = await clerk.anOrder()
    for (const transactionId of [null, ' ']) {
      const paid = await take(clerk, transactionId === null ? plain : await clerk.anOrder(), 'capture', {
        transactionId,
      })
      expect(paid.body).toMatchObject({ payments: [{ transactionId: null }] })
    }
    expect(
      (await take(clerk, plain, 'capture', { transactionId: 4217 })).faultyFields('BadRequest'),
    ).toStrictEqual(['transactionId'])
  })

  it('and completing say when', async () => {
    const clerk = await shop().as('staff')
    const placed = await anOrderThatIs('paid', clerk)
    const answer = await take(clerk, placed, 'complete')
    expect(answer.body).toMatchObject({ completedDate: shop().clock.read().toISOString() })
  })
})

describe('refunding', () => {
  it('in parts leaves the rest to be refunded, and no more', async () => {
    const clerk = await shop().as('staff')
    const placed = await anOrderThatIs('paid', clerk)
    const rest = Math.round((placed.order.orderTotal - 10.01) * 100) / 100
    const part = (await take(clerk, placed, 'refund', { amount: 10.01, reason: 'Scratched' })).ok(Order)
    expect(part.payments).toMatchObject([
      { amount: placed.order.orderTotal, refunded: 10.01, state: 'Partially refunded' },
    ])
    const tooMuch = await take(clerk, placed, 'refund', { amount: rest + 0.01 })
    expect(tooMuch.faultyFields('Conflict')).toStrictEqual(['amount'])
    expect((await take(clerk, placed, 'refund', { amount: rest })).status).toBe(200)
    expect((await take(clerk, placed, 'refund')).refused('Conflict')[0]).toContain('Refunded')
    const texts = (await historyOf(clerk, placed.order.id)).map(({ text }) => text)
    expect(texts).toContainEqual('10.01 EUR paid back by Cash: Scratched')
    expect(texts).toContainEqual(`${rest} EUR paid back by Cash`)
  })

  it.each([0, -1, 0.001, '5', null])('%j is not an amount to refund', async (amount) => {
    const clerk = await shop().as('staff')
    const placed = await anOrderThatIs('paid', clerk)
    expect((await take(clerk, placed, 'refund', { amount })).faultyFields('BadRequest')).toStrictEqual([
      'amount',
    ])
  })
})

describe('refunding by two people', () => {
  it('is done by the first one, where the second says what they have seen', async () => {
    const clerk = await shop().as('staff')
    const placed = await anOrderThatIs('paid', clerk)
    const refund = async (expectedRefunded: number) =>
      take(clerk, placed, 'refund', { amount: 10, expectedRefunded })
    const refunded = async () => (await clerk.readOrder(placed.order.id)).payments[0]?.refunded
    expect((await refund(0)).status).toBe(200)
    const second = await refund(0)
    expect(second.faultyFields('Conflict')).toStrictEqual(['amount'])
    expect(second.text).toContain('10.00')
    expect(await refunded()).toBe(10)
    expect((await refund(10)).status).toBe(200)
    expect(await refunded()).toBe(20)
  })
})

describe('cancelling an order whose money somebody else has paid back in part', () => {
  it('is done once whoever cancels has seen what is held', async () => {
    const clerk = await shop().as('staff')
    const placed = await anOrderThatIs('paid', clerk)
    const { orderTotal } = placed.order
    await take(clerk, placed, 'refund', { amount: 10 })
    const cancel = async (expectedHeld: number) =>
      clerk.post(`/orders/${placed.order.id}/cancel`, { refund: true, expectedHeld })
    const refused = await cancel(orderTotal)
    expect(refused.faultyFields('Conflict')).toStrictEqual(['refund'])
    expect(refused.text).toContain((orderTotal - 10).toFixed(2))
    expect((await clerk.readOrder(placed.order.id)).orderStatus.name).toBe('Paid')
    expect((await cancel(orderTotal - 10)).status).toBe(200)
    expect((await clerk.readOrder(placed.order.id)).payments[0]).toMatchObject({ refunded: orderTotal })
  })
})

describe('refunding goods that come back', () => {
  async function paidOrder(clerk: Clerk) {
    const placed = await clerk.anOrder({ payment: 'Cash', quantities: [3, 1] })
    await take(clerk, placed, 'capture')
    const [mugs, socks] = placed.order.orderLines
    if (!mugs || !socks) throw new Error('The order has two lines.')
    const refund = async (body: object) => take(clerk, placed, 'refund', { amount: 1, ...body })
    const piecesOf = ({ id: lineId }: { id: string }, quantity: number) => ({ lineId, quantity })
    return { placed, mugs, socks, refund, piecesOf }
  }

  it('keeps which pieces they are, and names them in the history', async () => {
    const clerk = await shop().as('staff')
    const { placed, mugs, socks, refund, piecesOf } = await paidOrder(clerk)
    const lines = [piecesOf(mugs, 2), piecesOf(socks, 1)]
    expect((await refund({ amount: 1.5, lines, reason: 'Torn' })).status).toBe(200)
    expect((await refund({ amount: 1.5, lines: [piecesOf(mugs, 1)] })).status).toBe(200)
    const named = lines.map(({ quantity }, index) => ({
      quantity,
      productName: [mugs, socks][index]?.productName,
    }))
    const events = (await historyOf(clerk, placed.order.id)).slice(-2)
    expect(events.map(({ text }) => text)).toStrictEqual([
      `1.50 EUR paid back by Cash: 2 × ${mugs.productName}, 1 × ${socks.productName}: Torn`,
      `1.50 EUR paid back by Cash: 1 × ${mugs.productName}`,
    ])
    expect(events.map(({ details }) => details?.lines)).toStrictEqual([named, [{ ...named[0], quantity: 1 }]])
  })

  it('takes none back that came back before, however the pieces are told', async () => {
    const clerk = await shop().as('staff')
    const { placed, mugs, socks, refund, piecesOf } = await paidOrder(clerk)
    await refund({ lines: [piecesOf(mugs, 2)] })
    const before = await contentNow(shop().dataDir)
    for (const lines of [
      [piecesOf(mugs, 2)],
      [piecesOf(mugs, 1), piecesOf(socks, 1), piecesOf(mugs, 1)],
      [piecesOf({ id: mugs.id.toUpperCase() }, 2)],
    ]) {
      const answer = await refund({ lines })
      expect(answer.faultyFields('Conflict')).toStrictEqual(['lines'])
      expect(answer.refused('Conflict')[0]).toContain(`of ${mugs.productName} only 1 can still come back`)
    }
    expect(await changedTables(before, shop().dataDir)).toStrictEqual([])
    expect((await refund({ lines: [piecesOf(mugs, 1), piecesOf(socks, 1)] })).status).toBe(200)
    expect((await clerk.readOrder(placed.order.id)).payments).toMatchObject([{ refunded: 2 }])
  })

  it('twice at once is done once', async () => {
    const clerk = await shop().as('staff')
    const { socks, refund, piecesOf } = await paidOrder(clerk)
    const answers = await Promise.all([1, 2, 3].map(async () => refund({ lines: [piecesOf(socks, 1)] })))
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 409, 409])
  })

  it('needs lines of the order, and says for how much', async () => {
    const clerk = await shop().as('staff')
    const { socks, refund, piecesOf } = await paidOrder(clerk)
    const other = await paidOrder(clerk)
    const faulty = async (body: object) => (await refund(body)).faultyFields('BadRequest')
    expect(await faulty({ lines: [piecesOf(other.socks, 1)] })).toStrictEqual(['lines.0.lineId'])
    expect(await faulty({ lines: [piecesOf(socks, 0)] })).toStrictEqual(['lines.0.quantity'])
    expect(await faulty({ amount: undefined, lines: [piecesOf(socks, 1)] })).toStrictEqual(['amount'])
    expect((await refund({ lines: [] })).status).toBe(200)
  })
})

describe('track and trace (extension)', () => {
  it('is set, changed and taken away in any state, each with an entry in the history', async () => {
    const clerk = await shop().as('staff')
    const placed = await clerk.anOrder()
    const track = async (trackAndTrace: string | null) =>
      clerk.post(`/orders/${placed.order.id}/track-and-trace`, { trackAndTrace })
    const shown = async () => (await clerk.readOrder(placed.order.id)).shipments[0]?.trackAndTrace
    expect(await shown()).toBeNull()
    expect((await track('JJD0001')).ok(Order).shipments[0]?.trackAndTrace).toBe('JJD0001')
    await take(clerk, placed, 'capture')
    await clerk.post(`/orders/${placed.order.id}/complete`)
    await track('JJD0002')
    expect(await shown()).toBe('JJD0002')
    await track(' ')
    expect(await shown()).toBeNull()
    const events = (await historyOf(clerk, placed.order.id)).filter(
      ({ kind }) => kind === 'order.track-and-trace',
    )
    expect(events.map(({ text }) => text)).toStrictEqual([
      'Track and trace: JJD0001',
      'Track and trace: JJD0002',
      'Track and trace: none',
    ])
    expect(events.map(({ details }) => details)).toStrictEqual([
      { trackAndTrace: 'JJD0001' },
      { trackAndTrace: 'JJD0002' },
      { trackAndTrace: null },
    ])
    expect((await track('x'.repeat(513))).faultyFields('BadRequest')).toStrictEqual(['trackAndTrace'])
  })

  it('is the first one’s, where the second says what they have seen', async () => {
    const clerk = await shop().as('staff')
    const { order } = await clerk.anOrder()
    const track = async (trackAndTrace: string, expectedTrackAndTrace: string | null) =>
      clerk.post(`/orders/${order.id}/track-and-trace`, { trackAndTrace, expectedTrackAndTrace })
    expect((await track('THEIRS', '')).status).toBe(200)
    const refused = await track('MINE', null)
    expect(refused.faultyFields('Conflict')).toStrictEqual(['trackAndTrace'])
    expect(refused.text).toContain('THEIRS')
    expect((await clerk.readOrder(order.id)).shipments[0]?.trackAndTrace).toBe('THEIRS')
    expect((await track('MINE', 'THEIRS')).ok(Order).shipments[0]?.trackAndTrace).toBe('MINE')
  })

  it('stays when the order is opened again and placed anew', async () => {
    const clerk = await shop().as('staff')
    const placed = await clerk.anOrder()
    await clerk.post(`/orders/${placed.order.id}/track-and-trace`, { trackAndTrace: 'JJD0003' })
    await clerk.post(`/orders/${placed.order.id}/reopen`, {})
    expect((await clerk.post('/payments', placed.placing)).status).toBe(200)
    expect((await clerk.readOrder(placed.order.id)).shipments[0]?.trackAndTrace).toBe('JJD0003')
  })

  it('is refused where nothing is delivered', async () => {
    const clerk = await shop().as('staff')
    const { order } = await clerk.anOrder({ shipping: null })
    const refusal = await clerk.post(`/orders/${order.id}/track-and-trace`, { trackAndTrace: 'JJD0004' })
    expect(refusal.refused('Conflict')).toStrictEqual(['The order has no shipment.'])
  })
})

describe('the history of an order (extension)', () => {
  it('tells who did what, when and why, oldest first, with exactly these fields', async () => {
    const clerk = await shop().as('staff')
    const placed = await clerk.anOrder()
    shop().clock.advance(60)
    await take(clerk, placed, 'capture', { transactionId: 'T1-1' })
    shop().clock.advance(60)
    await clerk.post(`/orders/${placed.order.id}/note`, { note: 'Leave at the door' })
    shop().clock.advance(60)
    await take(clerk, placed, 'cancel', { reason: 'Changed her mind', refund: true })
    const events = await historyOf(clerk, placed.order.id)
    for (const event of events) {
      expect(fieldsOf(event)).toStrictEqual(['actor', 'date', 'details', 'kind', 'text'])
      expect(event.actor).toBe('Till (staff)')
    }
    expect(events.map(({ kind, text }) => ({ kind, text }))).toStrictEqual([
      { kind: 'order.placed', text: `Order ${placed.order.orderNumber} placed` },
      { kind: 'payment.captured', text: `${placed.order.orderTotal} EUR received by Cash, transaction T1-1` },
      { kind: 'order.paid', text: 'Paid' },
      { kind: 'order.note', text: 'Leave at the door' },
      { kind: 'order.cancelled', text: 'Cancelled: Changed her mind' },
      {
        kind: 'payment.refunded',
        text: `${placed.order.orderTotal} EUR paid back by Cash: Changed her mind`,
      },
    ])
    const { orderTotal, orderNumber } = placed.order
    expect(events.map(({ details }) => details)).toStrictEqual([
      { orderNumber },
      { amount: orderTotal, currency: 'EUR', method: 'Cash', transactionId: 'T1-1' },
      {},
      { note: 'Leave at the door' },
      { reason: 'Changed her mind' },
      { amount: orderTotal, currency: 'EUR', method: 'Cash', reason: 'Changed her mind' },
    ])
    const minutes = events.map(
      ({ date }) => (Date.parse(date) - Date.parse(placed.order.createdDate)) / 60_000,
    )
    expect(minutes).toStrictEqual([0, 1, 1, 2, 3, 3])
  })

  it('is told in the language that is asked for, with amounts as the order has them', async () => {
    const clerk = await shop().as('staff')
    const placed = await clerk.anOrder({ payment: 'Cash' })
    await take(clerk, placed, 'capture', { transactionId: 'T1-1' })
    await take(clerk, placed, 'refund', { amount: 1.5, reason: 'Torn' })
    const { order } = placed
    const told = async (cultureCode: string, orderId = order.id) =>
      (await clerk.get(`/orders/${orderId}/events`, { cultureCode }))
        .ok(OrderEventsAnswer)
        .events.map(({ text }) => text)
    const money = (amount: number) =>
      new Intl.NumberFormat(order.cultureCode, { style: 'currency', currency: 'EUR' }).format(amount)
    expect(await told('de-AT')).toStrictEqual([
      `Bestellung ${order.orderNumber} aufgegeben`,
      `${money(order.orderTotal)} erhalten per Bar, Transaktion T1-1`,
      'Bezahlt',
      `${money(1.5)} zurückgezahlt per Bar: Torn`,
    ])
    expect((await told('da')).at(-1)).toBe(`${money(1.5)} tilbagebetalt med Kontant: Torn`)
    expect((await told('ja-JP')).at(-1)).toBe(`Cash で ${money(1.5)} を返金しました: Torn`)
    // A payment that another one has replaced, too.
    const { placing, order: other } = await clerk.anOrder({ payment: 'Cash' })
    await clerk.post('/payments', { ...placing, paymentMethodId: await clerk.paymentMethod('Card terminal') })
    expect((await told('da', other.id)).slice(1)).toStrictEqual([
      'Kontant annulleret: en anden betaling trådte i stedet',
      'Betales med Kort ved disken',
    ])
    // There are no words for it.
    expect((await told('fr-FR')).at(-1)).toBe(`${money(1.5)} paid back by Cash: Torn`)
  })

  it('keeps what a replaced payment was', async () => {
    const clerk = await shop().as('staff')
    const { placing, order } = await clerk.anOrder({ payment: 'Cash' })
    await clerk.post('/payments', { ...placing, paymentMethodId: await clerk.paymentMethod('Invoice') })
    const kinds = (await historyOf(clerk, order.id)).map(({ kind, text }) => `${kind}: ${text}`)
    expect(kinds.slice(1)).toStrictEqual([
      'payment.voided: Cash voided: another payment took its place',
      'payment.chosen: To be paid by Invoice',
    ])
  })
})

describe('the note of an order', () => {
  it('may be set in any state, and must say something', async () => {
    const clerk = await shop().as('staff')
    for (const state of ['new', 'completed', 'cancelled'] as const) {
      const { order } = await anOrderThatIs(state, clerk)
      const answer = await clerk.post(`/orders/${order.id}/note`, { note: `Was ${state}` })
      expect(answer.body).toMatchObject({ note: `Was ${state}` })
      for (const note of ['', '  ', null, undefined, 'x'.repeat(4001)]) {
        expect(
          (await clerk.post(`/orders/${order.id}/note`, { note })).faultyFields('BadRequest'),
        ).toStrictEqual(['note'])
      }
    }
  })
})

describe('the note of an order that two people write', () => {
  it('is the first one’s, where the second says what they have seen', async () => {
    const clerk = await shop().as('staff')
    const { order } = await anOrderThatIs('new', clerk)
    const set = async (note: string, expectedNote: string | null) =>
      clerk.post(`/orders/${order.id}/note`, { note, expectedNote })

    expect((await set('Theirs', null)).status).toBe(200)
    const refused = await set('Mine', '')
    expect(refused.refused('Conflict')).toStrictEqual([
      'The note of the order has been changed in the meantime.',
    ])
    expect((await clerk.readOrder(order.id)).note).toBe('Theirs')
    expect((await set('Mine', 'Theirs')).body).toMatchObject({ note: 'Mine' })
  })
})

describe('cancelling', () => {
  it('of an order that has not been paid owes nothing more', async () => {
    const clerk = await shop().as('staff')
    const { order } = await anOrderThatIs('cancelled', clerk)
    expect((await clerk.readOrder(order.id)).payments).toMatchObject([{ state: 'Voided', refunded: 0 }])
  })

  it('of one that holds money asks what becomes of it, naming the amount', async () => {
    const clerk = await shop().as('staff')
    const placed = await anOrderThatIs('paid', clerk)
    await take(clerk, placed, 'refund', { amount: 10 })
    const held = (placed.order.orderTotal - 10).toFixed(2)
    for (const refund of [undefined, null, 'yes', 1]) {
      const answer = await take(clerk, placed, 'cancel', { reason: 'Torn', refund })
      expect(answer.faultyFields('BadRequest')).toStrictEqual(['refund'])
      if (refund === undefined) expect(answer.refused('BadRequest')[0]).toContain(`${held} EUR`)
    }
    const kept = (await take(clerk, placed, 'cancel', { refund: false })).ok(Order)
    expect(kept).toMatchObject({
      orderStatus: { name: 'Cancelled' },
      payments: [{ state: 'Partially refunded', refunded: 10 }],
    })
    expect((await take(clerk, placed, 'refund')).body).toMatchObject({
      orderStatus: { name: 'Cancelled' },
      payments: [{ state: 'Refunded', refunded: placed.order.orderTotal }],
    })
  })

  it('may pay back at once what is held, and says so in the history', async () => {
    const clerk = await shop().as('staff')
    const placed = await anOrderThatIs('paid', clerk)
    await take(clerk, placed, 'refund', { amount: 10 })
    const answer = await take(clerk, placed, 'cancel', { reason: 'Torn', refund: true })
    expect(answer.body).toMatchObject({
      orderStatus: { name: 'Cancelled' },
      payments: [{ state: 'Refunded', refunded: placed.order.orderTotal }],
    })
    const rest = (placed.order.orderTotal - 10).toFixed(2)
    expect((await historyOf(clerk, placed.order.id)).slice(-2)).toMatchObject([
      { kind: 'order.cancelled', text: 'Cancelled: Torn', actor: 'Till (staff)' },
      { kind: 'payment.refunded', text: `${rest} EUR paid back by Cash: Torn`, actor: 'Till (staff)' },
    ])
  })
})

describe('a write that comes too late', () => {
  it('is refused by the statement itself, for orders, payments and carts', async () => {
    const clerk = await shop().as('staff')
    const { order, paymentId } = await clerk.anOrder()
    const cartId = await clerk.aCart()
    await inDatabase(shop().dataDir, async (db) => {
      const context = await contextFor(db, shop())
      const row = await getOrderRow(db, context.storeId, order.id)
      await updateOrder(db, context, row, { note: 'first' })
      await expect(updateOrder(db, context, row, { note: 'second' })).rejects.toMatchObject({
        kind: 'Conflict',
        code: 'order.changed',
      })
      const payment = await getPaymentRow(db, context.storeId, paymentId)
      await updatePayment(db, payment, { state: 'captured' })
      await expect(updatePayment(db, payment, { state: 'voided' })).rejects.toMatchObject({
        kind: 'Conflict',
        code: 'payment.changed',
      })
    })
    const cart = await inDatabase(shop().dataDir, async (db) => {
      const context = await contextFor(db, shop())
      const row = await getCartRow(db, context.storeId, cartId)
      await saveCart(db, context, { ...row, note: 'first' })
      return row
    })
    // On a server nobody waits for the statement: it fails, and with it the transaction.
    await expect(
      inDatabase(shop().dataDir, async (db) =>
        saveCart(db, await contextFor(db, shop()), { ...cart, note: 'second' }),
      ),
    ).rejects.toMatchObject(
      isOnPostgres ? { code: '23502' } : { kind: 'Conflict', code: 'cart.changed', etag: '"2"' },
    )
    expect((await clerk.readOrder(order.id)).note).toBe('first')
    expect((await clerk.readCart(cartId)).note).toBe('first')
  })
})

/** The context of an operation that no request has asked for. */
async function contextFor(db: WriteDb, { clock }: Shop): Promise<Context> {
  const store = await findStoreByCode(db, 'harbour')
  return {
    clientId: '',
    storeId: store?.id ?? '',
    name: 'Test',
    scopes: new Set(),
    expires: clock.read(),
    now: clock.read(),
    ifMatch: undefined,
    changes: [],
  }
}
