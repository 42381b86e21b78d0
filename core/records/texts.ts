import { parseCulture, pickText } from '../kernel/culture.ts'
import { fieldFault, type FieldFault } from './field-faults.ts'

/** A text in each culture that it is there in. */
export type Texts = Readonly<Record<string, string>>

/** Texts by culture in its canonical spelling; empty ones and nulls take one away. What is no culture is a fault. */
export function patchedTexts(
  old: Texts,
  patch: Readonly<Record<string, string | null>> = {},
  field: string,
  faults: FieldFault[],
): Texts {
  const texts: Record<string, string> = { ...old }
  for (const [spelling, text] of Object.entries(patch)) {
    const culture = parseCulture(spelling)
    if (culture === undefined) faults.push(fieldFault(`${field}.${spelling}`, 'field.no-culture'))
    else if (text === null || text.trim() === '') Reflect.deleteProperty(texts, culture)
    else texts[culture] = text
  }
  return texts
}

/** What of a record is said in cultures: where it is from, and what becomes of it. */
interface TextsRead {
  readonly field: string
  /** Those of the store. */
  readonly cultures: readonly string[]
  /** Texts that the record has already may stay, whatever has become of the store's cultures. */
  readonly before?: Texts | undefined
  readonly faults: FieldFault[]
}

/** Texts of a body, each in a culture of the store; what is wrong with them is added to the faults. */
export function readTexts(given: Texts, { before, cultures, faults, field }: TextsRead): Texts {
  const texts = patchedTexts({}, given, field, faults)
  faults.push(...faultsOfCultures(texts, { before, cultures, field }))
  return texts
}

/** The same where there must be one at least: names. */
export function readNames(given: Texts, of: Omit<TextsRead, 'field'> & { readonly field?: string }): Texts {
  const { field = 'names' } = of
  const texts = readTexts(given, { ...of, field })
  if (Object.keys(texts).length === 0) of.faults.push(fieldFault(field, 'field.no-name'))
  return texts
}

/** Texts in what is no culture of the store. */
export const faultsOfCultures = (
  texts: Texts,
  { before = {}, cultures, field }: Omit<TextsRead, 'faults'>,
): FieldFault[] =>
  Object.entries(texts).flatMap(([culture, text]) =>
    cultures.includes(culture) || before[culture] === text
      ? []
      : [fieldFault(`${field}.${culture}`, 'store.culture', { cultures: cultures.join(', ') })],
  )

/** Texts as they are kept, a row a culture, as a record holds them. */
export const textsOf = <Row extends { readonly culture_code: string }>(
  rows: readonly Row[] | undefined,
  text: (row: Row) => string,
): Texts => Object.fromEntries((rows ?? []).map((row) => [row.culture_code, text(row)]))

/** The text in a culture, else the one that comes nearest; undefined where there is none. */
export function textIn(texts: Texts, culture: string): string | undefined {
  const rows = Object.entries(texts).map(([culture_code, text]) => ({ culture_code, text }))
  return pickText(rows, culture, culture)?.text
}

/** What a history of the store calls records by their ids: by their names; those that are gone by their ids. */
export const namedIn =
  (
    of: ReadonlyMap<string, { readonly names: Texts }>,
    { defaultCulture }: { readonly defaultCulture: string },
  ) =>
  (id: string): string =>
    textIn(of.get(id)?.names ?? {}, defaultCulture) ?? id
