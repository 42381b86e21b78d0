import type { Room } from '../http/room.ts'
import { catalogRoutes } from './catalog.routes.ts'
import * as schema from './catalog.schema.ts'
import type {} from './catalog.table.ts'
import { catalogNoun } from './manage/catalog.noun.ts'
import * as managedCatalogSchema from './manage/catalog.schema.ts'
import { productNoun } from './manage/product.noun.ts'
import { priceRoutes } from './manage/prices/price.routes.ts'
import * as priceSchema from './manage/prices/price.schema.ts'
import * as productSchema from './manage/product.schema.ts'
import { recordRoutes } from '../records/record.routes.ts'

const tables = [
  'catalogs',
  'catalog_names',
  'products',
  'product_names',
  'product_descriptions',
  'variants',
  'variant_names',
  'variant_options',
  'variant_barcodes',
  'prices',
  'product_terms',
] as const

/** What is sold, and for how much. */
export const catalog = {
  routes: [catalogRoutes, recordRoutes(productNoun), recordRoutes(catalogNoun), priceRoutes],
  tables,
  cached: tables,
  schemas: [schema, productSchema, managedCatalogSchema, priceSchema],
} as const satisfies Room
