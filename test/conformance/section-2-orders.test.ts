import { describe, expect, it } from 'vitest'
import * as contract from './support/contract.ts'
import { sharedShop } from '../support/shop.ts'
import { listIn, partOf, tellAll, type Body, type Told } from './support/fixtures.ts'
import { recordRows } from './support/record-rows.ts'

const shop = sharedShop()
let once: Promise<Told> | undefined
const order = async (): Promise<Body> => (await (once ??= tellAll(shop()))).order
const shipments = async () => listIn(await order(), 'shipments')
const methods = async () => (await shipments()).map((one) => partOf(one, 'shippingMethod'))
const payments = async () => listIn(await order(), 'payments')

recordRows('2.10 Order', contract.order, async () => [await order()])
recordRows('2.10 Order, orderStatus', contract.named, async () => [partOf(await order(), 'orderStatus')])
recordRows('2.10 Order, store', contract.store, async () => [partOf(await order(), 'store')])
recordRows('2.10 Order, customer', contract.customer, async () => [partOf(await order(), 'customer')])
recordRows('2.10 Order, payments', contract.payment, payments)
recordRows('2.10 Order, paymentMethod of a payment', contract.nestedPaymentMethod, async () =>
  (await payments()).map((payment) => partOf(payment, 'paymentMethod')),
)
recordRows('2.10 Order, customProperties', contract.customProperty, async () =>
  listIn(await order(), 'customProperties'),
)
recordRows('2.2 Address, billingAddress of an order', contract.orderBillingAddress, async () => [
  partOf(await order(), 'billingAddress'),
])
recordRows('2.2 Address, shipmentAddress of an order', contract.orderShipmentAddress, async () =>
  (await shipments()).map((one) => partOf(one, 'shipmentAddress')),
)
recordRows('2.4 Currency, of an order', contract.currency, async () => [
  partOf(await order(), 'billingCurrency'),
])
recordRows('2.5 Order line, order form', contract.orderLine, async () => listIn(await order(), 'orderLines'))
recordRows('2.5 Order line, in a shipment of an order', contract.orderLine, async () =>
  (await shipments()).flatMap((one) => listIn(one, 'orderLines')),
)
recordRows('2.5 Order line, orderLineProperties', contract.customProperty, async () =>
  listIn(await order(), 'orderLines').flatMap((line) => listIn(line, 'orderLineProperties')),
)
recordRows('2.6 Shipment, of an order', contract.orderShipment, shipments)
recordRows('2.6 Shipment, shippingMethod in an order', contract.nestedShippingMethod, methods)

recordRows('2.12 Element of discounts, of an order', contract.discount, async () =>
  listIn(await order(), 'discounts'),
)
recordRows('2.12 Element of discounts, of an order line', contract.discount, async () =>
  listIn(await order(), 'orderLines').flatMap((line) => listIn(line, 'discounts')),
)
recordRows('2.12 Element of orderProperties', contract.customProperty, async () =>
  listIn(await order(), 'orderProperties'),
)

/** Fields that may be null, with a record in which they are. */
describe('2.10 Order, may be null', () => {
  const plain = async (): Promise<Body> => {
    const clerk = await shop().as('staff')
    return (await clerk.get(`/orders/${(await clerk.anOrder()).order.id}`)).body as Body
  }

  it.each(['note', 'completedDate', 'additionalAddresses'])('%s', async (field) => {
    expect((await plain())[field]).toBeNull()
  })

  it('trackAndTrace', async () => {
    for (const shipment of listIn(await plain(), 'shipments')) expect(shipment['trackAndTrace']).toBeNull()
  })

  it('transactionId', async () => {
    for (const payment of listIn(await plain(), 'payments')) expect(payment['transactionId']).toBeNull()
  })
})

/** What the amounts are of each other (decisions, money of a line), to the cent. */
describe('2.10 Order, amounts', () => {
  const cents = (value: unknown): number => Math.round((value as number) * 100)
  const sum = (bodies: readonly Body[], field: string): number =>
    bodies.reduce((total, body) => total + cents(body[field]), 0)

  it('total of a line is quantity × (price − unitDiscount + tax)', async () => {
    for (const line of listIn(await order(), 'orderLines')) {
      const unit = cents(line['price']) - cents(line['unitDiscount']) + cents(line['tax'])
      expect(cents(line['total'])).toBe((line['quantity'] as number) * unit)
      expect(cents(line['discount'])).toBe((line['quantity'] as number) * cents(line['unitDiscount']))
    }
  })

  it('subTotal is the sum of the line totals', async () => {
    expect(cents((await order())['subTotal'])).toBe(sum(listIn(await order(), 'orderLines'), 'total'))
  })

  it('shippingTotal is the sum of the shipments', async () => {
    expect(cents((await order())['shippingTotal'])).toBe(sum(await shipments(), 'shipmentPriceTotal'))
  })

  it('paymentTotal is the sum of the payment fees', async () => {
    expect(cents((await order())['paymentTotal'])).toBe(sum(await payments(), 'feeTotal'))
  })

  it('discountTotal is the order’s discount and those of lines and shipments', async () => {
    const inside =
      sum(listIn(await order(), 'orderLines'), 'discount') + sum(await shipments(), 'shipmentDiscount')
    expect(cents((await order())['discountTotal'])).toBe(cents((await order())['discount']) + inside)
  })

  it('orderTotal is subTotal + shippingTotal + paymentTotal − discount, and what is paid', async () => {
    const placed = await order()
    const total = cents(placed['subTotal']) + cents(placed['shippingTotal']) + cents(placed['paymentTotal'])
    expect(cents(placed['orderTotal'])).toBe(total - cents(placed['discount']))
    expect(sum(await payments(), 'amount')).toBe(cents(placed['orderTotal']))
  })

  it('vat is tax', async () => {
    expect((await order())['vat']).toBe((await order())['tax'])
  })
})
