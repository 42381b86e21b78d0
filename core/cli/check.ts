import { checkFile } from '../database/sqlite/safekeeping/integrity-check.ts'
import { readShop } from '../database/sqlite/read-shop.ts'
import { conflict } from '../kernel/errors.ts'
import { checkOrders } from '../orders/check-orders.ts'
import type { Output } from './output.ts'

/**
 * Exit 1 and a list where the file is damaged or the money of an order does not agree. It only reads: the orders of a
 * file that an earlier version has written are checked once a start has brought it up to date.
 */
export async function check(dataDir: string, _options: object, to: Output): Promise<number> {
  return readShop(dataDir, async (shop) => {
    const file = await checkFile(shop)
    if (!shop.isUpToDate && file.length === 0) throw older(shop.name)
    const { orders, faults } = shop.isUpToDate ? await checkOrders(shop) : { orders: 0, faults: [] }
    const ok = file.length === 0 && faults.length === 0
    const lines = [
      ...file.map((text) => `Database: ${text}`),
      ...faults.map(({ orderNumber, text }) => `Order ${orderNumber}: ${text}`),
      `${shop.name}: ${ok ? 'sound' : 'NOT SOUND'}, ${orders} orders checked.`,
    ]
    to.result({ ok, orders, database: file, faults }, lines.join('\n'))
    return ok ? 0 : 1
  })
}

const older = (file: string) =>
  conflict(
    'check.older',
    `${file} is sound, but was written by an earlier version of Backcounter. The next start brings it up to date; its ` +
      'orders can be checked then.',
  )
