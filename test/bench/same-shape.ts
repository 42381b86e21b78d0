import { deepEqual } from 'node:assert/strict'
import { placeOrder } from './load/place-order.ts'
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

/** `['id', 'orderLines.0.id', …]` */
function fieldsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => fieldsOf(inner, `${path}.${key}`))]
}
