import { lockRows } from '../database/queries/lock-rows.ts'
import { sliceByName } from '../database/queries/keyset.ts'
import { NAME_LENGTH } from '../http/schema.ts'
import { getStore } from '../stores/store.repository.ts'
import { fieldFault, type FieldFault } from '../records/field-faults.ts'
import { defineNoun } from '../records/noun.ts'
import { searchRecords } from '../records/search-records.ts'
import { findStaff, listStaff, staffRows, type StaffRecord } from './staff.repository.ts'
import { StaffAnswer, StaffMember, StaffMemberBody, StaffMemberPatch, StaffQuery } from './staff.schema.ts'

/** A desk shows all of them to choose from. */
const MOST = 500

/**
 * The people who work in a store. Who gives out rights has them all: they are written with `admin`, as clients are.
 * Nobody is ever deleted, because histories name them.
 */
export const staffNoun = defineNoun({
  one: 'staff member',
  many: 'staff',
  scopes: { read: 'staff', write: 'admin' },
  says: {
    create:
      'They can take a desk once they have a PIN (`PUT …/pin`). As soon as an owner has one, the desks of the store are for its staff: each begins locked.',
    remove:
      'Whoever leaves is retired, because histories name them. An owner with a PIN has to stay as long as anybody else does.',
  },
  schemas: {
    body: StaffMemberBody,
    patch: StaffMemberPatch,
    record: StaffMember,
    list: StaffAnswer,
    query: StaffQuery,
  },
  rows: staffRows,
  around: async (db, storeId) => ({ store: await getStore(db, storeId) }),
  find: findStaff,
  list: async (db, storeId, page, { search, state }, { store }) => {
    const found = searchRecords(await listStaff(db, storeId, state), search, ({ name }) => [name])
    return sliceByName(found, page, store.defaultCulture)
  },
  view: (_around, record) => memberView(record),
  read: (_around, { name, role, state = 'active' }, before) => {
    const draft = { name: name.trim(), role, state, pinHash: (state === 'active' && before?.pinHash) || null }
    const faults: FieldFault[] = []
    // A body's schema has seen to that; the command line has none.
    if (draft.name === '') faults.push(fieldFault('name', 'field.required'))
    if (draft.name.length > NAME_LENGTH)
      faults.push(fieldFault('name', 'field.maxLength', { limit: NAME_LENGTH }))
    return { draft, faults }
  },
  check: async (db, { store }, wanted) => {
    // Two who are given one name at once would both find it free.
    await lockRows(db, 'stores', [store.id])
    const active = await listStaff(db, store.id, 'active')
    return wanted.map(({ before, draft }) => {
      const faults: FieldFault[] = []
      if (draft.state !== 'active') return faults
      const others = active.filter(({ id }) => id !== before?.id)
      if (others.some(({ name }) => isSameName(name, draft.name)))
        faults.push(fieldFault('name', 'staff-member.name-taken'))
      if (before?.state !== 'active' && others.length >= MOST)
        faults.push(fieldFault('state', 'staff-member.too-many', { most: MOST }))
      return faults
    })
  },
  fields: (_around, { name, role, state }) => ({ name, role, state }),
  removal: {
    isUsed: async () => Promise.resolve(true),
    retired: (record) => ({ ...record, state: 'retired' as const, pinHash: null }),
  },
})

/** Their PIN is in nothing that is answered. */
export const memberView = ({ pinHash, ...member }: StaffRecord): StaffMember => ({
  ...member,
  hasPin: pinHash !== null,
})

const isSameName = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { sensitivity: 'accent' }) === 0
