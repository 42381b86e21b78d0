import { keptId } from '../customers/customer.repository.ts'
import type { ReadDb } from '../database/engine.ts'
import { fetchMerged, type Page, type Slice } from '../database/queries/keyset.ts'
import { toMajor } from '../kernel/money.ts'
import { pastedIds } from '../kernel/pasted.ts'
import { otherSpellings, searchTerms } from '../kernel/search-terms.ts'
import type { CartsCountQuery, CartState, CartSummary } from './cart.schema.ts'

const STATES: readonly CartState[] = ['open', 'ordered', 'abandoned']

/**
 * The store's carts, newest change first; a search is a cart's id, as it is pasted, or words of its customer or its name.
 * Drafts are found by their id alone.
 */
export async function listCarts(
  db: ReadDb,
  storeId: string,
  page: Page,
  { customerId, state, search = '' }: Readonly<CartsCountQuery>,
): Promise<Slice<CartSummary>> {
  let query = db
    .selectFrom('carts as cart')
    .innerJoin('currencies as currency', 'currency.id', 'cart.currency_id')
    .select([
      'cart.id',
      'cart.created_at',
      'cart.updated_at',
      'cart.updated_period',
      'cart.state',
      'cart.culture_code',
      'currency.id as currency_id',
      'currency.iso_code',
      'cart.customer_name',
      'cart.name',
      'cart.line_count',
      'cart.order_total',
    ])
    .where('cart.store_id', '=', storeId)
  if (customerId !== undefined) {
    query = query.where('cart.customer_id', '=', await keptId(db, storeId, customerId))
  }
  const cartIds = pastedIds(search)
  if (cartIds.length > 0) query = query.where('cart.id', 'in', cartIds)
  else query = query.where('cart.draft_since', 'is', null)
  if (cartIds.length === 0 && search.trim() !== '') {
    const words = searchTerms(search)
    if (words.length === 0) return { rows: [], next: undefined }
    query = query.where(({ and, eb, or }) =>
      or(
        [words, ...otherSpellings(search)].map((way) =>
          and(
            way.map((word) =>
              or([eb('cart.search_text', 'like', `%${word}%`), eb('cart.name_search', 'like', `%${word}%`)]),
            ),
          ),
        ),
      ),
    )
  }
  // An index holds the carts of each state by their last change, and none those of all.
  const isOfAll = state === undefined && customerId === undefined && cartIds.length === 0
  const states = isOfAll ? STATES : [state]
  const queries = states.map((one) => (one === undefined ? query : query.where('cart.state', '=', one)))
  const { rows: kept, next } = await fetchMerged(queries, page, 'desc', {
    'cart.updated_period': (row) => row.updated_period,
    'cart.updated_at': (row) => row.updated_at,
    'cart.id': (row) => row.id,
  })
  return {
    rows: kept.map((row) => ({
      id: row.id,
      createdDate: row.created_at,
      updatedDate: row.updated_at,
      state: row.state,
      cultureCode: row.culture_code,
      billingCurrency: { id: row.currency_id, isoCode: row.iso_code },
      customerName: row.customer_name,
      name: row.name,
      lineCount: row.line_count,
      orderTotal: toMajor(row.order_total, row.iso_code),
    })),
    next,
  }
}
