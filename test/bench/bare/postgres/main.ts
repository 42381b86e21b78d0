import type { PaymentMethodWithProperties } from '../../../../core/payment-methods/payment-method.schema.ts'
import type { ShipmentShippingMethod } from '../../../../core/shipping-methods/shipping-method.schema.ts'
import type { Shop } from '../../shop.ts'
import { serveUntilStopped } from '../serve.ts'
import { bareServer, type Routes } from '../server.ts'
import type { Settings } from '../settings.ts'
import { Connections } from './connections.ts'
import { coreRoutes, SHOP_TABLE } from './core/operations.ts'
import { ownRoutes } from './own/operations.ts'
import { statement } from './statements.ts'

/** Serves the database named on the command line (URL CONNECTIONS TOKEN own|core) on a free port. */
const [url, count, token, tables] = process.argv.slice(2)
if (url === undefined || token === undefined) throw new Error('Which database, and whose token?')
const connections = await Connections.open(url, Number(count))
const routes = tables === 'core' ? await routesOnCoreTables() : await routesOnOwnTables()
serveUntilStopped(bareServer(routes, [token]), async () => connections.close())

// What never changes while the server runs is read once, and kept in memory.

async function routesOnOwnTables(): Promise<Routes> {
  const [[settings], shipping, payment] = await Promise.all([
    select<{ value: string }>('select value from settings'),
    methods<ShipmentShippingMethod>('shippingMethods'),
    methods<PaymentMethodWithProperties>('paymentMethods'),
  ])
  return ownRoutes(connections, JSON.parse(settings?.value ?? '') as Settings, { shipping, payment })
}

async function routesOnCoreTables(): Promise<Routes> {
  const [shop] = await select<{ value: string }>(`select value from ${SHOP_TABLE}`)
  return coreRoutes(connections, JSON.parse(shop?.value ?? '') as Shop)
}

async function methods<M>(table: string): Promise<ReadonlyMap<string, M>> {
  const rows = await select<{ id: string; method: M }>(`select id, method from "${table}"`)
  return new Map(rows.map(({ id, method }) => [id, method]))
}

async function select<R extends object>(text: string): Promise<R[]> {
  return connections.use(async (send) => send<R>(statement(text, text), []))
}
