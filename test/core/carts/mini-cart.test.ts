import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Cart, MiniCart } from '../../../core/carts/cart.schema.ts'
import { fieldsOf } from '../../support/answer.ts'
import type { Method } from '../../support/caller.ts'
import { PlaceOrderAnswer } from '../../../core/orders/payments/payment.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

interface Change {
  readonly method: Method
  readonly path: string
  readonly body?: object
}

/** Every call that changes a cart, in an order in which all succeed; the last gives the cart up. */
async function changesOf(clerk: Clerk): Promise<{ cartId: string; changes: Record<string, Change> }> {
  const cartId = await clerk.aCart()
  const [product] = await clerk.products({ maxItems: 1 })
  if (!product) throw new Error('The shop sells nothing.')
  const lineId = await clerk.addLine(cartId, product, { quantity: 2 })
  const priceGroupId = await clerk.priceGroup()
  const shippingMethodId = await clerk.shippingMethod('Home delivery')
  const address = await clerk.anAddress()
  const cart = `/carts/${cartId}`
  return {
    cartId,
    changes: {
      'adding goods': { method: 'POST', path: `${cart}/lines`, body: await clerk.lineOf(product) },
      'changing a line': { method: 'PATCH', path: `${cart}/lines/${lineId}`, body: { quantity: 5 } },
      billing: { method: 'POST', path: `${cart}/billing-address`, body: address },
      shipping: {
        method: 'POST',
        path: `${cart}/shipping`,
        body: { priceGroupId, shippingMethodId, shippingAddress: address },
      },
      'changing the cart': { method: 'PATCH', path: cart, body: { note: 'Ring twice' } },
      'removing a line': { method: 'DELETE', path: `${cart}/lines/${lineId}` },
      abandoning: { method: 'DELETE', path: cart },
    },
  }
}

const isAddress = (name: string): boolean => name === 'billing' || name === 'shipping'

describe('the mini cart view (section 4.2)', () => {
  it('of every change is the cart as it is then, with exactly the fields of section 2.11', async () => {
    const clerk = await shop().as('staff')
    const { cartId, changes } = await changesOf(clerk)
    for (const [name, { method, path, body }] of Object.entries(changes)) {
      const answer = await clerk.request(method, path, { body, query: { views: 'miniCart' } })
      const { miniCart, success } = answer.body as { miniCart: MiniCart; success: unknown }
      expect(success, name).toBe(isAddress(name) ? 'true' : true)
      expect(fieldsOf(miniCart), name).toStrictEqual(
        [
          ...['customProperties', 'createdDate', 'cultureCode', 'discount', 'discountTotal', 'id', 'note'],
          ...['orderLines', 'orderTotal', 'paymentTotal', 'shippingTotal', 'subTotal', 'tax'],
        ].sort(),
      )
      const cart = await clerk.readCart(cartId)
      expect(cart, name).toMatchObject(miniCart)
    }
  })

  it('is null where it is not asked for; billing and shipping then leave it out (decisions, wire format)', async () => {
    const clerk = await shop().as('staff')
    const { changes } = await changesOf(clerk)
    for (const [name, { method, path, body }] of Object.entries(changes)) {
      const answer = (await clerk.request(method, path, { body })).body
      if (isAddress(name)) expect(answer, name).toStrictEqual({ success: 'true' })
      else expect(answer, name).toMatchObject({ miniCart: null, success: true })
    }
  })

  it('is the only view there is', async () => {
    const clerk = await shop().as('staff')
    const { cartId, changes } = await changesOf(clerk)
    const before = await clerk.readCart(cartId)
    for (const [name, { method, path, body }] of Object.entries(changes)) {
      for (const views of ['cart', '', 'minicart']) {
        const answer = await clerk.request(method, path, { body, query: { views } })
        expect(answer.faultyFields('BadRequest'), name).toStrictEqual(['views'])
      }
    }
    expect(await clerk.readCart(cartId)).toStrictEqual(before)
  })
})

describe('the whole cart in the answer of a change (include=cart, an addition)', () => {
  it('is what reading it then answers, with the same version', async () => {
    const clerk = await shop().as('staff')
    const { cartId, changes } = await changesOf(clerk)
    const more: Record<string, Change> = {
      'adding a code': { method: 'POST', path: `/carts/${cartId}/promotion-codes/WELCOME10` },
      'adding a property': {
        method: 'POST',
        path: `/carts/${cartId}/properties`,
        body: { key: 'table', value: '7' },
      },
    }
    for (const [name, { method, path, body }] of Object.entries({ ...more, ...changes })) {
      const answer = await clerk.request(method, path, { body, query: { include: 'cart' } })
      const read = await clerk.get(`/carts/${cartId}`)
      expect((answer.body as { cart: Cart }).cart, name).toStrictEqual(read.body)
      expect(answer.headers.etag, name).toBe(read.headers.etag)
      if (isAddress(name)) expect(fieldsOf(answer.body as object), name).toStrictEqual(['cart', 'success'])
      else expect(answer.body, name).toMatchObject({ miniCart: null, success: true })
    }
  })

  it('is not there where it is not asked for, beside the mini cart neither', async () => {
    const clerk = await shop().as('staff')
    const { changes } = await changesOf(clerk)
    for (const [name, { method, path, body }] of Object.entries(changes)) {
      const answer = await clerk.request(method, path, { body, query: { views: 'miniCart' } })
      expect(fieldsOf(answer.body as object), name).not.toContain('cart')
    }
  })

  it('has the totals of the payment method that it names, as reading it has', async () => {
    const clerk = await shop().as('staff')
    const { cartId, changes } = await changesOf(clerk)
    const paidBy = {
      paymentMethodId: await clerk.paymentMethod('Invoice'),
      priceGroupId: await clerk.priceGroup(),
    }
    for (const [name, { method, path, body }] of Object.entries(changes)) {
      const answer = await clerk.request(method, path, { body, query: { include: 'cart', ...paidBy } })
      const read = (await clerk.get(`/carts/${cartId}`, paidBy)).body as Cart
      expect(read.paymentTotal, name).toBeGreaterThan(0)
      expect((answer.body as { cart: Cart }).cart, name).toStrictEqual(read)
    }
  })

  it('tells no fee of a method that the cart cannot be paid with, and the change is made', async () => {
    const clerk = await shop().as('staff')
    const { cartId, changes } = await changesOf(clerk)
    const paymentMethodId = '01890000-0000-7000-8000-000000000000'
    expect(
      (await clerk.get(`/carts/${cartId}`, { paymentMethodId })).faultyFields('BadRequest'),
    ).toStrictEqual(['paymentMethodId'])
    for (const [name, { method, path, body }] of Object.entries(changes)) {
      const answer = await clerk.request(method, path, { body, query: { include: 'cart', paymentMethodId } })
      expect((answer.body as { cart: Cart }).cart, name).toStrictEqual(await clerk.readCart(cartId))
    }
  })

  it('is the only thing to include; anything else changes nothing', async () => {
    const clerk = await shop().as('staff')
    const { cartId, changes } = await changesOf(clerk)
    const before = await clerk.readCart(cartId)
    for (const [name, { method, path, body }] of Object.entries(changes)) {
      const answer = await clerk.request(method, path, { body, query: { include: 'customer' } })
      expect(answer.faultyFields('BadRequest'), name).toStrictEqual(['include'])
    }
    expect(await clerk.readCart(cartId)).toStrictEqual(before)
  })

  it('is repeated with the answer that an Idempotency-Key keeps, as the cart was then', async () => {
    const clerk = await shop().as('staff')
    const { cartId, changes } = await changesOf(clerk)
    const { method = 'POST', path = '', body } = changes['adding goods'] ?? {}
    const options = { body, query: { include: 'cart' }, headers: { 'idempotency-key': randomUUID() } }
    const first = await clerk.request(method, path, options)
    await clerk.patch(`/carts/${cartId}`, { note: 'Changed meanwhile' })
    const again = await clerk.request(method, path, options)
    expect(again.text).toBe(first.text)
    expect(again.headers.etag).toBe(first.headers.etag)
  })
})

describe('the version of a cart (decisions, carts)', () => {
  it('is its ETag, and grows with every change', async () => {
    const clerk = await shop().as('staff')
    const { cartId, changes } = await changesOf(clerk)
    const etag = async () => (await clerk.get(`/carts/${cartId}`)).headers.etag
    const seen = new Set([await etag()])
    for (const [name, { method, path, body }] of Object.entries(changes)) {
      const answer = await clerk.request(method, path, { body })
      expect(answer.headers.etag, name).toBe(await etag())
      seen.add(answer.headers.etag)
    }
    expect(seen.size).toBe(Object.keys(changes).length + 1)
  })

  it('that is no longer the current one stops every change: another has changed the cart meanwhile', async () => {
    const clerk = await shop().as('staff')
    const { cartId, changes } = await changesOf(clerk)
    const stale = (await clerk.get(`/carts/${cartId}`)).headers.etag ?? ''
    await clerk.patch(`/carts/${cartId}`, { note: 'Changed by somebody else' })
    const before = await clerk.readCart(cartId)
    for (const [name, { method, path, body }] of Object.entries(changes)) {
      const answer = await clerk.request(method, path, { body, headers: { 'if-match': stale } })
      expect(answer.refused('Conflict')[0], name).toContain('changed')
    }
    expect(await clerk.readCart(cartId)).toStrictEqual(before)
  })

  it('that is current lets a change through, as does any version', async () => {
    const clerk = await shop().as('staff')
    const { cartId, changes } = await changesOf(clerk)
    for (const [name, { method, path, body }] of Object.entries(changes)) {
      const current = (await clerk.get(`/carts/${cartId}`)).headers.etag ?? ''
      const ifMatch = name === 'abandoning' ? '*' : current
      expect(
        (await clerk.request(method, path, { body, headers: { 'if-match': ifMatch } })).status,
        name,
      ).toBe(200)
    }
  })

  it('lets only one of two people who change it at once win', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const headers = { 'if-match': (await clerk.get(`/carts/${cartId}`)).headers.etag ?? '' }
    const answers = await Promise.all(
      ['one', 'two', 'three'].map(async (note) => clerk.patch(`/carts/${cartId}`, { note }, { headers })),
    )
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 409, 409])
  })

  it('changes too when another payment method changes what the placed cart costs', async () => {
    const clerk = await shop().as('staff')
    const { placing } = await clerk.anOrder({ payment: 'Cash' })
    const before = await clerk.get(`/carts/${placing.cartId}`)
    const paymentMethodId = await clerk.paymentMethod('Invoice')
    expect((await clerk.post('/payments', { ...placing, paymentMethodId })).status).toBe(200)
    const after = await clerk.get(`/carts/${placing.cartId}`)
    expect(after.body).not.toStrictEqual(before.body)
    expect(after.headers.etag).not.toBe(before.headers.etag)
  })
})

describe('a cart that can no longer be changed', () => {
  const everyChangeOf = async (clerk: Clerk, text: RegExp): Promise<void> => {
    const { cartId, changes } = await changesOf(clerk)
    await clerk.setBilling(cartId)
    if (text.source.includes('placed')) {
      const placing = {
        cartId,
        paymentMethodId: await clerk.paymentMethod(),
        priceGroupId: await clerk.priceGroup(),
        cultureCode: 'en-GB',
      }
      const { paymentId } = (await clerk.post('/payments', placing)).ok(PlaceOrderAnswer)
      expect((await clerk.post(`/payments/${paymentId}/capture`)).status).toBe(200)
    } else {
      expect((await clerk.delete(`/carts/${cartId}`)).status).toBe(200)
    }
    const before = await clerk.get(`/carts/${cartId}`)
    for (const [name, { method, path, body }] of Object.entries(changes)) {
      const [refusal = ''] = (await clerk.request(method, path, { body })).refused('Conflict')
      expect(refusal, name).toMatch(text)
      if (text.source.includes('placed')) expect(refusal).toContain(cartId)
    }
    const after = await clerk.get(`/carts/${cartId}`)
    expect(after.text).toBe(before.text)
    expect(after.headers.etag).toBe(before.headers.etag)
  }

  it('because its order is paid refuses every change, naming the order, and stays readable', async () => {
    await everyChangeOf(await shop().as('staff'), /placed/)
  })

  it('because it was abandoned refuses every change and stays readable', async () => {
    await everyChangeOf(await shop().as('staff'), /abandoned/)
  })
})
