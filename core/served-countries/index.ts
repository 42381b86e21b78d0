import type { Room } from '../http/room.ts'
import { recordRoutes } from '../records/record.routes.ts'
import { servedCountryNoun } from './served-country.noun.ts'
import * as schema from './served-country.schema.ts'

/** Which countries a shop serves. */
export const servedCountries = {
  routes: [recordRoutes(servedCountryNoun)],
  tables: [],
  cached: [],
  schemas: [schema],
} as const satisfies Room
