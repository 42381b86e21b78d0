import { requireScope } from '../access/scopes.ts'
import type { WriteDb } from '../database/engine.ts'
import { insertRow } from '../database/queries/prepared.ts'
import { timestamp } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { Context } from '../operations/context.ts'
import { getStore } from '../stores/store.repository.ts'
import { requireCulture, requireCurrency } from '../stores/store.ts'
import { changedAt, emptyCart, getCartRow } from './cart.repository.ts'
import type { CreateCartBody } from './cart.schema.ts'
import { saveCart } from './save-cart.ts'
import { forWalkIn, takenAlong } from './walk-in.ts'

/**
 * Section 4.3. A draft is in no list before something is put into it: that it was begun for a walk-in is nothing.
 * @returns the cart's id, which becomes the order's
 * @throws CommerceError BadRequest for a culture or currency that is not the store's, or for a walk-in where it has no country;
 *   Forbidden for a walk-in where the token is not for the counter
 */
export async function createCart(db: WriteDb, context: Context, input: CreateCartBody): Promise<string> {
  const { storeId, now, changes } = context
  const isWalkIn = input.walkIn === true
  if (isWalkIn) requireScope(context, ['staff'])
  const store = await getStore(db, storeId)
  const culture = requireCulture(store, input.cultureCode)
  const currency = requireCurrency(store, input.currency)
  const id = newId()
  await insertRow(db, 'carts', {
    id,
    store_id: storeId,
    state: 'open',
    version: 1,
    created_at: timestamp(now),
    ...changedAt(now),
    culture_code: culture,
    currency_id: currency.id,
    customer_id: null,
    note: null,
    customer_name: null,
    search_text: '',
    ...emptyCart,
    draft_since: input.draft === true ? timestamp(now) : null,
  })
  if (isWalkIn) {
    const found = await getCartRow(db, storeId, id)
    const cart = forWalkIn(store, found)
    const taken = await takenAlong(db, context, store, cart)
    await saveCart(db, context, { ...cart, ...taken, found }, { isBegun: true })
  } else changes.push({ type: 'cart.changed', id, version: 1 })
  return id
}
