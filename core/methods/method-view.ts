import { plainAmount, toMajor } from '../kernel/money.ts'
import type { PlainFields } from '../history/field-changes.ts'
import type { StoredRecord } from '../records/noun.ts'
import type { MethodDraft } from './method-draft.ts'
import type { References } from './references.ts'

/** What every answer about a method has. */
export const methodView = (references: References, method: MethodDraft & StoredRecord) => ({
  id: method.id,
  version: method.version,
  name: method.name,
  names: method.names,
  descriptions: method.descriptions,
  imageUrl: method.imageUrl,
  countries: codesOf(references, method),
  position: method.position,
  state: method.state,
})

/** The countries that a method serves, by their codes. */
const codesOf = ({ countries }: References, { countryIds }: MethodDraft): string[] =>
  countryIds.flatMap((id) => countries.codeOf.get(id) ?? []).sort()

/** The amounts that price groups set themselves, in the order of the store's price groups. */
export const ownAmounts = ({ priceGroups }: References, { amounts }: MethodDraft) =>
  [...priceGroups.values()].flatMap(({ currency, id }) => {
    const amount = amounts[id]
    return amount === undefined ? [] : [{ priceGroupId: id, currency, amount: toMajor(amount, currency) }]
  })

/** What price groups without an amount of their own are served at. */
export const inheritedAmounts = ({ priceGroups }: References, { amounts }: MethodDraft) =>
  [...priceGroups.values()].flatMap(({ chain, currency, id }) => {
    const from = chain.find((group) => amounts[group] !== undefined)
    const amount = amounts[from ?? '']
    return from === undefined || from === id || amount === undefined
      ? []
      : [{ priceGroupId: id, currency, amount: toMajor(amount, currency), inheritedFrom: from }]
  })

/** What a history says of a method, whatever it is a method of. */
export const methodFields = (
  references: References,
  method: MethodDraft,
  amountsField: string,
): PlainFields => ({
  name: method.name,
  names: method.names,
  descriptions: method.descriptions,
  imageUrl: method.imageUrl,
  [amountsField]: Object.fromEntries(
    Object.entries(method.amounts).map(([id, amount]) => [
      id,
      plainAmount(amount, references.priceGroups.get(id)?.currency ?? 'XXX'),
    ]),
  ),
  countries: codesOf(references, method),
  position: method.position,
  state: method.state,
})
