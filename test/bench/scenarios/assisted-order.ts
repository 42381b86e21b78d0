import { loadScenario } from '../load/drive.ts'
import { placeOrder } from '../load/place-order.ts'
import type { Scenario } from '../scenario.ts'

/** The main job: a cart, three lines, billing, shipping, payment, and the order read back; seven durable writes. */
export const assistedOrder = (clients: number): Scenario =>
  loadScenario(
    { name: 'assisted-order', title: 'Assisted order', clients },
    ({ client, shop }) =>
      (n) =>
        placeOrder(client, shop, n),
  )
