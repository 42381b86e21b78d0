import type { Room } from '../http/room.ts'
import * as schema from './transfer.schema.ts'

/** Imports and exports. Its routes are the app's: they need work on another thread beside the services. */
export const transfer = { tables: [], cached: [], schemas: [schema] } as const satisfies Room
