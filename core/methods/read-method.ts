import { toMinor, type Minor } from '../kernel/money.ts'
import { webAddress } from '../kernel/web-address.ts'
import { fieldFault, type FieldFault } from '../records/field-faults.ts'
import { readNames, readTexts } from '../records/texts.ts'
import type { MethodDraft } from './method-draft.ts'
import type { Amounts, MethodBody } from './method.schema.ts'
import type { References } from './references.ts'

/**
 * What a body says of a method, whatever it is a method of.
 * @param amounts what it costs: the `prices` or `fees` of the body
 * @param before as it is now
 * @param faults gets what is wrong with the body
 */
export function readMethod(
  references: References,
  body: MethodBody,
  amounts: { readonly field: string; readonly given: Amounts | undefined },
  before: MethodDraft | undefined,
  faults: FieldFault[],
): MethodDraft {
  const { nextPosition, store } = references
  const { cultures } = store
  const names = readNames(body.names, { cultures, before: before?.names, faults })
  const given = body.descriptions ?? {}
  const field = 'descriptions'
  const descriptions = readTexts(given, { field, cultures, before: before?.descriptions, faults })
  for (const culture of Object.keys(descriptions)) {
    if (names[culture] === undefined) {
      faults.push(fieldFault(`${field}.${culture}`, 'field.unnamed'))
    }
  }
  return {
    name: body.name?.trim() || (names[store.defaultCulture] ?? Object.values(names)[0] ?? ''),
    names,
    descriptions,
    imageUrl: readAddress('imageUrl', body.imageUrl, faults),
    amounts: readAmounts(references, amounts.given ?? [], amounts.field, faults),
    countryIds: readCountries(references, body.countries ?? [], faults),
    position: body.position ?? before?.position ?? nextPosition,
    state: body.state ?? 'active',
  }
}

function readAmounts(
  { priceGroups }: References,
  given: Amounts,
  field: string,
  faults: FieldFault[],
): Readonly<Record<string, Minor>> {
  const amounts: Record<string, Minor> = {}
  for (const [index, { amount, priceGroupId }] of given.entries()) {
    const group = priceGroups.get(priceGroupId)
    const place = `${field}.${index}.priceGroupId`
    if (!group) faults.push(fieldFault(place, 'price-group.not-found'))
    else if (priceGroupId in amounts) faults.push(fieldFault(place, 'field.repeated'))
    else amounts[priceGroupId] = toMinor(amount, group.currency)
  }
  return amounts
}

function readCountries({ countries }: References, codes: readonly string[], faults: FieldFault[]): string[] {
  const ids = codes.map((code) => countries.idOf.get(code.toUpperCase()))
  for (const [index, id] of ids.entries()) {
    if (id === undefined) faults.push(fieldFault(`countries.${index}`, 'country.not-found'))
  }
  return [...new Set(ids.filter((id) => id !== undefined))].sort()
}

/** An address on the web; an empty one is none. */
export function readAddress(
  field: string,
  text: string | null | undefined,
  faults: FieldFault[],
): string | null {
  if (!text) return null
  if (!webAddress(text)) faults.push(fieldFault(field, 'field.web-address'))
  return text
}
