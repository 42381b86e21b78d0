import type { Scenario } from '../scenario.ts'
import { assistedOrder } from './assisted-order.ts'
import { countryList } from './country-list.ts'
import { orderById } from './order-by-id.ts'
import { productScan } from './product-scan.ts'
import { start } from './start.ts'

/** In the order they are run and shown. */
export const scenarios: readonly Scenario[] = [
  assistedOrder(1),
  assistedOrder(8),
  orderById(1),
  orderById(32),
  countryList(32),
  productScan(1),
  start,
]
