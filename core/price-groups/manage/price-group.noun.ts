import { HOW_WORDS_ARE_FOUND } from '../../kernel/search-terms.ts'
import { defineNoun } from '../../records/noun.ts'
import { StatedRecordsQuery } from '../../records/record.schema.ts'
import { recordsIn, searchRecords } from '../../records/search-records.ts'
import { pageOfGroups } from '../price-group.repository.ts'
import { checkGroups, isUsed } from './check-groups.ts'
import { readAround } from './group-around.ts'
import { groupRecordsOf, groupRows } from './group-record.repository.ts'
import type { GroupRecord } from './group-record.ts'
import { groupFields, managedGroup } from './group-view.ts'
import {
  ManagedPriceGroup,
  ManagedPriceGroupsAnswer,
  PriceGroupBody,
  PriceGroupPatch,
} from './price-group.schema.ts'
import { readGroupBody, readGroupPatch } from './read-group-body.ts'

/** The store's price groups: what they derive from, who gets them, and when. */
export const priceGroupNoun = defineNoun({
  one: 'price group',
  many: 'price groups',
  schemas: {
    body: PriceGroupBody,
    patch: PriceGroupPatch,
    record: ManagedPriceGroup,
    list: ManagedPriceGroupsAnswer,
    query: StatedRecordsQuery,
  },
  says: {
    list: `Higher priority first, of equals the oldest; those that are retired, too. \`search\` finds words of their names ${HOW_WORDS_ARE_FOUND}`,
    remove:
      'Refused where other groups derive from it. One that has prices or fees, or was sold in, is kept and offered no ' +
      'more: carts and orders keep what they have.',
  },
  around: readAround,
  find: async (db, storeId, id): Promise<GroupRecord | undefined> =>
    (await groupRecordsOf(db, storeId)).get(id),
  list: async (db, storeId, page, { search, state }) => {
    const groups = await groupRecordsOf(db, storeId)
    const found = searchRecords(recordsIn([...groups.values()], state), search, ({ names }) =>
      Object.values(names),
    )
    return pageOfGroups(found, page)
  },
  view: managedGroup,
  read: readGroupBody,
  patch: readGroupPatch,
  check: checkGroups,
  fields: groupFields,
  rows: groupRows,
  removal: { isUsed, retired: (group) => ({ ...group, state: 'retired' as const }) },
})
