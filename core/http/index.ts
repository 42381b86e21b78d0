import { healthRoutes } from './health.routes.ts'
import type { Room } from './room.ts'
import * as schema from './schema.ts'

/** Whether the core is well. */
export const health = {
  routes: [healthRoutes],
  // Read at the start and never again.
  tables: ['settings'],
  cached: [],
  schemas: [schema],
} as const satisfies Room
