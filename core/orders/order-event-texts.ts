import type { Static } from 'typebox'
import { languageOf } from '../kernel/culture.ts'
import { plainAmount, toMinor, writtenAmount } from '../kernel/money.ts'
import type { OrderEventDetails } from './order.schema.ts'

/** What a history says of an entry besides its kind: as much of it as the kind has. */
export type EventDetails = Static<typeof OrderEventDetails>

/** What is told as an amount of money. */
type Amounts = Readonly<Record<'amount' | 'cash' | 'cashGiven' | 'cashChange', string>>

/** The same with its amounts written out, and empty where it has none. */
type Told = Omit<EventDetails, keyof Amounts | 'currency'> & Amounts

const en = {
  kinds: {
    'order.placed': ({ orderNumber, again }: Told) => `Order ${orderNumber} placed${again ? ' again' : ''}`,
    'order.paid': () => 'Paid',
    'order.completed': () => 'Completed',
    'order.reopened': () => 'Reopened',
    'order.cancelled': () => 'Cancelled',
    'order.returned': ({ orderNumber }: Told) => `Return ${orderNumber}: taken back without an order`,
    'order.note': ({ note = '' }: Told) => note,
    'order.comment': ({ comment = '' }: Told) => comment,
    'order.track-and-trace': ({ trackAndTrace }: Told) => `Track and trace: ${trackAndTrace ?? 'none'}`,
    'order.shipping-address': ({ shippingAddress = '', shippingAddressBefore = '' }: Told) =>
      `Delivery address: ${shippingAddress} (before: ${shippingAddressBefore})`,
    'order.erased': () => 'Personal data erased',
    'payment.chosen': ({ method }: Told) => `To be paid by ${method}`,
    'payment.captured': ({ amount, method }: Told) => `${amount} received by ${method}`,
    'payment.voided': ({ method }: Told) => `${method} voided`,
    'payment.refunded': ({ amount, method }: Told) => `${amount} paid back by ${method}`,
    'gift-card.issued': ({ amount }: Told) => `${amount} issued`,
    'price-group.overridden': ({ priceGroup }: Told) => `${priceGroup}, not valid here`,
    'receipt.queued': ({ email }: Told) => `Receipt to be e-mailed${email ? ` to ${email}` : ''}`,
    'receipt.sent': ({ email }: Told) => `Receipt e-mailed${email ? ` to ${email}` : ''}`,
    'receipt.failed': ({ email }: Told) => `Receipt not e-mailed${email ? ` to ${email}` : ''}`,
  },
  causes: {
    'cart-abandoned': 'its cart has been abandoned',
    cancelled: 'Cancelled',
    reopened: 'Reopened',
    replaced: 'another payment took its place',
  },
  transaction: 'transaction',
  giftCard: (last: string) => `gift card …${last}`,
  cash: (cash: string) => `${cash} in cash`,
  change: (given: string, back: string) => `${given} given, ${back} back`,
}

/** What can happen to an order. */
export type OrderEventKind = keyof typeof en.kinds

interface Words {
  readonly kinds: Readonly<Record<OrderEventKind, (told: Told) => string>>
  /** The step that brought this one with it. */
  readonly causes: Readonly<Record<NonNullable<EventDetails['cause']>, string>>
  readonly transaction: string
  /** A gift card, by the last four of its code. */
  readonly giftCard: (last: string) => string
  /** What an amount came to in coins and notes. */
  readonly cash: (cash: string) => string
  /** The coins and notes that were given, and what went back of them. */
  readonly change: (given: string, back: string) => string
}

const da: Words = {
  kinds: {
    'order.placed': ({ orderNumber, again }) => `Ordre ${orderNumber} afgivet${again ? ' igen' : ''}`,
    'order.paid': () => 'Betalt',
    'order.completed': () => 'Afsluttet',
    'order.reopened': () => 'Genåbnet',
    'order.cancelled': () => 'Annulleret',
    'order.returned': ({ orderNumber }) => `Retur ${orderNumber}: taget tilbage uden ordre`,
    'order.note': en.kinds['order.note'],
    'order.comment': en.kinds['order.comment'],
    'order.track-and-trace': ({ trackAndTrace }) => `Track and trace: ${trackAndTrace ?? 'ingen'}`,
    'order.shipping-address': ({ shippingAddress = '', shippingAddressBefore = '' }) =>
      `Leveringsadresse: ${shippingAddress} (før: ${shippingAddressBefore})`,
    'order.erased': () => 'Persondata slettet',
    'payment.chosen': ({ method }) => `Betales med ${method}`,
    'payment.captured': ({ amount, method }) => `${amount} modtaget med ${method}`,
    'payment.voided': ({ method }) => `${method} annulleret`,
    'payment.refunded': ({ amount, method }) => `${amount} tilbagebetalt med ${method}`,
    'gift-card.issued': ({ amount }) => `${amount} udstedt`,
    'price-group.overridden': ({ priceGroup }) => `${priceGroup}, selv om den ikke gjaldt`,
    'receipt.queued': ({ email }) => `Kvittering skal sendes på e-mail${email ? ` til ${email}` : ''}`,
    'receipt.sent': ({ email }) => `Kvittering sendt på e-mail${email ? ` til ${email}` : ''}`,
    'receipt.failed': ({ email }) => `Kvittering ikke sendt på e-mail${email ? ` til ${email}` : ''}`,
  },
  causes: {
    'cart-abandoned': 'kurven blev opgivet',
    cancelled: 'Annulleret',
    reopened: 'Genåbnet',
    replaced: 'en anden betaling trådte i stedet',
  },
  transaction: 'transaktion',
  giftCard: (last) => `gavekort …${last}`,
  cash: (cash) => `${cash} i kontanter`,
  change: (given, back) => `${given} givet, ${back} tilbage`,
}

const de: Words = {
  kinds: {
    'order.placed': ({ orderNumber, again }) =>
      `Bestellung ${orderNumber}${again ? ' erneut' : ''} aufgegeben`,
    'order.paid': () => 'Bezahlt',
    'order.completed': () => 'Abgeschlossen',
    'order.reopened': () => 'Wieder geöffnet',
    'order.cancelled': () => 'Storniert',
    'order.returned': ({ orderNumber }) => `Rückgabe ${orderNumber}: ohne Bestellung zurückgenommen`,
    'order.note': en.kinds['order.note'],
    'order.comment': en.kinds['order.comment'],
    'order.track-and-trace': ({ trackAndTrace }) => `Sendungsverfolgung: ${trackAndTrace ?? 'keine'}`,
    'order.shipping-address': ({ shippingAddress = '', shippingAddressBefore = '' }) =>
      `Lieferadresse: ${shippingAddress} (zuvor: ${shippingAddressBefore})`,
    'order.erased': () => 'Personendaten gelöscht',
    'payment.chosen': ({ method }) => `Zu zahlen per ${method}`,
    'payment.captured': ({ amount, method }) => `${amount} erhalten per ${method}`,
    'payment.voided': ({ method }) => `${method} annulliert`,
    'payment.refunded': ({ amount, method }) => `${amount} zurückgezahlt per ${method}`,
    'gift-card.issued': ({ amount }) => `${amount} ausgestellt`,
    'price-group.overridden': ({ priceGroup }) => `${priceGroup}, obwohl sie nicht galt`,
    'receipt.queued': ({ email }) => `Beleg soll per E-Mail gesendet werden${email ? ` an ${email}` : ''}`,
    'receipt.sent': ({ email }) => `Beleg per E-Mail gesendet${email ? ` an ${email}` : ''}`,
    'receipt.failed': ({ email }) => `Beleg nicht per E-Mail gesendet${email ? ` an ${email}` : ''}`,
  },
  causes: {
    'cart-abandoned': 'der Warenkorb wurde verworfen',
    cancelled: 'Storniert',
    reopened: 'Wieder geöffnet',
    replaced: 'eine andere Zahlung trat an ihre Stelle',
  },
  transaction: 'Transaktion',
  giftCard: (last) => `Geschenkkarte …${last}`,
  cash: (cash) => `${cash} in bar`,
  change: (given, back) => `${given} gegeben, ${back} zurück`,
}

const ja: Words = {
  kinds: {
    'order.placed': ({ orderNumber, again }) => `注文 ${orderNumber} を${again ? '再び' : ''}確定しました`,
    'order.paid': () => '支払い済みになりました',
    'order.completed': () => '完了しました',
    'order.reopened': () => '再開しました',
    'order.cancelled': () => '取り消しました',
    'order.returned': ({ orderNumber }) => `返品 ${orderNumber}：注文なしで受け付けました`,
    'order.note': en.kinds['order.note'],
    'order.comment': en.kinds['order.comment'],
    'order.track-and-trace': ({ trackAndTrace }) => `追跡番号: ${trackAndTrace ?? 'なし'}`,
    'order.shipping-address': ({ shippingAddress = '', shippingAddressBefore = '' }) =>
      `配送先住所: ${shippingAddress} (変更前: ${shippingAddressBefore})`,
    'order.erased': () => '個人データを消去',
    'payment.chosen': ({ method }) => `${method} で支払い予定`,
    'payment.captured': ({ amount, method }) => `${method} で ${amount} を受け取りました`,
    'payment.voided': ({ method }) => `${method} の支払いを無効にしました`,
    'payment.refunded': ({ amount, method }) => `${method} で ${amount} を返金しました`,
    'gift-card.issued': ({ amount }) => `${amount} を発行しました`,
    'price-group.overridden': ({ priceGroup }) => `条件外の ${priceGroup} を使用`,
    'receipt.queued': ({ email }) => `レシートのメール送信を受け付けました${email ? `：${email}` : ''}`,
    'receipt.sent': ({ email }) => `レシートをメールで送信しました${email ? `：${email}` : ''}`,
    'receipt.failed': ({ email }) => `レシートをメールで送信できませんでした${email ? `：${email}` : ''}`,
  },
  causes: {
    'cart-abandoned': 'カートが破棄されたため',
    cancelled: '取り消しました',
    reopened: '再開しました',
    replaced: '別の支払いに置き換え',
  },
  transaction: '取引',
  giftCard: (last) => `ギフトカード …${last}`,
  cash: (cash) => `現金では ${cash}`,
  change: (given, back) => `お預かり ${given}、お釣り ${back}`,
}

const languages: Readonly<Record<string, Words>> = { da, de, en, ja }

/** How a history is told. */
export interface Speech {
  /** The culture in whose language; English where there are no words in it. */
  readonly words: string
  /** The culture that amounts are written in: the order's, as everywhere on its papers. */
  readonly amounts: string
  /** What payment methods are called in that language, by the names that entries have of them. */
  readonly methods: ReadonlyMap<string, string>
}

/**
 * What an entry of a history says: `12,50 € zurückgezahlt per Bar: 1 × Tasse: Zerrissen`.
 * @param speech where undefined, in English, with amounts as programs write them: `12.50 EUR`
 */
export function orderEventText(kind: OrderEventKind, details: EventDetails, speech?: Speech): string {
  const { kinds, causes, transaction, ...words } = languages[languageOf(speech?.words ?? 'en')] ?? en
  const { giftCard, transactionId, lines = [], method = '', reason, cause } = details
  const amounts = amountsOf(details, speech?.amounts)
  const { cash, cashGiven, cashChange } = amounts
  const called = speech?.methods.get(method) ?? method
  // What is paid by a gift card is paid by this one.
  const paidBy = method !== '' && giftCard !== undefined ? `${called} …${giftCard}` : called
  const what = [
    kinds[kind]({ ...details, ...amounts, method: paidBy }),
    cash && words.cash(cash),
    cashGiven && cashChange && words.change(cashGiven, cashChange),
    method === '' && giftCard && words.giftCard(giftCard),
    transactionId && `${transaction} ${transactionId}`,
  ]
  const goods = lines.map(({ quantity, productName }) => `${quantity} × ${productName}`).join(', ')
  const why = reason ?? (cause && causes[cause])
  return [what.filter(Boolean).join(', '), goods, why].filter(Boolean).join(': ')
}

/** Whether the entry is of a kind that has a text here. */
export const isOrderEventKind = (kind: string): kind is OrderEventKind => Object.hasOwn(en.kinds, kind)

/** The amounts of an entry as `460.60 EUR`, or as a culture writes them. */
function amountsOf(details: EventDetails, culture: string | undefined): Amounts {
  const { currency = '' } = details
  const write = (amount: number | undefined): string => {
    if (amount === undefined) return ''
    return culture === undefined
      ? plainAmount(toMinor(amount, currency), currency)
      : writtenAmount(amount, currency, culture)
  }
  const { amount, cash, cashChange, cashGiven } = details
  return {
    amount: write(amount),
    cash: write(cash),
    cashChange: write(cashChange),
    cashGiven: write(cashGiven),
  }
}
