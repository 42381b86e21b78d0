import { statement } from '../statements.ts'

// The core's statements, as it sends them.

/** Who histories say has done it. */
export const ACTOR = 'Benchmark'

const limits = `set_config('statement_timeout', '30000', true), set_config('lock_timeout', '8000', true),
  set_config('idle_in_transaction_session_timeout', '60000', true)`
const migrated = '(select count(*) from kysely_migration) as migrated'
export const look = statement(
  'look',
  `select store_id, epoch, ${migrated}, ${limits}, pg_current_xact_id()::text as xid, pg_postmaster_start_time()::text as server
   from reference_epochs where store_id in ('', $1)`,
)
export const lookToRead = statement(
  'look-to-read',
  `select store_id, epoch, ${migrated}, ${limits} from reference_epochs where store_id in ('', $1)`,
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
  `select shipment.*, code.campaign_id from carts cart
   left join cart_shipments shipment on shipment.cart_id = cart.id
   left join cart_promotion_codes given on given.cart_id = cart.id
   left join campaign_codes code on code.id = given.campaign_code_id and code.is_retired = $1
   where cart.id = $2`,
)
export const addressesOfCart = statement('addresses', 'select * from cart_addresses where cart_id = $1')
export const shipmentOfCart = statement('shipment', 'select * from cart_shipments where cart_id = $1')
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
export const saveName = statement(
  'save-name',
  `update carts set updated_at = $1, customer_name = $2, search_text = $3,
     version = case when version = $4 then version + 1 end where id = $5`,
)
export const saveTotal = statement(
  'save-total',
  `update carts set updated_at = $1, order_total = $2,
     version = case when version = $3 then version + 1 end where id = $4`,
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
export const addressesOf = statement('order-addresses', 'select * from order_addresses where order_id = $1')
export const shipmentOf = statement('order-shipment', 'select * from order_shipments where order_id = $1')
export const paymentsOf = statement(
  'payments',
  'select * from payments where order_id = $1 and state != $2 order by id',
)
