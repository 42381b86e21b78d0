import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { answerClientErrors } from '../../../../core/http/client-errors.ts'
import { Answer } from '../../../support/answer.ts'
import { inProcess, Caller } from '../../../support/caller.ts'
import { storedRows } from '../../../support/data.ts'
import { sharedShop } from '../../../support/shop.ts'

const shop = sharedShop()
let origin = ''
beforeAll(async () => {
  origin = await shop().listen()
})

const CART = { cultureCode: 'en-GB', currency: 'EUR' }
/** A cart as long as a body may be, almost. */
const LARGE_CART = { ...CART, more: 'x'.repeat(1_000_000) }
/** So many of them may one program have under way. */
const LARGE_CARTS = 16

/** Begins as many large bodies as the client may and leaves them unfinished. @returns goes away */
async function holdAll(token: string): Promise<() => void> {
  const head = [
    'POST /api/v1/carts HTTP/1.1',
    `host: ${new URL(origin).host}`,
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    'content-length: 1000000',
    'expect: 100-continue',
  ]
  const sockets = await Promise.all(
    Array.from({ length: LARGE_CARTS }, async () => {
      const socket = await open()
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      // The core has read the headers and waits for the body.
      expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 100 /)
      return socket
    }),
  )
  return () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
}

/** A connection that sends what no client would. @returns all that it is answered until it is closed */
async function exchange(
  texts: readonly string[],
  port = portOfCore(),
): Promise<{ text: string; answer: Answer }> {
  const socket = await open(port)
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  for (const sent of texts) socket.write(sent)
  await closed
  const [head = '', ...body] = text.split('\r\n\r\n')
  return { text, answer: new Answer(Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), {}, body.join('\r\n\r\n')) }
}

async function open(port = portOfCore()): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

const portOfCore = (): number => Number(new URL(origin).port)

describe('a program that has too much under way', () => {
  it('is refused, and told when to try again; others are answered meanwhile', async () => {
    const token = await shop().tokenOf(shop().credentials('staff'))
    const [greedy, modest] = [shop().withToken(token), await shop().as('storefront')]
    const window = new Caller(inProcess(shop().core.app), { authorization: `Bearer ${token}` })
    const leave = await holdAll(token)

    const refused = await greedy.post('/carts', LARGE_CART)
    expect(refused.refused('TooManyRequests')).toHaveLength(1)
    expect(refused.headers['retry-after']).toBe('1')
    const others = await Promise.all([
      modest.post('/carts', LARGE_CART),
      shop().anyone.get('/health'),
      window.post('/carts', LARGE_CART),
    ])
    expect(others.map(({ status }) => status)).toStrictEqual([200, 200, 200])

    leave()
    await expect.poll(async () => (await greedy.post('/carts', LARGE_CART)).status).toBe(200)
  })

  it('may repeat with the same Idempotency-Key: being refused for that is not its answer', async () => {
    const token = await shop().tokenOf(shop().credentials('staff'))
    const ask = async () =>
      shop()
        .withToken(token)
        .post('/carts', LARGE_CART, { headers: { 'idempotency-key': 'a' } })
    const leave = await holdAll(token)
    expect((await ask()).status).toBe(429)
    leave()
    await expect.poll(async () => (await ask()).status).toBe(200)
  })

  it('is cut off where it sends more than that on one connection without waiting for any answer', async () => {
    const token = await shop().tokenOf(shop().credentials('staff'))
    const head = `GET /api/v1/countries HTTP/1.1\r\nhost: ${new URL(origin).host}\r\nauthorization: Bearer ${token}\r\n`
    const last = `${head}connection: close\r\n\r\n`
    const statusesOf = ({ text }: { text: string }) =>
      [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
    const many = await exchange([`${head}\r\n`.repeat(200), last])
    expect(statusesOf(many)).toStrictEqual(Array.from({ length: 201 }, () => '200'))
    expect(statusesOf(await exchange([`${head}\r\n`.repeat(300), last])).length).toBeLessThan(300)
  })
})

describe('a request that cannot be read', () => {
  const endings: readonly [
    string,
    'BadRequest' | 'RequestHeaderFieldsTooLarge' | 'PayloadTooLarge',
    string[],
  ][] = [
    ['nonsense', 'BadRequest', ['NONSENSE\r\n\r\n']],
    [
      'headers without end',
      'RequestHeaderFieldsTooLarge',
      ['GET / HTTP/1.1\r\nhost: x\r\n', `x-more: ${'x'.repeat(1000)}\r\n`.repeat(20)],
    ],
  ]
  it.each(endings)('is refused in the contract’s form: %s', async (_, kind, texts) => {
    const { answer } = await exchange(texts)
    expect(answer.refused(kind)).toHaveLength(1)
  })

  const head = (line: string, ...headers: string[]) => [line, ...headers, '', ''].join('\r\n')
  const host = () => `host: ${new URL(origin).host}`

  it('is refused in the contract’s form: one without a Host, and one that expects what nobody does', async () => {
    const hostless = await exchange([head('GET /api/v1/health HTTP/1.1', 'connection: close')])
    expect(hostless.answer.refused('BadRequest')[0]).toContain('Host')
    const expecting = await exchange([
      head('GET /api/v1/health HTTP/1.1', host(), 'expect: 200-ok', 'connection: close'),
    ])
    expect(expecting.answer.refused('ExpectationFailed')).toHaveLength(1)
    for (const { text } of [hostless, expecting]) {
      expect(text).toMatch(/cross-origin-resource-policy: same-origin/i)
    }
  })

  it('does not take the answer of the request in front of it: the cart is made, and said to be', async () => {
    const token = await shop().tokenOf(shop().credentials('staff'))
    const body = JSON.stringify(CART)
    const post = head(
      'POST /api/v1/carts HTTP/1.1',
      host(),
      `authorization: Bearer ${token}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
    )
    const carts = (await storedRows(shop().dataDir, 'carts')).length
    const { text } = await exchange([`${post}${body}GARBAGE\r\n\r\n`])
    expect(await storedRows(shop().dataDir, 'carts')).toHaveLength(carts + 1)
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toStrictEqual(['200', '400'])
    expect(text.slice(text.lastIndexOf('\r\n\r\n'))).toContain('BadRequest')
  })

  it('nor does one that never ends take for ever', async () => {
    const server = createServer({ headersTimeout: 20, connectionsCheckingInterval: 10 })
    answerClientErrors(server)
    server.listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { answer } = await exchange(['GET / HTTP/1.1\r\n'], port)
    expect(answer.refused('RequestTimeout')).toHaveLength(1)
  })

  it('a body of 10 MB is refused while it is still being sent', async () => {
    const head = `POST /api/v1/setup HTTP/1.1\r\nhost: ${new URL(origin).host}\r\ncontent-type: application/json\r\n`
    const socket = await open()
    socket.write(`${head}content-length: ${10 * 1024 * 1024}\r\n\r\n`)
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    expect(chunk.toString()).toMatch(/^HTTP\/1\.1 413 /)
    expect(chunk.toString()).toContain('PayloadTooLarge')
  })
})

describe('a flood without a token', () => {
  const CONNECTIONS = 700
  /** Opens connections that each send this, and go away after the test. */
  const flood = async (text: string): Promise<Socket[]> =>
    Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        const socket = await open()
        socket.write(text)
        return socket
      }),
    )
  const head = (path: string, ...more: string[]) =>
    [
      `POST /api/v1${path} HTTP/1.1`,
      `host: ${new URL(origin).host}`,
      'content-type: application/json',
      ...more,
      '',
      '',
    ].join('\r\n')

  it.each<[string, () => string]>([
    ['bodies for tokens that never come', () => head('/oauth/token', 'content-length: 60000')],
    ['such bodies elsewhere', () => head('/setup', 'content-length: 600000')],
    [
      'made-up tokens, and bodies that never come',
      () =>
        head('/oauth/token', `authorization: Basic ${btoa(crypto.randomUUID())}`, 'content-length: 60000'),
    ],
    [
      'many requests at once',
      () => `GET /api/v1/oauth/connect HTTP/1.1\r\nhost: ${new URL(origin).host}\r\n\r\n`.repeat(20),
    ],
  ])('keeps nobody out who has a token, or asks for one: %s', async (_what, text) => {
    const known = await shop().as('storefront')
    const { clientId, clientSecret } = shop().credentials('staff')
    const form = { grant_type: 'client_credentials' }
    const sockets = await flood(text())
    const answers = await Promise.all([
      known.get('/store'),
      known.post('/carts', LARGE_CART),
      shop()
        .as('support')
        .then(async (fresh) => fresh.get('/orders')),
      shop().anyone.post('/oauth/token', { ...form, client_id: clientId, client_secret: clientSecret }),
      shop().anyone.post('/oauth/token', form, {
        headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      }),
    ])
    for (const socket of sockets) socket.resetAndDestroy()
    expect(answers.map(({ status }) => status)).toStrictEqual([200, 200, 200, 200, 200])
  })
})

describe('streams of events', () => {
  const watch = async (scope: 'staff' | 'admin') => {
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    const authorization = `Bearer ${await shop().tokenOf(shop().credentials(scope))}`
    return fetch(`${origin}/api/v1/events`, { headers: { authorization }, signal: stop.signal })
  }

  it('are shared out too: there is one for a newcomer, however many a program opens', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, async () => watch('staff')))
    const statuses = Map.groupBy(answers, ({ status }) => status)
    expect(statuses.get(200)).toHaveLength(32)
    expect(statuses.get(429)).toHaveLength(8)
    expect(statuses.get(429)?.[0]?.headers.get('retry-after')).toBe('1')
    expect((await watch('admin')).status).toBe(200)
  })
})

it('health says how long the event loop was held up, beside what it always says', async () => {
  const answer = await shop().anyone.get('/health')
  expect(answer.headers['server-timing']).toMatch(/^event-loop;dur=\d+\.\d$/)
  expect(answer.body).toStrictEqual({
    status: 'ok',
    version: expect.any(String) as string,
    database: 'ok',
  })
})
