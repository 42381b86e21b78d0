import type { Room } from '../http/room.ts'
import { catalogRoutes } from './catalog.routes.ts'
import * as schema from './catalog.schema.ts'
import type {} from './catalog.table.ts'
import { sweepImages } from './images/image.repository.ts'
import { imageRoutes } from './images/image.routes.ts'
import * as imageSchema from './images/image.schema.ts'
import type {} from './images/image.table.ts'
import { catalogNoun } from './manage/catalog.noun.ts'
import * as managedCatalogSchema from './manage/catalog.schema.ts'
import { productNoun } from './manage/product.noun.ts'
import { priceRoutes } from './manage/prices/price.routes.ts'
import * as priceSchema from './manage/prices/price.schema.ts'
import * as productSchema from './manage/product.schema.ts'
import { recordRoutes } from '../records/record.routes.ts'

const cached = [
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
  'word_parts',
] as const

/** What is sold, and for how much. */
export const catalog = {
  routes: [catalogRoutes, imageRoutes, recordRoutes(productNoun), recordRoutes(catalogNoun), priceRoutes],
  // Pictures are kept by who shows them.
  tables: [...cached, 'images'],
  cached,
  schemas: [schema, imageSchema, productSchema, managedCatalogSchema, priceSchema],
  sweeps: [sweepImages],
} as const satisfies Room
