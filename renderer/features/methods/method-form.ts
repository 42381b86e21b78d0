import type { ManagedPaymentMethod, ManagedShippingMethod } from '../../api/methods.ts'
import { exampleAmount, formatPlainAmount, parseAmount, parseCount } from '../../ui/format.ts'
import { filled } from '../records/text-in.ts'

/** What ways to deliver and ways to pay have in common, as they are typed. */
export interface MethodForm {
  name: string
  names: Record<string, string>
  descriptions: Record<string, string>
  imageUrl: string
  /** By price group; empty where it has none of its own. */
  amounts: Record<string, string>
  countries: readonly string[]
  position: string
  state: 'active' | 'retired'
}

/** What the texts of a form mean. */
export interface MethodTerms {
  /** How amounts are written. */
  readonly culture: string
  /** Retired ones too; none until they are known. */
  readonly groups: readonly { readonly id: string; readonly currency: string }[]
  /** What is wrong with a text, in the clerk's language. */
  readonly texts: {
    readonly amount: (example: string) => string
    readonly gone: string
    readonly percent: string
    readonly whole: string
  }
}

type Amounts = ManagedShippingMethod['prices']

/** @param amounts of the record */
export const methodFormOf = (
  record: ManagedShippingMethod | ManagedPaymentMethod | undefined,
  amounts: Amounts,
  { culture }: MethodTerms,
): MethodForm => ({
  name: record?.name ?? '',
  names: record?.names ?? {},
  descriptions: record?.descriptions ?? {},
  imageUrl: record?.imageUrl ?? '',
  amounts: Object.fromEntries(
    amounts.map(({ amount, currency, priceGroupId }) => [
      priceGroupId,
      formatPlainAmount(amount, currency, culture),
    ]),
  ),
  countries: record?.countries ?? [],
  position: record ? String(record.position) : '',
  state: record?.state ?? 'active',
})

/**
 * What a form says; `amounts` are the body's `prices` or `fees`.
 * @param own those of the record, which say what currencies they are in
 */
export function methodBodyOf(
  form: MethodForm,
  { field, own }: { readonly field: string; readonly own: Amounts },
  { culture, groups, texts }: MethodTerms,
) {
  const faults: Record<string, string> = {}
  const currencies = new Map([
    ...own.map(({ currency, priceGroupId }) => [priceGroupId, currency] as const),
    ...groups.map(({ currency, id }) => [id, currency] as const),
  ])
  const amounts = Object.entries(form.amounts).flatMap(([id, text]) => {
    if (text.trim() === '') return []
    const currency = currencies.get(id)
    const amount = currency && parseAmount(text, currency, culture)
    if (typeof amount === 'number') return [{ priceGroupId: id, amount }]
    faults[`${field}.${id}`] = currency ? texts.amount(exampleAmount(currency, culture)) : texts.gone
    return []
  })
  const position = parseCount(form.position, culture)
  if (position === undefined && form.position.trim() !== '') faults['position'] = texts.whole
  return {
    faults,
    amounts,
    body: {
      // Left empty, orders call it as customers do.
      name: form.name.trim(),
      names: filled(form.names),
      descriptions: filled(form.descriptions),
      imageUrl: form.imageUrl.trim() || null,
      countries: [...form.countries],
      ...(position !== undefined && { position }),
      state: form.state,
    },
  }
}
