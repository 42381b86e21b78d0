import type { Room } from '../http/room.ts'
import * as schema from './record.schema.ts'

/** What the shop's own records have in common: their addresses, versions and history. Each noun keeps its own rows. */
export const records = { tables: [], cached: [], schemas: [schema] } as const satisfies Room
