import { cli } from '../servers/core.ts'
import { run } from '../servers/child.ts'
import { prepared } from './cache.ts'
import { addPriceGroups } from './price-groups.ts'
import { addProducts } from './products.ts'

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
