import type { Room } from '../http/room.ts'
import * as schema from './people.schema.ts'
import { peopleRoutes } from './people.routes.ts'

/** What concerns all that is known of a person: merging doubles, handing data over, erasing it. */
export const people = {
  routes: [peopleRoutes],
  tables: [],
  cached: [],
  schemas: [schema],
} as const satisfies Room
