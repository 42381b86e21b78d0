import { describe, expect, it } from 'vitest'
import { GetOrderAnswer } from '../../../core/orders/order.schema.ts'
import { fieldsOf } from '../../support/answer.ts'
import { OPENING } from '../../support/demo-template.ts'
import { sharedShop } from '../../support/shop.ts'

const shop = sharedShop()
const UNKNOWN = '0199a0b0-0000-7000-8000-00000000ffff'

const LINE_FIELDS = [
  ...['id', 'sku', 'variantSku', 'productName', 'price', 'quantity', 'discount', 'unitDiscount', 'discounts'],
  ...['tax', 'taxRate', 'total', 'orderLineProperties'],
].sort()
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

describe('reading an order (section 2.10)', () => {
  it('answers exactly the fields of the contract', async () => {
    const clerk = await shop().as('staff')
    const placing = await clerk.aCartReadyToPlace({ payment: 'Invoice', quantities: [2] })
    await clerk.addLine(placing.cartId, undefined, { customProperties: [{ key: 'engraving', value: 'Ida' }] })
    await clerk.patch(`/carts/${placing.cartId}`, { note: 'Ring twice' })
    const cart = await clerk.readCart(placing.cartId)
    await clerk.post('/payments', placing)
    const order = await clerk.readOrder(placing.cartId)

    expect(fieldsOf(order)).toStrictEqual(
      [
        ...['id', 'orderNumber', 'orderStatus', 'createdDate', 'completedDate', 'cultureCode', 'discount'],
        ...['discountTotal', 'note', 'orderTotal', 'paymentTotal', 'shippingTotal', 'subTotal', 'tax', 'vat'],
        ...['store', 'billingAddress', 'billingCurrency', 'customer', 'customProperties', 'orderProperties'],
        ...['discounts', 'orderLines', 'payments', 'shipments', 'additionalAddresses'],
      ].sort(),
    )
    expect(order).toMatchObject({
      id: cart.id,
      orderStatus: { name: 'New order' },
      createdDate: OPENING.toISOString(),
      completedDate: null,
      cultureCode: 'en-GB',
      note: 'Ring twice',
      discount: 0,
      discountTotal: 0,
      discounts: [],
      customProperties: [],
      orderProperties: [],
      additionalAddresses: null,
      billingCurrency: cart.billingCurrency,
      subTotal: cart.subTotal,
      shippingTotal: cart.shippingTotal,
      paymentTotal: 3.95,
      orderTotal: Math.round((cart.orderTotal + 3.95) * 100) / 100,
      tax: cart.tax,
      vat: cart.tax,
    })
    expect(fieldsOf(order.orderStatus)).toStrictEqual(['id', 'name'])
    expect(order.store).toStrictEqual({
      id: expect.any(String) as string,
      name: 'Harbour Outfitters',
      description: 'Clothes, galley and coffee for people by the sea.',
    })
    expect(fieldsOf(order.customer)).toStrictEqual([
      'emailAddress',
      'firstName',
      'id',
      'lastName',
      'phoneNumber',
    ])

    expect(order.orderLines.map((line) => fieldsOf(line))).toStrictEqual([LINE_FIELDS, LINE_FIELDS])
    expect(order.orderLines[1]?.orderLineProperties).toStrictEqual(cart.orderLines[1]?.customProperties)
    expect(order.orderLines.map(({ id, total }) => ({ id, total }))).toStrictEqual(
      cart.orderLines.map(({ id, total }) => ({ id, total })),
    )

    expect(fieldsOf(order.billingAddress)).toStrictEqual(ADDRESS_FIELDS)
    expect(order.billingAddress.country).toStrictEqual({ id: await clerk.country(), name: 'Denmark' })

    const [shipment] = order.shipments
    expect(order.shipments).toHaveLength(1)
    expect(fieldsOf(shipment)).toStrictEqual(
      [
        ...['id', 'deliveryNote', 'orderLines', 'shipmentAddress', 'shipmentDiscount', 'shipmentName'],
        ...[
          'shipmentPrice',
          'shipmentPriceTotal',
          'shippingMethod',
          'tax',
          'taxRate',
          'trackAndTrace',
          'vat',
          'vatRate',
        ],
      ].sort(),
    )
    expect(shipment).toMatchObject({ vat: shipment?.tax, vatRate: 0.25, shipmentName: 'Home delivery' })
    expect(shipment?.orderLines).toStrictEqual(order.orderLines)
    expect(fieldsOf(shipment?.shipmentAddress)).toStrictEqual(ADDRESS_FIELDS)

    const [payment] = order.payments
    expect(order.payments).toHaveLength(1)
    expect(fieldsOf(payment)).toStrictEqual(
      [
        ...[
          'id',
          'amount',
          'fee',
          'feePercentage',
          'feeTotal',
          'grossAmount',
          'transactionId',
          'tax',
          'taxRate',
        ],
        'paymentMethod',
        // Not in the contract.
        ...['refunded', 'state'],
      ].sort(),
    )
    expect(payment).toMatchObject({
      amount: order.orderTotal,
      fee: 3.95,
      feePercentage: 0,
      feeTotal: 3.95,
      transactionId: null,
    })
    expect(fieldsOf(payment?.paymentMethod)).toStrictEqual(
      [
        ...['id', 'name', 'displayName', 'description', 'feePercent', 'fees', 'imageId', 'imageUrl'],
        'paymentMethodProperties',
      ].sort(),
    )
    expect(payment?.paymentMethod.paymentMethodProperties).toContainEqual({
      id: expect.any(String) as string,
      cultureCode: 'en-GB',
      value: 'Payment term: 14 days net',
    })
  })

  it('with include=priceGroups answers what its lines were sold at, by name, and nothing else besides', async () => {
    const clerk = await shop().as('staff')
    const placing = await clerk.aCartReadyToPlace({ quantities: [1, 2] })
    const other = 'Trade, EUR'
    const lineId = await clerk.addLine(placing.cartId, undefined, { addToExistingOrderline: false }, other)
    await clerk.post('/payments', placing)
    const order = await clerk.readOrder(placing.cartId)
    const { priceGroups, ...rest } = (await clerk.get(`/orders/${order.id}`, { include: 'priceGroups' })).ok(
      GetOrderAnswer,
    )
    expect(rest).toStrictEqual(order)
    expect(priceGroups).toStrictEqual([
      {
        id: await clerk.priceGroup(),
        name: 'Shop price, EUR',
        lineIds: order.orderLines.slice(0, 2).map(({ id }) => id),
      },
      { id: await clerk.priceGroup(other), name: other, lineIds: [lineId] },
    ])
    const asked = await clerk.get(`/orders/${order.id}`, { include: 'everything' })
    expect(asked.faultyFields('BadRequest')).toStrictEqual(['include'])
  })

  it('by the payment’s GUID answers the same, at both addresses (decisions)', async () => {
    const clerk = await shop().as('support')
    const { order, paymentId } = await (await shop().as('staff')).anOrder()
    for (const path of [`/orders/payments/${paymentId}`, `/payments/${paymentId}/order`]) {
      expect((await clerk.get(path)).body).toStrictEqual(order)
      expect((await clerk.get(path.replace(paymentId, paymentId.toUpperCase()))).body).toStrictEqual(order)
      expect((await clerk.get(path.replace(paymentId, UNKNOWN))).refused('NotFound')).toHaveLength(1)
      expect((await clerk.get(path.replace(paymentId, 'latest'))).faultyFields('BadRequest')).toStrictEqual([
        'paymentId',
      ])
    }
  })

  it('that does not exist, is only a cart, or is another store’s, is not found', async () => {
    const clerk = await shop().as('staff')
    const uptown = await shop().as('staff', 'uptown')
    const { order, paymentId } = await clerk.anOrder()
    for (const id of [UNKNOWN, await clerk.aCart()]) {
      expect((await clerk.get(`/orders/${id}`)).refused('NotFound')).toHaveLength(1)
    }
    expect((await uptown.get(`/orders/${order.id}`)).refused('NotFound')).toHaveLength(1)
    expect((await uptown.get(`/orders/payments/${paymentId}`)).refused('NotFound')).toHaveLength(1)
    expect((await uptown.get(`/orders/${order.id}/events`)).refused('NotFound')).toHaveLength(1)
    expect((await clerk.get('/orders/H-1')).faultyFields('BadRequest')).toStrictEqual(['orderId'])
  })

  it('without a delivery has no shipments', async () => {
    const clerk = await shop().as('staff')
    const { order } = await clerk.anOrder({ shipping: null })
    expect(order).toMatchObject({ shipments: [], shippingTotal: 0 })
  })
})
