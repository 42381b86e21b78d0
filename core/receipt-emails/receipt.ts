import { minorDigits, share, toMajor, toMinor, toPpm, writtenAmount, type Minor } from '../kernel/money.ts'
import type { Order } from '../orders/order.schema.ts'
import type { TaxedAmount } from '../orders/payments/transaction.schema.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import { receiptWords, type ReceiptWords } from './receipt-words.ts'
import { shopFoot, shopHead } from './shop-head.ts'

/** A label and an amount, as they are read. */
export interface ReceiptRow {
  readonly label: string
  readonly amount: string
}

/** Goods of a receipt: what all of a line would cost, and below it what is off that, tax included. */
export interface ReceiptGoods extends ReceiptRow {
  /** How many, of what price, by which sku, and at which rate they are taxed where goods are at several. */
  readonly detail: string
  readonly discounts: readonly ReceiptRow[]
}

/** What stands on the receipt of an order, in its language, as texts; however it is shown. */
export interface Receipt {
  readonly culture: string
  readonly title: string
  readonly number: string
  readonly date: string
  readonly shopName: string
  readonly head: readonly string[]
  readonly goods: readonly ReceiptGoods[]
  readonly totals: readonly ReceiptRow[]
  readonly total: ReceiptRow
  /** Headed by what its columns are; none where nothing is taxed. */
  readonly taxes: readonly (readonly string[])[]
  readonly payments: readonly ReceiptRow[]
  readonly foot: readonly string[]
}

/** What a receipt is made of. */
export interface ReceiptOf {
  readonly order: Order
  /** What of it is tax, by rate. */
  readonly taxes: readonly TaxedAmount[]
  readonly store: StoreRecord
}

/** The receipt of an order, as it is now. */
export function receiptOf({ order, store, taxes }: ReceiptOf): Receipt {
  const { cultureCode: culture } = order
  const currency = order.billingCurrency.isoCode
  const words = receiptWords(culture)
  const money = (amount: number): string => writtenAmount(amount, currency, culture)
  const row = (label: string, amount: number): ReceiptRow => ({ label, amount: money(amount) })
  const moment = new Intl.DateTimeFormat(culture, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: store.timeZone,
  })
  const percent = percentOf(culture)
  return {
    culture,
    title: words.receipt,
    number: order.orderNumber,
    date: moment.format(new Date(order.createdDate)),
    shopName: store.name,
    head: shopHead(store, culture, words.taxNumber),
    goods: order.orderLines.map((line) =>
      goodsOf(line, { currency, money, rate: hasRates(order) ? percent.format(line.taxRate) : undefined }),
    ),
    totals: totalsOf(order, currency, words, row),
    total: row(words.total, order.orderTotal),
    taxes: taxTable(taxes, culture, words, money),
    payments: order.payments.flatMap((payment) => paymentRows(payment, currency, words, row)),
    foot: [words.thanks, ...shopFoot(store, culture)],
  }
}

type Line = Order['orderLines'][number]
type Part = Line['discounts'][number]

const called = ({ campaignItemName, campaignName }: Part): string => `${campaignName}: ${campaignItemName}`

const hasRates = ({ orderLines }: Order): boolean =>
  new Set(orderLines.map(({ taxRate }) => taxRate)).size > 1

const percentOf = (culture: string): Intl.NumberFormat =>
  new Intl.NumberFormat(culture, { style: 'percent', maximumFractionDigits: 4 })

interface Written {
  readonly currency: string
  readonly money: (amount: number) => string
  /** At which the line is taxed, where that is to be said. */
  readonly rate: string | undefined
}

function goodsOf(line: Line, { currency, money, rate }: Written): ReceiptGoods {
  const price = withTax(toMinor(line.price, currency), line.taxRate)
  const before = line.quantity * price
  const major = (minor: Minor): string => money(toMajor(minor, currency))
  return {
    label: line.productName,
    amount: major(before),
    detail: [`${line.quantity} × ${major(price)}`, line.variantSku ?? line.sku, rate]
      .filter((part) => part !== undefined)
      .join(' · '),
    discounts: taxedDiscounts(
      line.discounts,
      line.taxRate,
      before - toMinor(line.total, currency),
      currency,
    ).map(([label, off]) => ({ label, amount: major(-off) })),
  }
}

const withTax = (net: Minor, rate: number): Minor => net + share(net, toPpm(rate))

/** Discounts with the tax that goes with them; the last takes what rounding leaves, so that together they are the difference. */
function taxedDiscounts(
  parts: readonly Part[],
  rate: number,
  difference: Minor,
  currency: string,
): (readonly [string, Minor])[] {
  let left = difference
  return parts.map((part, index) => {
    const own = withTax(toMinor(part.amountOffTotal, currency), rate)
    const off = index === parts.length - 1 ? left : Math.min(left, own)
    left -= off
    return [called(part), off] as const
  })
}

/** What leads from the goods to the total: delivery as it is charged, and what is off the order as a whole. */
function totalsOf(
  order: Order,
  currency: string,
  words: ReceiptWords,
  row: (label: string, amount: number) => ReceiptRow,
): ReceiptRow[] {
  const ofOrder = discountsOfOrder(order, currency)
  return [
    row(words.goods, order.subTotal),
    ...(order.shipments.length > 0 ? [row(words.shipping, order.shippingTotal)] : []),
    ...ofOrder.map((part) => row(called(part), -part.amountOffTotal)),
    ...(order.paymentTotal === 0 ? [] : [row(words.fee, order.paymentTotal)]),
  ]
}

/** Those of the delivery come first, and are in what it is charged at. */
function discountsOfOrder({ discount, discounts }: Order, currency: string): readonly Part[] {
  let left = toMinor(discount ?? 0, currency)
  return discounts
    .toReversed()
    .filter((part) => {
      if (left <= 0) return false
      left -= toMinor(part.amountOffTotal, currency)
      return true
    })
    .toReversed()
}

function taxTable(
  taxes: readonly TaxedAmount[],
  culture: string,
  words: ReceiptWords,
  money: (amount: number) => string,
): string[][] {
  if (taxes.every(({ rate }) => rate === null)) return []
  const percent = percentOf(culture)
  const rows = taxes.map(({ amount, rate, tax, withoutTax }) => [
    rate === null ? words.untaxed : percent.format(rate),
    ...[withoutTax, tax, amount].map(money),
  ])
  return [[words.tax, words.net, words.tax, words.gross], ...rows]
}

function paymentRows(
  payment: Order['payments'][number],
  currency: string,
  words: ReceiptWords,
  row: (label: string, amount: number) => ReceiptRow,
): ReceiptRow[] {
  const { amount, cashChange, cashDue = amount, cashGiven, giftCard, refunded, state } = payment
  const { displayName } = payment.paymentMethod
  const method = giftCard ? `${displayName} …${giftCard.lastCharacters}` : displayName
  if (state === 'Voided') return [row(words.notPaid(method), amount)]
  const rounding = Number((cashDue - amount).toFixed(minorDigits(currency)))
  const isPaid = state !== 'Pending'
  return [
    row((isPaid ? words.paid : words.toPay)(method), amount),
    ...(rounding === 0 ? [] : [row(words.rounding, rounding)]),
    ...(isPaid && cashGiven !== undefined && cashChange !== undefined
      ? [row(words.given, cashGiven), row(words.change, cashChange)]
      : []),
    ...(refunded > 0 ? [row(words.refunded, -refunded)] : []),
  ]
}
