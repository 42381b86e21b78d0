import type { Room } from '../http/room.ts'
import { drawerOpeningRoutes } from './drawer-opening.routes.ts'
import { drawerRoutes } from './drawer.routes.ts'
import * as schema from './drawer-opening.schema.ts'
import type {} from './drawer-opening.table.ts'

/** The cash drawer of a desk, and when it was opened without a sale. How it is opened is `drawer`'s. */
export const drawerOpenings = {
  routes: [drawerRoutes, drawerOpeningRoutes],
  tables: ['drawer_openings'],
  cached: [],
  schemas: [schema],
} as const satisfies Room
