import type { Engine } from '../database/engine.ts'
import { checkOrders, type OrderFault } from '../orders/check-orders.ts'
import { checkGiftCards, type GiftCardFault } from '../gift-cards/check-gift-cards.ts'
import { checkTillCounts, type TillCountFault } from '../till-counts/check-till-counts.ts'

/** Something about money that does not agree, and whose it is. */
export type MoneyFault = OrderFault | TillCountFault | GiftCardFault

/** How a person knows whose it is. */
export function ownerOf(fault: MoneyFault): string {
  if ('orderNumber' in fault) return `Order ${fault.orderNumber}`
  return 'count' in fault ? fault.count : fault.giftCard
}

/**
 * Reckons the money of every order, of every count of a till and of every gift card anew.
 * @param onProgress is told how many orders have been looked at
 */
export async function checkMoney(
  database: Pick<Engine, 'read'>,
  onProgress?: (orders: number) => void,
): Promise<{ orders: number; tillCounts: number; giftCards: number; faults: MoneyFault[] }> {
  const ofOrders = await checkOrders(database, onProgress)
  const ofCounts = await checkTillCounts(database)
  const ofCards = await checkGiftCards(database)
  const faults = [ofOrders, ofCounts, ofCards].flatMap((checked): readonly MoneyFault[] => checked.faults)
  return { ...ofOrders, ...ofCounts, ...ofCards, faults }
}
