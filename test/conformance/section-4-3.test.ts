import { describe, expect, it } from 'vitest'
import { sharedShop } from '../support/shop.ts'
import { fieldsOf } from '../support/answer.ts'
import * as contract from './support/contract.ts'
import { guid } from './support/wire.ts'

const shop = sharedShop()
const body = { cultureCode: 'da-DK', currency: 'DKK' }

describe('4.3 Cart', () => {
  it('Create a cart › POST answers {cartId}', async () => {
    const clerk = await shop().as('storefront')
    const answer = await clerk.post('/carts', body)
    expect(answer.status).toBe(200)
    expect(fieldsOf(answer.body as object)).toStrictEqual(['cartId'])
    expect(guid.fault((answer.body as { cartId: string }).cartId)).toBeUndefined()
  })

  it('Create a cart › cultureCode', async () => {
    const clerk = await shop().as('storefront')
    const { cartId } = (await clerk.post('/carts', body)).body as { cartId: string }
    expect(await clerk.readCart(cartId)).toMatchObject({ id: cartId, cultureCode: 'da-DK' })
    expect(
      (await clerk.post('/carts', { ...body, cultureCode: 1 })).faultyFields('BadRequest'),
    ).toStrictEqual(['cultureCode'])
    expect((await clerk.post('/carts', { currency: 'DKK' })).faultyFields('BadRequest')).toStrictEqual([
      'cultureCode',
    ])
  })

  it('Create a cart › currency', async () => {
    const clerk = await shop().as('storefront')
    const { cartId } = (await clerk.post('/carts', body)).body as { cartId: string }
    expect(await clerk.readCart(cartId)).toMatchObject({ billingCurrency: { isoCode: 'DKK' } })
    expect((await clerk.post('/carts', { ...body, currency: 208 })).faultyFields('BadRequest')).toStrictEqual(
      ['currency'],
    )
    expect((await clerk.post('/carts', { cultureCode: 'da-DK' })).faultyFields('BadRequest')).toStrictEqual([
      'currency',
    ])
  })

  it('Get cart › GET answers the fields of 2.1', async () => {
    const clerk = await shop().as('storefront')
    const answer = await clerk.get(`/carts/${await clerk.aCart()}`)
    expect(answer.status).toBe(200)
    expect(fieldsOf(answer.body as object)).toStrictEqual(fieldsOf(contract.cart))
  })

  it('Get cart › an empty cart', async () => {
    const clerk = await shop().as('storefront')
    expect((await clerk.get(`/carts/${await clerk.aCart()}`)).body).toMatchObject({
      billingAddress: null,
      customer: null,
      note: null,
      customProperties: [],
      discounts: [],
      orderLines: [],
      shipments: [],
      discount: 0,
      discountTotal: 0,
      orderTotal: 0,
      paymentTotal: 0,
      shippingTotal: 0,
      subTotal: 0,
      tax: 0,
    })
  })
})
