import { ApiError, type Fault } from '../api/api-error.ts'
import { i18n, regionalLocale, textOfAny, type Texts } from '../i18n/index.ts'
import { actorName } from './actor-name.ts'
import { formatMoment, formatMoney } from './format.ts'

type Told = Pick<Fault, 'code' | 'text' | 'values'>

/** What a refusal says, in the console's language where it knows it; else as the core says it. */
export const faultText = (fault: Told): string => saidIn('refusal', fault) ?? fault.text

/** What a page says of a refusal in words of its own, or what is said of it everywhere. */
export const faultTextOf =
  (page: string) =>
  (fault: Told): string =>
    saidIn(page, fault) ?? faultText(fault)

function saidIn(place: string, { code, values = {} }: Told): string | undefined {
  if (code === undefined) return undefined
  const named = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(name, value)]))
  return textOfAny(`${place}.${keyOf(code)}`, named)
}

/** The same behind what it is about: for where the field itself is not in sight. */
export function faultLine(fault: Fault): string {
  const text = faultText(fault)
  return fault.field === undefined ? text : saidOf(fieldName(fault.field), text)
}

/** What is wrong, behind what it is about. */
export const saidOf = (what: string, text: string): string => i18n.global.t('fault.about', { what, text })

/** What an action was refused with, a line a fault; and where it was not refused, or nothing is said, what is known of it. */
export function faultLines({ faults, isUnreachable, status }: ApiError, t: Texts['t']): readonly string[] {
  if (isUnreachable) return [t('fault.unreachable')]
  return faults.length === 0 ? [t('fault.unknown', { status })] : faults.map(faultLine)
}

/** A refusal with each field in the words of the page that it belongs to. */
export const inWordsOf = (
  error: ApiError,
  labelOf: (field: string) => string,
  textOf: (fault: Fault) => string = faultText,
): ApiError =>
  new ApiError(
    error.status,
    error.faults.map((fault) => {
      const text = textOf(fault)
      const said = fault.field === undefined ? text : saidOf(labelOf(fault.field), text)
      return { error: fault.error, field: undefined, text: said }
    }),
  )

/** `billingAddress.line1` → `Billing address, Street and number`; what nobody has named stays as it is. */
function fieldName(path: string): string {
  const names = path.split('.').map((part) => {
    const known = FIELD_KEYS.map((key) => textOfAny(`${key}.${part}`)).find((name) => name !== undefined)
    return known ?? part
  })
  return names.join(', ')
}
/** Where texts of fields stand; the address fields of a cart are named in it. */
const FIELD_KEYS = ['address', 'field', 'cart'] as const

/** What texts call a code: `line.no-price` → `lineNoPrice`. */
export const keyOf = (code: string): string =>
  code.replaceAll(/[.-](.)/g, (_, letter: string) => letter.toUpperCase())

/** Amounts (`12.50 EUR`), moments and states as this page writes them. */
function shown(name: string, value: string): string {
  const locale = regionalLocale(i18n.global.locale.value, navigator.languages)
  const [, amount, currency] = /^(-?\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(value) ?? []
  if (amount !== undefined && currency !== undefined) return formatMoney(Number(amount), currency, locale)
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)) return formatMoment(value, locale)
  if (name === 'actor') return actorName(value)
  const state = name === 'state' ? STATES[value] : undefined
  return (state && textOfAny(state)) ?? value
}

/** The states of orders and payments, by the names the API gives them. */
const STATES: Readonly<Record<string, string>> = {
  'New order': 'orderStatus.new',
  Reopened: 'orderStatus.reopened',
  Paid: 'orderStatus.paid',
  'Completed order': 'orderStatus.completed',
  Cancelled: 'orderStatus.cancelled',
  Return: 'orderStatus.return',
  Pending: 'payment.pending',
  Captured: 'payment.captured',
  'Partially refunded': 'payment.partlyRefunded',
  Refunded: 'payment.refunded',
  Voided: 'payment.voided',
}
