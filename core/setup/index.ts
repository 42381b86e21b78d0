import type { Room } from '../http/room.ts'
import * as schema from './setup.schema.ts'

/** The first start. Its one route is the app's: it needs the work of making a shop beside the services. */
export const firstStart = { tables: [], cached: [], schemas: [schema] } as const satisfies Room
