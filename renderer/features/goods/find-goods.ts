import { getManagedProduct, listManagedProducts, type ListedProduct } from '../../api/products.ts'
import { finder } from '../../ui/find-by-name.ts'
import { findExact, findFamily, isSameBarcode, isSameCode, readScan } from './scan-text.ts'
import { textIn } from '../records/text-in.ts'

/** Goods that can be told apart, and counted: a product, or one variant of it. */
export interface FoundGoods {
  /** Of the variant. */
  readonly id: string
  readonly sku: string
  readonly variantSku: string | null
  readonly name: string
  readonly barcodes: readonly string[]
  readonly imageUrl: string | null
}

/** Products that are asked for at once. */
const SUGGESTIONS = 12

/**
 * Goods by sku, variant sku, barcode or the beginnings of words of the name: those too that nobody has set a price for yet, or
 * that are no more than drafts, for goods may be there before they are sold.
 * @param culture of their names
 */
export async function findGoods(
  search: string,
  culture: string,
  signal?: AbortSignal,
): Promise<FoundGoods[]> {
  const { products } = await listManagedProducts({ search, maxItems: SUGGESTIONS }, signal)
  return products
    .filter(({ state }) => state !== 'retired')
    .flatMap((product) => withWords(goodsOf(product, culture), search, culture))
    .slice(0, MOST_OFFERED)
}

/**
 * All that can be told apart of a product, however many variants it has.
 * @param culture of their names
 * @throws ApiError where the shop has no product of this sku
 */
export async function findVariants(sku: string, culture: string): Promise<FoundGoods[]> {
  const product = await getManagedProduct(sku)
  return product.state === 'retired' ? [] : goodsOf(product, culture)
}

const goodsOf = ({ imageUrl, names, sku, variants }: ListedProduct, culture: string): FoundGoods[] =>
  variants.map((variant) => ({
    id: variant.id,
    sku,
    variantSku: variant.variantSku,
    name: [textIn(names, culture), textIn(variant.names, culture) ?? optionsOf(variant)]
      .filter(Boolean)
      .join(', '),
    barcodes: variant.barcodes,
    imageUrl: variant.imageUrl ?? imageUrl,
  }))

const optionsOf = ({ options }: ListedProduct['variants'][number]): string =>
  options.map(({ value }) => value).join(', ')

/** A product is found by what any of its variants is called: those that have all of the words, where some have. */
function withWords(goods: readonly FoundGoods[], search: string, culture: string): readonly FoundGoods[] {
  const words = search.trim().split(/\s+/)
  const finders = words.map((word) => finder(word, culture))
  const found = goods.filter(({ name, sku, variantSku }) => {
    const text = [name, sku, variantSku].join(' ')
    return finders.every((find) => find(text))
  })
  return found.length > 0 ? found : goods
}
/** Goods that are offered to choose from: all variants of a usual product. */
const MOST_OFFERED = 60

/** What a text means: so many of some goods, or of one of these. */
export interface MeantGoods {
  readonly quantity: number
  readonly goods: readonly FoundGoods[]
}

/**
 * What a text means exactly, in any of its readings; else what the first reading that finds anything fits: for a scanned code
 * only the goods of a family, never those that merely begin alike.
 * @param find answers goods for a text
 * @returns undefined where what stands before the `*` is no quantity
 */
export async function meantBy(
  { isScanned, text }: { readonly isScanned: boolean; readonly text: string },
  culture: string,
  find: (search: string) => Promise<readonly FoundGoods[]>,
): Promise<MeantGoods | undefined> {
  const readings = readScan(text, culture)
  if (readings.length === 0) return undefined
  let similar: MeantGoods = { quantity: 1, goods: [] }
  for (const { code, quantity } of readings) {
    const coded = (await find(code)).map((goods) => ({ goods, ...codesOf(goods, code) }))
    const exact = findExact(coded, code)
    if (exact) return { quantity, goods: [exact.goods] }
    const fitting = isScanned ? findFamily(coded, code) : coded
    if (similar.goods.length === 0) similar = { quantity, goods: fitting.map(({ goods }) => goods) }
  }
  return similar
}

/** Of several barcodes the one that was read. */
const codesOf = ({ barcodes, sku, variantSku }: FoundGoods, code: string) => ({
  sku,
  variantSku,
  barcode:
    barcodes.find((each) => isSameCode(each, code)) ??
    barcodes.find((each) => isSameBarcode(each, code)) ??
    null,
})
