import { deepEqual } from 'node:assert/strict'
import type { Order } from '../../../core/orders/order.schema.ts'
import { coreAndBare, loadScenario } from '../load/drive.ts'
import { placeOrder } from '../load/place-order.ts'
import { repeatReads } from '../load/repeat-reads.ts'
import type { Scenario } from '../scenario.ts'

const ORDERS = 64

/** An order looked up by its id, as support does all day. */
export const orderById = (clients: number): Scenario =>
  loadScenario(
    { name: 'order-by-id', title: 'Order by id', clients, servers: coreAndBare },
    async ({ client, shop }) => {
      const orders: Order[] = []
      while (orders.length < ORDERS) orders.push(await placeOrder(client, shop, orders.length))
      const paths = orders.map(({ id }) => `/orders/${id}`)
      return repeatReads(client, paths, (answer, index) => deepEqual(answer, orders[index]))
    },
  )
