import { languageOf } from '../kernel/culture.ts'

/** The words of a shop for what it has from the beginning, in the languages the console speaks. */
interface ShopWords {
  readonly priceGroup: string
  readonly catalog: string
  readonly collection: string
  readonly delivery: string
  readonly cash: string
  readonly card: string
  readonly invoice: string
  /** What whoever gives no name is called. */
  readonly walkIn: string
}

const english: ShopWords = {
  priceGroup: 'Standard prices',
  catalog: 'Assortment',
  collection: 'Collected in the shop',
  delivery: 'Delivery',
  cash: 'Cash',
  card: 'Card terminal',
  invoice: 'Invoice',
  walkIn: 'Walk-in customer',
}

const byLanguage: Readonly<Record<string, ShopWords>> = {
  en: english,
  da: {
    priceGroup: 'Normalpriser',
    catalog: 'Sortiment',
    collection: 'Afhentes i butikken',
    delivery: 'Levering',
    cash: 'Kontanter',
    card: 'Kortterminal',
    invoice: 'Faktura',
    walkIn: 'Kunde i butikken',
  },
  de: {
    priceGroup: 'Normalpreise',
    catalog: 'Sortiment',
    collection: 'Abholung im Laden',
    delivery: 'Lieferung',
    cash: 'Barzahlung',
    card: 'Kartenterminal',
    invoice: 'Rechnung',
    walkIn: 'Laufkundschaft',
  },
  ja: {
    priceGroup: '通常価格',
    catalog: '商品一覧',
    collection: '店頭受け取り',
    delivery: '配送',
    cash: '現金',
    card: 'カード端末',
    invoice: '請求書',
    walkIn: '店頭のお客様',
  },
}

/** The words in the language of a culture, in English where there are none. */
export const shopWords = (culture: string): ShopWords => byLanguage[languageOf(culture)] ?? english
