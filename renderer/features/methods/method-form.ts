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
  readonly groups: readonly { readonly id: string; readonly currency: string }[]
  /** What is wrong with a text, in the clerk's language. */
  readonly texts: {
    readonly amount: (example: string) => string
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
 * @param own those of the record: of price groups that nobody sees here they stay
 */
export function methodBodyOf(
  form: MethodForm,
  { field, own }: { readonly field: string; readonly own: Amounts },
  { culture, groups, texts }: MethodTerms,
) {
  const faults: Record<string, string> = {}
  const unseen = own.filter(({ priceGroupId }) => groups.every(({ id }) => id !== priceGroupId))
  const typed = groups.flatMap(({ currency, id }) => {
    const text = form.amounts[id]?.trim() ?? ''
    if (text === '') return []
    const amount = parseAmount(text, currency, culture)
    if (amount === undefined) faults[`${field}.${id}`] = texts.amount(exampleAmount(currency, culture))
    return [{ priceGroupId: id, amount: amount ?? 0 }]
  })
  const position = parseCount(form.position, culture)
  if (position === undefined && form.position.trim() !== '') faults['position'] = texts.whole
  return {
    faults,
    amounts: [...typed, ...unseen.map(({ amount, priceGroupId }) => ({ priceGroupId, amount }))],
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
