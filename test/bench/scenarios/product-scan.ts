import { deepEqual } from 'node:assert/strict'
import { coreAndBare, loadScenario } from '../load/drive.ts'
import { repeatReads } from '../load/repeat-reads.ts'
import type { Scenario } from '../scenario.ts'

const BARCODES = 100

/** A barcode looked up, as between the beep and the line in the cart. */
export const productScan = (clients: number): Scenario =>
  loadScenario(
    { name: 'product-scan', title: 'Product scan', clients, servers: coreAndBare },
    async ({ client, shop }) => {
      const { cultureCode, priceGroupId } = shop
      const products = shop.products.slice(0, BARCODES)
      const paths = products.map(({ barcode }) => {
        const query = new URLSearchParams({ cultureCode, priceGroupId, search: barcode }).toString()
        return `/products?${query}`
      })
      return repeatReads(client, paths, (answer, index) =>
        deepEqual(answer, { products: [products[index]], nextPagingToken: null }),
      )
    },
  )
