import { setImmediate as nextTurn } from 'node:timers/promises'
import { addressIn } from '../customers/address.ts'
import { cartNameOfRecord } from '../customers/cart-name.ts'
import type { CustomerRecord } from '../customers/manage/customer-record.ts'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { lockRows } from '../database/queries/lock-rows.ts'
import { insertRows } from '../database/queries/prepared.ts'
import { chunksOf } from '../kernel/chunks.ts'
import { timestamp } from '../kernel/clock.ts'
import type { Context } from '../operations/context.ts'
import { isForSame } from './buyer.ts'
import type { CartEventKind } from './cart-event-texts.ts'

/** The carts of a customer, newest first: those that were placed, too. */
export async function cartsOfCustomer(
  db: ReadDb,
  customerId: string,
): Promise<readonly { readonly id: string; readonly state: string }[]> {
  return db
    .selectFrom('carts')
    .select(['id', 'state'])
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .execute()
}

/** Carts of a customer's orders that were opened again, and have none since, though their bill names the same person. */
export async function cartsOfOrders(db: ReadDb, customerId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('orders as order')
    .innerJoin('carts as cart', 'cart.id', 'order.id')
    .select(['cart.id', 'cart.billing_address as bill', 'order.billing_address as placed'])
    .where('order.customer_id', '=', customerId)
    .where('cart.customer_id', 'is', null)
    .execute()
  return rows.filter(({ bill, placed }) => isForSame(bill, placed)).map(({ id }) => id)
}

/**
 * The carts of nobody known in which somebody has given one of some e-mails: who began an order and never placed it. Placed
 * ones, most of all, are somebody's.
 */
export async function cartsOfEmails(
  db: ReadDb,
  storeId: string,
  emails: readonly string[],
): Promise<readonly string[]> {
  if (emails.length === 0) return []
  const rows = await db
    .selectFrom('carts')
    .select(['id', 'billing_address', 'shipping_address'])
    .where('store_id', '=', storeId)
    .where('state', 'in', ['open', 'abandoned'])
    .where('customer_id', 'is', null)
    .where((eb) =>
      eb.or(
        (['billing_address', 'shipping_address'] as const).flatMap((column) =>
          emails.map((email) => eb(eb.fn<string>('lower', [column]), 'like', somewhere(email))),
        ),
      ),
    )
    .execute()
  const isGiven = (text: string | null): boolean =>
    emails.includes(addressIn(text)?.email_address?.toLowerCase() ?? '')
  return rows
    .filter(({ billing_address, shipping_address }) => isGiven(billing_address) || isGiven(shipping_address))
    .map(({ id }) => id)
}

/**
 * What is like an e-mail anywhere in JSON; more than that may be, where it has what patterns and JSON write otherwise, or
 * letters beyond ASCII, of which databases know no capitals.
 */
const somewhere = (email: string): string => `%${email.replaceAll(/[^ -~]+|[\\"%]+/g, '%')}%`

/**
 * Locks carts, for whoever goes on to change their customer or their orders: who places one of them has locked it before
 * he comes to its customer.
 */
export async function lockCarts(db: WriteDb, ids: readonly string[]): Promise<void> {
  await lockRows(db, 'carts', ids)
}

/**
 * Gives the carts of one customer to another; open ones go by the other's name from now on.
 * @returns how many of them are open: those that were placed are counted as orders
 */
export async function moveCarts(
  db: WriteDb,
  context: Context,
  fromId: string,
  to: CustomerRecord,
): Promise<number> {
  const moved = await db
    .updateTable('carts')
    .set((eb) => ({ customer_id: to.id, version: eb('version', '+', 1) }))
    .where('customer_id', '=', fromId)
    .returning(['id', 'version', 'state'])
    .execute()
  const open = moved.filter(({ state }) => state === 'open').map(({ id }) => id)
  if (open.length > 0)
    await db.updateTable('carts').set(cartNameOfRecord(to)).where('id', 'in', open).execute()
  await tellOf(db, context, moved, () => 'cart.changed')
  return open.length
}

/** Carts that are locked, or cleaned, at a time. */
const CHUNK = 500

/** A free text that must be there, and says nothing any more. */
const ERASED = '—'

/**
 * Takes everything from carts that a person may be known by, or may have written: addresses, properties, notes and names.
 * Open ones are given up.
 * @param customerId whose they stay; null for nobody's
 */
export async function eraseCarts(
  db: WriteDb,
  context: Context,
  ids: readonly string[],
  customerId: string | null,
): Promise<void> {
  for (const some of chunksOf(ids, CHUNK)) {
    await eraseSome(db, context, some, customerId)
    // As with orders: others read meanwhile.
    await nextTurn()
  }
}

async function eraseSome(
  db: WriteDb,
  context: Context,
  ids: readonly string[],
  customerId: string | null,
): Promise<void> {
  const open = await db
    .updateTable('carts')
    .set({ state: 'abandoned' })
    .where('id', 'in', ids)
    .where('state', '=', 'open')
    .returning('id')
    .execute()
  const erased = await db
    .updateTable('carts')
    .set((eb) => ({
      version: eb('version', '+', 1),
      customer_id: customerId,
      note: null,
      name: null,
      name_search: '',
      customer_name: null,
      search_text: '',
      billing_address: null,
      shipping_address: null,
      delivery_note: null,
      track_and_trace: null,
    }))
    .where('id', 'in', ids)
    .returning(['id', 'version'])
    .execute()
  await db
    .updateTable('carts')
    .set({ price_group_reason: ERASED })
    .where('id', 'in', ids)
    .where('price_group_reason', 'is not', null)
    .execute()
  for (const table of ['cart_properties', 'cart_line_properties'] as const) {
    await db.deleteFrom(table).where('cart_id', 'in', ids).execute()
  }
  const abandoned = new Set(open.map(({ id }) => id))
  await tellOf(db, context, erased, ({ id }) => (abandoned.has(id) ? 'cart.abandoned' : 'cart.changed'))
}

/** Keeps in their histories that carts have been changed, and tells whoever looks at them. */
async function tellOf<Cart extends { readonly id: string; readonly version: number }>(
  db: WriteDb,
  { changes, name, now }: Context,
  carts: readonly Cart[],
  kindOf: (cart: Cart) => CartEventKind,
): Promise<void> {
  await insertRows(
    db,
    'cart_events',
    carts.map((cart) => ({
      cart_id: cart.id,
      version: cart.version,
      date: timestamp(now),
      actor: name,
      kind: kindOf(cart),
    })),
  )
  changes.push(...carts.map(({ id, version }) => ({ type: 'cart.changed' as const, id, version })))
}
