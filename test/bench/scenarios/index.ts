import type { Scenario } from '../scenario.ts'
import { assistedOrder } from './assisted-order.ts'
import { cartLine } from './cart-line.ts'
import { consoleCart, consoleScan, consoleStart } from './console.ts'
import { longWork } from './long-work.ts'
import { memoryIdle, memoryLoaded } from './memory.ts'
import { orderById } from './order-by-id.ts'
import { orderSearch } from './order-search.ts'
import { orderAmongMany } from './orders-among-many.ts'
import { postgresChange } from './postgres-change.ts'
import { postgresOrder } from './postgres-order.ts'
import { priceGrid } from './price-grid.ts'
import { priceGroupFilter } from './price-group-filter.ts'
import { productImport } from './product-import.ts'
import { productScan } from './product-scan.ts'
import { productSearch } from './product-search.ts'
import { referenceList } from './reference-list.ts'
import { screenAnswers, screenRows, screenScroll, screenScrollWork, screenTyping } from './screens.ts'
import { start } from './start.ts'

/** What a run measures, in the order it is run and shown. */
export const scenarios: readonly Scenario[] = [
  assistedOrder(1),
  assistedOrder(8),
  assistedOrder(64),
  cartLine,
  orderById(1),
  orderById(32),
  referenceList('countries', 32),
  referenceList('price-groups', 32),
  referenceList('payment-methods', 32),
  referenceList('shipping-methods', 32),
  productScan(1),
  orderAmongMany(1),
  orderAmongMany(32),
  orderSearch('number'),
  orderSearch('email'),
  orderSearch('name'),
  orderSearch('sku'),
  orderSearch('status'),
  orderSearch('dates'),
  productSearch('barcode'),
  productSearch('sku'),
  productSearch('word'),
  productSearch('words'),
  priceGroupFilter(1),
  priceGrid,
  productImport,
  start,
  memoryIdle,
  memoryLoaded,
  consoleStart,
  consoleScan,
  consoleCart,
  screenRows,
  screenTyping,
  screenAnswers,
  screenScroll,
  screenScrollWork,
  longWork,
]

/** The same with `--database postgres`. */
export const postgresScenarios: readonly Scenario[] = [
  postgresOrder(1),
  postgresOrder(8),
  postgresOrder(32),
  postgresChange,
]
