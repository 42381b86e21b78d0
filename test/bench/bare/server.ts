import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Database } from 'better-sqlite3'
import type { AddLineBody, ShippingBody } from '../../../core/carts/cart.schema.ts'
import type { AddressBody } from '../../../core/customers/address.schema.ts'
import type { PlaceOrderBody } from '../../../core/payments/payment.schema.ts'
import { cartOperations } from './carts.ts'
import { getOrderOperation } from './get-order.ts'
import { listOperations } from './lists.ts'
import { placeOrderOperation } from './place-order.ts'
import { readSettings } from './settings.ts'

interface Call {
  /** The identifier in the path. */
  readonly id: string
  readonly query: URLSearchParams
  readonly body: unknown
  readonly origin: string
}

/**
 * The least that answers the same requests with the same bodies: `node:http`, prepared statements, `JSON.parse`. It
 * knows no tokens, validation, paging, versions, cultures or errors, so it is what the disk and HTTP cost by themselves.
 */
export function bareServer(db: Database): Server {
  const routes = routesOf(db)
  return createServer((request, response) => {
    readBody(request)
      .then((body) => {
        const [path = '', query] = (request.url ?? '').split('?', 2)
        const [, , , noun, id = '', part] = path.split('/')
        const route = routes[[request.method, noun, part].filter(Boolean).join(' ')]
        if (!route) throw new Error('There is nothing at this address.')
        const origin = `http://${request.headers.host ?? ''}`
        answer(response, 200, route({ id, query: new URLSearchParams(query), body, origin }))
      })
      .catch((error: unknown) => answer(response, 500, { error: String(error) }))
  })
}

function routesOf(db: Database): Record<string, (call: Call) => unknown> {
  const settings = readSettings(db)
  const carts = cartOperations(db)
  const placeOrder = placeOrderOperation(db)
  const getOrder = getOrderOperation(db, settings)
  const lists = listOperations(db, settings)
  return {
    'POST carts': ({ body }) => carts.create(body as { cultureCode: string }),
    'POST carts lines': ({ id, body }) => carts.addLine(id, body as AddLineBody),
    'POST carts billing-address': ({ id, body }) => carts.setBilling(id, body as AddressBody),
    'POST carts shipping': ({ id, body }) => carts.setShipping(id, body as ShippingBody),
    'POST payments': ({ origin, body }) => placeOrder(origin, body as PlaceOrderBody),
    'GET orders': ({ id }) => getOrder(id),
    'GET countries': lists.countries,
    'GET products': ({ query }) => lists.products(query),
    'GET health': () => ({ status: 'ok' }),
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  if (request.method === 'GET') return undefined
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString())
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body)
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    })
    .end(text)
}
