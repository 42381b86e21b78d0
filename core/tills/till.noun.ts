import { sliceByName } from '../database/queries/keyset.ts'
import { fieldFault } from '../records/field-faults.ts'
import { defineNoun } from '../records/noun.ts'
import { recordsIn, searchRecords } from '../records/search-records.ts'
import { getStore } from '../stores/store.repository.ts'
import { findTill, isTillUsed, listTills, tillRows } from './till.repository.ts'
import { ManagedTill, ManagedTillsAnswer, TillBody, TillPatch, TillsQuery } from './till.schema.ts'

/** The drawers of a store that are counted apart. Cash of which nobody says the till is in the store's own, which has no name. */
export const tillNoun = defineNoun({
  one: 'till',
  many: 'tills',
  schemas: {
    body: TillBody,
    patch: TillPatch,
    record: ManagedTill,
    list: ManagedTillsAnswer,
    query: TillsQuery,
  },
  says: {
    list: 'By name. A store with one drawer needs none: cash of which nobody says the till is in its own, which has no name.',
    remove: 'One that has held cash is kept: it is counted still, and takes no more.',
  },
  around: async (db, storeId) => ({
    store: await getStore(db, storeId),
    others: await listTills(db, storeId),
  }),
  find: findTill,
  list: async (_db, _storeId, page, { search, state }, { others, store }) => {
    const found = searchRecords(recordsIn(others, state), search, ({ name }) => [name])
    return Promise.resolve(sliceByName(found, page, store.defaultCulture))
  },
  view: (_around, { id, name, state, version }) => ({ id, version, name, state }),
  read: ({ others }, { name, state = 'active' }, before) => {
    const draft = { name: name.trim(), state }
    const isTaken = others.some(
      (other) => other.id !== before?.id && other.state === 'active' && other.name === draft.name,
    )
    return {
      draft,
      faults: state === 'active' && isTaken ? [fieldFault('name', 'till.name-taken')] : [],
    }
  },
  fields: (_around, { name, state }) => ({ name, state }),
  rows: tillRows,
  removal: { isUsed: isTillUsed, retired: (till) => ({ ...till, state: 'retired' as const }) },
})
