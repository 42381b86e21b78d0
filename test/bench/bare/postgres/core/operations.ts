import { v7 as newId } from 'uuid'
import { changedAt, emptyCart } from '../../../../../core/carts/cart.repository.ts'
import type { AddLineBody, CreateCartBody, ShippingBody } from '../../../../../core/carts/cart.schema.ts'
import type { AddressBody } from '../../../../../core/customers/address.schema.ts'
import { searchTerms } from '../../../../../core/kernel/search-terms.ts'
import type { PlaceOrderBody } from '../../../../../core/orders/payments/payment.schema.ts'
import { toShipment, type ShipmentRecord } from '../../../../../core/orders/order-contents.ts'
import { share } from '../../../money.ts'
import type { Shop } from '../../../shop.ts'
import { orderView } from '../../get-order.ts'
import type { Routes } from '../../server.ts'
import type { Connections, Send } from '../connections.ts'
import { insert } from '../statements.ts'
import { goodsOf, keyOf } from './goods.ts'
import { orderRowsOf } from './order-rows.ts'
import { place } from './placing.ts'
import type { CartLineRow, CartRow, OrderLineRow, OrderRow, PaymentRow } from './rows.ts'
import {
  ACTOR,
  discountsOfCart,
  linesOf,
  linesOfCart,
  lockCart,
  look,
  lookToRead,
  orderOf,
  paymentsOf,
  propertiesOf,
  saveLines,
  saveBill,
  saveShipping,
} from './statements.ts'

/** Where the shop is kept that these operations sell: everything that the core keeps in memory, too. */
export const SHOP_TABLE = 'bare_shop'

/**
 * The operations of an assisted order on the tables of the core, with the core's statements, isolation and repeats, in its
 * order. Words that orders and customers are found by are the core's: they are content. What the core has besides is what
 * it costs itself: validation, compatibility, tokens, limits, what it knows of versions, discounts and price groups.
 */
export async function coreRoutes(connections: Connections, shop: Shop): Promise<Routes> {
  const { priceGroupId, shipping, payment } = shop
  const storeId = shop.store.id
  const goods = await goodsOf(connections, shop)
  const view = orderView(shop, {
    shipping: new Map([[shipping.method.id, shipping.method]]),
    payment: new Map([[payment.method.id, payment.method]]),
  })

  /** One transaction that begins as the core's do. */
  const write = async <T>(work: (send: Send) => Promise<T>): Promise<T> =>
    connections.transact(async (send) => {
      void send(look, [storeId])
      return work(send)
    })

  /** What a change of a cart rests on. */
  const open = async (send: Send, cartId: string) => {
    const [[cart], lines] = await Promise.all([
      send<CartRow>(lockCart, [cartId, storeId]),
      send<CartLineRow>(linesOfCart, [cartId]),
      send(discountsOfCart, [cartId, 0]),
    ])
    if (!cart) throw new Error('There is no such cart.')
    return { cart, lines }
  }

  const keepEvent = (send: Send, cartId: string, version: number, date: string, kind: string): void =>
    void insert(send, 'cart_events', [{ cart_id: cartId, version, date, actor: ACTOR, kind }])

  const addressOf = (address_name: string, body: AddressBody): string =>
    JSON.stringify({
      id: newId(),
      address_name,
      first_name: body.firstName,
      last_name: body.lastName,
      company_name: body.companyName ?? null,
      attention: body.attention ?? null,
      line1: body.line1,
      line2: body.line2 ?? null,
      postal_code: body.postalCode,
      city: body.city,
      state: body.state ?? null,
      country_id: body.countryId,
      email_address: body.email ?? null,
      phone_number: body.phoneNumber ?? null,
      mobile_phone_number: body.mobileNumber ?? null,
    })

  return {
    'POST carts': async ({ body }) => {
      const cartId = newId()
      const date = new Date().toISOString()
      const { cultureCode } = body as CreateCartBody
      await write(async (send) =>
        insert(send, 'carts', [{ id: cartId, ...newCart(shop, date), culture_code: cultureCode }]),
      )
      return { cartId }
    },
    'POST carts lines': async ({ id, body }) => {
      const { sku, variantSku = null, quantity = 1 } = body as AddLineBody
      const sold = goods.get(keyOf(sku, variantSku))
      if (!sold) throw new Error('There is no such product.')
      const lineId = newId()
      await write(async (send) => {
        const { cart, lines } = await open(send, id)
        const { price, tax } = sold
        const date = new Date().toISOString()
        void insert(send, 'cart_lines', [
          {
            id: lineId,
            position: (lines.at(-1)?.position ?? 0) + 1,
            variant_id: sold.variantId,
            sku,
            variant_sku: variantSku,
            product_name: sold.name,
            catalog_id: sold.catalogId,
            price_group_id: priceGroupId,
            quantity,
            price,
            unit_discount: 0,
            tax,
            tax_rate_ppm: sold.taxPpm,
            cart_id: id,
            price_is_set: 0,
          },
        ])
        const total = totalOf([...lines, { quantity, price, tax }], toShipment(cart))
        void send(saveLines, [date, lines.length + 1, total, cart.version, id])
        keepEvent(send, id, cart.version + 1, date, 'line.added')
      })
      return { miniCart: null, success: true, lineId }
    },
    'POST carts billing-address': async ({ id, body }) => {
      const address = body as AddressBody
      await write(async (send) => {
        const { cart } = await open(send, id)
        const date = new Date().toISOString()
        const { firstName, lastName, email } = address
        const found = searchTerms(firstName, lastName, email).join(' ')
        const billing = addressOf('Billing', address)
        void send(saveBill, [date, `${firstName} ${lastName}`, found, billing, cart.version, id])
        keepEvent(send, id, cart.version + 1, date, 'billing-address.set')
      })
      return { success: 'true' }
    },
    'POST carts shipping': async ({ id, body }) => {
      const { shippingMethodId, shippingAddress } = body as ShippingBody
      await write(async (send) => {
        const { cart, lines } = await open(send, id)
        const date = new Date().toISOString()
        const delivery = { price: shipping.price, tax: share(shipping.price, shipping.taxPpm) }
        const address = addressOf('Shipment', shippingAddress)
        const { name } = shipping.method
        const shipment = [
          newId(),
          shippingMethodId,
          priceGroupId,
          name,
          delivery.price,
          0,
          delivery.tax,
          shipping.taxPpm,
        ]
        void send(saveShipping, [date, totalOf(lines, delivery), address, ...shipment, cart.version, id])
        keepEvent(send, id, cart.version + 1, date, 'shipping.set')
      })
      return { success: 'true' }
    },
    'POST payments': async ({ origin, body }) => {
      const placing = body as PlaceOrderBody
      const paymentId = await write(async (send) => place(send, shop, placing))
      const query = new URLSearchParams({ payment: paymentId, paymentMethod: placing.paymentMethodId })
      return { paymentId, paymentUrl: `${origin}/api/v1/checkout?${query.toString()}` }
    },
    'GET orders': async ({ id }) =>
      connections.read(async (send) => {
        const [, [order], lines, , [payment]] = await Promise.all([
          send(lookToRead, [storeId]),
          send<OrderRow>(orderOf, [id, storeId]),
          send<OrderLineRow>(linesOf, [id]),
          send(propertiesOf, [id, id]),
          send<PaymentRow>(paymentsOf, [id, 'voided']),
        ])
        return view(orderRowsOf(order, lines, payment))
      }),
  }
}

const totalOf = (
  lines: readonly Pick<CartLineRow, 'quantity' | 'price' | 'tax'>[],
  shipment: Pick<ShipmentRecord, 'price' | 'tax'> | undefined,
): number =>
  lines.reduce((total, { quantity, price, tax }) => total + quantity * (price + tax), 0) +
  (shipment?.price ?? 0) +
  (shipment?.tax ?? 0)

const newCart = ({ store, currency }: Shop, date: string) => ({
  ...emptyCart,
  store_id: store.id,
  state: 'open',
  version: 1,
  created_at: date,
  ...changedAt(new Date(date)),
  culture_code: '',
  currency_id: currency.id,
  customer_id: null,
  note: null,
  customer_name: null,
  search_text: '',
})
