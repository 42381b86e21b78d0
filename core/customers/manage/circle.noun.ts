import { sliceByName, type Page } from '../../database/queries/keyset.ts'
import type { ReadDb, WriteDb } from '../../database/engine.ts'
import { defineNoun, type RecordChange, type RecordRows, type StoredRecord } from '../../records/noun.ts'
import { recordRows } from '../../records/record-rows.ts'
import { recordsIn, searchRecords } from '../../records/search-records.ts'
import { StatedRecordsQuery, type RecordState } from '../../records/record.schema.ts'
import { getStore, type StoreRecord } from '../../stores/store.repository.ts'
import { parseId } from '../../kernel/ids.ts'
import { hasIndexed, indexLater } from '../../records/unindexed-records.ts'
import { CUSTOMER, findCustomerRecords, replaceTerms } from './customer-record.repository.ts'
import {
  CircleBody,
  CirclePatch,
  ManagedCircle,
  ManagedCustomerGroupsAnswer,
  ManagedOrganizationsAnswer,
} from './managed-customer.schema.ts'

/** What customers belong to. */
type CircleTable = 'customer_groups' | 'organizations'

interface CircleDraft {
  readonly name: string
  readonly state: 'active' | 'retired'
}
type CircleRecord = CircleDraft & StoredRecord

interface Around {
  readonly store: StoreRecord
  /** How many customers belong to each. */
  readonly members: ReadonlyMap<string, number>
}

/** Members of an organization that are held in memory at a time, and that are found by another name of it at once. */
const CHUNK = 500

const circleNoun = (table: CircleTable, words: { readonly one: string; readonly many: string }) =>
  ({
    ...words,
    around: async (db: ReadDb, storeId: string): Promise<Around> => ({
      store: await getStore(db, storeId),
      members: await countMembers(db, table, storeId),
    }),
    find: async (db: ReadDb, storeId: string, key: string): Promise<CircleRecord | undefined> => {
      const id = parseId(key)
      return (await circles(db, table, storeId)).find((circle) => circle.id === id)
    },
    list: async (
      db: ReadDb,
      storeId: string,
      page: Page,
      { search, state }: { readonly search?: string | undefined; readonly state?: RecordState | undefined },
      { store }: Around,
    ) => {
      const asked = recordsIn(await circles(db, table, storeId), state)
      const found = searchRecords(asked, search, ({ name }) => [name])
      return sliceByName(found, page, store.defaultCulture)
    },
    view: ({ members }: Around, { id, name, state, version }: CircleRecord): ManagedCircle => ({
      id,
      version,
      name,
      state,
      members: members.get(id) ?? 0,
    }),
    read: (_around: Around, { name, state = 'active' }: CircleBody) => ({
      draft: { name: name.trim(), state },
      faults: [],
    }),
    fields: (_around: Around, { name, state }: CircleRecord) => ({ name, state }),
    rows: table === 'organizations' ? renamedOrganizations : circleRows(table),
    removal: {
      isUsed: async (db: ReadDb, { id }: CircleRecord) => isCircleUsed(db, table, id),
      retired: (circle: CircleRecord): CircleRecord => ({ ...circle, state: 'retired' }),
    },
  }) as const

const circleRows = (table: CircleTable): RecordRows<CircleRecord> =>
  recordRows(table, ({ name, state }) => ({ name, is_retired: state === 'retired' ? 1 : 0 }))

/** Customers are found by the name of their organization, too. */
const renamedOrganizations: RecordRows<CircleRecord> = {
  ...circleRows('organizations'),
  update: async (db, author, changes) => {
    await circleRows('organizations').update(db, author, changes)
    for (const change of changes.filter(isRenamed)) {
      await replaceTermsOfMembers(db, author.storeId, change.after.id)
    }
  },
}

const isRenamed = ({ after, before }: RecordChange<CircleRecord>): boolean => after.name !== before.name

/** The terms of more than some come behind, as those of an import do: everybody would wait for those of thousands. */
async function replaceTermsOfMembers(db: WriteDb, storeId: string, organizationId: string): Promise<void> {
  let last = ''
  for (;;) {
    const members = await db
      .selectFrom('customers')
      .select(['id', 'version'])
      .where('organization_id', '=', organizationId)
      .where('id', '>', last)
      .orderBy('id')
      .limit(CHUNK)
      // Whoever changes one of them writes its terms, too.
      .forUpdate()
      .execute()
    const end = members.at(-1)
    if (!end) return
    const ids = members.map(({ id }) => id)
    if (last === '') await replaceTerms(db, storeId, await findCustomerRecords(db, storeId, ids))
    else {
      // Of a version that waits already there is one row.
      await hasIndexed(db, ids)
      await indexLater(db, storeId, CUSTOMER, members)
    }
    last = end.id
  }
}

/** All of a store, retired ones too: there are few. */
async function circles(db: ReadDb, table: CircleTable, storeId: string): Promise<CircleRecord[]> {
  const rows = await db
    .selectFrom(table)
    .select(['id', 'version', 'name', 'is_retired'])
    .where('store_id', '=', storeId)
    .execute()
  return rows.map(({ id, is_retired, name, version }) => ({
    id,
    version,
    name,
    state: is_retired === 1 ? 'retired' : 'active',
  }))
}

async function countMembers(
  db: ReadDb,
  table: CircleTable,
  storeId: string,
): Promise<ReadonlyMap<string, number>> {
  const counted =
    table === 'organizations'
      ? db
          .selectFrom('customers')
          .select((eb) => ['organization_id as id', eb.fn.countAll<number | string>().as('n')])
          .where('store_id', '=', storeId)
          .where('organization_id', 'is not', null)
          .groupBy('organization_id')
      : db
          .selectFrom('customer_group_members as member')
          .innerJoin('customer_groups as own', 'own.id', 'member.customer_group_id')
          .select((eb) => ['own.id as id', eb.fn.countAll<number | string>().as('n')])
          .where('own.store_id', '=', storeId)
          .groupBy('own.id')
  const rows = await counted.execute()
  return new Map(rows.map(({ id, n }) => [id ?? '', Number(n)]))
}

/** Whether customers belong to it, or a price group asks for it, by whichever kind of criterion. */
async function isCircleUsed(db: ReadDb, table: CircleTable, id: string): Promise<boolean> {
  const member =
    table === 'organizations'
      ? db.selectFrom('customers').select('id').where('organization_id', '=', id).limit(1)
      : db
          .selectFrom('customer_group_members')
          .select('customer_id as id')
          .where('customer_group_id', '=', id)
          .limit(1)
  if (await member.executeTakeFirst()) return true
  const criterion = await db
    .selectFrom('price_group_criterion_values')
    .select('criterion_id')
    .where('value', '=', id)
    .limit(1)
    .executeTakeFirst()
  return criterion !== undefined
}

const shared = { body: CircleBody, patch: CirclePatch, record: ManagedCircle, query: StatedRecordsQuery }
type Shared = { [K in keyof typeof shared]: (typeof shared)[K] }

export const customerGroupNoun = defineNoun<
  Around,
  CircleDraft,
  CircleRecord,
  Shared & { list: typeof ManagedCustomerGroupsAnswer }
>({
  ...circleNoun('customer_groups', { one: 'customer group', many: 'customer groups' }),
  schemas: { ...shared, list: ManagedCustomerGroupsAnswer },
})

export const organizationNoun = defineNoun<
  Around,
  CircleDraft,
  CircleRecord,
  Shared & { list: typeof ManagedOrganizationsAnswer }
>({
  ...circleNoun('organizations', { one: 'organization', many: 'organizations' }),
  schemas: { ...shared, list: ManagedOrganizationsAnswer },
})
