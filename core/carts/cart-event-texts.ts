import { languageOf } from '../kernel/culture.ts'

const en = {
  'cart.changed': 'Note, customer, language or price group changed',
  'cart.abandoned': 'Abandoned',
  'line.added': 'Goods added',
  'line.changed': 'A line changed',
  'line.removed': 'A line removed',
  'billing-address.set': 'Billing address set',
  'billing-address.removed': 'Billing address removed',
  'shipping.set': 'Delivery set',
  'shipping.removed': 'Delivery removed',
  'property.changed': 'Properties changed',
  'promotion-code.added': 'Promotion code added',
  'promotion-code.removed': 'Promotion code removed',
} as const satisfies Readonly<Record<string, string>>

/** What can be done to a cart. */
export type CartEventKind = keyof typeof en

const languages: Readonly<Record<string, Readonly<Record<CartEventKind, string>>>> = {
  da: {
    'cart.changed': 'Note, kunde, sprog eller prisgruppe ændret',
    'cart.abandoned': 'Opgivet',
    'line.added': 'Varer tilføjet',
    'line.changed': 'En linje ændret',
    'line.removed': 'En linje fjernet',
    'billing-address.set': 'Faktureringsadresse angivet',
    'billing-address.removed': 'Faktureringsadresse fjernet',
    'shipping.set': 'Levering valgt',
    'shipping.removed': 'Levering fjernet',
    'property.changed': 'Egenskaber ændret',
    'promotion-code.added': 'Rabatkode tilføjet',
    'promotion-code.removed': 'Rabatkode fjernet',
  },
  de: {
    'cart.changed': 'Notiz, Kunde, Sprache oder Preisgruppe geändert',
    'cart.abandoned': 'Verworfen',
    'line.added': 'Waren hinzugefügt',
    'line.changed': 'Eine Position geändert',
    'line.removed': 'Eine Position entfernt',
    'billing-address.set': 'Rechnungsadresse angegeben',
    'billing-address.removed': 'Rechnungsadresse entfernt',
    'shipping.set': 'Lieferung gewählt',
    'shipping.removed': 'Lieferung entfernt',
    'property.changed': 'Eigenschaften geändert',
    'promotion-code.added': 'Rabattcode hinzugefügt',
    'promotion-code.removed': 'Rabattcode entfernt',
  },
  en,
  ja: {
    'cart.changed': 'メモ、お客様、言語または価格グループを変更',
    'cart.abandoned': '破棄',
    'line.added': '商品を追加',
    'line.changed': '明細を変更',
    'line.removed': '明細を削除',
    'billing-address.set': '請求先住所を設定',
    'billing-address.removed': '請求先住所を削除',
    'shipping.set': '配送を設定',
    'shipping.removed': '配送を削除',
    'property.changed': 'プロパティを変更',
    'promotion-code.added': 'クーポンコードを追加',
    'promotion-code.removed': 'クーポンコードを削除',
  },
}

/**
 * What an entry of a cart's history says.
 * @param kind one that a later version has written is told by its name
 * @param culture in whose language; English where there are no words in it
 */
export function cartEventText(kind: string, culture = 'en'): string {
  const texts: Readonly<Record<string, string>> = languages[languageOf(culture)] ?? en
  return texts[kind] ?? kind
}
