import { cli } from '../servers/core.ts'
import { run } from '../servers/child.ts'
import { prepared } from './cache.ts'
import { addCustomers } from './customers.ts'
import { addPriceGroups } from './price-groups.ts'
import { addPrices, addProducts } from './products.ts'

/** The demo shops with so many orders of two years, made by the command line. */
export const shopWithOrders = async (count: number): Promise<string> =>
  prepared(ordersName(count), async (dir) => makeOrders(dir, count))

/** The same with a folder of its own: one core serves a folder. */
export const shopOfScreens = async (): Promise<string> =>
  prepared('screens', async (dir) => makeOrders(dir, 1000))

async function makeOrders(dir: string, count: number): Promise<void> {
  await run([cli(), 'demo', '--data', dir, '--json', '--orders', String(count)])
}

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

/** A shop as large as the console's screens are measured on. */
const LARGE = { orders: 100_000, products: 10_000, customers: 10_000 } as const

/** The demo shops with {@link LARGE}'s orders, and in the first one so many more products and customers. */
export const largeShop = async (): Promise<string> =>
  prepared(largeName, async (dir) => {
    await makeOrders(dir, LARGE.orders)
    addProducts(dir, LARGE.products)
    addCustomers(dir, LARGE.customers)
  })

export const largeName = 'large'

/** What the report calls its console. */
export const LARGE_CONSOLE = `console, ${spaced(LARGE.orders)} orders, ${spaced(LARGE.products)} products and customers`

/** 1 000 000 */
export function spaced(count: number): string {
  return count.toLocaleString('en').replaceAll(',', ' ')
}
