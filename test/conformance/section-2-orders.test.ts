import { describe, expect, it } from 'vitest'
import * as contract from './support/contract.ts'
import { conformingShop } from './support/conforming-shop.ts'
import { listIn, partOf, tellAll, type Body, type Told } from './support/fixtures.ts'
import { recordRows } from './support/record-rows.ts'

const shop = conformingShop()
let once: Promise<Told> | undefined
const order = async (): Promise<Body> => (await (once ??= shop().then(tellAll))).order
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
recordRows('2.10 Order, orderProperties', contract.customProperty, async () =>
  listIn(await order(), 'orderProperties'),
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

/** Fields that may be null, with a record in which they are. */
describe('2.10 Order, may be null', () => {
  const plain = async (): Promise<Body> => {
    const clerk = await (await shop()).as('staff')
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
