import { checkCarts, type CartFault } from '../carts/check-carts.ts'
import type { Engine } from '../database/engine.ts'
import { checkOrders, type OrderFault } from '../orders/check-orders.ts'
import { checkGiftCards, type GiftCardFault } from '../gift-cards/check-gift-cards.ts'
import { checkStock, type StockFault } from '../stock/check-stock.ts'
import { checkTillCounts, type TillCountFault } from '../till-counts/check-till-counts.ts'

/** Something about money or goods that does not agree, and whose it is. */
export type MoneyFault = OrderFault | CartFault | TillCountFault | GiftCardFault | StockFault

/** How many of each were looked at, and what does not agree. */
export interface Checked {
  readonly orders: number
  readonly tillCounts: number
  readonly giftCards: number
  readonly stockLevels: number
  readonly faults: readonly MoneyFault[]
}

/** How a person knows whose it is. */
export function ownerOf(fault: MoneyFault): string {
  if ('orderNumber' in fault) return `Order ${fault.orderNumber}`
  if ('cart' in fault) return fault.cart
  if ('goods' in fault) return fault.goods
  return 'count' in fault ? fault.count : fault.giftCard
}

/**
 * Reckons the money of every order, of every count of a till and of every gift card anew, and how many there are of what stock is kept of.
 * @param onProgress is told how many orders have been looked at
 */
export async function checkMoney(
  database: Pick<Engine, 'read'>,
  onProgress?: (orders: number) => void,
): Promise<Checked> {
  const ofOrders = await checkOrders(database, onProgress)
  const ofCarts = await checkCarts(database)
  const ofCounts = await checkTillCounts(database)
  const ofCards = await checkGiftCards(database)
  const ofStock = await checkStock(database)
  const faults = [ofOrders, ofCarts, ofCounts, ofCards, ofStock].flatMap(
    (checked): readonly MoneyFault[] => checked.faults,
  )
  return { ...ofOrders, ...ofCounts, ...ofCards, ...ofStock, faults }
}
