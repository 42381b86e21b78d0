import type { ReadDb } from '../database/engine.ts'
import type { StoredRecord } from '../records/noun.ts'
import type { MethodDraft } from './method-draft.ts'
import type { MethodTables } from './method-tables.ts'

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

/** The countries that a method serves, a row each. */
export const methodCountries = ({ countryIds }: MethodDraft) =>
  countryIds.map((country_id) => ({ country_id }))

/** The rows of each method by its id. @param key the column that names it */
export async function rowsOfEach<K extends string, R extends { readonly [key in K]: string }>(
  key: K,
  rows: Promise<readonly R[]>,
): Promise<(id: string) => readonly R[]> {
  const byMethod = Map.groupBy<string, R>(await rows, (row) => row[key])
  return (id) => byMethod.get(id) ?? []
}

/** The row of a method, as far as every kind has it. */
interface MethodRow extends StoredRecord, Pick<MethodDraft, 'name' | 'position' | 'state'> {
  readonly image_url: string | null
}

/** What rows say of methods, whatever they are methods of. */
export async function methodsOfRows<R extends MethodRow>(
  db: ReadDb,
  { amounts, countries, key, texts }: MethodTables,
  methods: readonly R[],
): Promise<(method: R) => MethodDraft & StoredRecord> {
  const ids = methods.map(({ id }) => id)
  const textsOf = await rowsOfEach(key, db.selectFrom(texts).selectAll().where(key, 'in', ids).execute())
  const amountsOf = await rowsOfEach(key, db.selectFrom(amounts).selectAll().where(key, 'in', ids).execute())
  const countriesOf = await rowsOfEach(
    key,
    db.selectFrom(countries).selectAll().where(key, 'in', ids).execute(),
  )
  return ({ id, image_url, name, position, state, version }) => ({
    id,
    version,
    name,
    names: Object.fromEntries(textsOf(id).map((text) => [text.culture_code, text.display_name])),
    descriptions: Object.fromEntries(
      textsOf(id).flatMap(({ culture_code, description }) =>
        description === null ? [] : [[culture_code, description]],
      ),
    ),
    imageUrl: image_url,
    amounts: Object.fromEntries(amountsOf(id).map((row) => [row.price_group_id, row.amount])),
    countryIds: countriesOf(id)
      .map((row) => row.country_id)
      .sort(),
    position,
    state,
  })
}
