import type { Room } from '../http/room.ts'
import { deskRoutes } from './desk.routes.ts'
import * as desk from './desk.schema.ts'
import { manageStaffRoutes, pinRoutes } from './staff.routes.ts'
import * as schema from './staff.schema.ts'

/** The people who work in a store, and which of them is at which desk. Who a token speaks for is the room `access`'s. */
export const staff = {
  routes: [deskRoutes, manageStaffRoutes, pinRoutes],
  tables: [],
  cached: [],
  schemas: [schema, desk],
} as const satisfies Room
