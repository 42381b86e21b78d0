import { cli } from '../servers/core.ts'
import { run } from '../servers/child.ts'
import { prepared } from './cache.ts'
import { addPriceGroups } from './price-groups.ts'
import { addPrices, addProducts } from './products.ts'

/** The demo shops with so many orders of two years, made by the command line. */
export const shopWithOrders = async (count: number): Promise<string> =>
  prepared(ordersName(count), async (dir) => {
    await run([cli(), 'demo', '--data', dir, '--json', '--orders', String(count)])
  })

export const ordersName = (count: number): string => `orders-${count}`

/** The demo shops, and in the first one so many more products. */
export const shopWithProducts = async (count: number): Promise<string> =>
  prepared(`products-${count}`, async (dir) => {
    await run([cli(), 'demo', '--data', dir, '--json'])
    addProducts(dir, count)
  })

/** The demo shops, and in the first one so many more price groups. */
export const shopWithPriceGroups = async (count: number): Promise<string> =>
  prepared(`price-groups-${count}`, async (dir) => {
    await run([cli(), 'demo', '--data', dir, '--json'])
    addPriceGroups(dir, count)
  })

/** Both, where a product has a price in a few of the groups. */
export const shopWithGrid = async (products: number, groups: number): Promise<string> =>
  prepared(`grid-${products}-${groups}`, async (dir) => {
    await run([cli(), 'demo', '--data', dir, '--json'])
    // Groups come later: products have prices in those of the demo alone, and in some of these.
    addProducts(dir, products)
    addPriceGroups(dir, groups)
    addPrices(dir)
  })
