import type { Room } from '../http/room.ts'
import * as schema from './record-event.schema.ts'
import type {} from './record-event.table.ts'

/** Who has changed the shop's own records. Each noun shows its own history. */
export const history = { tables: ['record_events'], cached: [], schemas: [schema] } as const satisfies Room
