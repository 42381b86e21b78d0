import type { Lab } from '../lab.ts'
import { loadScenario } from '../load/drive.ts'
import { placeOrder } from '../load/place-order.ts'
import type { Scenario } from '../scenario.ts'

/** The main job: a cart, three lines, billing, shipping, payment, and the order read back; seven durable writes. */
export const assistedOrder = (clients: number): Scenario =>
  loadScenario(
    { name: 'assisted-order', title: 'Assisted order', isLarge: true, clients, servers },
    ({ client, shop }) =>
      (n) =>
        placeOrder(client, shop, n),
  )

const servers = async (lab: Lab) => [
  ...(await lab.cores()),
  await lab.bare(),
  await lab.bareNormal(),
  await lab.database(),
]
