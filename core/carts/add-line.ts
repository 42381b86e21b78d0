import { requireScope } from '../access/scopes.ts'
import { findCatalog } from '../catalog/catalog.repository.ts'
import {
  findPricedVariants,
  findVariants,
  type PricedVariant,
  type VariantRecord,
} from '../catalog/product.repository.ts'
import type { NewCustomProperty } from '../custom-properties/custom-property.schema.ts'
import type { WriteDb } from '../database/engine.ts'
import { insertRow, prepared } from '../database/queries/prepared.ts'
import { badRequest, said } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { toMinor, toPpm } from '../kernel/money.ts'
import type { Context } from '../operations/context.ts'
import { getOfferedPriceGroup } from '../price-groups/price-group.repository.ts'
import { getStore } from '../stores/store.repository.ts'
import { requireCulture } from '../stores/store.ts'
import { requireCartCurrency, type CartRow } from './cart.repository.ts'
import { openWithContents } from './open-cart.ts'
import type { AddLineBody } from './cart.schema.ts'
import { MAX_LINES } from './limits.ts'
import { requireReadable } from './require-readable.ts'
import { saveCart } from './save-cart.ts'
import { type CartLineRecord, insertLine, saveLine } from './cart-line.repository.ts'
import { priceOf } from '../pricing/line.ts'

const MAX_QUANTITY = 1_000_000

/** What a new line would be, before it is known whether one like it is there. */
type LineDraft = Omit<CartLineRecord, 'id' | 'position'>

/**
 * Adds goods to a cart (section 4.2). A line like it (same goods, price group, price and properties) takes the
 * quantity, unless the caller wants a line of its own.
 * @returns the line's id and the cart's new version
 * @throws CommerceError BadRequest, naming the field, for what cannot be sold so; Forbidden for a price without the
 *   scope; NotFound or Conflict for the cart
 */
export async function addLine(
  db: WriteDb,
  context: Context,
  cartId: string,
  body: AddLineBody,
): Promise<{ lineId: string; version: number }> {
  if (body.price !== undefined || body.taxRate !== undefined) requireScope(context, ['price'])
  if (body.position !== undefined) requireScope(context, ['staff'])
  const { cart, contents } = await openWithContents(db, context, cartId)
  const { lines } = contents
  const draft = await draftLine(db, context, cart, body)
  const properties = body.customProperties ?? []
  requireUniqueKeys(properties)

  const existing =
    body.addToExistingOrderline === false ? undefined : await findLineLike(db, lines, draft, properties)
  if (existing) {
    const enlarged = await enlarge(db, cartId, existing, draft.quantity)
    const changed = lines.map((line) => (line.id === existing.id ? enlarged : line))
    return {
      lineId: existing.id,
      version: await saveCart(db, context, cart, { ...contents, lines: changed }),
    }
  }
  if (lines.length >= MAX_LINES) {
    throw badRequest(
      'cart.lines',
      said`would be on one line more than the ${{ most: MAX_LINES }} a cart may have`,
      'sku',
    )
  }
  const at = Math.min(body.position ?? Infinity, lines.length + 1) - 1
  const position = await makePlace(db, cartId, lines, at)
  const line = await insertNew(db, cartId, { ...draft, position }, properties)
  // Behind it, places may have moved on: they are read again.
  const { lines: _, ...rest } = contents
  const known = at === lines.length ? { ...contents, lines: [...lines, line] } : rest
  return { lineId: line.id, version: await saveCart(db, context, cart, known) }
}

/** The number for a line at an index: between its neighbours, who move on where there is no number left. */
async function makePlace(
  db: WriteDb,
  cartId: string,
  lines: readonly CartLineRecord[],
  index: number,
): Promise<number> {
  const before = lines[index - 1]?.position ?? 0
  const next = lines[index]
  if (!next || next.position > before + 1) return before + 1
  for (const line of lines.slice(index).reverse())
    await saveLine(db, cartId, { ...line, position: line.position + 1 })
  return next.position
}

async function draftLine(
  db: WriteDb,
  { storeId }: Context,
  cart: CartRow,
  body: AddLineBody,
): Promise<LineDraft> {
  const store = await getStore(db, storeId)
  const culture = requireCulture(store, body.cultureCode)
  const priceGroup = await getOfferedPriceGroup(db, storeId, body.priceGroupId)
  requireCartCurrency(cart, priceGroup)
  if (!(await findCatalog(db, storeId, body.catalogId))) {
    throw badRequest('catalog.not-found', 'there is no such catalog', 'catalogId')
  }
  const variant = pickVariant(await findVariants(db, storeId, body.sku), body)
  const offered = await findPricedVariants(db, store, body.sku, { culture, priceGroup })
  const sold = offered.find(({ variantId }) => variantId === variant.variantId)
  if (!sold)
    throw badRequest('line.no-price', said`${{ sku: body.sku }} has no price in this price group`, 'sku')

  const { isoCode } = priceGroup.currency
  const price = body.price === undefined ? sold.price : toMinor(body.price, isoCode)
  const taxRate = body.taxRate === undefined ? sold.taxRate : toPpm(body.taxRate)
  return {
    ...goodsOf(sold),
    ...priceOf(price, taxRate),
    ...terms(priceGroup.id, body),
  }
}

const goodsOf = (sold: PricedVariant) => ({
  variantId: sold.variantId,
  sku: sold.sku,
  variantSku: sold.variantSku,
  productName: sold.name,
  catalogId: sold.catalogId,
})

const terms = (priceGroupId: string, body: AddLineBody) => ({
  priceGroupId,
  quantity: body.quantity ?? 1,
  isPriceSet: body.price !== undefined,
})

/** The one thing that sku, variant sku and catalog name. */
function pickVariant(variants: readonly VariantRecord[], body: AddLineBody): VariantRecord {
  const [first] = variants
  if (!first)
    throw badRequest('line.unknown-sku', said`there is no product with the sku ${{ sku: body.sku }}`, 'sku')
  if (first.catalogId !== body.catalogId) {
    throw badRequest('line.catalog', said`${{ sku: body.sku }} is not in this catalog`, 'catalogId')
  }
  const variantSku = body.variantSku?.trim() ? body.variantSku : null
  const variant = variants.find((candidate) => candidate.variantSku === variantSku)
  if (variant) return variant
  throw variantSku === null
    ? badRequest('line.family', said`is missing: ${{ sku: body.sku }} comes in variants`, 'variantSku')
    : badRequest(
        'line.unknown-variant',
        said`${{ sku: body.sku }} has no variant ${{ variantSku }}`,
        'variantSku',
      )
}

async function findLineLike(
  db: WriteDb,
  lines: readonly CartLineRecord[],
  draft: LineDraft,
  properties: readonly NewCustomProperty[],
): Promise<CartLineRecord | undefined> {
  for (const line of lines) {
    if (!isSameGoods(line, draft)) continue
    if (isSameProperties(await propertiesOfLine.all(db, { lineId: line.id }), properties)) return line
  }
  return undefined
}

const isSameGoods = (line: CartLineRecord, draft: LineDraft): boolean =>
  line.variantId === draft.variantId &&
  line.priceGroupId === draft.priceGroupId &&
  line.isPriceSet === draft.isPriceSet &&
  line.price === draft.price &&
  line.taxRate === draft.taxRate

const propertiesOfLine = prepared((db, { lineId }: { lineId: string }) =>
  db.selectFrom('cart_line_properties').select(['key', 'value']).where('line_id', '=', lineId),
)

function isSameProperties(a: readonly NewCustomProperty[], b: readonly NewCustomProperty[]): boolean {
  const values = new Map(a.map(({ key, value }) => [key, value]))
  return a.length === b.length && b.every(({ key, value }) => values.get(key) === value)
}

async function enlarge(
  db: WriteDb,
  cartId: string,
  line: CartLineRecord,
  by: number,
): Promise<CartLineRecord> {
  const quantity = line.quantity + by
  if (quantity > MAX_QUANTITY) {
    throw badRequest(
      'line.quantity',
      said`would make ${{ quantity }} on one line, more than ${{ most: MAX_QUANTITY }}`,
      'quantity',
    )
  }
  const enlarged = { ...line, quantity }
  await saveLine(db, cartId, enlarged)
  return enlarged
}

async function insertNew(
  db: WriteDb,
  cartId: string,
  draft: Omit<CartLineRecord, 'id'>,
  properties: readonly NewCustomProperty[],
): Promise<CartLineRecord> {
  const line = { ...draft, id: newId() }
  await insertLine(db, cartId, line)
  if (properties.length === 0) return line
  for (const { key, value } of properties) {
    const property = {
      id: newId(),
      cart_id: cartId,
      line_id: line.id,
      key,
      value,
    }
    await insertRow(db, 'cart_line_properties', property)
  }
  await requireReadable(db, cartId, {
    property: 'customProperties',
    text: 'customProperties',
  })
  return line
}

function requireUniqueKeys(properties: readonly NewCustomProperty[]): void {
  const keys = new Set<string>()
  for (const [index, { key }] of properties.entries()) {
    if (keys.has(key)) {
      throw badRequest(
        'line.property-key',
        said`the key ${{ key }} stands twice`,
        `customProperties.${index}.key`,
      )
    }
    keys.add(key)
  }
}
