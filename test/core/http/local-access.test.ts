import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Answer } from '../../support/answer.ts'
import { changedTables, contentNow, inDatabase } from '../../support/data.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { isOnPostgres } from '../../support/storage.ts'

interface Raw {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A request with any headers, also those that `fetch` sets itself. */
async function send(
  origin: string,
  { method = 'GET', path = '/api/v1/health', headers = {}, body }: Raw,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, origin), { method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => {
        const answered = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
        resolve(
          new Answer(response.statusCode ?? 0, Object.fromEntries(answered) as Record<string, string>, text),
        )
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

async function listening(): Promise<{ shop: Shop; origin: string; port: string }> {
  const shop = await openShop()
  const origin = await shop.listen()
  return { shop, origin, port: new URL(origin).port }
}

describe('only this machine (decisions, authentication)', () => {
  it('is listened to: the socket is on 127.0.0.1', async () => {
    const { origin } = await listening()
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })

  it('may call by its own names, with the port', async () => {
    const { origin, port } = await listening()
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, `LocalHost:${port}`]) {
      expect((await send(origin, { headers: { host } })).status, host).toBe(200)
    }
  })

  it('is not what a foreign Host says: on every address, also unknown ones, with or without a token', async () => {
    const { shop, origin, port } = await listening()
    const authorization = `Bearer ${await shop.tokenOf(shop.credentials('admin'))}`
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      'localhost',
      '127.0.0.1:1',
      `127.0.0.1.evil.example:${port}`,
      `127.0.0.1:${port}.evil.example`,
    ]) {
      for (const path of [
        '/api/v1/health',
        '/api/v1/store',
        '/api/v1/checkout',
        '/api/v1/openapi.json',
        '/nothing/here',
        '/',
      ]) {
        const answer = await send(origin, { path, headers: { host, authorization } })
        expect(answer.refused('Forbidden'), `${host} ${path}`).toHaveLength(1)
      }
    }
  })

  it('is not what a foreign Origin says, whatever it asks for', async () => {
    const { shop, origin, port } = await listening()
    const { clientId: client_id, clientSecret: client_secret } = shop.credentials('admin')
    const body = JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret })
    const before = await contentNow(shop.dataDir)
    for (const foreign of [
      'https://evil.example',
      'null',
      'http://127.0.0.1',
      `https://127.0.0.1:${port}`,
      'app://console',
      `http://evil.example:${port}`,
      'file://',
    ]) {
      const headers = { origin: foreign }
      expect((await send(origin, { headers })).status, foreign).toBe(403)
      expect((await send(origin, { headers, path: '/nothing' })).status, foreign).toBe(403)
      const answer = await send(origin, {
        method: 'POST',
        path: '/api/v1/oauth/token',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      })
      expect(answer.status, foreign).toBe(403)
      const preflight = await send(origin, {
        method: 'OPTIONS',
        path: '/api/v1/carts',
        headers: { ...headers, 'access-control-request-method': 'POST' },
      })
      expect(preflight.status, foreign).toBe(403)
      for (const { headers: answered } of [answer, preflight]) {
        expect(answered['access-control-allow-origin']).toBeUndefined()
      }
    }
    expect(await changedTables(before, shop.dataDir)).toStrictEqual([])
  })

  it('includes the console’s own pages', async () => {
    const { origin, port } = await listening()
    for (const name of ['127.0.0.1', 'localhost']) {
      const headers = { host: `${name}:${port}`, origin: `http://${name}:${port}` }
      const answer = await send(origin, { headers })
      expect(answer.status).toBe(200)
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  it('includes the desktop window in process, and nobody else there', async () => {
    const { app } = (await openShop()).core
    const ask = async (origin: string) =>
      (await app.inject({ url: '/api/v1/health', headers: { origin } })).statusCode
    expect(await ask('app://console')).toBe(200)
    expect(await ask('app://other')).toBe(403)
    expect(await ask('http://localhost')).toBe(403)
  })
})

describe('a page whose origin a client has allow-listed', () => {
  const page = 'https://till.example'

  it('may call, is named in the answer, and never by a wildcard', async () => {
    const { shop, origin } = await listening()
    const credentials = await shop.register({
      scope: 'storefront',
      allowedOrigins: [`${page}/till/index.html`],
    })
    const authorization = `Bearer ${await shop.tokenOf(credentials)}`
    const answer = await send(origin, { path: '/api/v1/store', headers: { origin: page, authorization } })
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': page, vary: 'origin' })
    for (const name of ['etag', 'idempotent-replayed', 'retry-after', 'www-authenticate']) {
      expect(answer.headers['access-control-expose-headers']).toContain(name)
    }

    const refused = await send(origin, { path: '/api/v1/store', headers: { origin: page } })
    expect(refused.status).toBe(400)
    expect(refused.headers['access-control-allow-origin']).toBe(page)

    const preflight = await send(origin, {
      method: 'OPTIONS',
      path: '/api/v1/carts',
      headers: { origin: page, 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers).toMatchObject({ 'access-control-allow-origin': page })
    for (const name of ['authorization', 'content-type', 'if-match', 'idempotency-key', 'prefer']) {
      expect(preflight.headers['access-control-allow-headers']).toContain(name)
    }
    // Every method that an address takes: a shop's own records are put, too.
    expect(preflight.headers['access-control-allow-methods']).toBe('GET, POST, PUT, PATCH, DELETE')
    for (const { headers } of [answer, refused, preflight]) {
      expect(Object.values(headers)).not.toContain('*')
      expect(headers['access-control-allow-credentials']).toBeUndefined()
    }
  })

  const OTHER = 'https://other.example'

  /** A program with these origins on its list. */
  async function aProgram(shop: Shop, ...allowedOrigins: string[]) {
    const credentials = await shop.register({ scope: 'storefront', allowedOrigins })
    return { ...credentials, authorization: `Bearer ${await shop.tokenOf(credentials)}` }
  }

  it('may use the tokens of its own client only, not of another with a list or without one', async () => {
    const { shop, origin } = await listening()
    const [own, other, pageless] = [
      await aProgram(shop, page),
      await aProgram(shop, OTHER),
      await aProgram(shop),
    ]
    const ask = async ({ authorization }: { authorization: string }, from: string) =>
      send(origin, { path: '/api/v1/store', headers: { origin: from, authorization } })
    expect((await ask(own, page)).status).toBe(200)
    expect((await ask(other, OTHER)).status).toBe(200)
    for (const [program, from] of [
      [own, OTHER],
      [other, page],
      [pageless, page],
      [pageless, OTHER],
    ] as const) {
      const answer = await ask(program, from)
      expect(answer.refused('Forbidden')).toHaveLength(1)
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  it('is not the only one that may: every client’s tokens work in the console’s own pages', async () => {
    const { shop, origin, port } = await listening()
    for (const { authorization } of [await aProgram(shop, page), await aProgram(shop)]) {
      const headers = { origin: `http://127.0.0.1:${port}`, authorization }
      expect((await send(origin, { path: '/api/v1/store', headers })).status).toBe(200)
    }
  })

  it('is told that its token has expired', async () => {
    const { shop, origin } = await listening()
    const { authorization } = await aProgram(shop, page)
    shop.clock.advance(301)
    const headers = { origin: page, authorization }
    const answer = await send(origin, { path: '/api/v1/store', headers })
    expect(answer.refused('Unauthorized')).toHaveLength(1)
    expect(answer.headers['access-control-allow-origin']).toBe(page)
  })

  it('gets tokens for its own client only', async () => {
    const { shop, origin } = await listening()
    const [own, other] = [await aProgram(shop, page), await aProgram(shop, OTHER)]
    const ask = async ({ clientId: client_id, clientSecret: client_secret }: typeof own, isBasic: boolean) =>
      send(origin, {
        method: 'POST',
        path: '/api/v1/oauth/token',
        headers: {
          origin: page,
          'content-type': 'application/json',
          ...(isBasic && { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` }),
        },
        body: JSON.stringify({
          grant_type: 'client_credentials',
          ...(!isBasic && { client_id, client_secret }),
        }),
      })
    for (const isBasic of [true, false]) {
      const answer = await ask(own, isBasic)
      expect([answer.status, answer.headers['access-control-allow-origin']]).toStrictEqual([200, page])
      for (const foreign of [other, { ...own, clientId: crypto.randomUUID() }]) {
        const refused = await ask(foreign, isBasic)
        expect(refused.status, refused.text).toBe(403)
        expect(refused.headers['access-control-allow-origin']).toBeUndefined()
        expect(refused.body).toMatchObject({
          error_description: expect.stringContaining('origin') as unknown,
        })
      }
    }
  })

  it('may not ask where no token is needed, nor where nothing is', async () => {
    const { shop, origin } = await listening()
    const { authorization } = await aProgram(shop, page)
    for (const path of [
      '/api/v1/health',
      '/api/v1/openapi.json',
      '/api/v1/oauth/connect',
      '/api/v1/nothing',
      '/',
    ]) {
      for (const token of [undefined, authorization]) {
        const answer = await send(origin, {
          path,
          headers: { origin: page, ...(token !== undefined && { authorization: token }) },
        })
        expect(answer.status, path).toBe(403)
        expect(answer.headers['access-control-allow-origin']).toBeUndefined()
      }
    }
  })

  it('may no longer once the client is revoked', async () => {
    const { shop, origin } = await listening()
    const { authorization, clientId } = await aProgram(shop, page)
    const ask = async () => send(origin, { path: '/api/v1/store', headers: { origin: page, authorization } })
    const preflight = async () =>
      send(origin, { method: 'OPTIONS', path: '/api/v1/store', headers: { origin: page } })
    expect([(await ask()).status, (await preflight()).status]).toStrictEqual([200, 204])
    await inDatabase(shop.dataDir, async (db) =>
      db.updateTable('clients').set({ revoked_at: 'now' }).where('id', '=', clientId).execute(),
    )
    // What another process has done to a server's shop is known within a second, and in a file at once.
    if (isOnPostgres) await setTimeout(1000)
    expect([(await ask()).status, (await preflight()).status]).toStrictEqual([403, 403])
    // Another's list does not help it.
    await aProgram(shop, page)
    expect([(await ask()).status, (await preflight()).status]).toStrictEqual([403, 204])
  })
})

describe('a page elsewhere', () => {
  const loads = [
    { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
    { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' },
    { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'object' },
  ]
  const paths = ['/', '/favicon.svg', '/nothing', '/api/v1/health', '/api/v1/docs', '/api/v1/%zz']

  it('cannot tell what is here: whatever it loads is refused alike, and kept from it by the browser', async () => {
    const { origin } = await listening()
    const answers = new Set<string>()
    for (const site of ['cross-site', 'same-site']) {
      for (const load of loads) {
        for (const path of paths) {
          const answer = await send(origin, { path, headers: { ...load, 'sec-fetch-site': site } })
          expect(answer.refused('Forbidden'), path).toHaveLength(1)
          expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin')
          answers.add(answer.text)
        }
      }
    }
    expect(answers.size).toBe(1)
  })

  it('may lead to one of ours, and ours load what they need', async () => {
    const { origin } = await listening()
    const link = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }
    const query = `payment=${crypto.randomUUID()}&paymentMethod=${crypto.randomUUID()}`
    for (const [path, status] of [
      [`/api/v1/checkout?${query}`, 404],
      ['/api/v1/oauth/connect', 400],
      ['/api/v1/docs', 200],
    ] as const) {
      expect((await send(origin, { path, headers: link })).status, path).toBe(status)
    }
    for (const site of ['same-origin', 'none']) {
      const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
      expect((await send(origin, { headers })).status).toBe(200)
    }
  })

  it('is told by every answer that it is not for it', async () => {
    const { shop, origin } = await listening()
    const authorization = `Bearer ${await shop.tokenOf(shop.credentials('staff'))}`
    for (const path of [
      '/api/v1/store',
      '/api/v1/countries',
      '/api/v1/nothing',
      '/api/v1/%zz',
      '/api/v1/docs',
    ]) {
      const { headers } = await send(origin, { path, headers: { authorization } })
      expect(headers['cross-origin-resource-policy'], path).toBe('same-origin')
    }
  })
})

describe('an address in an answer', () => {
  it('is this core’s, whatever a request says of hosts on the way', async () => {
    const { shop, origin } = await listening()
    const clerk = await shop.as('storefront')
    const placing = await clerk.aCartReadyToPlace({ shipping: null })
    const lies = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    }
    const answer = await clerk.post('/payments', placing, { headers: lies })
    expect((answer.body as { paymentUrl: string }).paymentUrl).toMatch(
      new RegExp(`^${origin}/api/v1/checkout\\?`),
    )
    expect(answer.text).not.toContain('evil')
  })

  it('does not become a header or a script of somebody else’s', async () => {
    const { shop, origin } = await listening()
    const authorization = `Bearer ${await shop.tokenOf(shop.credentials('staff'))}`
    for (const path of [
      '/api/v1/%0d%0aset-cookie:a=b',
      '/api/v1/orders/%3Cscript%3E',
      '/%0d%0a%0d%0a<script>',
    ]) {
      const { status, headers, text } = await send(origin, { path, headers: { authorization } })
      expect([400, 404], path).toContain(status)
      expect(headers).not.toHaveProperty('set-cookie')
      expect(headers['content-type']).toMatch(/^application\/json/)
      expect(text).not.toContain('<script>')
    }
  })
})

describe('what the server tells of itself', () => {
  it('is no version and no product in any header', async () => {
    const { origin } = await listening()
    for (const path of ['/api/v1/health', '/api/v1/store', '/nothing']) {
      const { headers } = await send(origin, { path })
      expect(headers.server).toBeUndefined()
      expect(headers['x-powered-by']).toBeUndefined()
    }
  })

  it('is the contract’s body also for an address that cannot be read', async () => {
    const { origin } = await listening()
    for (const path of [
      '/api/v1/carts/%zz',
      '/%',
      '/api/v1/carts/%c0%af',
      `/api/v1/carts/${'a'.repeat(300)}`,
    ]) {
      const answer = await send(origin, { path })
      expect([400, 404], path).toContain(answer.status)
      expect(answer.refused(answer.status === 404 ? 'NotFound' : 'BadRequest'), path).toHaveLength(1)
    }
  })

  it('is nothing of a program to somebody who does not speak HTTP', async () => {
    const { port } = await listening()
    const text = await new Promise<string>((resolve, reject) => {
      let said = ''
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('HELLO\r\n\r\n'))
      socket.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
      socket.on('error', reject).on('close', () => resolve(said))
    })
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(text).not.toMatch(/at .*\.[jt]s|node_modules|fastify/i)
  })
})
