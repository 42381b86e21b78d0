import type { Room } from '../http/room.ts'
import * as schema from './figures.schema.ts'
import { figuresRoutes } from './figures.routes.ts'

/** How a day or a period goes: sums of what other rooms keep. */
export const figures = {
  routes: [figuresRoutes],
  tables: [],
  cached: [],
  schemas: [schema],
} as const satisfies Room
