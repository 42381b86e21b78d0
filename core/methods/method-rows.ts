import type { MethodDraft } from './method-draft.ts'

/** The columns that ways to deliver and to pay have in common. */
export const methodColumns = ({ imageUrl, name, position, state }: MethodDraft) => ({
  name,
  image_url: imageUrl,
  position,
  state,
})

/** The texts of a method, a row a culture. */
export const methodTexts = ({ descriptions, names }: MethodDraft) =>
  Object.entries(names).map(([culture_code, display_name]) => ({
    culture_code,
    display_name,
    description: descriptions[culture_code] ?? null,
  }))

/** What a method costs, a row a price group. */
export const methodAmounts = ({ amounts }: MethodDraft) =>
  Object.entries(amounts).map(([price_group_id, amount]) => ({ price_group_id, amount }))

/** The rows of a method, as they were read. */
interface MethodRows {
  readonly method: {
    readonly name: string
    readonly image_url: string | null
    readonly position: number
    readonly state: MethodDraft['state']
  }
  readonly texts: readonly {
    readonly culture_code: string
    readonly display_name: string
    readonly description: string | null
  }[]
  readonly amounts: readonly { readonly price_group_id: string; readonly amount: number }[]
  readonly countries: readonly { readonly country_id: string }[]
}

/** The rows of each method by its id. @param key the column that names it */
export async function rowsOfEach<K extends string, R extends { readonly [key in K]: string }>(
  key: K,
  rows: Promise<readonly R[]>,
): Promise<(id: string) => readonly R[]> {
  const byMethod = Map.groupBy<string, R>(await rows, (row) => row[key])
  return (id) => byMethod.get(id) ?? []
}

/** What rows say of a method, whatever it is a method of. */
export const methodOfRows = ({ amounts, countries, method, texts }: MethodRows): MethodDraft => ({
  name: method.name,
  names: Object.fromEntries(texts.map((text) => [text.culture_code, text.display_name])),
  descriptions: Object.fromEntries(
    texts.flatMap(({ culture_code, description }) =>
      description === null ? [] : [[culture_code, description]],
    ),
  ),
  imageUrl: method.image_url,
  amounts: Object.fromEntries(amounts.map((row) => [row.price_group_id, row.amount])),
  countryIds: countries.map((row) => row.country_id).sort(),
  position: method.position,
  state: method.state,
})
