import type { ReadDb } from '../../../database/engine.ts'
import type { Page, Slice } from '../../../database/queries/keyset.ts'
import { badRequest } from '../../../kernel/errors.ts'
import { toMajor, toRate, type Minor } from '../../../kernel/money.ts'
import { MAX_DEPTH } from '../../../price-groups/price-group.ts'
import { textsOf } from '../../../records/texts.ts'
import { taxRateOf } from '../../product.repository.ts'
import { findProductRows, type ManagedProductFilter } from '../list-products.ts'
import type { Shelf, ShelfGroup } from '../shelf.ts'
import type { GridPrice, PriceRow } from './price.schema.ts'

/**
 * Variants by sku with their prices in some groups, and of no others: however many groups a shop has.
 * @param page of products
 * @throws CommerceError BadRequest for a price group that the store does not have
 */
export async function listPriceRows(
  db: ReadDb,
  shelf: Shelf,
  page: Page,
  filter: ManagedProductFilter & { readonly priceGroupIds: readonly string[] },
): Promise<Slice<PriceRow>> {
  const groups = filter.priceGroupIds.map((id) => groupOf(shelf, id))
  const { rows: products, next } = await findProductRows(db, shelf.store.id, page, filter)
  if (products.length === 0) return { rows: [], next }
  const ids = products.map(({ id }) => id)
  const found = await db
    .selectFrom('products as product')
    .leftJoin('tax_rates as rate', 'rate.id', 'product.tax_rate_id')
    .select(['product.id', 'product.version', 'product.sku', taxRateOf.as('taxRate')])
    .where('product.id', 'in', ids)
    .execute()
  const names = await db.selectFrom('product_names').selectAll().where('product_id', 'in', ids).execute()
  const variants = await db
    .selectFrom('variants')
    .select(['id', 'product_id', 'variant_sku'])
    .where('product_id', 'in', ids)
    .where('is_retired', '=', 0)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const variantIds = db.selectFrom('variants').select('id').where('product_id', 'in', ids)
  const variantNames = await db
    .selectFrom('variant_names')
    .selectAll()
    .where('variant_id', 'in', variantIds)
    .execute()
  const prices = await db
    .selectFrom('prices')
    .selectAll()
    .where('variant_id', 'in', variantIds)
    .where('price_group_id', 'in', [...new Set(groups.flatMap(({ chain }) => chain))])
    .execute()

  const byId = new Map(found.map((product) => [product.id, product]))
  const namesOf = Map.groupBy(names, ({ product_id }) => product_id)
  const variantNamesOf = Map.groupBy(variantNames, ({ variant_id }) => variant_id)
  const variantsOf = Map.groupBy(variants, ({ product_id }) => product_id)
  const pricesOf = Map.groupBy(prices, ({ variant_id }) => variant_id)
  const rows = products.flatMap(({ id }) => {
    const product = byId.get(id)
    return (variantsOf.get(id) ?? []).flatMap((variant): PriceRow[] => {
      if (!product) return []
      const own = new Map(
        (pricesOf.get(variant.id) ?? []).map(({ amount, price_group_id }) => [price_group_id, amount]),
      )
      return [
        {
          id: variant.id,
          productId: id,
          version: product.version,
          sku: product.sku,
          variantSku: variant.variant_sku,
          names: textsOf(namesOf.get(id), ({ name }) => name),
          variantNames: textsOf(variantNamesOf.get(variant.id), ({ name }) => name),
          taxRate: toRate(product.taxRate),
          prices: groups.map((group) => priceIn(group, own)),
        },
      ]
    })
  })
  return { rows, next }
}

function groupOf({ priceGroups }: Shelf, id: string): ShelfGroup {
  const group = priceGroups.get(id.toLowerCase())
  if (!group) throw badRequest('price-group.unknown', `there is no price group ${id}`, 'priceGroupIds')
  return group
}

/** The group's own price, or that of the nearest group that it derives from. */
function priceIn({ chain, currency, id }: ShelfGroup, own: ReadonlyMap<string, Minor>): GridPrice {
  const from = chain.slice(0, MAX_DEPTH + 1).find((each) => own.has(each))
  if (from === undefined) return { priceGroupId: id, price: null, inheritedFrom: null }
  return {
    priceGroupId: id,
    price: toMajor(own.get(from) ?? 0, currency),
    inheritedFrom: from === id ? null : from,
  }
}
