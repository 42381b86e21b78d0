import type { Room } from '../http/room.ts'
import * as schema from './record.schema.ts'
import type {} from './unindexed-record.table.ts'

/** What the shop's own records have in common: their addresses, versions and history. Each noun keeps its own rows. */
export const records = {
  tables: ['unindexed_records'],
  cached: [],
  schemas: [schema],
} as const satisfies Room
