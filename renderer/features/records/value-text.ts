import type { MessageKey, Texts } from '../../i18n/index.ts'
import { formatMoment, formatMoney, formatRate } from '../../ui/format.ts'

/** For whom a value of a history is written. */
export interface ValueTerms {
  readonly t: Texts['t']
  readonly locale: string
}

/** Values that are words of the API's own, by the field that holds them. */
const WORDS: Readonly<Record<string, Readonly<Record<string, MessageKey>>>> = {
  state: {
    active: 'campaigns.states.active',
    draft: 'campaigns.states.draft',
    retired: 'campaigns.states.retired',
  },
  role: {
    clerk: 'staff.roles.clerk',
    manager: 'staff.roles.manager',
    owner: 'staff.roles.owner',
    support: 'staff.roles.support',
  },
  target: {
    lines: 'campaigns.targets.lines',
    order: 'campaigns.targets.order',
    shipping: 'campaigns.targets.shipping',
  },
}
const FLAGS: Readonly<Record<string, MessageKey>> = { false: 'record.no', true: 'record.yes' }
/** What somebody has written themselves, whatever it looks like. */
const WRITTEN = /(^|\.)(names|descriptions)\./
/** Countries, which a history tells of by their codes. */
const COUNTRIES = /^(countryId|countries)$/
const AMOUNTS = /^-?[\d.]+ [A-Z]{3}(, -?[\d.]+ [A-Z]{3})*$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
/** Moments within the sentences that tell of a price group's criteria. */
const MOMENTS = /\b\d{4}-\d{2}-\d{2}T[\d:.]+Z/g
const RATE = /^([\d.]+) %$/

/** A value of a record's history as the console's page writes it: amounts, rates, moments on the shop's clock, and words. */
export function valueText(field: string, value: string, { locale, t }: ValueTerms): string {
  if (WRITTEN.test(field)) return value
  const word = WORDS[field.split('.').at(-1) ?? '']?.[value] ?? FLAGS[value]
  if (word) return t(word)
  const moment = (text: string): string => formatMoment(text, locale)
  if (MOMENT.test(value)) return moment(value)
  if (field === 'criteria') return value.replaceAll(MOMENTS, moment)
  if (COUNTRIES.test(field)) {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    return value.replaceAll(/\b[A-Z]{2}\b/g, (code) => names.of(code) ?? code)
  }
  const [, rate] = RATE.exec(value) ?? []
  if (rate !== undefined) return formatRate(Number(rate) / 100, locale)
  if (!AMOUNTS.test(value)) return value
  const amounts = value.split(', ').map((amount) => amount.split(' '))
  return amounts.map(([amount, currency = '']) => formatMoney(Number(amount), currency, locale)).join(', ')
}
