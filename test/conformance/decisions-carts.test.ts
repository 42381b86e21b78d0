import { describe, expect, it } from 'vitest'
import { fieldsOf } from '../support/answer.ts'
import { storedRows } from '../support/data.ts'
import { openShop, sharedShop } from '../support/shop.ts'
import * as contract from './support/contract.ts'
import { listIn, type Body } from './support/fixtures.ts'
import { filled, record, truth } from './support/wire.ts'

const shop = sharedShop()
const CART = { cultureCode: 'en-GB', currency: 'EUR' }
const plain = { miniCart: null, success: true }

describe('Promotion codes, an extension', () => {
  const scene = async () => {
    const clerk = await shop().as('storefront')
    const cartId = await clerk.aCart()
    await clerk.addLine(cartId)
    return { clerk, cartId, codes: `/carts/${cartId}/promotion-codes` }
  }

  it('Add › POST answers {miniCart, success, promotionCodes}, and the cart is discounted', async () => {
    const { clerk, cartId, codes } = await scene()
    const { body } = await clerk.post(`${codes}/WELCOME10`)
    expect(body).toMatchObject({ ...plain, promotionCodes: [{ code: 'WELCOME10' }] })
    expect(fieldsOf(body as object)).toStrictEqual(['miniCart', 'promotionCodes', 'success'])
    const cart = await clerk.readCart(cartId)
    expect(cart.discountTotal).toBeGreaterThan(0)
    const element = record(contract.discount)
    for (const line of cart.orderLines)
      for (const one of line.discounts) expect(element.fault(one)).toBeUndefined()
    expect(cart.orderLines.flatMap(({ discounts }) => discounts)).not.toHaveLength(0)
  })

  it('Add › views=miniCart', async () => {
    const { clerk, codes } = await scene()
    const answer = await clerk.post(`${codes}/WELCOME10`, undefined, { query: { views: 'miniCart' } })
    expect(fieldsOf((answer.body as { miniCart: Body }).miniCart)).toStrictEqual(fieldsOf(contract.miniCart))
  })

  it('Add › an unknown code is NotFound', async () => {
    const { clerk, codes } = await scene()
    expect((await clerk.post(`${codes}/NO-SUCH`)).refused('NotFound')).toHaveLength(1)
  })

  it('Add › a code that the cart has is Conflict', async () => {
    const { clerk, codes } = await scene()
    await clerk.post(`${codes}/WELCOME10`)
    expect((await clerk.post(`${codes}/welcome10`)).refused('Conflict')).toHaveLength(1)
  })

  it('List › GET answers {promotionCodes}', async () => {
    const { clerk, codes } = await scene()
    await clerk.post(`${codes}/WELCOME10`)
    const { body } = await clerk.get(codes)
    expect(fieldsOf(body as object)).toStrictEqual(['promotionCodes'])
    const wanted = record({ code: filled, campaignName: filled, applied: truth })
    for (const row of listIn(body as Body, 'promotionCodes')) expect(wanted.fault(row)).toBeUndefined()
    expect(listIn(body as Body, 'promotionCodes')).toMatchObject([{ code: 'WELCOME10', applied: true }])
  })

  it('Delete › DELETE answers {miniCart, success, promotionCodes}, and the discount is gone', async () => {
    const { clerk, cartId, codes } = await scene()
    const before = await clerk.readCart(cartId)
    await clerk.post(`${codes}/WELCOME10`)
    expect((await clerk.delete(`${codes}/WELCOME10`)).body).toStrictEqual({ ...plain, promotionCodes: [] })
    expect(await clerk.readCart(cartId)).toStrictEqual(before)
  })

  it('Delete › a code that the cart has not is NotFound', async () => {
    const { clerk, codes } = await scene()
    expect((await clerk.delete(`${codes}/WELCOME10`)).refused('NotFound')).toHaveLength(1)
  })
})

describe('Decisions, carts', () => {
  it('ETag on a cart is its version: of reads and of writes', async () => {
    const clerk = await shop().as('storefront')
    const path = `/carts/${await clerk.aCart()}`
    const first = (await clerk.get(path)).headers['etag']
    expect(first).toMatch(/^"\d+"$/)
    const written = (await clerk.patch(path, { note: 'x' })).headers['etag']
    expect(written).not.toBe(first)
    expect((await clerk.get(path)).headers['etag']).toBe(written)
  })

  it('a write with a stale If-Match is Conflict and changes nothing', async () => {
    const clerk = await shop().as('storefront')
    const path = `/carts/${await clerk.aCart()}`
    const stale = (await clerk.get(path)).headers['etag'] ?? ''
    await clerk.patch(path, { note: 'mine' })
    const answer = await clerk.patch(path, { note: 'theirs' }, { headers: { 'if-match': stale } })
    expect(answer.refused('Conflict')).toHaveLength(1)
    expect((await clerk.get(path)).body).toMatchObject({ note: 'mine' })
  })

  it('a write with the current If-Match is done', async () => {
    const clerk = await shop().as('storefront')
    const path = `/carts/${await clerk.aCart()}`
    const current = (await clerk.get(path)).headers['etag'] ?? ''
    expect((await clerk.patch(path, { note: 'x' }, { headers: { 'if-match': current } })).status).toBe(200)
  })

  it('lines with different custom properties never merge, equal ones do', async () => {
    const clerk = await shop().as('storefront')
    const cartId = await clerk.aCart()
    const [product] = await clerk.products({ maxItems: 1 })
    for (const value of ['Ida', 'Bo', 'Ida']) {
      await clerk.addLine(cartId, product, { customProperties: [{ key: 'engraving', value }] })
    }
    const { orderLines } = await clerk.readCart(cartId)
    expect(orderLines.map(({ quantity }) => quantity)).toStrictEqual([2, 1])
  })
})

describe('Decisions, payment and order', () => {
  it('Idempotency-Key › the first answer is replayed', async () => {
    const clerk = await shop().as('storefront')
    const options = { headers: { 'idempotency-key': 'replayed' } }
    const first = await clerk.post('/carts', CART, options)
    const again = await clerk.post('/carts', CART, options)
    expect(again.text).toBe(first.text)
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  it('Idempotency-Key › with another request is Conflict', async () => {
    const clerk = await shop().as('storefront')
    const options = { headers: { 'idempotency-key': 'another' } }
    await clerk.post('/carts', CART, options)
    const answer = await clerk.post('/carts', { ...CART, currency: 'DKK' }, options)
    expect(answer.faultyFields('Conflict')).toStrictEqual(['Idempotency-Key'])
  })

  it('Idempotency-Key › refusals are kept too', async () => {
    const clerk = await shop().as('storefront')
    const options = { headers: { 'idempotency-key': 'refused' } }
    expect((await clerk.post('/carts', {}, options)).status).toBe(400)
    expect((await clerk.post('/carts', {}, options)).headers['idempotent-replayed']).toBe('true')
  })

  it('Idempotency-Key › for 24 h, across restarts', async () => {
    const own = await openShop()
    const options = { headers: { 'idempotency-key': 'a day' } }
    const create = async () => (await own.as('storefront')).post('/carts', CART, options)
    const first = await create()
    await own.restart()
    own.clock.advance(24 * 3600)
    expect((await create()).text).toBe(first.text)
    own.clock.advance(1)
    expect((await create()).text).not.toBe(first.text)
  })

  it('Idempotency-Key › per client', async () => {
    const options = { headers: { 'idempotency-key': 'shared' } }
    const one = await (await shop().as('storefront')).post('/carts', CART, options)
    const other = await (await shop().as('staff')).post('/carts', CART, options)
    expect(other.text).not.toBe(one.text)
  })

  it('two at once: one order', async () => {
    const clerk = await shop().as('storefront')
    const placing = await clerk.aCartReadyToPlace()
    const placed = await Promise.all(Array.from({ length: 8 }, async () => clerk.post('/payments', placing)))
    expect(new Set(placed.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    const orders = (await storedRows(shop().dataDir, 'orders')) as { id: string }[]
    expect(orders.filter(({ id }) => id === placing.cartId)).toHaveLength(1)
    expect((await clerk.readOrder(placing.cartId)).payments).toHaveLength(1)
  })

  it('If-Match and expectedTotal › Conflict naming both amounts, with the current ETag; nothing is written', async () => {
    const clerk = await shop().as('storefront')
    const placing = await clerk.aCartReadyToPlace({ payment: 'Invoice' })
    const { cartId, paymentMethodId, priceGroupId } = placing
    const look = async () => {
      const { body, headers } = await clerk.get(`/carts/${cartId}`, { paymentMethodId, priceGroupId })
      return { total: (body as { orderTotal: number }).orderTotal, etag: headers.etag ?? '' }
    }
    const seen = await look()
    await clerk.addLine(cartId)
    const now = await look()
    const body = { ...placing, expectedTotal: seen.total }
    const versions: readonly Record<string, string>[] = [{}, { 'if-match': seen.etag }]
    for (const headers of versions) {
      const refused = await clerk.post('/payments', body, { headers })
      const text = refused.refused('Conflict').join()
      expect(text).toContain(`${seen.total.toFixed(2)} EUR`)
      expect(text).toContain(`${now.total.toFixed(2)} EUR`)
      expect(refused.headers.etag).toBe(now.etag)
    }
    expect((await clerk.get(`/orders/${cartId}`)).status).toBe(404)
    const again = { ...placing, expectedTotal: now.total }
    const placed = await clerk.post('/payments', again, { headers: { 'if-match': now.etag } })
    expect(placed.status).toBe(200)
    for (const etag of [now.etag, (await look()).etag]) {
      const repeated = await clerk.post('/payments', again, { headers: { 'if-match': etag } })
      expect(repeated.body).toStrictEqual(placed.body)
    }
  })

  it('all that is missing is BadRequest, each field named', async () => {
    const clerk = await shop().as('storefront')
    const placing = await clerk.aCartReadyToPlace({ shipping: null, payment: 'Invoice' })
    const countryId = await clerk.country()
    await clerk.post(`/carts/${placing.cartId}/billing-address`, { countryId, firstName: '', city: '' })
    const refused = await clerk.post('/payments', placing)
    expect(refused.faultyFields('BadRequest')).toStrictEqual([
      'billingAddress.firstName',
      'billingAddress.lastName',
      'billingAddress.line1',
      'billingAddress.city',
      'billingAddress.postalCode',
    ])
    const cash = { ...placing, paymentMethodId: await clerk.paymentMethod('Cash') }
    await clerk.post(`/carts/${placing.cartId}/billing-address`, { countryId, companyName: 'Havn A/S' })
    expect((await clerk.post('/payments', cash)).status).toBe(200)
  })

  it('reopening › the first write that changes something opens the cart again; placing it keeps id, number and date', async () => {
    const clerk = await shop().as('staff')
    const { order, placing, paymentId } = await clerk.anOrder()
    await clerk.patch(`/carts/${order.id}`, { note: null })
    expect(await clerk.readOrder(order.id)).toStrictEqual(order)
    await clerk.addLine(order.id)
    expect(await clerk.readOrder(order.id)).toMatchObject({
      orderStatus: { name: 'Reopened' },
      orderTotal: order.orderTotal,
      orderLines: order.orderLines,
      payments: [{ id: paymentId, state: 'Voided' }],
    })
    expect((await clerk.post(`/payments/${paymentId}/capture`)).refused('Conflict')).toHaveLength(1)
    const again = (await clerk.post('/payments', placing)).body as { paymentId: string }
    const { orderTotal } = await clerk.readCart(order.id)
    expect(await clerk.readOrder(order.id)).toMatchObject({
      id: order.id,
      orderNumber: order.orderNumber,
      createdDate: order.createdDate,
      orderStatus: { name: 'New order' },
      orderTotal,
      payments: [{ id: again.paymentId, amount: orderTotal, state: 'Pending' }],
    })
    const events = (await clerk.get(`/orders/${order.id}/events`)).body as { events: { kind: string }[] }
    expect(events.events.map(({ kind }) => kind)).toStrictEqual([
      'order.placed',
      'order.reopened',
      'payment.voided',
      'order.placed',
    ])
  })

  it('once anything was captured, the cart is read-only: Conflict naming the order', async () => {
    const clerk = await shop().as('staff')
    const { order, paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`)
    expect((await clerk.get(`/carts/${order.id}`)).status).toBe(200)
    const [said] = (await clerk.patch(`/carts/${order.id}`, { note: 'x' })).refused('Conflict')
    expect(said).toContain(order.orderNumber)
    expect(said).toContain(order.id)
  })

  it('DELETE of an ordered cart is Conflict; of a reopened one it cancels its order', async () => {
    const clerk = await shop().as('staff')
    const { order } = await clerk.anOrder()
    expect((await clerk.delete(`/carts/${order.id}`)).refused('Conflict')[0]).toContain(order.orderNumber)
    await clerk.post(`/orders/${order.id}/reopen`)
    expect((await clerk.delete(`/carts/${order.id}`)).status).toBe(200)
    expect(await clerk.readOrder(order.id)).toMatchObject({ orderStatus: { name: 'Cancelled' } })
  })

  it('repeating the call answers the same payment; another method replaces it while unpaid', async () => {
    const clerk = await shop().as('staff')
    const { placing, paymentId } = await clerk.anOrder()
    expect((await clerk.post('/payments', placing)).body).toMatchObject({ paymentId })
    const other = { ...placing, paymentMethodId: await clerk.paymentMethod('Invoice') }
    const replaced = (await clerk.post('/payments', other)).body as { paymentId: string }
    expect(replaced.paymentId).not.toBe(paymentId)
    const { payments } = await clerk.readOrder(placing.cartId)
    expect(payments).toMatchObject([{ id: replaced.paymentId, paymentMethod: { name: 'Invoice' } }])
  })
})
