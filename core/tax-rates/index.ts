import type { Room } from '../http/room.ts'
import { recordRoutes } from '../records/record.routes.ts'
import { taxRateNoun } from './tax-rate.noun.ts'
import * as schema from './tax-rate.schema.ts'
import type {} from './tax-rate.table.ts'

const tables = ['tax_rates', 'tax_rate_names'] as const

/** Rates of tax with a name, which products and price groups refer to. */
export const taxRates = {
  routes: [recordRoutes(taxRateNoun)],
  tables,
  cached: tables,
  schemas: [schema],
} as const satisfies Room
