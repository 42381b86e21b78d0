import type { WriteDb } from '../database/engine.ts'
import { findStoreByCode } from '../stores/store.repository.ts'
import { demoShops } from './demo-shops.ts'
import { seedCarts } from './seed-carts.ts'
import { seedRecentOrders } from './seed-orders.ts'
import { seedShop } from './seed-shop.ts'
import { readTradingShop } from './trading-shop.ts'

/**
 * What has been sold in the last days, returns among it, and half sold, in new demo shops: lists are not empty at the first start, and Today
 * shows a day beside the same one a week ago.
 */
const ORDERS = 180
const ORDER_DAYS = 9
const CARTS = 8

/**
 * Makes the demo shops that are not there yet; a second run changes nothing. From the same moment come the same rows.
 * @param orders how many orders the shops start with, together, a few returns among them; `seedOrders` makes more
 * @returns the codes of the shops it has made
 */
export async function seedDemo(db: WriteDb, now: Date, orders = ORDERS): Promise<string[]> {
  const made: string[] = []
  for (const [index, shop] of demoShops.entries()) {
    if (await findStoreByCode(db, shop.code)) continue
    const { share } = shop.trade
    const storeId = await seedShop(db, shop, new Date(now.getTime() + index))
    const trading = await readTradingShop(db, storeId, shop, now)
    await seedRecentOrders(db, trading, { count: Math.round(orders * share), days: ORDER_DAYS, now })
    await seedCarts(db, trading, Math.round(CARTS * share), now)
    made.push(shop.code)
  }
  return made
}
