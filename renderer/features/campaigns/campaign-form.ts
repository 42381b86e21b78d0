import type { CampaignBody, ManagedCampaign } from '../../api/campaigns.ts'
import { isDayTime } from '../../ui/day-time.ts'
import { exampleAmount, formatPlainAmount, parseAmount, parseCount, parseWhole } from '../../ui/format.ts'
import { formatPercent, parsePercent } from '../../ui/percent.ts'
import { shownAt } from '../stores/store-clock.ts'
import { filled } from '../records/text-in.ts'
import { wordsIn } from '../../ui/words-in.ts'

/** One thing that a campaign takes something off, as it is typed. */
export interface ItemForm {
  /** Of one that is stored. */
  id: string | undefined
  target: 'lines' | 'shipping' | 'order'
  kind: 'rate' | 'amount'
  rate: string
  /** By currency. */
  amounts: Record<string, string>
  names: Record<string, string>
  descriptions: Record<string, string>
  catalogIds: readonly string[]
  /** One a line. */
  skus: string
}

/** A campaign, as it is typed. */
export interface CampaignForm {
  names: Record<string, string>
  state: 'draft' | 'active' | 'retired'
  priority: string
  exclusive: boolean
  automatic: boolean
  /** On the clock of the shop. */
  validFrom: string
  validTo: string
  /** Orders at most; empty where there is no limit. */
  maxUses: string
  maxUsesPerCode: string
  maxUsesPerCustomer: string
  /** By currency; empty where it does not run in it. */
  minimums: Record<string, string>
  priceGroupIds: readonly string[]
  /** One a line. */
  codes: string
  items: readonly ItemForm[]
}

/** How often it may be used, in the order of the fields. */
export const LIMITS = ['maxUses', 'maxUsesPerCode', 'maxUsesPerCustomer'] as const

/** What the texts of a form mean. */
export interface CampaignTerms {
  /** How amounts are written. */
  readonly culture: string
  /** Of the shop. */
  readonly timeZone: string | undefined
  readonly currencies: readonly string[]
  /** What is wrong with a text, in the clerk's language. */
  readonly texts: {
    readonly amount: (example: string) => string
    readonly percent: string
    readonly whole: string
    readonly dayTime: string
  }
}

export const emptyItem = (): ItemForm => ({
  id: undefined,
  target: 'lines',
  kind: 'rate',
  rate: '',
  amounts: {},
  names: {},
  descriptions: {},
  catalogIds: [],
  skus: '',
})

/** A campaign of nothing is a draft: nobody gets it before somebody has looked at it. */
export function campaignFormOf(campaign: ManagedCampaign | undefined, terms: CampaignTerms): CampaignForm {
  const { culture, currencies, timeZone } = terms
  const amountsOf = (amounts: readonly { currency: string; amount: number }[]): Record<string, string> =>
    Object.fromEntries(
      amounts.map(({ amount, currency }) => [currency, formatPlainAmount(amount, currency, culture)]),
    )
  return {
    names: campaign?.names ?? {},
    state: campaign?.state ?? 'draft',
    priority: String(campaign?.priority ?? 0),
    exclusive: campaign?.exclusive ?? false,
    automatic: campaign?.automatic ?? false,
    validFrom: shownAt(campaign?.validFrom ?? null, timeZone),
    validTo: shownAt(campaign?.validTo ?? null, timeZone),
    maxUses: String(campaign?.maxUses ?? ''),
    maxUsesPerCode: String(campaign?.maxUsesPerCode ?? ''),
    maxUsesPerCustomer: String(campaign?.maxUsesPerCustomer ?? ''),
    minimums: campaign
      ? amountsOf(campaign.currencies.map(({ currency, minimum }) => ({ currency, amount: minimum })))
      : Object.fromEntries(currencies.map((currency) => [currency, formatPlainAmount(0, currency, culture)])),
    priceGroupIds: campaign?.priceGroupIds ?? [],
    codes: campaign ? codesOf(campaign).join('\n') : '',
    items: campaign
      ? campaign.items.map((item) => ({
          id: item.id,
          target: item.target,
          kind: item.rate === null ? 'amount' : 'rate',
          rate: item.rate === null ? '' : formatPercent(item.rate, culture),
          amounts: amountsOf(item.amounts),
          names: item.names,
          descriptions: item.descriptions,
          catalogIds: item.catalogIds,
          skus: item.skus.join('\n'),
        }))
      : [emptyItem()],
  }
}

/**
 * What a form says, and what of it is no amount, number or date, by the fields of the body.
 * @param stored a moment that was not typed anew stays as it is, to the millisecond, and so do codes and skus with commas in them
 */
export function campaignBodyOf(
  form: CampaignForm,
  { culture, currencies, texts, timeZone }: CampaignTerms,
  stored: Pick<ManagedCampaign, 'validFrom' | 'validTo' | 'codes' | 'items'> | undefined,
): { body: CampaignBody; faults: Record<string, string> } {
  const faults: Record<string, string> = {}
  const amountsIn = (typed: Readonly<Record<string, string>>, field: string) =>
    currencies.flatMap((currency) => {
      const text = typed[currency]?.trim() ?? ''
      if (text === '') return []
      const amount = parseAmount(text, currency, culture)
      if (amount === undefined)
        faults[`${field}.${currency}`] = texts.amount(exampleAmount(currency, culture))
      return [{ currency, amount: amount ?? 0 }]
    })
  const momentOf = (field: 'validFrom' | 'validTo'): string | null => {
    const [text, kept = null] = [form[field], stored?.[field]]
    if (text === shownAt(kept, timeZone)) return kept
    if (text !== '' && !isDayTime(text)) faults[field] = texts.dayTime
    return text || null
  }
  const priority = parseWhole(form.priority, culture)
  if (priority === undefined) faults['priority'] = texts.whole
  const limitOf = (field: (typeof LIMITS)[number]): number | null => {
    const limit = parseCount(form[field], culture)
    if (limit === undefined && form[field].trim() !== '') faults[field] = texts.whole
    return limit ?? null
  }
  const storedIds = new Set<string | undefined>(stored?.items.map(({ id }) => id))
  const storedSkus = stored?.items.flatMap(({ skus }) => skus)
  const items = form.items.map((item, index) => {
    const rate = item.kind === 'rate' ? parsePercent(item.rate, culture) : undefined
    if (item.kind === 'rate' && rate === undefined) faults[`items.${index}.rate`] = texts.percent
    const isOfLines = item.target === 'lines'
    return {
      // One that somebody has taken away meanwhile is a new one.
      ...(storedIds.has(item.id) && { id: item.id }),
      target: item.target,
      rate: item.kind === 'rate' ? (rate ?? null) : null,
      amounts: item.kind === 'amount' ? amountsIn(item.amounts, `items.${index}.amounts`) : [],
      names: filled(item.names),
      descriptions: filled(item.descriptions),
      catalogIds: isOfLines ? [...item.catalogIds] : [],
      skus: isOfLines ? wordsIn(item.skus, storedSkus) : [],
    }
  })
  return {
    faults,
    body: {
      names: filled(form.names),
      state: form.state,
      priority: priority ?? 0,
      exclusive: form.exclusive,
      automatic: form.automatic,
      validFrom: momentOf('validFrom'),
      validTo: momentOf('validTo'),
      maxUses: limitOf('maxUses'),
      maxUsesPerCode: limitOf('maxUsesPerCode'),
      maxUsesPerCustomer: limitOf('maxUsesPerCustomer'),
      currencies: amountsIn(form.minimums, 'currencies').map(({ amount, currency }) => ({
        currency,
        minimum: amount,
      })),
      priceGroupIds: [...form.priceGroupIds],
      codes: wordsIn(form.codes, stored && codesOf(stored)).map((code) => ({ code })),
      items,
    },
  }
}

/** The codes of a campaign, without how often each was used. */
export const codesOf = ({ codes }: Pick<ManagedCampaign, 'codes'>): string[] => codes.map(({ code }) => code)

/** Letters and digits that nobody mixes up. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const LENGTH = 8

/** Codes that nobody guesses: 8 letters and digits, of 31, each. */
export function newCodes(count: number): string[] {
  const codes = new Set<string>()
  while (codes.size < count) {
    const random = crypto.getRandomValues(new Uint32Array(LENGTH))
    codes.add([...random].map((number) => LETTERS[number % LETTERS.length]).join(''))
  }
  return [...codes]
}
