import { catalogNoun } from '../catalog/manage/catalog.noun.ts'
import { productNoun } from '../catalog/manage/product.noun.ts'
import type { ProductDraft, ProductRecord } from '../catalog/manage/product-record.ts'
import { readShelf } from '../catalog/manage/shelf.ts'
import type { Minor } from '../kernel/money.ts'
import { searchTerms } from '../kernel/search-terms.ts'
import { createRecord, createRecords } from '../records/create-record.ts'
import { ean13 } from './barcode.ts'
import type { Department, DemoShop, Kind, Option, Texts } from './demo-shop.ts'
import { netPrice } from './label-price.ts'
import { MODEL_SHADES, type Shade } from './pictures/shades.ts'
import { keepPictures, type ImageUrlOf, type Picture } from './seed-pictures.ts'
import { byCulture, OPENED, withIds, type MadePriceGroup, type ShopMaking } from './shop-keys.ts'

/**
 * Makes the catalogs, and in each its products with their variants and prices.
 * @returns the ids of the catalogs by the department's code
 */
export async function makeCatalogs(
  making: ShopMaking,
  priceGroups: ReadonlyMap<string, MadePriceGroup>,
): Promise<ReadonlyMap<string, string>> {
  const { author, db, random, shop } = making
  const catalogs = new Map<string, string>()
  let article = 0
  for (const department of shop.departments) {
    const catalogId = random.id(OPENED)
    catalogs.set(department.code, catalogId)
    const body = { names: byCulture(shop, department.name) }
    await createRecord(db, author, catalogNoun, body, (catalog) => ({ ...catalog, id: catalogId }))
    const products = department.kinds.flatMap((kind) => productsOf(shop, kind))
    const imageUrlOf = await keepPictures(
      making,
      products.flatMap(({ picture, variants }) => [picture, ...variants.map((variant) => variant.picture)]),
    )
    const drafts = products.map((product) =>
      makeProduct({ making, priceGroups, department, catalogId, imageUrlOf }, product, article++),
    )
    await createRecords(db, author, productNoun, await readShelf(db, author.storeId), drafts)
  }
  return catalogs
}

interface Product {
  readonly sku: string
  readonly name: Texts
  readonly price: number
  readonly isGiftCard: boolean
  readonly picture: Picture | undefined
  readonly variants: readonly Variant[]
}

interface Variant {
  /** Null is a product without variants. */
  readonly sku: string | null
  readonly name: Texts | undefined
  readonly factor: number
  /** Where its colour is chosen. */
  readonly picture: Picture | undefined
}

function productsOf(shop: DemoShop, kind: Kind): Product[] {
  const models = Object.entries(kind.models ?? {})
  const product = (sku: string, name: Texts, price: number, picture: Picture | undefined): Product => ({
    sku,
    name,
    price,
    isGiftCard: kind.isGiftCard ?? false,
    picture,
    variants: variantsOf(shop, sku, kind.options ?? [], picture),
  })
  return [
    ...(kind.price === undefined ? [] : [product(kind.code, kind.name, kind.price, pictureOf(kind, 0))]),
    ...models.map(([model, price], index) =>
      product(
        `${kind.code}-${codeOf(model)}`,
        kind.name.map(withModel(shop, model)),
        price,
        pictureOf(kind, index),
      ),
    ),
  ]
}

/** In the colour of its first variant, or in one of the kind's or the model's own. */
function pictureOf({ drawing, options = [], shade }: Kind, model: number): Picture | undefined {
  if (drawing === undefined) return undefined
  const chosen = options.flatMap(([first]) => first?.shade ?? [])[0]
  return { drawing, shade: chosen ?? shade ?? MODEL_SHADES[model % MODEL_SHADES.length] ?? 'NAV' }
}

const withModel = (shop: DemoShop, model: string) => (text: string, index: number) => {
  const name = shop.modelNames?.[model]?.[index] ?? model
  return text.includes('{}') ? text.replace('{}', name) : `${text} ${name}`
}

/** The first letters of a model, as they can be typed on every keyboard: Ærø becomes AER. */
const codeOf = (model: string): string => searchTerms(model).join('').slice(0, 3).toUpperCase()

function variantsOf(
  shop: DemoShop,
  sku: string,
  options: readonly (readonly Option[])[],
  picture: Picture | undefined,
): Variant[] {
  if (options.length === 0) return [{ sku: null, name: undefined, factor: 1, picture: undefined }]
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
    picture: inShade(picture, chosen.flatMap(({ shade }) => shade ?? [])[0]),
  }))
}

const inShade = (picture: Picture | undefined, shade: Shade | undefined): Picture | undefined =>
  picture && shade && { ...picture, shade }

interface Place {
  readonly making: ShopMaking
  readonly priceGroups: ReadonlyMap<string, MadePriceGroup>
  readonly department: Department
  readonly catalogId: string
  readonly imageUrlOf: ImageUrlOf
}

/** A product as it is to be stored, and the ids that it and its variants get. */
function makeProduct(place: Place, product: Product, article: number) {
  const { making, department, catalogId, imageUrlOf } = place
  const { random, shop } = making
  const id = random.id(OPENED)
  const variantIds = product.variants.map(() => random.id(OPENED))
  const draft: ProductDraft = {
    sku: product.sku,
    names: byCulture(shop, product.name),
    descriptions: {},
    imageUrl: imageUrlOf(product.picture),
    catalogId,
    taxRate: department.taxPpm,
    taxRateId: null,
    state: 'active',
    isGiftCard: product.isGiftCard,
    variants: product.variants.map((variant, position) => {
      const number = `${String(article + 1).padStart(5, '0')}${String(position + 1).padStart(4, '0')}`
      return {
        variantSku: variant.sku,
        names: variant.name ? byCulture(shop, variant.name) : {},
        options: [],
        imageUrl: imageUrlOf(variant.picture),
        barcodes: [ean13(`${shop.barcodePrefix}${number}`)],
        prices: pricesOf(place, product.price, variant.factor),
      }
    }),
  }
  const identify = (record: ProductRecord): ProductRecord => ({
    ...record,
    id,
    variants: withIds(record.variants, variantIds),
  })
  return { draft, identify }
}

/** By the ids of the price groups that set one themselves. */
const pricesOf = (
  { making: { shop }, priceGroups, department }: Place,
  price: number,
  factor: number,
): Record<string, Minor> =>
  Object.fromEntries(
    shop.priceGroups.flatMap(({ key, prices }) => {
      const group = priceGroups.get(key)
      if (!group || !prices || prices.departments?.includes(department.code) === false) return []
      const taxRate = group.taxRate ?? department.taxPpm
      const amount = netPrice(shop.pricing, price, factor * prices.factor, group.currency, taxRate)
      return [[group.id, amount]]
    }),
  )
