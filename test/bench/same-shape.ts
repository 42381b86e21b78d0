import { deepEqual } from 'node:assert/strict'
import { Client as Connection } from 'pg'
import { placeOrder } from './load/place-order.ts'
import type { Desks } from './servers/postgres.ts'
import type { Server } from './servers/server.ts'

/**
 * Places the same order on both servers and compares the fields of what they answer: were those of the bare one
 * fewer, it would be measured doing less.
 * @throws where they differ
 */
export async function requireSameShape(servers: readonly Server[]): Promise<void> {
  const shapes: string[][] = []
  for (const { client, shop } of servers) shapes.push(fieldsOf(await placeOrder(client, shop, 0)).sort())
  for (const shape of shapes) deepEqual(shape, shapes[0], 'The servers answer orders with different fields.')
}

/**
 * Places the same order on both, for a customer whom neither knows, and counts what it has left in each table.
 * @throws where they differ
 */
export async function requireSameRows(core: Desks, bare: Desks): Promise<void> {
  const rows = await Promise.all([core, bare].map(rowsOfOrder))
  deepEqual(rows[1], rows[0], 'The servers store an order in different rows.')
}

/** The rows of a new order by table and column that it is found by: `{ 'cart_lines.cart_id': 3, … }`. */
async function rowsOfOrder({ client, database, shop }: Desks): Promise<Record<string, number>> {
  const { id, customer } = await placeOrder(client, shop, 1)
  const connection = new Connection({ connectionString: database })
  await connection.connect()
  try {
    const { rows: columns } = await connection.query<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns
       where column_name in ('cart_id', 'order_id', 'customer_id') and table_schema = 'public'
       order by table_name, column_name`,
    )
    const counts: Record<string, number> = {}
    for (const { table_name: table, column_name: column } of columns) {
      const { rows } = await connection.query(`select 1 from ${table} where ${column} = $1`, [
        column === 'customer_id' ? customer.id : id,
      ])
      counts[`${table}.${column}`] = rows.length
    }
    return counts
  } finally {
    await connection.end()
  }
}

/** `['id', 'orderLines.0.id', …]` */
function fieldsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => fieldsOf(inner, `${path}.${key}`))]
}
