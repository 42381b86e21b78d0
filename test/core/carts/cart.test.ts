import { describe, expect, it } from 'vitest'
import { CreateCartAnswer } from '../../../core/carts/cart.schema.ts'
import { fieldsOf } from '../../support/answer.ts'
import { OPENING } from '../../support/demo-template.ts'
import { sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

/** Section 2.1. */
const CART_FIELDS = [
  ...['id', 'createdDate', 'cultureCode', 'billingAddress', 'billingCurrency', 'customer', 'discount'],
  ...['discountTotal', 'discounts', 'note', 'orderLines', 'shipments', 'customProperties', 'orderTotal'],
  ...['paymentTotal', 'shippingTotal', 'subTotal', 'tax'],
].sort()

/** Section 2.5 in its cart form, without the properties. */
const LINE_FIELDS = [
  ...['id', 'sku', 'variantSku', 'productName', 'productCatalogId', 'priceGroupId', 'price', 'quantity'],
  ...['discount', 'unitDiscount', 'discounts', 'tax', 'taxRate', 'total'],
]

/** Section 2.2. */
const ADDRESS_FIELDS = [
  ...[
    'addressName',
    'attention',
    'city',
    'companyName',
    'country',
    'emailAddress',
    'firstName',
    'id',
    'lastName',
  ],
  ...['line1', 'line2', 'mobilePhoneNumber', 'phoneNumber', 'postalCode', 'state'],
].sort()

describe('creating a cart (section 4.3)', () => {
  it('answers its id and nothing else', async () => {
    const storefront = await shop().as('storefront')
    const answer = await storefront.post('/carts', { cultureCode: 'da-DK', currency: 'DKK' })
    const { cartId } = answer.ok(CreateCartAnswer)
    expect(answer.body).toStrictEqual({ cartId })
    expect(cartId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  })

  it('takes culture and currency in any case and keeps them canonical', async () => {
    const storefront = await shop().as('storefront')
    const cartId = await storefront.aCart({ cultureCode: 'DA-dk', currency: 'dkk' })
    expect(await storefront.readCart(cartId)).toMatchObject({
      cultureCode: 'da-DK',
      billingCurrency: { isoCode: 'DKK' },
    })
  })

  it.each([
    ['nothing', {}, ['cultureCode', 'currency']],
    ['a culture that is none', { cultureCode: 'Danish!', currency: 'DKK' }, ['cultureCode']],
    ['a culture that is not the store’s', { cultureCode: 'fr-FR', currency: 'DKK' }, ['cultureCode']],
    ['a currency that is not the store’s', { cultureCode: 'da-DK', currency: 'USD' }, ['currency']],
    ['a currency that is none', { cultureCode: 'da-DK', currency: 'kroner' }, ['currency']],
    ['wrong types', { cultureCode: 1, currency: null }, ['cultureCode', 'currency']],
    ['a list', [], ['body']],
  ])('from %s is a bad request that names the field', async (_what, body, fields) => {
    const storefront = await shop().as('storefront')
    expect((await storefront.post('/carts', body)).faultyFields('BadRequest')).toStrictEqual(fields)
  })
})

describe('reading a cart (sections 2.1 to 2.6)', () => {
  it('that is new answers exactly the fields of the contract, empty', async () => {
    const storefront = await shop().as('storefront')
    const cartId = await storefront.aCart()
    const cart = await storefront.readCart(cartId)
    expect(fieldsOf(cart)).toStrictEqual(CART_FIELDS)
    expect(cart).toStrictEqual({
      id: cartId,
      createdDate: OPENING.toISOString(),
      cultureCode: 'en-GB',
      billingAddress: null,
      billingCurrency: { id: expect.any(String) as string, isoCode: 'EUR' },
      customer: null,
      note: null,
      discounts: [],
      orderLines: [],
      shipments: [],
      customProperties: [],
      discount: 0,
      discountTotal: 0,
      orderTotal: 0,
      paymentTotal: 0,
      shippingTotal: 0,
      subTotal: 0,
      tax: 0,
    })
  })

  it('that is full answers lines, addresses and the shipment with exactly the fields of the contract', async () => {
    const storefront = await shop().as('storefront')
    const { cartId } = await storefront.aCartReadyToPlace({ quantities: [2] })
    const [product] = await storefront.products({ maxItems: 1 })
    await storefront.addLine(cartId, product, {
      quantity: 1,
      customProperties: [{ key: 'engraving', value: 'Ida' }],
    })
    const cart = await storefront.readCart(cartId)
    expect(fieldsOf(cart)).toStrictEqual(CART_FIELDS)

    const [plain, engraved] = cart.orderLines
    expect(fieldsOf(plain)).toStrictEqual([...LINE_FIELDS, 'customProperties'].sort())
    expect(plain).toMatchObject({
      sku: product?.sku,
      variantSku: product?.variantSku,
      productName: product?.name,
      productCatalogId: product?.catalogId,
      price: product?.price,
      taxRate: product?.taxRate,
      quantity: 2,
      discount: 0,
      unitDiscount: 0,
      discounts: [],
      customProperties: [],
    })
    expect(engraved?.customProperties).toStrictEqual([
      { id: expect.any(String) as string, key: 'engraving', value: 'Ida' },
    ])

    expect(fieldsOf(cart.billingAddress)).toStrictEqual(ADDRESS_FIELDS)
    expect(cart.billingAddress?.country).toStrictEqual({
      id: await storefront.country('Denmark'),
      name: 'Denmark',
      cultureCode: 'da-DK',
    })

    expect(cart.shipments).toHaveLength(1)
    const [shipment] = cart.shipments
    expect(fieldsOf(shipment)).toStrictEqual(
      [
        ...['id', 'deliveryNote', 'orderLines', 'shipmentAddress', 'shipmentDiscount', 'shipmentName'],
        ...['shipmentPrice', 'shipmentPriceTotal', 'shippingMethod', 'tax', 'taxRate', 'trackAndTrace'],
      ].sort(),
    )
    expect(shipment?.shipmentPriceTotal).toBe(cart.shippingTotal)
    expect(fieldsOf(shipment?.shipmentAddress)).toStrictEqual(ADDRESS_FIELDS)
    expect(shipment?.orderLines.map((line) => fieldsOf(line))).toStrictEqual([
      [...LINE_FIELDS, 'orderLineProperties'].sort(),
      [...LINE_FIELDS, 'orderLineProperties'].sort(),
    ])
    expect(shipment?.orderLines[1]?.orderLineProperties).toStrictEqual(engraved?.customProperties)
    expect(fieldsOf(shipment?.shippingMethod)).toStrictEqual([
      'defaultPaymentMethod',
      'eligiblePaymentMethods',
      'id',
      'name',
    ])
    const [eligible] = shipment?.shippingMethod.eligiblePaymentMethods ?? []
    expect(fieldsOf(eligible)).toStrictEqual(
      [
        ...['id', 'name', 'displayName', 'description', 'feePercent', 'fees', 'imageId', 'imageUrl'],
        'paymentMethodProperties',
      ].sort(),
    )
  })

  it('takes any spelling of its id', async () => {
    const storefront = await shop().as('storefront')
    const cartId = await storefront.aCart()
    for (const spelling of [cartId.toUpperCase(), `{${cartId}}`]) {
      expect((await storefront.get(`/carts/${encodeURIComponent(spelling)}`)).body).toMatchObject({
        id: cartId,
      })
    }
  })

  it('that is none, or is another store’s, is not found; what is no identifier is a bad request', async () => {
    const storefront = await shop().as('storefront')
    const uptown = await shop().as('storefront', 'uptown')
    const foreign = await uptown.aCart()
    for (const id of ['0199a0b0-0000-7000-8000-00000000ffff', foreign]) {
      expect((await storefront.get(`/carts/${id}`)).refused('NotFound')).toStrictEqual([
        'There is no such cart.',
      ])
    }
    expect((await storefront.get('/carts/42')).faultyFields('BadRequest')).toStrictEqual(['cartId'])
  })
})

describe('the totals that a cart would be placed with', () => {
  it('include the fee of the payment method that is asked for, and change nothing', async () => {
    const storefront = await shop().as('storefront')
    const { cartId, priceGroupId } = await storefront.aCartReadyToPlace({ payment: 'Invoice' })
    const before = await storefront.get(`/carts/${cartId}`)
    const cart = await storefront.readCart(cartId)
    const paymentMethodId = await storefront.paymentMethod('Invoice')
    for (const query of [{ paymentMethodId, priceGroupId }, { paymentMethodId }]) {
      const preview = await storefront.get(`/carts/${cartId}`, query)
      expect(preview.body).toMatchObject({
        paymentTotal: 3.95,
        orderTotal: Math.round((cart.orderTotal + 3.95) * 100) / 100,
      })
    }
    const after = await storefront.get(`/carts/${cartId}`)
    expect(after.text).toBe(before.text)
    expect(after.headers.etag).toBe(before.headers.etag)
  })

  it('are refused for a method that the price group cannot use, or that does not exist', async () => {
    const storefront = await shop().as('storefront')
    const cartId = await storefront.aCart()
    await storefront.addLine(cartId)
    const coffee = await storefront.priceGroup('Coffee wholesale, Germany')
    const voucher = await storefront.paymentMethod('Gift card')
    for (const query of [
      { paymentMethodId: voucher, priceGroupId: coffee },
      { paymentMethodId: '0199a0b0-0000-7000-8000-00000000ffff' },
    ]) {
      expect((await storefront.get(`/carts/${cartId}`, query)).faultyFields('BadRequest')).toStrictEqual([
        'paymentMethodId',
      ])
    }
  })

  it('are refused for a price group of another currency, as placing would be', async () => {
    const storefront = await shop().as('storefront', 'uptown')
    const cartId = await storefront.aCart()
    await storefront.addLine(cartId)
    const query = {
      paymentMethodId: await storefront.paymentMethod('Invoice'),
      priceGroupId: await storefront.priceGroup('Shop price, JPY'),
    }
    expect((await storefront.get(`/carts/${cartId}`, query)).faultyFields('BadRequest')).toStrictEqual([
      'priceGroupId',
    ])
  })

  it('of an empty cart need a price group to be named', async () => {
    const storefront = await shop().as('storefront')
    const cartId = await storefront.aCart()
    const paymentMethodId = await storefront.paymentMethod('Invoice')
    expect(
      (await storefront.get(`/carts/${cartId}`, { paymentMethodId })).faultyFields('BadRequest'),
    ).toStrictEqual(['priceGroupId'])
  })
})
