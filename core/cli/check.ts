import { checkFile } from '../database/check-file.ts'
import { checkOrders } from '../orders/check-orders.ts'
import type { Output } from './output.ts'
import { withDatabase } from '../database/with-database.ts'

/** Exit 1 and a list where the file is damaged or the money of an order does not agree. */
export async function check(dataDir: string, _options: object, to: Output): Promise<number> {
  return withDatabase(dataDir, async (database) => {
    const file = await checkFile(database)
    const { orders, faults } = await checkOrders(database)
    const ok = file.length === 0 && faults.length === 0
    const lines = [
      ...file.map((text) => `Database: ${text}`),
      ...faults.map(({ orderNumber, text }) => `Order ${orderNumber}: ${text}`),
      `${database.file}: ${ok ? 'sound' : 'NOT SOUND'}, ${orders} orders checked.`,
    ]
    to.result({ ok, orders, database: file, faults }, lines.join('\n'))
    return ok ? 0 : 1
  })
}
