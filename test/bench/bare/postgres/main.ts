import type { PaymentMethodWithProperties } from '../../../../core/payment-methods/payment-method.schema.ts'
import type { ShipmentShippingMethod } from '../../../../core/shipping-methods/shipping-method.schema.ts'
import { serveUntilStopped } from '../serve.ts'
import { bareServer } from '../server.ts'
import type { Settings } from '../settings.ts'
import { Connections, type Send } from './connections.ts'
import { postgresRoutes } from './operations.ts'

/** Serves the database named on the command line (URL CONNECTIONS TOKEN) on a free port. */
const [url, count, token] = process.argv.slice(2)
if (url === undefined || token === undefined) throw new Error('Which database, and whose token?')
const connections = await Connections.open(url, Number(count))

/** What never changes while the server runs: read once, kept in memory. */
const [settings, shipping, payment] = await connections.use(async (send) =>
  Promise.all([
    send<{ value: string }>({ name: 'settings', text: 'select value from settings' }, []),
    methods<ShipmentShippingMethod>(send, 'shippingMethods'),
    methods<PaymentMethodWithProperties>(send, 'paymentMethods'),
  ]),
)
const routes = postgresRoutes(connections, JSON.parse(settings[0]?.value ?? '') as Settings, {
  shipping,
  payment,
})
serveUntilStopped(bareServer(routes, [token]), async () => connections.close())

async function methods<M>(send: Send, table: string): Promise<ReadonlyMap<string, M>> {
  const rows = await send<{ id: string; method: M }>(
    { name: table, text: `select id, method from "${table}"` },
    [],
  )
  return new Map(rows.map(({ id, method }) => [id, method]))
}
