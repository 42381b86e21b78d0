import { statement } from '../statements.ts'

// The core's statements, as it sends them.

/** Who histories say has done it. */
export const ACTOR = 'Benchmark'

const limits = `set_config('statement_timeout', '30000', true), set_config('lock_timeout', '8000', true),
  set_config('idle_in_transaction_session_timeout', '60000', true),
  case when current_setting('transaction_timeout', true) <> '0' then set_config('transaction_timeout', '0', true) end`
const migrated = '(select count(*) from kysely_migration) as migrated'
export const look = statement(
  'look',
  `select store_id, epoch, ${migrated}, ${limits}, pg_current_xact_id()::text as xid, pg_postmaster_start_time()::text as server
   from reference_epochs where store_id in ('', $1)`,
)
export const lookToRead = statement(
  'look-to-read',
  `select store_id, epoch, ${migrated}, ${limits}, pg_postmaster_start_time()::text as server from reference_epochs where store_id in ('', $1)`,
)
export const lockCart = statement(
  'lock',
  `select * from carts where id = $1 and store_id || '' = $2 for update`,
)
export const lockCartToPlace = statement(
  'lock-to-place',
  `select *, (select order_number from orders where orders.id = carts.id) as order_number
   from carts where id = $1 for update`,
)
export const linesOfCart = statement('lines', 'select * from cart_lines where cart_id = $1 order by position')
export const discountsOfCart = statement(
  'discounts',
  `select code.campaign_id from cart_promotion_codes given
   join campaign_codes code on code.id = given.campaign_code_id
   where given.cart_id = $1 and code.is_retired = $2`,
)
export const propertiesOfCart = statement(
  'properties',
  `select id, key, value, null as line_id from cart_properties where cart_id = $1
   union all select id, key, value, line_id from cart_line_properties where cart_id = $2 order by id`,
)
export const saveLines = statement(
  'save-lines',
  `update carts set updated_at = $1, line_count = $2, order_total = $3,
     version = case when version = $4 then version + 1 end where id = $5`,
)
export const saveBill = statement(
  'save-bill',
  `update carts set updated_at = $1, customer_name = $2, search_text = $3, billing_address = $4,
     version = case when version = $5 then version + 1 end where id = $6`,
)
export const saveShipping = statement(
  'save-shipping',
  `update carts set updated_at = $1, order_total = $2, shipping_address = $3, shipment_id = $4, shipping_method_id = $5,
     shipping_price_group_id = $6, shipment_name = $7, shipment_price = $8, shipment_discount = $9, shipment_tax = $10,
     shipment_tax_rate_ppm = $11, version = case when version = $12 then version + 1 end where id = $13`,
)
export const closeCart = statement(
  'close',
  `update carts set state = $1, version = $2, placed_version = $3, updated_at = $4, customer_id = $5,
     customer_from_bill = $6, payment_total = $7, order_total = $8 where id = $9 and version = $10`,
)
export const customerByEmail = statement(
  'customer',
  `select * from customers where id in (
     select id from customers where store_id = $1 and email_address = $2
     union all select customer_id as id from customer_doubles where store_id = $3 and email_address = $4)
   order by case when email_address = $5 then 0 else 1 end, id limit $6`,
)
export const nextNumber = statement(
  'number',
  `update order_numbers set last_number = last_number + $1 where store_id = $2 returning prefix, last_number`,
)
export const orderOf = statement('order', `select * from orders where id = $1 and store_id || '' = $2`)
export const linesOf = statement(
  'order-lines',
  'select * from order_lines where order_id = $1 order by position',
)
export const propertiesOf = statement(
  'order-properties',
  `select id, key, value, null as line_id from order_properties where order_id = $1
   union all select id, key, value, line_id from order_line_properties where order_id = $2 order by id`,
)
export const paymentsOf = statement(
  'payments',
  'select * from payments where order_id = $1 and state != $2 order by id',
)
