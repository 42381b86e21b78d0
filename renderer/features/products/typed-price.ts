import { formatPlainAmount, parseAmount } from '../../ui/format.ts'
import { withoutTax, withTax } from '../../ui/tax.ts'

/** What the text of a price means. */
export interface PriceMeaning {
  /** How amounts are written. */
  readonly culture: string
  /** ISO 4217; empty where the price group is no more. */
  readonly currency: string
  /** The rate of tax of what is sold, a fraction; undefined where nobody has said it yet. */
  readonly rate: number | undefined
}

/** A price as it is typed: the one text or the other. */
export interface TypedPrice {
  /** Without tax. */
  readonly net: string
  /** With tax; empty where it was typed without. */
  readonly gross: string
}

/**
 * The price without tax, as it is kept.
 * @returns undefined where a text is no amount, nothing is typed, or nobody knows in what
 */
export function netOf(
  { gross, net }: TypedPrice,
  { culture, currency, rate }: PriceMeaning,
): number | undefined {
  if (currency === '') return undefined
  if (gross.trim() === '') return parseAmount(net, currency, culture)
  const amount = parseAmount(gross, currency, culture)
  return amount === undefined || rate === undefined ? undefined : withoutTax(amount, rate, currency)
}

/** What a field shows of it: as it was typed there, otherwise what the other text comes to; a text that is no amount as it is. */
export function textOf(price: TypedPrice, meaning: PriceMeaning, isWithTax: boolean): string {
  const { culture, currency, rate } = meaning
  const typed = isWithTax ? price.gross : price.gross === '' && price.net
  if (typed) return typed
  const net = netOf(price, meaning)
  if (net === undefined || (isWithTax && rate === undefined)) return price.gross || price.net
  return formatPlainAmount(isWithTax ? withTax(net, rate ?? 0, currency) : net, currency, culture)
}
