import { describe, expect, it } from 'vitest'
import type { Clerk } from '../../support/clerk.ts'
import { sharedShop } from '../../support/shop.ts'

const shop = sharedShop()
const UNKNOWN = '0199a0b0-0000-7000-8000-00000000ffff'

/** Every field that a request may bring, and what the cart then answers (section 2.2). */
const fullAddress = async (clerk: Clerk) => ({
  body: {
    firstName: 'Søren',
    lastName: 'Åkjær',
    line1: 'Kystvej 1',
    line2: '2. th.',
    city: 'Ærøskøbing',
    postalCode: '5970',
    state: 'Fyn',
    attention: 'Bookkeeping',
    companyName: 'Åkjær & Søn',
    email: 'soren@example.com',
    mobileNumber: '+45 20 00 00 01',
    phoneNumber: '+45 62 00 00 02',
    countryId: await clerk.country('Denmark'),
  },
  answer: {
    firstName: 'Søren',
    lastName: 'Åkjær',
    line1: 'Kystvej 1',
    line2: '2. th.',
    city: 'Ærøskøbing',
    postalCode: '5970',
    state: 'Fyn',
    attention: 'Bookkeeping',
    companyName: 'Åkjær & Søn',
    emailAddress: 'soren@example.com',
    mobilePhoneNumber: '+45 20 00 00 01',
    phoneNumber: '+45 62 00 00 02',
    country: { id: await clerk.country('Denmark'), name: 'Denmark', cultureCode: 'da-DK' },
  },
})

const shippingBody = async (clerk: Clerk, fields: object = {}, shippingAddress?: object) => ({
  priceGroupId: await clerk.priceGroup(),
  shippingMethodId: await clerk.shippingMethod('Home delivery'),
  shippingAddress: shippingAddress ?? (await clerk.anAddress()),
  ...fields,
})

describe('the billing address (section 4.6)', () => {
  it('is kept whole, under the names that answers use, and success is the text "true"', async () => {
    const clerk = await shop().as('storefront')
    const cartId = await clerk.aCart()
    const { body, answer } = await fullAddress(clerk)
    expect((await clerk.post(`/carts/${cartId}/billing-address`, body)).body).toStrictEqual({
      success: 'true',
    })
    const { billingAddress, shipments } = await clerk.readCart(cartId)
    expect(billingAddress).toMatchObject(answer)
    expect(shipments).toStrictEqual([])
  })

  it('is a draft: it needs a country alone, and what is missing, blank or null is not there', async () => {
    const clerk = await shop().as('storefront')
    const cartId = await clerk.aCart()
    const { body } = await fullAddress(clerk)
    const { countryId } = body
    const nothing = {
      firstName: '',
      lastName: '',
      line1: '',
      city: '',
      postalCode: '',
      attention: null,
      companyName: null,
      emailAddress: null,
      line2: null,
      mobilePhoneNumber: null,
      phoneNumber: null,
      state: null,
    }
    const others = Object.keys(body).filter((field) => field !== 'countryId')
    const each = (value: unknown) => Object.fromEntries(others.map((field) => [field, value]))
    for (const fields of [{}, each(null), each(''), { ...each('  '), email: '' }]) {
      await clerk.post(`/carts/${cartId}/billing-address`, body)
      const answer = await clerk.post(`/carts/${cartId}/billing-address`, { countryId, ...fields })
      expect(answer.body).toStrictEqual({ success: 'true' })
      expect((await clerk.readCart(cartId)).billingAddress).toMatchObject(nothing)
    }
    expect(
      (await clerk.post(`/carts/${cartId}/billing-address`, {})).faultyFields('BadRequest'),
    ).toStrictEqual(['countryId'])
  })

  it('may arrive field by field, with the others empty, as pages send it', async () => {
    const clerk = await shop().as('storefront')
    const cartId = await clerk.aCart()
    const { body, answer } = await fullAddress(clerk)
    const page: Record<string, string> = Object.fromEntries(Object.keys(body).map((field) => [field, '']))
    page.countryId = body.countryId
    for (const [field, value] of Object.entries(body)) {
      page[field] = value
      expect((await clerk.post(`/carts/${cartId}/billing-address`, page)).status).toBe(200)
    }
    expect((await clerk.readCart(cartId)).billingAddress).toMatchObject(answer)
  })

  it('set again replaces the first', async () => {
    const clerk = await shop().as('storefront')
    const cartId = await clerk.aCart()
    await clerk.setBilling(cartId, { companyName: 'Before' })
    const before = (await clerk.readCart(cartId)).billingAddress
    await clerk.setBilling(cartId, { firstName: 'Else' })
    const after = (await clerk.readCart(cartId)).billingAddress
    expect(after).toMatchObject({ id: before?.id, firstName: 'Else', companyName: null })
  })

  it.each([
    'ida',
    'ida@',
    '@example.com',
    'ida@example',
    'ida moller@example.com',
    'ida@exa mple.com',
    'a@b.c\0',
    'a@b,c.de',
  ])('does not take %j for an e-mail', async (email) => {
    const clerk = await shop().as('storefront')
    const cartId = await clerk.aCart()
    const answer = await clerk.post(`/carts/${cartId}/billing-address`, await clerk.anAddress({ email }))
    expect(answer.faultyFields('BadRequest')).toStrictEqual(['email'])
  })

  it('with a country that does not exist is not found; with one that is no identifier, a bad request', async () => {
    const clerk = await shop().as('storefront')
    const cartId = await clerk.aCart()
    const post = async (countryId: string) =>
      clerk.post(`/carts/${cartId}/billing-address`, await clerk.anAddress({ countryId }))
    expect((await post(UNKNOWN)).faultyFields('NotFound')).toStrictEqual(['countryId'])
    expect((await post('DK')).faultyFields('BadRequest')).toStrictEqual(['countryId'])
    expect((await clerk.readCart(cartId)).billingAddress).toBeNull()
  })

  it('of a cart that does not exist is not found', async () => {
    const clerk = await shop().as('storefront')
    const foreign = await (await shop().as('storefront', 'uptown')).aCart()
    for (const id of [UNKNOWN, foreign]) {
      const answer = await clerk.post(`/carts/${id}/billing-address`, await clerk.anAddress())
      expect(answer.refused('NotFound')).toHaveLength(1)
    }
  })
})

describe('shipping (section 4.7)', () => {
  it('sets method and address of the one shipment, priced for the group, and success is the text "true"', async () => {
    const clerk = await shop().as('storefront')
    const cartId = await clerk.aCart()
    const { body, answer } = await fullAddress(clerk)
    const posted = await clerk.post(`/carts/${cartId}/shipping`, await shippingBody(clerk, {}, body))
    expect(posted.body).toStrictEqual({ success: 'true' })
    const { shipments, shippingTotal, tax } = await clerk.readCart(cartId)
    expect(shipments).toMatchObject([
      {
        shipmentName: 'Home delivery',
        shipmentPrice: 6.36,
        shipmentDiscount: 0,
        tax: 1.59,
        taxRate: 0.25,
        shipmentPriceTotal: 7.95,
        deliveryNote: null,
        trackAndTrace: null,
        shippingMethod: { name: 'Home delivery' },
        shipmentAddress: answer,
      },
    ])
    expect({ shippingTotal, tax }).toStrictEqual({ shippingTotal: 7.95, tax: 1.59 })
  })

  it('set again replaces it, whole', async () => {
    const clerk = await shop().as('storefront')
    const cartId = await clerk.aCart()
    await clerk.setShipping(cartId, 'Home delivery')
    await clerk.setShipping(cartId, 'Express courier')
    const { shipments, shippingTotal } = await clerk.readCart(cartId)
    expect(shipments).toHaveLength(1)
    expect(shipments[0]).toMatchObject({ shipmentName: 'Express courier' })
    expect(shippingTotal).toBe(shipments[0]?.shipmentPriceTotal)
  })

  it('with a country or price group that does not exist is not found', async () => {
    const clerk = await shop().as('storefront')
    const cartId = await clerk.aCart()
    const abroad = await clerk.anAddress({ countryId: UNKNOWN })
    const noCountry = await clerk.post(`/carts/${cartId}/shipping`, await shippingBody(clerk, {}, abroad))
    expect(noCountry.faultyFields('NotFound')).toStrictEqual(['shippingAddress.countryId'])
    const noGroup = await clerk.post(
      `/carts/${cartId}/shipping`,
      await shippingBody(clerk, { priceGroupId: UNKNOWN }),
    )
    expect(noGroup.faultyFields('NotFound')).toStrictEqual(['priceGroupId'])
  })

  it('with a method that does not exist, or does not serve country or price group, is a bad request', async () => {
    const clerk = await shop().as('storefront')
    const cartId = await clerk.aCart()
    const canadian = await clerk.anAddress({}, 'Canada')
    for (const body of [
      await shippingBody(clerk, { shippingMethodId: UNKNOWN }),
      await shippingBody(clerk, {}, canadian),
    ]) {
      const answer = await clerk.post(`/carts/${cartId}/shipping`, body)
      expect(answer.faultyFields('BadRequest')).toStrictEqual(['shippingMethodId'])
    }
    const dear = await shippingBody(clerk, { priceGroupId: await clerk.priceGroup('Shop price, DKK') })
    expect((await clerk.post(`/carts/${cartId}/shipping`, dear)).faultyFields('BadRequest')).toStrictEqual([
      'priceGroupId',
    ])
    expect((await clerk.readCart(cartId)).shipments).toStrictEqual([])
  })

  it('without its parts is a bad request that names each', async () => {
    const clerk = await shop().as('storefront')
    const cartId = await clerk.aCart()
    const post = async (body: object) =>
      (await clerk.post(`/carts/${cartId}/shipping`, body)).faultyFields('BadRequest')
    expect((await post({})).sort()).toStrictEqual(['priceGroupId', 'shippingAddress', 'shippingMethodId'])
    const body = await shippingBody(
      clerk,
      {},
      await clerk.anAddress({ email: 'ida', city: 8000, postalCode: 9990 }),
    )
    expect((await post(body)).sort()).toStrictEqual([
      'shippingAddress.city',
      'shippingAddress.email',
      'shippingAddress.postalCode',
    ])
  })
})
