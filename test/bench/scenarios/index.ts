import type { Scenario } from '../scenario.ts'
import { assistedOrder } from './assisted-order.ts'
import { memoryIdle, memoryLoaded } from './memory.ts'
import { orderById } from './order-by-id.ts'
import { productScan } from './product-scan.ts'
import { referenceList } from './reference-list.ts'
import { start } from './start.ts'

/** In the order they are run and shown. */
export const scenarios: readonly Scenario[] = [
  assistedOrder(1),
  assistedOrder(8),
  assistedOrder(64),
  orderById(1),
  orderById(32),
  referenceList('countries', 32),
  referenceList('price-groups', 32),
  referenceList('payment-methods', 32),
  referenceList('shipping-methods', 32),
  productScan(1),
  start,
  memoryIdle,
  memoryLoaded,
]
