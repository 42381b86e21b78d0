import type { Room } from '../http/room.ts'
import * as schema from './setup.schema.ts'

import { newStoreRoutes } from './store.routes.ts'

/** The first start, and more stores. The route of the first is the app's: it needs the work of making a shop beside the services. */
export const firstStart = {
  routes: [newStoreRoutes],
  tables: [],
  cached: [],
  schemas: [schema],
} as const satisfies Room
