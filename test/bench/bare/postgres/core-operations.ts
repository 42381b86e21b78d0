import { v7 as newId } from 'uuid'
import type { AddLineBody, CreateCartBody, ShippingBody } from '../../../../core/carts/cart.schema.ts'
import type { AddressBody } from '../../../../core/customers/address.schema.ts'
import { customerTerms } from '../../../../core/customers/customer.repository.ts'
import { searchTerms } from '../../../../core/kernel/search-terms.ts'
import { orderTerms } from '../../../../core/orders/order-terms.ts'
import type { PlaceOrderBody } from '../../../../core/orders/payments/payment.schema.ts'
import { share, totalsOf } from '../../money.ts'
import { toMinor, toPpm, type Shop } from '../../shop.ts'
import { orderView } from '../get-order.ts'
import type { Routes } from '../server.ts'
import type { Connections, Send } from './connections.ts'
import { insert, put, statement } from './statements.ts'

/** Where the shop is kept that these operations sell: everything that the core keeps in memory, too. */
export const SHOP_TABLE = 'bare_shop'

/** What a cart's line is made of. */
interface Goods {
  readonly variantId: string
  readonly name: string
  readonly catalogId: string
  readonly price: number
  readonly tax: number
  readonly taxPpm: number
}

interface CartRow {
  readonly version: number
  readonly culture_code: string
  readonly currency_id: string
  readonly note: string | null
}
interface LineRow {
  readonly id: string
  readonly position: number
  readonly sku: string
  readonly variant_sku: string | null
  readonly product_name: string
  readonly quantity: number
  readonly price: number
  readonly tax: number
  readonly tax_rate_ppm: number
}
interface AddressRow {
  readonly id: string
  readonly kind: 'billing' | 'shipping'
  readonly address_name: string
  readonly first_name: string
  readonly last_name: string
  readonly company_name: string | null
  readonly attention: string | null
  readonly line1: string
  readonly line2: string | null
  readonly postal_code: string
  readonly city: string
  readonly state: string | null
  readonly country_id: string
  readonly email_address: string | null
  readonly phone_number: string | null
  readonly mobile_phone_number: string | null
}
interface ShipmentRow {
  readonly id: string
  readonly shipping_method_id: string
  readonly shipment_name: string
  readonly price: number
  readonly tax: number
  readonly tax_rate_ppm: number
}
interface CustomerRow {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly email_address: string | null
  readonly phone_number: string | null
}
interface OrderRow {
  readonly id: string
  readonly order_number: string
  readonly created_at: string
  readonly culture_code: string
  readonly customer_id: string
  readonly customer_first_name: string
  readonly customer_last_name: string
  readonly customer_email_address: string
  readonly customer_phone_number: string | null
  readonly sub_total: number
  readonly shipping_total: number
  readonly payment_total: number
  readonly tax: number
  readonly order_total: number
}
interface PaymentRow {
  readonly id: string
  readonly payment_method_id: string
  readonly amount: number
  readonly fee: number
  readonly fee_ppm: number
  readonly fee_total: number
}

const ACTOR = 'Benchmark'

const limits = `set_config('statement_timeout', '30000', true), set_config('lock_timeout', '8000', true),
  set_config('idle_in_transaction_session_timeout', '60000', true)`
const look = statement(
  'look',
  `select store_id, epoch, ${limits}, pg_current_xact_id()::text as xid, pg_postmaster_start_time()::text as server
   from reference_epochs where store_id in ('', $1)`,
)
const lookToRead = statement(
  'look-to-read',
  `select store_id, epoch, ${limits} from reference_epochs where store_id in ('', $1)`,
)
const lockCart = statement('lock', `select * from carts where id = $1 and store_id || '' = $2 for update`)
const lockCartToPlace = statement(
  'lock-to-place',
  `select *, (select order_number from orders where orders.id = carts.id) as order_number
   from carts where id = $1 for update`,
)
const linesOfCart = statement('lines', 'select * from cart_lines where cart_id = $1 order by position')
const discountsOfCart = statement(
  'discounts',
  `select shipment.*, code.campaign_id from carts cart
   left join cart_shipments shipment on shipment.cart_id = cart.id
   left join cart_promotion_codes given on given.cart_id = cart.id
   left join campaign_codes code on code.id = given.campaign_code_id and code.is_retired = $1
   where cart.id = $2`,
)
const addressesOfCart = statement('addresses', 'select * from cart_addresses where cart_id = $1')
const shipmentOfCart = statement('shipment', 'select * from cart_shipments where cart_id = $1')
const propertiesOfCart = statement(
  'properties',
  `select id, key, value, null as line_id from cart_properties where cart_id = $1
   union all select id, key, value, line_id from cart_line_properties where cart_id = $2 order by id`,
)
const saveLines = statement(
  'save-lines',
  `update carts set updated_at = $1, line_count = $2, order_total = $3,
     version = case when version = $4 then version + 1 end where id = $5`,
)
const saveName = statement(
  'save-name',
  `update carts set updated_at = $1, customer_name = $2, search_text = $3,
     version = case when version = $4 then version + 1 end where id = $5`,
)
const saveTotal = statement(
  'save-total',
  `update carts set updated_at = $1, order_total = $2,
     version = case when version = $3 then version + 1 end where id = $4`,
)
const closeCart = statement(
  'close',
  `update carts set state = $1, version = $2, placed_version = $3, updated_at = $4, customer_id = $5,
     customer_from_bill = $6, payment_total = $7, order_total = $8 where id = $9 and version = $10`,
)
const customerByEmail = statement(
  'customer',
  `select * from customers where id in (
     select id from customers where store_id = $1 and email_address = $2
     union all select customer_id as id from customer_doubles where store_id = $3 and email_address = $4)
   order by case when email_address = $5 then 0 else 1 end, id limit $6`,
)
const nextNumber = statement(
  'number',
  `update order_numbers set last_number = last_number + $1 where store_id = $2 returning prefix, last_number`,
)
const orderOf = statement('order', `select * from orders where id = $1 and store_id || '' = $2`)
const linesOf = statement('order-lines', 'select * from order_lines where order_id = $1 order by position')
const propertiesOf = statement(
  'order-properties',
  `select id, key, value, null as line_id from order_properties where order_id = $1
   union all select id, key, value, line_id from order_line_properties where order_id = $2 order by id`,
)
const addressesOf = statement('order-addresses', 'select * from order_addresses where order_id = $1')
const shipmentOf = statement('order-shipment', 'select * from order_shipments where order_id = $1')
const paymentsOf = statement(
  'payments',
  'select * from payments where order_id = $1 and state != $2 order by id',
)

/**
 * The operations of an assisted order on the tables of the core, with the core's statements, isolation and repeats, in its
 * order. Words that orders and customers are found by are the core's: they are content. What the core has besides is what
 * it costs itself: validation, compatibility, tokens, limits, what it knows of versions, discounts and price groups.
 */
export async function coreRoutes(connections: Connections, shop: Shop): Promise<Routes> {
  const { digits, priceGroupId, shipping, payment } = shop
  const storeId = shop.store.id
  const goods = await goodsOf(connections, shop)
  const countries = new Map(shop.countries.map(({ id, name }) => [id, name]))
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
    const [[cart], lines, [shipment]] = await Promise.all([
      send<CartRow>(lockCart, [cartId, storeId]),
      send<LineRow>(linesOfCart, [cartId]),
      send<ShipmentRow>(discountsOfCart, [0, cartId]),
    ])
    if (!cart) throw new Error('There is no such cart.')
    return { cart, lines, shipment }
  }

  const keepEvent = (send: Send, cartId: string, version: number, date: string, kind: string): void =>
    void insert(send, 'cart_events', [{ cart_id: cartId, version, date, actor: ACTOR, kind }])

  const putAddress = (
    send: Send,
    cartId: string,
    kind: AddressRow['kind'],
    address_name: string,
    body: AddressBody,
  ): void =>
    void put(send, 'cart_addresses', ['cart_id', 'kind'], {
      id: newId(),
      cart_id: cartId,
      kind,
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

  /** Whoever uses the e-mail of the billing address, or a new customer made of it. */
  const customerOf = async (send: Send, billing: AddressRow, date: string): Promise<CustomerRow> => {
    const email = billing.email_address
    const find = async (): Promise<CustomerRow | undefined> =>
      (await send<CustomerRow>(customerByEmail, [storeId, email, storeId, email, email, 1]))[0]
    const known = await find()
    if (known) return known
    const customer = {
      made_for_email: email,
      version: 1,
      state: 'active',
      note: null,
      accepts_marketing: 0,
      id: newId(),
      store_id: storeId,
      first_name: billing.first_name,
      last_name: billing.last_name,
      email_address: email,
      phone_number: billing.phone_number ?? billing.mobile_phone_number,
      organization_id: null,
      created_at: date,
    }
    await insert(send, 'customers', [customer], 'on conflict do nothing')
    const made = await find()
    if (!made) throw new Error('There is no customer.')
    if (made.id !== customer.id) return made
    const terms = customerTerms(customer, [billing], undefined)
    void insert(
      send,
      'customer_terms',
      terms.map((term) => ({ store_id: storeId, term, customer_id: customer.id })),
    )
    const { id: _, kind: __, ...columns } = withoutOwner(billing)
    void insert(send, 'customer_addresses', [
      { ...columns, address_name: 'Home', id: newId(), customer_id: customer.id, position: 0 },
    ])
    return customer
  }

  const place = async (send: Send, { cartId, paymentMethodId }: PlaceOrderBody): Promise<string> => {
    const [[cart], lines, addresses, [shipment]] = await Promise.all([
      send<CartRow>(lockCartToPlace, [cartId]),
      send<LineRow>(linesOfCart, [cartId]),
      send<AddressRow>(addressesOfCart, [cartId]),
      send<ShipmentRow>(shipmentOfCart, [cartId]),
      send(propertiesOfCart, [cartId, cartId]),
    ])
    const billing = addresses.find(({ kind }) => kind === 'billing')
    if (!cart || !billing || !shipment || paymentMethodId !== payment.method.id)
      throw new Error('The cart is not complete.')
    const date = new Date().toISOString()
    const customer = await customerOf(send, billing, date)
    const totals = totalsOf(lines, { shipping, payment })
    const { version } = cart
    const { paymentTotal, orderTotal } = totals
    const closed = ['ordered', version + 1, version, date, customer.id, 1, paymentTotal, orderTotal]
    void send(closeCart, [...closed, cartId, version])
    const [number] = await send<{ prefix: string; last_number: number }>(nextNumber, [1, storeId])
    const orderNumber = `${number?.prefix}${number?.last_number}`
    void insert(send, 'orders', [
      {
        id: cartId,
        store_id: storeId,
        order_number: orderNumber,
        version: 1,
        created_at: date,
        status: 'new',
        completed_at: null,
        culture_code: cart.culture_code,
        currency_id: cart.currency_id,
        note: cart.note,
        customer_id: customer.id,
        customer_first_name: customer.first_name,
        customer_last_name: customer.last_name,
        customer_email_address: customer.email_address,
        customer_phone_number: customer.phone_number,
        sub_total: totals.subTotal,
        shipping_total: totals.shippingTotal,
        payment_total: paymentTotal,
        discount: 0,
        discount_total: 0,
        tax: totals.tax,
        order_total: orderTotal,
      },
    ])
    void insert(
      send,
      'order_lines',
      lines.map((line) => ofOrder(line, cartId)),
    )
    void insert(
      send,
      'order_addresses',
      addresses.map((address) => ({
        ...ofOrder(address, cartId),
        country_name: countries.get(address.country_id),
      })),
    )
    void insert(send, 'order_shipments', [ofOrder(shipment, cartId)])
    const source = lines.map(({ sku, variant_sku: variantSku }) => ({ sku, variantSku }))
    void insert(
      send,
      'order_terms',
      orderTerms({ orderNumber, customer, addresses, lines: source }).map((term) => ({
        store_id: storeId,
        term,
        order_id: cartId,
      })),
    )
    const paymentId = newId()
    void insert(send, 'payments', [
      {
        id: paymentId,
        order_id: cartId,
        store_id: storeId,
        payment_method_id: paymentMethodId,
        payment_method_name: payment.method.name,
        state: 'pending',
        amount: orderTotal,
        fee: payment.fee,
        fee_ppm: payment.feePpm,
        fee_total: paymentTotal,
        refunded: 0,
        transaction_id: null,
        created_at: date,
      },
    ])
    void insert(send, 'order_events', [
      {
        id: newId(),
        order_id: cartId,
        date,
        actor: ACTOR,
        kind: 'order.placed',
        text: `Order ${orderNumber} placed`,
        details: JSON.stringify({ orderNumber }),
      },
    ])
    return paymentId
  }

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
        const { cart, lines, shipment } = await open(send, id)
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
        const total = totalOf([...lines, { quantity, price, tax }], shipment)
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
        putAddress(send, id, 'billing', 'Billing', address)
        const { firstName, lastName, email } = address
        const found = searchTerms(firstName, lastName, email).join(' ')
        void send(saveName, [date, `${firstName} ${lastName}`, found, cart.version, id])
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
        void put(send, 'cart_shipments', ['cart_id'], {
          id: newId(),
          shipping_method_id: shippingMethodId,
          price_group_id: priceGroupId,
          shipment_name: shipping.method.name,
          price: delivery.price,
          discount: 0,
          tax: delivery.tax,
          tax_rate_ppm: shipping.taxPpm,
          delivery_note: null,
          track_and_trace: null,
          cart_id: id,
        })
        putAddress(send, id, 'shipping', 'Shipment', shippingAddress)
        void send(saveTotal, [date, totalOf(lines, delivery), cart.version, id])
        keepEvent(send, id, cart.version + 1, date, 'shipping.set')
      })
      return { success: 'true' }
    },
    'POST payments': async ({ origin, body }) => {
      const placing = body as PlaceOrderBody
      const paymentId = await write(async (send) => place(send, placing))
      const query = new URLSearchParams({ payment: paymentId, paymentMethod: placing.paymentMethodId })
      return { paymentId, paymentUrl: `${origin}/api/v1/checkout?${query.toString()}` }
    },
    'GET orders': async ({ id }) =>
      connections.read(async (send) => {
        const [, [order], lines, , addresses, [shipment], [paid]] = await Promise.all([
          send(lookToRead, [storeId]),
          send<OrderRow>(orderOf, [id, storeId]),
          send<LineRow>(linesOf, [id]),
          send(propertiesOf, [id, id]),
          send<AddressRow & { country_name: string }>(addressesOf, [id]),
          send<ShipmentRow>(shipmentOf, [id]),
          send<PaymentRow>(paymentsOf, [id, 'voided']),
        ])
        return view({
          order: order && {
            id: order.id,
            orderNumber: order.order_number,
            createdDate: order.created_at,
            cultureCode: order.culture_code,
            customerId: order.customer_id,
            firstName: order.customer_first_name,
            lastName: order.customer_last_name,
            emailAddress: order.customer_email_address,
            phoneNumber: order.customer_phone_number,
            subTotal: order.sub_total,
            shippingTotal: order.shipping_total,
            paymentTotal: order.payment_total,
            tax: order.tax,
            orderTotal: order.order_total,
          },
          lines: lines.map((line) => ({
            id: line.id,
            sku: line.sku,
            variantSku: line.variant_sku,
            productName: line.product_name,
            price: line.price,
            quantity: line.quantity,
            tax: line.tax,
            taxPpm: line.tax_rate_ppm,
          })),
          addresses: addresses.map((address) => ({
            id: address.id,
            ownerId: id,
            addressName: address.address_name,
            firstName: address.first_name,
            lastName: address.last_name,
            companyName: address.company_name,
            attention: address.attention,
            line1: address.line1,
            line2: address.line2,
            postalCode: address.postal_code,
            city: address.city,
            state: address.state,
            countryId: address.country_id,
            countryName: address.country_name,
            emailAddress: address.email_address,
            phoneNumber: address.phone_number,
            mobilePhoneNumber: address.mobile_phone_number,
          })),
          shipment: shipment && {
            id: shipment.id,
            shipmentName: shipment.shipment_name,
            price: shipment.price,
            tax: shipment.tax,
            taxPpm: shipment.tax_rate_ppm,
            shippingMethodId: shipment.shipping_method_id,
          },
          payment: paid && {
            id: paid.id,
            amount: paid.amount,
            fee: paid.fee,
            feePpm: paid.fee_ppm,
            feeTotal: paid.fee_total,
            paymentMethodId: paid.payment_method_id,
          },
        })
      }),
  }

  /** Everything with a barcode, as a line keeps it. */
  async function goodsOf(from: Connections, sold: Shop): Promise<ReadonlyMap<string, Goods>> {
    const rows = await from.use(async (send) =>
      send<{ id: string; sku: string; variant_sku: string | null }>(
        statement(
          'goods',
          'select variant.id, sku, variant_sku from variants variant join products on products.id = product_id',
        ),
        [],
      ),
    )
    const ids = new Map(rows.map(({ id, sku, variant_sku }) => [keyOf(sku, variant_sku), id]))
    return new Map(
      sold.products.map(({ sku, variantSku, name, catalogId, ...money }) => {
        const key = keyOf(sku, variantSku)
        const price = toMinor(money.price, digits)
        const taxPpm = toPpm(money.taxRate)
        const tax = share(price, taxPpm)
        return [key, { variantId: ids.get(key) ?? '', name, catalogId, price, tax, taxPpm }]
      }),
    )
  }
}

const keyOf = (sku: string, variantSku: string | null): string => `${sku} ${variantSku ?? ''}`

const totalOf = (
  lines: readonly Pick<LineRow, 'quantity' | 'price' | 'tax'>[],
  shipment: Pick<ShipmentRow, 'price' | 'tax'> | undefined,
): number =>
  lines.reduce((total, { quantity, price, tax }) => total + quantity * (price + tax), 0) +
  (shipment?.price ?? 0) +
  (shipment?.tax ?? 0)

/** A row of a cart without what only carts have. */
function withoutOwner<R extends object>(row: R): R {
  const { cart_id: _, price_is_set: __, ...columns } = row as R & { cart_id: string; price_is_set: number }
  return columns as unknown as R
}

const ofOrder = (row: object, orderId: string) => ({ ...withoutOwner(row), order_id: orderId })

const newCart = ({ store, currency }: Shop, date: string) => ({
  store_id: store.id,
  state: 'open',
  version: 1,
  created_at: date,
  updated_at: date,
  culture_code: '',
  currency_id: currency.id,
  customer_id: null,
  note: null,
  customer_name: null,
  search_text: '',
  draft_since: null,
  placed_version: null,
  customer_from_bill: 0,
  line_count: 0,
  payment_total: 0,
  order_total: 0,
  discount: 0,
  discount_total: 0,
  name: null,
  name_search: '',
  walk_in: 0,
  reasoned_price_group_id: null,
  price_group_reason: null,
  price_group_reason_by: null,
  price_group_reason_at: null,
})
