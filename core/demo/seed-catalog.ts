import { productTerms } from '../catalog/product-terms.ts'
import { searchTerms } from '../kernel/search-terms.ts'
import { ean13 } from './barcode.ts'
import type { Department, DemoShop, Kind, Option, Texts } from './demo-shop.ts'
import { netPrice } from './label-price.ts'
import { OPENED, type MadePriceGroup, type ShopMaking } from './shop-keys.ts'

/**
 * Makes the catalogs, and in each its products with their variants, prices and search terms.
 * @returns the ids of the catalogs by the department's code
 */
export function makeCatalog(
  making: ShopMaking,
  shop: DemoShop,
  priceGroups: ReadonlyMap<string, MadePriceGroup>,
): ReadonlyMap<string, string> {
  const catalogs = new Map<string, string>()
  let article = 0
  for (const [position, department] of shop.departments.entries()) {
    const catalogId = making.random.id(OPENED)
    catalogs.set(department.code, catalogId)
    making.rows.add('catalogs', {
      id: catalogId,
      store_id: making.storeId,
      position,
      version: 1,
      state: 'active',
    })
    for (const [index, culture] of shop.cultures.entries()) {
      const name = department.name[index] ?? ''
      making.rows.add('catalog_names', { catalog_id: catalogId, culture_code: culture, name })
    }
    for (const kind of department.kinds) {
      for (const product of productsOf(shop, kind)) {
        makeProduct({ making, shop, priceGroups, department, catalogId }, product, article++)
      }
    }
  }
  return catalogs
}

interface Product {
  readonly sku: string
  readonly name: Texts
  readonly price: number
  readonly variants: readonly Variant[]
}

interface Variant {
  /** Null is a product without variants. */
  readonly sku: string | null
  readonly name: Texts | undefined
  readonly factor: number
}

function productsOf(shop: DemoShop, kind: Kind): Product[] {
  const models = Object.entries(kind.models ?? {})
  const product = (sku: string, name: Texts, price: number): Product => ({
    sku,
    name,
    price,
    variants: variantsOf(shop, sku, kind.options ?? []),
  })
  return [
    ...(kind.price === undefined ? [] : [product(kind.code, kind.name, kind.price)]),
    ...models.map(([model, price]) =>
      product(`${kind.code}-${codeOf(model)}`, kind.name.map(withModel(shop, model)), price),
    ),
  ]
}

const withModel = (shop: DemoShop, model: string) => (text: string, index: number) => {
  const name = shop.modelNames?.[model]?.[index] ?? model
  return text.includes('{}') ? text.replace('{}', name) : `${text} ${name}`
}

/** The first letters of a model, as they can be typed on every keyboard: Ærø becomes AER. */
const codeOf = (model: string): string => searchTerms(model).join('').slice(0, 3).toUpperCase()

function variantsOf(shop: DemoShop, sku: string, options: readonly (readonly Option[])[]): Variant[] {
  if (options.length === 0) return [{ sku: null, name: undefined, factor: 1 }]
  let combinations: Option[][] = [[]]
  for (const choices of options) {
    combinations = combinations.flatMap((chosen) => choices.map((choice) => [...chosen, choice]))
  }
  return combinations.map((chosen) => ({
    sku: [sku, ...chosen.map((option) => option.code)].join('-'),
    name: shop.cultures.map((_, index) =>
      chosen.map((option) => option.name[index] ?? '').join(shop.separators[index] ?? ', '),
    ),
    factor: chosen.reduce((factor, option) => factor * (option.factor ?? 1), 1),
  }))
}

interface Shelf {
  readonly making: ShopMaking
  readonly shop: DemoShop
  readonly priceGroups: ReadonlyMap<string, MadePriceGroup>
  readonly department: Department
  readonly catalogId: string
}

function makeProduct(shelf: Shelf, product: Product, article: number): void {
  const { making, shop, department, catalogId } = shelf
  const { rows, random, storeId } = making
  const productId = random.id(OPENED)
  rows.add('products', {
    id: productId,
    store_id: storeId,
    catalog_id: catalogId,
    sku: product.sku,
    tax_rate_ppm: department.taxPpm,
    tax_rate_id: null,
    image_url: null,
    version: 1,
    state: 'active',
  })
  for (const [index, culture] of shop.cultures.entries()) {
    rows.add('product_names', {
      product_id: productId,
      culture_code: culture,
      name: product.name[index] ?? '',
    })
  }
  for (const [position, variant] of product.variants.entries()) {
    const variantId = random.id(OPENED)
    const number = `${String(article + 1).padStart(5, '0')}${String(position + 1).padStart(4, '0')}`
    const barcode = ean13(`${shop.barcodePrefix}${number}`)
    rows.add('variants', {
      id: variantId,
      store_id: storeId,
      product_id: productId,
      variant_sku: variant.sku,
      barcode,
      position,
      is_retired: 0,
    })
    for (const [index, culture] of shop.cultures.entries()) {
      const name = variant.name?.[index]
      if (name !== undefined)
        rows.add('variant_names', { variant_id: variantId, culture_code: culture, name })
    }
    makePrices(shelf, variantId, product.price, variant.factor)
    const terms = productTerms(
      [...product.name, ...(variant.name ?? [])],
      [product.sku, variant.sku, barcode],
    )
    for (const term of terms) rows.add('product_terms', { store_id: storeId, term, variant_id: variantId })
  }
}

function makePrices(
  { making, shop, priceGroups, department }: Shelf,
  variantId: string,
  price: number,
  factor: number,
) {
  for (const { key, prices } of shop.priceGroups) {
    const group = priceGroups.get(key)
    if (!group || !prices || prices.departments?.includes(department.code) === false) continue
    const taxRate = group.taxRate ?? department.taxPpm
    making.rows.add('prices', {
      variant_id: variantId,
      price_group_id: group.id,
      amount: netPrice(shop.pricing, price, factor * prices.factor, group.currency, taxRate),
    })
  }
}
