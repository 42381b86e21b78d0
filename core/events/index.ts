import type { Room } from '../http/room.ts'
import { eventRoutes } from './event.routes.ts'

/** Changes as they happen. */
export const events = {
  routes: [eventRoutes],
  tables: [],
  cached: [],
} as const satisfies Room
