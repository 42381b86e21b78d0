import type { Room } from '../http/room.ts'
import { catalogRoutes } from './catalog.routes.ts'
import * as schema from './catalog.schema.ts'
import type {} from './catalog.table.ts'

const tables = [
  'catalogs',
  'catalog_names',
  'products',
  'product_names',
  'variants',
  'variant_names',
  'prices',
  'product_terms',
] as const

/** What is sold, and for how much. */
export const catalog = {
  routes: [catalogRoutes],
  tables,
  cached: tables,
  schemas: [schema],
} as const satisfies Room
