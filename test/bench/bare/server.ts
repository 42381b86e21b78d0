import { hash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Database } from 'better-sqlite3'
import type { AddLineBody, ShippingBody } from '../../../core/carts/cart.schema.ts'
import type { AddressBody } from '../../../core/customers/address.schema.ts'
import type { PlaceOrderBody } from '../../../core/orders/payments/payment.schema.ts'
import { cartOperations } from './carts.ts'
import { getOrderOperation } from './get-order.ts'
import { listOperations } from './lists.ts'
import { placeOrderOperation } from './place-order.ts'
import { readSettings } from './settings.ts'

interface Call {
  /** The identifier in the path. */
  readonly id: string
  /** The second one. */
  readonly partId: string
  readonly query: URLSearchParams
  readonly body: unknown
  readonly origin: string
}

type Route = (call: Call) => unknown
/** `GET orders` is `/api/v1/orders/{id}`. A route that answers bytes has its text already; one may also promise them. */
export type Routes = Readonly<Record<string, Route>>

const HEALTH = '/api/v1/health'
const BEARER = 'Bearer '

/**
 * The least that answers the same requests with the same bodies: `node:http`, prepared statements, `JSON.parse`, and
 * a token that is known by its hash; answers of one turn of the event loop are sent together, as ours are. It knows no validation, paging, versions, cultures, scopes or errors, so it is what
 * the disk and HTTP cost by themselves.
 */
export function bareServer(routes: Routes, tokens: readonly string[]): Server {
  const known = new Map(tokens.map((token) => [hash('sha256', token, 'base64'), true]))
  return createServer((request, response) => {
    const { authorization = '', host = '' } = request.headers
    if (request.url === HEALTH) {
      answer(response, 200, { status: 'ok' })
      return
    }
    if (!known.has(hash('sha256', authorization.slice(BEARER.length), 'base64'))) {
      answer(response, 401, { error: 'Unauthorized' })
      return
    }
    const act = (text: string): void => {
      const fail = (error: unknown): void => answer(response, 500, { error: String(error) })
      try {
        const body: unknown = text === '' ? undefined : JSON.parse(text)
        const { route, ...call } = routeOf(routes, request.method ?? '', request.url ?? '')
        const result = route({ ...call, body, origin: `http://${host}` })
        if (result instanceof Promise) result.then((value) => answer(response, 200, value), fail)
        else answer(response, 200, result)
      } catch (error) {
        fail(error)
      }
    }
    if (request.method === 'GET') act('')
    else readBody(request, act)
  })
}

/** @throws where there is none */
export function routeOf(
  routes: Routes,
  method: string,
  url: string,
): { route: Route; id: string; partId: string; query: URLSearchParams } {
  const [path = '', query] = url.split('?', 2)
  const [, , , noun = '', id = '', part, partId = ''] = path.split('/')
  const route = routes[part === undefined ? `${method} ${noun}` : `${method} ${noun} ${part}`]
  if (!route) throw new Error('There is nothing at this address.')
  return { route, id, partId, query: new URLSearchParams(query) }
}

export function bareRoutes(db: Database): Routes {
  const settings = readSettings(db)
  const carts = cartOperations(db)
  const placeOrder = placeOrderOperation(db)
  const getOrder = getOrderOperation(db, settings)
  const lists = listOperations(db, settings)
  return {
    'POST carts': ({ body }) => carts.create(body as { cultureCode: string }),
    'POST carts lines': ({ id, body }) => carts.addLine(id, body as AddLineBody),
    'DELETE carts lines': ({ id, partId }) => carts.removeLine(id, partId),
    'POST carts billing-address': ({ id, body }) => carts.setBilling(id, body as AddressBody),
    'POST carts shipping': ({ id, body }) => carts.setShipping(id, body as ShippingBody),
    'POST payments': ({ origin, body }) => placeOrder(origin, body as PlaceOrderBody),
    'GET orders': ({ id }) => getOrder(id),
    ...Object.fromEntries(lists.texts.map(({ name, text }) => [`GET ${name}`, () => text])),
    'GET products': ({ query }) => lists.products(query),
  }
}

/** Calls back with the whole body. */
function readBody(request: IncomingMessage, act: (text: string) => void): void {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (part: string) => (text += part))
  request.on('end', () => act(text))
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  const bytes = body instanceof Buffer ? body : JSON.stringify(body)
  if (ready.length === 0) setImmediate(sendReady)
  ready.push(() => {
    response
      .writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(bytes),
      })
      .end(bytes)
  })
}

/** Answers of one turn of the event loop, which are sent at its end: to write to a socket wakes whoever waits for it. */
let ready: (() => void)[] = []

function sendReady(): void {
  const answers = ready
  ready = []
  for (const send of answers) send()
}
