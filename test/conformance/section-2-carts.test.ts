import * as contract from './support/contract.ts'
import { sharedShop } from '../support/shop.ts'
import { listIn, partOf, tellAll, type Told } from './support/fixtures.ts'
import { recordRows } from './support/record-rows.ts'

const shop = sharedShop()
let once: Promise<Told> | undefined
const told = async (): Promise<Told> => (once ??= tellAll(shop()))
const cart = async () => (await told()).cart
const shipment = async () => listIn(await cart(), 'shipments')
const methods = async () => (await shipment()).map((one) => partOf(one, 'shippingMethod'))

recordRows('2.1 Cart', contract.cart, async () => [await cart()])
recordRows('2.2 Address, billingAddress of a cart', contract.cartBillingAddress, async () => [
  partOf(await cart(), 'billingAddress'),
])
recordRows('2.2 Address, shipmentAddress of a cart', contract.cartShipmentAddress, async () =>
  (await shipment()).map((one) => partOf(one, 'shipmentAddress')),
)
recordRows('2.3 Custom property, of a cart', contract.customProperty, async () =>
  listIn(await cart(), 'customProperties'),
)
recordRows('2.3 Custom property, of a cart line', contract.customProperty, async () =>
  listIn(await cart(), 'orderLines').flatMap((line) => listIn(line, 'customProperties')),
)
recordRows('2.4 Currency', contract.currency, async () => [partOf(await cart(), 'billingCurrency')])
recordRows('2.5 Order line, cart form', contract.cartLine, async () => listIn(await cart(), 'orderLines'))
recordRows('2.5 Order line, in a shipment of a cart', contract.shipmentCartLine, async () =>
  (await shipment()).flatMap((one) => listIn(one, 'orderLines')),
)
recordRows('2.6 Shipment, of a cart', contract.cartShipment, shipment)
recordRows('2.6 Shipment, shippingMethod', contract.nestedShippingMethod, methods)
recordRows('2.8 Payment method, eligible in a cart', contract.nestedPaymentMethod, async () =>
  (await methods()).flatMap((method) => listIn(method, 'eligiblePaymentMethods')),
)
recordRows('2.8 Payment method, element of fees', contract.fee, async () =>
  (await methods())
    .flatMap((method) => listIn(method, 'eligiblePaymentMethods'))
    .flatMap((method) => listIn(method, 'fees')),
)
recordRows(
  '2.8 Payment method, element of paymentMethodProperties',
  contract.paymentMethodProperty,
  async () =>
    (await methods())
      .flatMap((method) => listIn(method, 'eligiblePaymentMethods'))
      .flatMap((method) => listIn(method, 'paymentMethodProperties')),
)
recordRows('2.10 Order, customer of a cart', contract.customer, async () => [
  partOf(await cart(), 'customer'),
])
recordRows('2.11 Mini cart', contract.miniCart, async () => [(await told()).miniCart])
recordRows('2.11 Mini cart, orderLines', contract.cartLine, async () =>
  listIn((await told()).miniCart, 'orderLines'),
)
recordRows('2.12 Element of discounts, of a cart', contract.discount, async () =>
  listIn(await cart(), 'discounts'),
)
recordRows('2.12 Element of discounts, of a cart line', contract.discount, async () =>
  listIn(await cart(), 'orderLines').flatMap((line) => listIn(line, 'discounts')),
)
