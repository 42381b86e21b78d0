import { isSameCode } from '../goods/scan-text.ts'
import { listOrders, type OrderSummary } from '../../api/orders.ts'

/**
 * The order whose paper a code was scanned from, or whose number was typed: its own number, or that of a refund of it.
 * @returns undefined for anything else
 */
export async function orderOfPaper(code: string): Promise<OrderSummary | undefined> {
  if (!/\d/.test(code)) return undefined
  const { orders } = await listOrders({ search: code, maxItems: 2 })
  const number = code.replace(/-r\d+$/i, '')
  return orders.find(({ orderNumber }) => isSameCode(orderNumber, number))
}
