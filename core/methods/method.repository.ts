import type { ReadDb } from '../database/engine.ts'
import { pickText } from '../kernel/culture.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import { rowsOfEach } from './method-rows.ts'
import type { MethodTables } from './method-tables.ts'

/** What customers read of a method. */
interface MethodTexts {
  readonly name: string
  readonly displayName: string
  readonly description: string | null
}

/** What customers read of methods in a culture: as price groups and countries are, they are named in the one asked for. */
export async function readMethodTexts<M extends { readonly id: string; readonly name: string }>(
  db: ReadDb,
  { key, texts }: MethodTables,
  methods: readonly M[],
  { defaultCulture }: StoreRecord,
  culture: string,
): Promise<(method: M) => MethodTexts> {
  const ids = methods.map(({ id }) => id)
  const textsOf = await rowsOfEach(key, db.selectFrom(texts).selectAll().where(key, 'in', ids).execute())
  return ({ id, name }) => {
    const text = pickText(textsOf(id), culture, defaultCulture)
    const displayName = text?.display_name ?? name
    return { name: displayName, displayName, description: text?.description ?? null }
  }
}

/** The name of a method of the store that is retired; undefined where it is offered, or there is none. */
export const findRetiredMethod = async (
  db: ReadDb,
  table: 'payment_methods' | 'shipping_methods',
  storeId: string,
  methodId: string,
): Promise<{ readonly name: string } | undefined> =>
  db
    .selectFrom(table)
    .select('name')
    .where('id', '=', methodId)
    .where('store_id', '=', storeId)
    .where('state', '=', 'retired')
    .executeTakeFirst()
