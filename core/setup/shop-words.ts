import { languageOf } from '../kernel/culture.ts'

/** The words a new shop starts with, in the languages the console speaks. */
interface ShopWords {
  readonly priceGroup: string
  readonly catalog: string
  readonly collection: string
  readonly delivery: string
  readonly cash: string
  readonly card: string
  readonly invoice: string
}

const english: ShopWords = {
  priceGroup: 'Standard prices',
  catalog: 'Assortment',
  collection: 'Collected in the shop',
  delivery: 'Delivery',
  cash: 'Cash',
  card: 'Card terminal',
  invoice: 'Invoice',
}

const byLanguage: Readonly<Record<string, ShopWords>> = {
  en: english,
  da: {
    priceGroup: 'Normalpriser',
    catalog: 'Sortiment',
    collection: 'Afhentes i butikken',
    delivery: 'Levering',
    cash: 'Kontant',
    card: 'Kortterminal',
    invoice: 'Faktura',
  },
  de: {
    priceGroup: 'Normalpreise',
    catalog: 'Sortiment',
    collection: 'Abholung im Laden',
    delivery: 'Lieferung',
    cash: 'Bar',
    card: 'Kartenterminal',
    invoice: 'Rechnung',
  },
  ja: {
    priceGroup: '通常価格',
    catalog: '商品一覧',
    collection: '店頭受け取り',
    delivery: '配送',
    cash: '現金',
    card: 'カード端末',
    invoice: '請求書',
  },
}

/** The words in the language of a culture, in English where there are none. */
export const shopWords = (culture: string): ShopWords => byLanguage[languageOf(culture)] ?? english
