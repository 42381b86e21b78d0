import { v7 as newId } from 'uuid'
import type { AddLineBody, ShippingBody } from '../../../../../core/carts/cart.schema.ts'
import type { AddressBody } from '../../../../../core/customers/address.schema.ts'
import type { PlaceOrderBody } from '../../../../../core/orders/payments/payment.schema.ts'
import { totalsOf, type DeliveryTerms, type PaymentTerms, type SoldLine } from '../../../money.ts'
import { orderView, type Methods, type OrderRows } from '../../get-order.ts'
import type { Routes } from '../../server.ts'
import type { Settings } from '../../settings.ts'
import type { Connections, Send } from '../connections.ts'
import { statement } from '../statements.ts'

const insertCart = statement('cart', 'insert into carts values ($1, $2, $3)')
const insertLine = statement(
  'line',
  `insert into "cartLines" select $1, $2, sku, "variantSku", name, price, $3::integer, tax, "taxPpm"
   from products where sku = $4 and "variantSku" is not distinct from $5`,
)
const putAddress = statement(
  'address',
  `insert into "cartAddresses" values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
   on conflict ("ownerId", "addressName") do update set id = excluded.id, "firstName" = excluded."firstName",
     "lastName" = excluded."lastName", line1 = excluded.line1, "postalCode" = excluded."postalCode",
     city = excluded.city, "countryId" = excluded."countryId", "emailAddress" = excluded."emailAddress",
     "phoneNumber" = excluded."phoneNumber"`,
)
const putShipment = statement(
  'shipment',
  `insert into "cartShipments" select $1, $2, id, method ->> 'name', price, tax, "taxPpm"
   from "shippingMethods" where id = $3
   on conflict ("ownerId") do update set "shippingMethodId" = excluded."shippingMethodId"`,
)
// Whoever changes or places a cart holds its row, as the core does.
const lockCart = statement('lock', 'select id from carts where id = $1 for update')
const linesOfCart = statement(
  'cart-lines',
  'select quantity, price, tax from "cartLines" where "ownerId" = $1',
)
const deliveryOf = statement('delivery', 'select price, "taxPpm" from "cartShipments" where "ownerId" = $1')
const termsOf = statement('terms', 'select fee, "feePpm" from "paymentMethods" where id = $1')
const putCustomer = statement(
  'customer',
  `insert into customers select $1, "firstName", "lastName", "emailAddress", "phoneNumber"
   from "cartAddresses" where "ownerId" = $2 and "addressName" = 'Billing'
   on conflict ("emailAddress") do nothing`,
)
const copyLines = statement(
  'copy-lines',
  'insert into "orderLines" select * from "cartLines" where "ownerId" = $1',
)
const copyAddresses = statement(
  'copy-addresses',
  `insert into "orderAddresses" select address.*, country.name
   from "cartAddresses" address join countries country on country.id = address."countryId"
   where address."ownerId" = $1`,
)
const copyShipment = statement(
  'copy-shipment',
  'insert into "orderShipments" select * from "cartShipments" where "ownerId" = $1',
)
const insertPayment = statement('payment', 'insert into payments values ($1, $2, $3, $4, $5, $6, $7)')
const closeCart = statement('close', 'update carts set "orderId" = id where id = $1')
// Last, so that others wait for the number's row no longer than the commit takes.
const insertOrder = statement(
  'order',
  `with number as (update numbers set last = last + 1 returning last)
   insert into orders
   select cart.id, number.last, $2, cart."cultureCode", customer.id, $3::integer, $4::integer, $5::integer,
     $6::integer, $7::integer
   from number, carts cart
   join "cartAddresses" address on address."ownerId" = cart.id and address."addressName" = 'Billing'
   join customers customer on customer."emailAddress" = address."emailAddress"
   where cart.id = $1`,
)
const orderOf = statement(
  'get-order',
  `select orders.*, customer."firstName", customer."lastName", customer."emailAddress", customer."phoneNumber"
   from orders join customers customer on customer.id = orders."customerId" where orders.id = $1`,
)
const linesOf = statement('get-lines', 'select * from "orderLines" where "ownerId" = $1 order by id')
const addressesOf = statement('get-addresses', 'select * from "orderAddresses" where "ownerId" = $1')
const shipmentOf = statement('get-shipment', 'select * from "orderShipments" where "ownerId" = $1')
const paymentOf = statement('get-payment', 'select * from payments where "orderId" = $1')

/** The operations of an assisted order, as the bare server has them on SQLite, on the same tables: the least that does it. */
export function ownRoutes(connections: Connections, settings: Settings, methods: Methods): Routes {
  const view = orderView(settings, methods)

  const address = async (send: Send, cartId: string, name: string, body: AddressBody): Promise<unknown> =>
    send(putAddress, [
      newId(),
      cartId,
      name,
      ...[body.firstName, body.lastName, body.companyName, body.attention, body.line1, body.line2],
      ...[body.postalCode, body.city, body.state, body.countryId],
      ...[body.email, body.phoneNumber, body.mobileNumber],
    ])

  const place = async ({ cartId, paymentMethodId }: PlaceOrderBody): Promise<string> =>
    connections.transact(async (send) => {
      const [, lines, [shipping], [payment]] = await Promise.all([
        send(lockCart, [cartId]),
        send<SoldLine>(linesOfCart, [cartId]),
        send<DeliveryTerms>(deliveryOf, [cartId]),
        send<PaymentTerms>(termsOf, [paymentMethodId]),
      ])
      if (!shipping || !payment) throw new Error('The cart is not complete.')
      const { subTotal, shippingTotal, paymentTotal, tax, orderTotal } = totalsOf(lines, {
        shipping,
        payment,
      })
      const paymentId = newId()
      const sums = [subTotal, shippingTotal, paymentTotal, tax, orderTotal]
      const { fee, feePpm } = payment
      await Promise.all([
        send(putCustomer, [newId(), cartId]),
        send(copyLines, [cartId]),
        send(copyAddresses, [cartId]),
        send(copyShipment, [cartId]),
        send(insertPayment, [paymentId, cartId, paymentMethodId, orderTotal, fee, feePpm, paymentTotal]),
        send(closeCart, [cartId]),
        send(insertOrder, [cartId, new Date().toISOString(), ...sums]),
      ])
      return paymentId
    })

  return {
    'POST carts': async ({ body }) => {
      const cartId = newId()
      const { cultureCode } = body as { cultureCode: string }
      await connections.use(async (send) => send(insertCart, [cartId, new Date().toISOString(), cultureCode]))
      return { cartId }
    },
    'POST carts lines': async ({ id, body }) => {
      const { sku, variantSku = null, quantity = 1 } = body as AddLineBody
      const lineId = newId()
      await connections.transact(async (send) =>
        Promise.all([send(lockCart, [id]), send(insertLine, [lineId, id, quantity, sku, variantSku])]),
      )
      return { miniCart: null, success: true, lineId }
    },
    'POST carts billing-address': async ({ id, body }) => {
      await connections.transact(async (send) =>
        Promise.all([send(lockCart, [id]), address(send, id, 'Billing', body as AddressBody)]),
      )
      return { success: 'true' }
    },
    'POST carts shipping': async ({ id, body }) => {
      const { shippingMethodId, shippingAddress } = body as ShippingBody
      await connections.transact(async (send) =>
        Promise.all([
          send(lockCart, [id]),
          send(putShipment, [newId(), id, shippingMethodId]),
          address(send, id, 'Shipment', shippingAddress),
        ]),
      )
      return { success: 'true' }
    },
    'POST payments': async ({ origin, body }) => {
      const placing = body as PlaceOrderBody
      const paymentId = await place(placing)
      const query = new URLSearchParams({
        payment: paymentId,
        paymentMethod: placing.paymentMethodId,
      }).toString()
      return { paymentId, paymentUrl: `${origin}/api/v1/checkout?${query}` }
    },
    'GET orders': async ({ id }) =>
      connections.use(async (send) => {
        const [[order], lines, addresses, [shipment], [payment]] = await Promise.all([
          send<NonNullable<OrderRows['order']>>(orderOf, [id]),
          send<OrderRows['lines'][number]>(linesOf, [id]),
          send<OrderRows['addresses'][number]>(addressesOf, [id]),
          send<NonNullable<OrderRows['shipment']>>(shipmentOf, [id]),
          send<NonNullable<OrderRows['payment']>>(paymentOf, [id]),
        ])
        return view({ order, lines, addresses, shipment, payment })
      }),
  }
}
