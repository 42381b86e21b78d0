import type { Room } from '../http/room.ts'
import { countryRoutes } from './country.routes.ts'
import * as schema from './country.schema.ts'
import type {} from './country.table.ts'

const tables = ['countries', 'country_names'] as const

/** Countries by their names. */
export const countries = {
  routes: [countryRoutes],
  tables,
  cached: tables,
  shared: tables,
  schemas: [schema],
} as const satisfies Room
