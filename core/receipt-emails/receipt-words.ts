import { languageOf } from '../kernel/culture.ts'

/** What a receipt says beside what was sold; as the console prints it, which a test compares. */
export interface ReceiptWords {
  readonly receipt: string
  readonly taxNumber: string
  readonly goods: string
  readonly shipping: string
  readonly fee: string
  readonly total: string
  readonly tax: string
  readonly net: string
  readonly gross: string
  readonly untaxed: string
  readonly paid: (method: string) => string
  readonly toPay: (method: string) => string
  readonly notPaid: (method: string) => string
  readonly rounding: string
  readonly given: string
  readonly change: string
  readonly refunded: string
  readonly thanks: string
}

const english: ReceiptWords = {
  receipt: 'Receipt',
  taxNumber: 'Tax number',
  goods: 'Goods',
  shipping: 'Delivery',
  fee: 'Payment fee',
  total: 'Total',
  tax: 'Tax',
  net: 'Net',
  gross: 'Gross',
  untaxed: 'Without tax',
  paid: (method) => `Paid by ${method}`,
  toPay: (method) => `To be paid by ${method}`,
  notPaid: (method) => `Not paid (${method})`,
  rounding: 'Rounding',
  given: 'Given in cash',
  change: 'Change',
  refunded: 'Refunded',
  thanks: 'Thank you.',
}

const byLanguage: Readonly<Record<string, ReceiptWords>> = {
  en: english,
  da: {
    receipt: 'Kvittering',
    taxNumber: 'CVR-nummer',
    goods: 'Varer',
    shipping: 'Levering',
    fee: 'Betalingsgebyr',
    total: 'I alt',
    tax: 'Moms',
    net: 'Netto',
    gross: 'Brutto',
    untaxed: 'Uden moms',
    paid: (method) => `Betalt med ${method}`,
    toPay: (method) => `Betales med ${method}`,
    notPaid: (method) => `Ikke betalt (${method})`,
    rounding: 'Afrunding',
    given: 'Modtaget kontant',
    change: 'Byttepenge',
    refunded: 'Tilbagebetalt',
    thanks: 'Tak for købet.',
  },
  de: {
    receipt: 'Beleg',
    taxNumber: 'Steuernummer',
    goods: 'Waren',
    shipping: 'Lieferung',
    fee: 'Zahlungsgebühr',
    total: 'Summe',
    tax: 'Steuer',
    net: 'Netto',
    gross: 'Brutto',
    untaxed: 'Ohne Steuer',
    paid: (method) => `Bezahlt: ${method}`,
    toPay: (method) => `Zu zahlen: ${method}`,
    notPaid: (method) => `Nicht bezahlt (${method})`,
    rounding: 'Rundung',
    given: 'Bar gegeben',
    change: 'Rückgeld',
    refunded: 'Erstattet',
    thanks: 'Vielen Dank.',
  },
  ja: {
    receipt: 'レシート',
    taxNumber: '登録番号',
    goods: '商品',
    shipping: '配送',
    fee: '支払い手数料',
    total: '合計',
    tax: '税',
    net: '税抜',
    gross: '税込',
    untaxed: '非課税',
    paid: (method) => `支払い済み：${method}`,
    toPay: (method) => `お支払い方法：${method}`,
    notPaid: (method) => `未払い（${method}）`,
    rounding: '端数調整',
    given: 'お預かり',
    change: 'お釣り',
    refunded: '返金済み',
    thanks: 'ありがとうございました。',
  },
}

/** The words in the language of a culture, in English where there are none. */
export const receiptWords = (culture: string): ReceiptWords => byLanguage[languageOf(culture)] ?? english
