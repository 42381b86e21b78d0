import { describe, expect, it } from 'vitest'
import type { Product } from '../../../core/catalog/catalog.schema.ts'
import { Cart } from '../../../core/carts/cart.schema.ts'
import { PlaceOrderAnswer, type PlaceOrderBody } from '../../../core/orders/payments/payment.schema.ts'
import { changedTables, contentNow } from '../../support/data.ts'
import type { Clerk } from '../../support/clerk.ts'
import { ofWhole } from '../../support/rounds.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

/** What a clerk has on the screen before placing. */
async function see(clerk: Clerk, { cartId, paymentMethodId, priceGroupId }: PlaceOrderBody) {
  const answer = await clerk.get(`/carts/${cartId}`, { paymentMethodId, priceGroupId })
  return { total: answer.ok(Cart).orderTotal, etag: answer.headers.etag ?? '' }
}

describe('placing what has been seen (decisions, payment and order)', () => {
  it('goes through with the version and the total that the cart shows, fee included', async () => {
    const clerk = await shop().as('staff')
    const placing = await clerk.aCartReadyToPlace({ payment: 'Invoice' })
    const { total, etag } = await see(clerk, placing)
    const body = { ...placing, expectedTotal: total }
    const { paymentId } = (await clerk.post('/payments', body, { headers: { 'if-match': etag } })).ok(
      PlaceOrderAnswer,
    )
    expect(await clerk.readOrder(placing.cartId)).toMatchObject({
      orderTotal: total,
      paymentTotal: 3.95,
      payments: [{ id: paymentId, amount: total }],
    })
  })

  it('that has changed is refused: both amounts, the version there is now, and nothing written', async () => {
    const clerk = await shop().as('staff')
    const placing = await clerk.aCartReadyToPlace({ payment: 'Invoice' })
    const seen = await see(clerk, placing)
    await clerk.addLine(placing.cartId, undefined, { quantity: 50 })
    const now = await see(clerk, placing)
    const before = await contentNow(shop().dataDir)
    const tries = [
      [{ expectedTotal: seen.total }, {}],
      [{}, { 'if-match': seen.etag }],
      [{ expectedTotal: seen.total }, { 'if-match': seen.etag }],
      [{ expectedTotal: now.total }, { 'if-match': seen.etag }],
      [{ expectedTotal: now.total + 0.01 }, { 'if-match': now.etag }],
    ] as const
    for (const [body, headers] of tries) {
      const answer = await clerk.post('/payments', { ...placing, ...body }, { headers })
      const text = answer.refused('Conflict').join()
      if ('expectedTotal' in body && body.expectedTotal !== now.total) {
        expect(text).toContain(`${now.total.toFixed(2)} EUR, not ${body.expectedTotal.toFixed(2)} EUR`)
        expect(text).toContain('expectedTotal: ')
      }
      expect(answer.headers.etag).toBe(now.etag)
      expect(await changedTables(before, shop().dataDir)).toStrictEqual([])
    }
    const body = { ...placing, expectedTotal: now.total }
    expect((await clerk.post('/payments', body, { headers: { 'if-match': now.etag } })).status).toBe(200)
  })

  it('is no amount that nothing costs', async () => {
    const clerk = await shop().as('staff')
    const placing = await clerk.aCartReadyToPlace()
    for (const expectedTotal of [1e308, -1])
      expect(
        (await clerk.post('/payments', { ...placing, expectedTotal })).faultyFields('BadRequest'),
      ).toStrictEqual(['expectedTotal'])
  })

  it('is repeated after a lost answer, with the version it was placed from or the one there is now', async () => {
    const clerk = await shop().as('staff')
    const placing = await clerk.aCartReadyToPlace()
    const seen = await see(clerk, placing)
    const body = { ...placing, expectedTotal: seen.total }
    const place = async (etag: string) => clerk.post('/payments', body, { headers: { 'if-match': etag } })
    const { paymentId } = (await place(seen.etag)).ok(PlaceOrderAnswer)
    const { etag } = await see(clerk, placing)
    const before = await contentNow(shop().dataDir)
    for (const version of [seen.etag, etag, '*']) {
      expect((await place(version)).body).toMatchObject({ paymentId })
    }
    expect((await place('"1"')).refused('Conflict')).toHaveLength(1)
    expect((await clerk.post('/payments', { ...body, expectedTotal: 0 })).headers.etag).toBe(etag)
    expect(await changedTables(before, shop().dataDir)).toStrictEqual([])
  })

  it('another way shows and asks for the total of that way', async () => {
    const clerk = await shop().as('staff')
    const { placing, order } = await clerk.anOrder({ payment: 'Cash' })
    const other = { ...placing, paymentMethodId: await clerk.paymentMethod('Invoice') }
    const { total, etag } = await see(clerk, other)
    expect(total).toBe(Math.round((order.orderTotal + 3.95) * 100) / 100)
    const wrong = await clerk.post('/payments', { ...other, expectedTotal: order.orderTotal })
    expect(wrong.refused('Conflict')[0]).toContain(`${total.toFixed(2)} EUR`)
    const placed = await clerk.post(
      '/payments',
      { ...other, expectedTotal: total },
      { headers: { 'if-match': etag } },
    )
    expect(placed.status).toBe(200)
    expect((await see(clerk, other)).total).toBe(total)
    expect((await see(clerk, placing)).total).toBe(order.orderTotal)
  })

  it('with a method that cannot be used any more is refused for the method: there is no other total to agree to', async () => {
    const manager = await (await openShop()).as('admin')
    const placing = await manager.aCartReadyToPlace({ payment: 'Invoice' })
    const { total, etag } = await see(manager, placing)
    const method = `/manage/payment-methods/${placing.paymentMethodId}`
    for (const change of [{ countries: ['SE'] }, { state: 'retired' }]) {
      expect((await manager.patch(method, change)).status).toBe(200)
      const body = { ...placing, expectedTotal: total }
      expect((await manager.post('/payments', body)).faultyFields('BadRequest')).toStrictEqual([
        'paymentMethodId',
      ])
      // Whose version is an older one has to read the cart first.
      const stale = await manager.post('/payments', body, { headers: { 'if-match': '"1"' } })
      expect(stale.refused('Conflict')).toHaveLength(1)
      expect(stale.headers.etag).toBe(etag)
    }
  })

  it.each([-1, '5', null, {}])('%j is no total', async (expectedTotal) => {
    const clerk = await shop().as('staff')
    const placing = await clerk.aCartReadyToPlace()
    expect(
      (await clerk.post('/payments', { ...placing, expectedTotal })).faultyFields('BadRequest'),
    ).toStrictEqual(['expectedTotal'])
  })
})

/** What each of the clients does, in this order. */
const steps = ['add', 'change', 'place'] as const

/** Every order in which three clients can take their steps; which of them is called the first makes no difference. */
function interleavings(left: readonly number[] = [0, 0, 0]): number[][] {
  if (left.every((taken) => taken === steps.length)) return [[]]
  return left.flatMap((taken, client) => {
    const isFirst = taken > 0 || left.findIndex((other) => other === 0) === client
    if (taken === steps.length || !isFirst) return []
    return interleavings(left.with(client, taken + 1)).map((rest) => [client, ...rest])
  })
}

it('no total is placed that its clerk has not seen, however three clients add, change and place', async () => {
  const own = await openShop()
  const clerks = [await own.as('staff'), await own.as('staff'), await own.as('staff')]
  const [clerk] = clerks
  if (!clerk) throw new Error('Nobody is there.')
  const goods = await clerk.products({ maxItems: 4 })
  const all = interleavings()
  expect(all).toHaveLength(280)
  const ways = all.filter((_, index) => index % ofWhole(1, 5) === 0)
  const counts = { placed: 0, refused: 0 }
  for (const [index, way] of ways.entries()) {
    await play(clerks, way, goods, ['version', 'total', 'both'][index % 3] ?? '', counts)
  }
  expect(counts.placed).toBeGreaterThan(ways.length)
  expect(counts.refused).toBeGreaterThan(ways.length)
}, 300_000)

/** One cart, and the steps of its clients in this order. */
async function play(
  clerks: readonly Clerk[],
  way: readonly number[],
  goods: readonly Product[],
  guard: string,
  counts: { placed: number; refused: number },
): Promise<void> {
  const [clerk] = clerks
  if (!clerk) return
  const placing = await clerk.aCartReadyToPlace({ quantities: [1], shipping: null, payment: 'Invoice' })
  const { cartId } = placing
  const clients = clerks.map((own, client) => ({
    own,
    product: goods[client + 1],
    taken: 0,
    lineId: '',
    seen: { total: -1, etag: '' },
  }))
  for (const number of way) {
    const client = clients[number]
    if (!client) continue
    const { own } = client
    switch (steps[client.taken++]) {
      case 'add':
        client.lineId = await own.addLine(cartId, client.product)
        break
      case 'change': {
        const path = `/carts/${cartId}/lines/${client.lineId}`
        expect((await own.patch(path, { quantity: 2 })).status, way.join()).toBe(200)
        client.seen = await see(own, placing)
        break
      }
      default: {
        const { total, etag } = client.seen
        const body = guard === 'version' ? placing : { ...placing, expectedTotal: total }
        const headers: Record<string, string> = guard === 'total' ? {} : { 'if-match': etag }
        const answer = await own.post('/payments', body, { headers })
        const now = await see(own, placing)
        if (answer.status === 200) {
          counts.placed++
          const { orderStatus, orderTotal, payments } = await own.readOrder(cartId)
          expect([orderStatus.name, orderTotal, payments[0]?.amount], way.join()).toStrictEqual([
            'New order',
            total,
            total,
          ])
        } else {
          counts.refused++
          expect(answer.refused('Conflict').length, way.join()).toBeGreaterThan(0)
          expect(answer.headers.etag).toBe(now.etag)
          expect(now.etag === etag && now.total === total, way.join()).toBe(false)
        }
      }
    }
  }
}
