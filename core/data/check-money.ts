import type { Engine } from '../database/engine.ts'
import { checkOrders, type OrderFault } from '../orders/check-orders.ts'
import { checkTillCounts, type TillCountFault } from '../till-counts/check-till-counts.ts'

/** Something about money that does not agree, and whose it is. */
export type MoneyFault = OrderFault | TillCountFault

/** How a person knows whose it is. */
export const ownerOf = (fault: MoneyFault): string =>
  'orderNumber' in fault ? `Order ${fault.orderNumber}` : fault.count

/**
 * Reckons the money of every order and of every count of a till anew.
 * @param onProgress is told how many orders have been looked at
 */
export async function checkMoney(
  database: Pick<Engine, 'read'>,
  onProgress?: (orders: number) => void,
): Promise<{ orders: number; tillCounts: number; faults: MoneyFault[] }> {
  const ofOrders = await checkOrders(database, onProgress)
  const ofCounts = await checkTillCounts(database)
  return { ...ofOrders, ...ofCounts, faults: [...ofOrders.faults, ...ofCounts.faults] }
}
