import { HOW_WORDS_ARE_FOUND } from '../../kernel/search-terms.ts'
import type { ReadDb } from '../../database/engine.ts'
import { sliceOf } from '../../database/queries/keyset.ts'
import { conflict, said } from '../../kernel/errors.ts'
import { fieldFault, type FieldFault } from '../../records/field-faults.ts'
import { defineNoun, type Read, type Wanted } from '../../records/noun.ts'
import { placeBehind, StatedRecordsQuery } from '../../records/record.schema.ts'
import { recordsIn, searchRecords } from '../../records/search-records.ts'
import { readNames } from '../../records/texts.ts'
import { getStore, type StoreRecord } from '../../stores/store.repository.ts'
import type { CatalogDraft, CatalogRecord } from './catalog-record.ts'
import {
  catalogRecordsOf,
  catalogRows,
  findProductOf,
  isCatalogInCampaign,
} from './catalog-record.repository.ts'
import { CatalogBody, CatalogPatch, ManagedCatalog, ManagedCatalogsAnswer } from './catalog.schema.ts'

/** What catalogs of a store are read with. */
interface Around {
  readonly store: StoreRecord
  readonly catalogs: readonly CatalogRecord[]
}

/** The store's catalogs, in its order. */
export const catalogNoun = defineNoun({
  one: 'catalog',
  many: 'catalogs',
  schemas: {
    body: CatalogBody,
    patch: CatalogPatch,
    record: ManagedCatalog,
    list: ManagedCatalogsAnswer,
    query: StatedRecordsQuery,
  },
  says: {
    list: `In the store’s order; those that are retired, too. \`search\` finds words of their names ${HOW_WORDS_ARE_FOUND}`,
    remove:
      'Refused where products of it are still to be sold. One that has any product is kept, and offered no more.',
  },
  around: async (db, storeId): Promise<Around> => ({
    store: await getStore(db, storeId),
    catalogs: await catalogRecordsOf(db, storeId),
  }),
  find: async (db, storeId, id) => (await catalogRecordsOf(db, storeId)).find((catalog) => catalog.id === id),
  list: async (db, storeId, page, { search, state }) => {
    const catalogs = await catalogRecordsOf(db, storeId)
    const found = searchRecords(recordsIn(catalogs, state), search, ({ names }) => Object.values(names))
    return sliceOf(found, page, 'asc', [({ position }) => position, ({ id }) => id])
  },
  view: (_around, { id, names, position, state, version }) => ({ id, version, names, position, state }),
  read: readCatalog,
  check: checkCatalogs,
  fields: (_around, { names, position, state }) => ({ names, position, state }),
  rows: catalogRows,
  removal: {
    isUsed: async (db, { id }) => {
      const product = await findProductOf(db, id, TO_BE_SOLD)
      if (product)
        throw conflict(
          'catalog.in-use',
          said`The catalog holds products that are not retired, such as ${{ sku: product.sku }}: move them to another, or retire them.`,
        )
      return (await findProductOf(db, id, ['retired'])) !== undefined || (await isCatalogInCampaign(db, id))
    },
    retired: (catalog) => ({ ...catalog, state: 'retired' as const }),
  },
})

const TO_BE_SOLD = ['active', 'draft'] as const

function readCatalog(
  { catalogs, store: { cultures } }: Around,
  { names, position, state = 'active' }: CatalogBody,
  before: CatalogRecord | undefined,
): Read<CatalogDraft> {
  const faults: FieldFault[] = []
  const last = Math.max(-1, ...catalogs.map((catalog) => catalog.position))
  const draft = {
    names: readNames(names, { cultures, before: before?.names, faults }),
    position: position ?? before?.position ?? placeBehind(last),
    state,
  }
  return { draft, faults }
}

async function checkCatalogs(
  db: ReadDb,
  _around: Around,
  wanted: readonly Wanted<CatalogDraft, CatalogRecord>[],
): Promise<FieldFault[][]> {
  return Promise.all(
    wanted.map(async ({ before, draft }) => {
      if (draft.state === 'active' || before?.state !== 'active') return []
      const product = await findProductOf(db, before.id, TO_BE_SOLD)
      return product ? [fieldFault('state', 'catalog.holds-products', { sku: product.sku })] : []
    }),
  )
}
