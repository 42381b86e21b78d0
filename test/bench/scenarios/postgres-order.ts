import type { Lab } from '../lab.ts'
import { loadScenario } from '../load/drive.ts'
import { placeOrder } from '../load/place-order.ts'
import type { Scenario } from '../scenario.ts'

/**
 * The main job on PostgreSQL: of one process beside the bare ones, and of several on one database, which share the
 * processors with it and with the load. Each order goes to the next process.
 */
export const postgresOrder = (clients: number): Scenario =>
  loadScenario(
    { name: 'postgres-order', title: 'Assisted order on PostgreSQL', clients, servers },
    (server) => (n) => placeOrder(server.clients[n % server.clients.length] ?? server.client, server.shop, n),
  )

const servers = async (lab: Lab) => [
  await lab.desks(1),
  await lab.bareOnCore(),
  await lab.ownBare(),
  await lab.desks(2),
  await lab.desks(3),
]
