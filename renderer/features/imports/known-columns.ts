import type { FileColumn, ImportReport } from '../../api/transfer.ts'
import type { Shelf } from '../products/shelf.ts'

/** What a column of our own format may be called (docs/import.md); what follows a colon is a language or a price group. */
const OWN = [
  'sku',
  'name',
  'description',
  'price',
  'tax',
  'barcode',
  'image',
  'state',
  'catalog',
  'giftCard',
  'stock',
  'variantSku',
  'variantName',
  'option1Name',
  'option1Value',
  'option2Name',
  'option2Value',
  'option3Name',
  'option3Value',
]

/** What hosted shops call theirs. */
const HOSTED = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Option1 Name',
  'Option1 Value',
  'Option2 Name',
  'Option2 Value',
  'Option3 Name',
  'Option3 Value',
  'Variant SKU',
  'Variant Price',
  'Variant Barcode',
  'Variant Taxable',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Gift Card',
  'Image Src',
  'Image Position',
  'Status',
]

/** What prices alone are read from. */
const OF_PRICES = ['sku', 'variantSku', 'price'] as const

/** What columns of a file of a format may be taken for in this shop. */
export function knownColumns(
  { format, kind }: Pick<ImportReport, 'format' | 'kind'>,
  cultures: readonly string[],
  shelf: Shelf | undefined,
): readonly string[] {
  if (format === 'hosted') return HOSTED
  const prices = (shelf?.priceGroups ?? []).map(({ name }) => `price:${name}`)
  if (kind === 'prices') return [...OF_PRICES, ...prices]
  const named = ['name', 'description', 'variantName'].flatMap((part) =>
    cultures.map((culture) => `${part}:${culture}`),
  )
  return [...OWN, ...named, ...prices]
}

/** What shops and their bookkeeping call columns, in the languages that the console speaks: the surest first. */
export const PRODUCTS_CALLED: Readonly<Record<string, readonly string[]>> = {
  name: [
    'bezeichnung', 'artikelbezeichnung', 'artikelname', 'betegnelse', 'itemname', 'navn', 'productname', 'produktname', 'produktnavn',
    'title', 'titel', 'varebetegnelse', 'varenavn', 'varetekst', '名称', '品名', '商品名', 'product', 'artikel', 'vare', 'ware',
  ],
  sku: [
    'artikelnr', 'artikelnummer', 'artnr', 'itemcode', 'itemno', 'itemnumber', 'productcode', 'produktnr', 'produktnummer', 'varekode',
    'varenr', 'varenummer', '品番', '商品コード', '商品番号',
    'productid', 'nummer', 'id', 'artikel', 'vare', 'ware', 'item',
  ],
  description: ['beschreibung', 'beskrivelse', 'text', 'tekst', '商品説明', '説明'],
  price: [
    'regularprice', 'retailprice', 'salesprice', 'sellingprice', 'salgspris', 'udsalgspris', 'verkaufspreis', 'vkpreis', 'vkbrutto', 'vk',
    'bruttopreis', 'prisinklmoms', '販売価格',
    'unitprice', 'preis', 'pris', '価格', '単価',
  ],
  tax: [
    'mehrwertsteuer', 'moms', 'momssats', 'mwst', 'mwstsatz', 'steuer', 'steuersatz', 'taxrate', 'umsatzsteuer', 'ust',
    'ustsatz', 'vat', 'vatrate', '税率', '消費税率',
  ],
  barcode: [
    'ean', 'ean13', 'eancode', 'eannr', 'eannummer', 'barcodenr', 'gtin', 'gtinupceanorisbn', 'jan', 'janコード', 'stregkode',
    'strichcode', 'upc', 'バーコード',
  ],
  image: ['bild', 'billede', 'images', 'imageurl', 'picture', 'image', '画像'],
  catalog: ['katalog'],
  variantName: ['variationname'],
} // oxfmt-ignore

/** Likewise where the file is read for its prices alone. */
export const PRICES_CALLED: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  OF_PRICES.map((column) => [column, PRODUCTS_CALLED[column] ?? []]),
)

/**
 * What columns that nothing is taken from probably hold, each once: a proposal that is shown and can be changed.
 * @param called what files call each of ours, in lower case and without signs, the surest first
 */
export function guessColumns(
  columns: readonly Pick<FileColumn, 'name' | 'takenFor'>[],
  called: Readonly<Record<string, readonly string[]>>,
): Record<string, string> {
  const guessed: Record<string, string> = {}
  // One of a language or of a price group is one, too.
  const taken = new Set(columns.map(({ name }) => name.trim().toLowerCase().split(':', 1)[0]))
  const free = columns
    .filter(({ takenFor }) => takenFor === null)
    .map(({ name }) => ({
      name,
      plain: name
        .normalize('NFKC')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]/gu, ''),
    }))
  for (const [meant, others] of Object.entries(called)) {
    if (taken.has(meant.toLowerCase())) continue
    const named = [meant.toLowerCase(), ...others].flatMap((each) =>
      free.filter(({ plain }) => plain === each),
    )
    const column = named.find(({ name }) => guessed[name] === undefined)
    if (column) guessed[column.name] = meant
  }
  return guessed
}
