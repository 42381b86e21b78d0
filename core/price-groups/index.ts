import type { Room } from '../http/room.ts'
import { recordRoutes } from '../records/record.routes.ts'
import { criteriaKindRoutes } from './manage/criteria-kind.routes.ts'
import { priceGroupNoun } from './manage/price-group.noun.ts'
import * as managedSchema from './manage/price-group.schema.ts'
import { priceGroupRoutes } from './price-group.routes.ts'
import * as schema from './price-group.schema.ts'
import type {} from './price-group.table.ts'

const tables = [
  'price_groups',
  'price_group_names',
  'price_group_criteria',
  'price_group_criterion_values',
] as const

/** Price groups and the criteria that make them valid. */
export const priceGroups = {
  routes: [priceGroupRoutes, criteriaKindRoutes, recordRoutes(priceGroupNoun)],
  tables,
  cached: tables,
  schemas: [schema, managedSchema],
} as const satisfies Room
