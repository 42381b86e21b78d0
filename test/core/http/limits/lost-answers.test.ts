import { once } from 'node:events'
import { createServer, type RequestListener, type ServerOptions } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { answerClientErrors, letTakeLong } from '../../../../core/http/client-errors.ts'
import { hearBeforeClosing } from '../../../../core/http/limits/connections.ts'
import { openShop, sharedShop } from '../../../support/shop.ts'

/** More than both systems' buffers take: who refuses it is still being sent to. */
const MORE = 8 * 1024 * 1024

const shop = sharedShop()
let port = 0
let authorization = ''
beforeAll(async () => {
  port = Number(new URL(await shop().listen()).port)
  authorization = `authorization: Bearer ${await shop().tokenOf(shop().credentials('staff'))}`
})

const head = (start: string, ...headers: string[]): string =>
  [`${start} HTTP/1.1`, `host: 127.0.0.1:${port}`, authorization, ...headers, '', ''].join('\r\n')
const JSON_BODY = 'content-type: application/json'

/** A client that sends all it has before it reads, as simple ones do; `failed` where the connection broke. */
class SimpleClient {
  readonly socket: Socket
  text = ''
  failed: string | undefined

  constructor(to: number) {
    this.socket = connect(to, '127.0.0.1')
    this.socket.on('data', (chunk: Buffer) => (this.text += chunk.toString('latin1')))
    this.socket.on('error', (error: NodeJS.ErrnoException) => (this.failed = error.code))
    onTestFinished(() => void this.socket.destroy())
  }

  async send(...texts: string[]): Promise<void> {
    for (const text of texts) {
      await new Promise<void>((resolve) => {
        this.socket.once('close', resolve)
        this.socket.write(text, () => resolve())
      })
    }
  }

  get statuses(): string[] {
    return [...this.text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status)
  }
}

const body = (length: number): string => 'x'.repeat(length)
/** A body of unknown length. */
const chunked = (length: number): string => `${length.toString(16)}\r\n${body(length)}\r\n0\r\n\r\n`

describe('who sends a body that is refused is answered, however much of it is still under way:', () => {
  it.each([
    ['too large', '413', 'POST /api/v1/carts', [JSON_BODY]],
    ['for an address that is none', '413', 'POST /api/v1/nowhere', [JSON_BODY]],
    ['with a method that is none', '413', 'PUT /api/v1/carts', [JSON_BODY]],
    ['at the token endpoint', '413', 'POST /api/v1/oauth/token', [JSON_BODY]],
    ['no JSON', '415', 'POST /api/v1/carts', ['content-type: text/plain']],
    ['with an expectation', '417', 'POST /api/v1/carts', [JSON_BODY, 'expect: applause']],
  ])('%s', async (_what, status, start, headers) => {
    const client = new SimpleClient(port)
    const next = head('GET /api/v1/store')
    await client.send(head(start, ...headers, `content-length: ${MORE}`), body(MORE), next)
    await expect.poll(() => [...client.statuses, client.failed]).toStrictEqual([status, '200', undefined])
  })

  it('of unknown length', async () => {
    const client = new SimpleClient(port)
    const start = head('POST /api/v1/carts', JSON_BODY, 'transfer-encoding: chunked')
    await client.send(start, chunked(MORE), head('GET /api/v1/store'))
    await expect.poll(() => [...client.statuses, client.failed]).toStrictEqual(['413', '200', undefined])
  })

  it('and a body that cannot be read costs nobody the connection', async () => {
    const client = new SimpleClient(port)
    await client.send(head('POST /api/v1/carts', JSON_BODY, 'content-length: 1'), '{')
    await client.send(head('GET /api/v1/store'))
    await expect.poll(() => [...client.statuses, client.failed]).toStrictEqual(['400', '200', undefined])
  })
})

it.each([
  ['headers that are too large', '431', () => [head('GET /api/v1/store', `more: ${body(MORE)}`)]],
  ['what is no request', '400', () => [body(MORE)]],
  [
    'a body that is none',
    '400',
    () => [head('POST /api/v1/carts', JSON_BODY, 'transfer-encoding: chunked'), body(MORE)],
  ],
])('%s are answered before the connection is closed', async (_what, status, texts) => {
  const client = new SimpleClient(port)
  await client.send(...texts())
  client.socket.end()
  await once(client.socket, 'close')
  expect([...client.statuses, client.failed]).toStrictEqual([status, undefined])
})

it('who closes their half of the connection once all is asked is answered, and then it is closed', async () => {
  const client = new SimpleClient(port)
  const cart = JSON.stringify({ cultureCode: 'en-GB', currency: 'EUR' })
  const create = head('POST /api/v1/carts', JSON_BODY, `content-length: ${cart.length}`)
  client.socket.end(create + cart + create + cart)
  await once(client.socket, 'close')
  expect([...client.statuses, client.failed]).toStrictEqual(['200', '200', undefined])
  expect(client.text.match(/"cartId":"/g)).toHaveLength(2)
})

describe('what has come in time is answered, however long the event loop was busy then:', () => {
  const REQUEST = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'

  async function connected(
    options: ServerOptions,
    answer: RequestListener = (_request, response) => response.end('ok'),
  ): Promise<SimpleClient> {
    const server = createServer({ ...options, connectionsCheckingInterval: 10 }, answer)
    answerClientErrors(server)
    hearBeforeClosing(server)
    server.listen(0, '127.0.0.1')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    await once(server, 'listening')
    const accepted = once(server, 'connection')
    const client = new SimpleClient((server.address() as AddressInfo).port)
    await Promise.all([accepted, once(client.socket, 'connect')])
    return client
  }

  /** Everything that this process does waits, its server among it. */
  function busyFor(milliseconds: number): void {
    const end = performance.now() + milliseconds
    while (performance.now() < end);
  }

  it('a first request, longer than headers may take', async () => {
    const client = await connected({ headersTimeout: 50 })
    client.socket.write(REQUEST)
    busyFor(200)
    await expect.poll(() => [...client.statuses, client.failed]).toStrictEqual(['200', undefined])
  })

  it('the rest of a request, longer than it may take', async () => {
    const client = await connected({ requestTimeout: 50, headersTimeout: 50 })
    client.socket.write(REQUEST.slice(0, 20))
    await new Promise((resolve) => setTimeout(resolve, 20))
    client.socket.write(REQUEST.slice(20))
    busyFor(200)
    await expect.poll(() => [...client.statuses, client.failed]).toStrictEqual(['200', undefined])
  })

  it('a file that takes longer than a request may, for as long as it goes on coming', async () => {
    const client = await connected({ requestTimeout: 200, headersTimeout: 200 }, (request, response) => {
      letTakeLong(request)
      request.resume().on('end', () => response.end('ok'))
    })
    const send = async (pieces: number, bytes: number): Promise<void> => {
      for (let piece = 0; piece < pieces && client.socket.writable; piece++) {
        client.socket.write('x'.repeat(bytes))
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    const post = (length: number): void =>
      void client.socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`)
    post(50_000)
    await send(40, 1000)
    // Nor does it end where nothing was read of it for a while because the event loop was busy.
    for (let turn = 0; turn < 3; turn++) {
      busyFor(250)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await send(10, 1000)
    await expect.poll(() => [...client.statuses, client.failed]).toStrictEqual(['200', undefined])
    // And not where it comes byte by byte.
    post(1000)
    await send(60, 1)
    await expect.poll(() => [...client.statuses, client.failed]).toStrictEqual(['200', '408', undefined])
  })

  it('a file that is imported is one', async () => {
    const own = await openShop()
    const to = new URL(await own.listen())
    Object.assign(own.core.app.server, { headersTimeout: 200, requestTimeout: 200 })
    const token = await own.tokenOf(own.credentials('admin'))
    const client = new SimpleClient(Number(to.port))
    const rows = Array.from({ length: 60 }, (_row, index) => `sku-${index},${'x'.repeat(400)}\n`)
    const file = ['Handle,Title\n', ...rows]
    const path = '/api/v1/manage/imports?kind=products&dryRun=true'
    client.socket.write(
      `POST ${path} HTTP/1.1\r\nhost: ${to.host}\r\nauthorization: Bearer ${token}\r\n` +
        `content-type: text/csv\r\ncontent-length: ${file.join('').length}\r\n\r\n`,
    )
    for (const row of file) {
      client.socket.write(row)
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    await expect.poll(() => [...client.statuses, client.failed]).toStrictEqual(['202', undefined])
  })

  it('one on a connection that would be closed as idle', async () => {
    const client = await connected({ keepAliveTimeout: 100, keepAliveTimeoutBuffer: 0 })
    client.socket.write(REQUEST)
    await expect.poll(() => client.statuses, { interval: 5 }).toStrictEqual(['200'])
    client.socket.write(REQUEST)
    busyFor(300)
    await expect.poll(() => [...client.statuses, client.failed]).toStrictEqual(['200', '200', undefined])
  })

  it('and who says nothing is closed all the same', async () => {
    const idle = await connected({ keepAliveTimeout: 100, keepAliveTimeoutBuffer: 0 })
    idle.socket.write(REQUEST)
    const silent = await connected({ headersTimeout: 50 })
    await Promise.all([once(idle.socket, 'close'), once(silent.socket, 'close')])
    expect([idle.statuses, silent.statuses]).toStrictEqual([['200'], ['408']])
  })
})
