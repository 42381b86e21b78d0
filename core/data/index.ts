import type { Room } from '../http/room.ts'
import * as schema from './data.schema.ts'

/** The data of all stores, as a whole. Its routes need work that is done on other threads: the app adds them. */
export const data = {
  tables: [],
  cached: [],
  schemas: [schema],
} as const satisfies Room
