import { grouped } from '../database/queries/grouped.ts'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { fetchSlice, type Page, type Slice } from '../database/queries/keyset.ts'
import { insertRow } from '../database/queries/prepared.ts'
import { timestamp } from '../kernel/clock.ts'
import type { Context } from '../operations/context.ts'
import { cartEventText, type CartEventKind } from './cart-event-texts.ts'
import type { CartEvent } from './cart-event.schema.ts'
import type { CartEventTable } from './cart.table.ts'
import { getCartRow } from './cart.repository.ts'

/** What a request does to a cart, by its method and the rest of its path behind the cart. */
export function cartEventKind(method: string, path: string): CartEventKind {
  if (path === '') return method === 'DELETE' ? 'cart.abandoned' : 'cart.changed'
  if (path.includes('/properties')) return 'property.changed'
  const isRemoval = method === 'DELETE'
  if (path === '/billing-address') return isRemoval ? 'billing-address.removed' : 'billing-address.set'
  if (path === '/shipping') return isRemoval ? 'shipping.removed' : 'shipping.set'
  if (path.startsWith('/promotion-codes')) {
    return isRemoval ? 'promotion-code.removed' : 'promotion-code.added'
  }
  if (isRemoval) return 'line.removed'
  return method === 'POST' ? 'line.added' : 'line.changed'
}

/** Keeps who has made a version of a cart, and how. */
export async function recordCartEvent(
  db: WriteDb,
  { now, name }: Pick<Context, 'now' | 'name'>,
  event: { readonly cartId: string; readonly version: number; readonly kind: CartEventKind },
): Promise<void> {
  const { cartId, version, kind } = event
  await insertRow(db, 'cart_events', { cart_id: cartId, version, date: timestamp(now), actor: name, kind })
}

/**
 * The history of a cart, oldest first.
 * @param since only what was done after this version; 0 for everything
 * @param culture in whose language it is told; English where undefined
 * @throws CommerceError NotFound for the cart
 */
export async function listCartEvents(
  db: ReadDb,
  { storeId }: Context,
  cartId: string,
  page: Page,
  { since = 0, culture }: { readonly since?: number; readonly culture?: string | undefined } = {},
): Promise<Slice<CartEvent>> {
  await getCartRow(db, storeId, cartId)
  const query = db
    .selectFrom('cart_events as event')
    .select(['event.version', 'event.date', 'event.actor', 'event.kind'])
    .where('event.cart_id', '=', cartId)
    .where('event.version', '>', since)
  const { rows, next } = await fetchSlice(query, page, 'asc', { 'event.version': (row) => row.version })
  return { rows: rows.map((row) => view(row, culture)), next }
}

/** The whole histories of carts, told in English, by the carts' ids. */
export async function historiesOf(
  db: ReadDb,
  cartIds: readonly string[],
): Promise<(cartId: string) => CartEvent[]> {
  const rows = await db
    .selectFrom('cart_events')
    .selectAll()
    .where('cart_id', 'in', cartIds)
    .orderBy('version')
    .execute()
  const rowsOf = grouped(rows, 'cart_id')
  return (id) => rowsOf(id).map((row) => view(row, undefined))
}

const view = (
  { version, date, actor, kind }: Omit<CartEventTable, 'cart_id'>,
  culture: string | undefined,
): CartEvent => ({ date, actor, kind, text: cartEventText(kind, culture), version })
