import type { ReadDb } from '../database/engine.ts'
import { pickText } from '../kernel/culture.ts'
import { parseId } from '../kernel/ids.ts'
import type { Texts } from '../records/texts.ts'
import type { StoreRecord } from '../stores/store.repository.ts'

interface Text {
  readonly id: string
  readonly culture_code: string
  readonly name: string
}

/** Things of a store by what people call them in a file: a name in any culture, where only one has it, or the id. */
export class Names {
  readonly #store: StoreRecord
  readonly #texts: ReadonlyMap<string, readonly Text[]>
  /** Ids by each name of theirs. */
  readonly #ids = new Map<string, Set<string>>()

  constructor(store: StoreRecord, texts: readonly Text[]) {
    this.#store = store
    this.#texts = Map.groupBy(texts, ({ id }) => id)
    for (const { id, name } of texts) {
      const key = keyOf(name)
      this.#ids.set(key, (this.#ids.get(key) ?? new Set()).add(id))
    }
  }

  /** What a file calls it: its name in the store's own culture, where that is enough, otherwise its id. */
  label(id: string): string {
    const name = pickText(
      this.#texts.get(id) ?? [],
      this.#store.defaultCulture,
      this.#store.defaultCulture,
    )?.name
    return name !== undefined && this.find(name) === id && name === name.trim() ? name : id
  }

  /** @returns undefined where there is none, or more than one */
  find(label: string): string | undefined {
    const id = parseId(label.trim())
    if (id !== undefined && this.#texts.has(id)) return id
    const [only, ...others] = this.#ids.get(keyOf(label)) ?? []
    return others.length === 0 ? only : undefined
  }
}

const keyOf = (name: string): string => name.trim().toLowerCase()

export const readPriceGroupNames = async (db: ReadDb, store: StoreRecord): Promise<Names> =>
  new Names(
    store,
    await db
      .selectFrom('price_group_names as text')
      .innerJoin('price_groups as price_group', 'price_group.id', 'text.price_group_id')
      .select(['price_group.id', 'text.culture_code', 'text.name'])
      .where('price_group.store_id', '=', store.id)
      .execute(),
  )

/** Records that have been read already, by their names. */
export const namesOf = (
  store: StoreRecord,
  records: Iterable<{ readonly id: string; readonly names: Texts }>,
): Names =>
  new Names(
    store,
    [...records].flatMap(({ id, names }) =>
      Object.entries(names).map(([culture_code, name]) => ({ id, culture_code, name })),
    ),
  )

/** Customer groups and organizations, which have one name in every culture. */
export async function readCircleNames(
  db: ReadDb,
  store: StoreRecord,
): Promise<{ readonly groups: Names; readonly organizations: Names }> {
  const named = async (table: 'customer_groups' | 'organizations'): Promise<Names> => {
    const rows = await db.selectFrom(table).select(['id', 'name']).where('store_id', '=', store.id).execute()
    const culture_code = store.defaultCulture
    return new Names(
      store,
      rows.map((row) => ({ ...row, culture_code })),
    )
  }
  return { groups: await named('customer_groups'), organizations: await named('organizations') }
}
