import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { keepUses, putUses } from '../../../core/access/client-uses.ts'
import { ClientsAnswer, NewClientAnswer } from '../../../core/access/client.schema.ts'
import { LocalApi, RequestsAnswer } from '../../../core/access/local-api.schema.ts'
import { statements } from '../../../core/database/statements.ts'
import { RequestLog } from '../../../core/http/request-log.ts'
import type { Caller, Query } from '../../support/caller.ts'
import { holds, inDatabase } from '../../support/data.ts'
import { listenWith } from '../../support/event-stream.ts'
import { openShop, type Shop } from '../../support/shop.ts'

const HOUR = 3_600_000

const requestsOf = async (caller: Caller, query: Query = {}): Promise<RequestsAnswer> =>
  (await caller.get('/requests', query)).ok(RequestsAnswer)

/** Who works at the console of a store. */
async function console(shop: Shop, store = 'harbour'): Promise<Caller> {
  const code = new URL(`http://x${await shop.core.consolePath(store)}`).searchParams.get('launch')
  const grant = { grant_type: 'authorization_code', client_id: 'console', code }
  const { body } = await shop.anyone.post('/oauth/token', grant)
  return shop.withToken((body as { access_token: string }).access_token)
}

describe('the local API', () => {
  it('says where it is, where it listens', async () => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    expect((await admin.get('/local-api')).ok(LocalApi)).toStrictEqual({ address: null, documentation: null })
    const origin = await shop.listen()
    expect((await admin.get('/local-api')).ok(LocalApi)).toStrictEqual({
      address: `${origin}/api/v1`,
      documentation: `${origin}/api/v1/docs`,
    })
  })
})

describe('the requests that were answered lately', () => {
  it('are told newest first: when, who, what, how it ended and how long it took', async () => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    const clerk = await shop.as('staff')
    const { last } = await requestsOf(admin)
    await clerk.get('/orders', { search: '4711' })
    await clerk.get('/carts/no-guid')
    const { requests } = await requestsOf(admin, { after: last })
    const client = { clientId: shop.credentials('staff').clientId, clientName: 'Till (staff)' }
    const date = '2026-11-20T09:30:00.000Z'
    const duration = expect.any(Number) as number
    expect(requests).toStrictEqual([
      {
        number: last + 2,
        date,
        method: 'GET',
        path: '/api/v1/carts/no-guid',
        status: 400,
        duration,
        ...client,
      },
      {
        number: last + 1,
        date,
        method: 'GET',
        path: '/api/v1/orders?search=…',
        status: 200,
        duration,
        ...client,
      },
    ])
    expect(requests.every(({ duration: took }) => took > 0 && took < 60_000)).toBe(true)
    // Who looks at them is not among them, nor who asks whether the core is well.
    await shop.anyone.get('/health')
    expect(await requestsOf(admin, { after: last + 2 })).toStrictEqual({ requests: [], last: last + 2 })
  })

  it('hold nothing that somebody looked for: it may be a gift card, or a customer', async () => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    const clerk = await shop.as('staff')
    const { last } = await requestsOf(admin)
    const code = '7KQM-2XRP-9DHW-BT4N'
    const cartId = await clerk.aCart()
    await clerk.get('/products', { search: code, maxItems: 2 })
    await clerk.get('/orders', { maxItems: 1, search: 'ida@example.com' })
    await clerk.post(`/carts/${cartId}/promotion-codes/${code}`)
    const { requests } = await requestsOf(admin, { after: last })
    expect(requests.map(({ path }) => path.replace(cartId, 'id')).toReversed()).toStrictEqual([
      '/api/v1/carts',
      '/api/v1/products?search=…&maxItems=2',
      '/api/v1/orders?maxItems=1&search=…',
      '/api/v1/carts/id/promotion-codes/…',
    ])
  })

  it('are found by client, status, and any part of method and path', async () => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    const clerk = await shop.as('staff')
    const reader = await shop.as('storefront')
    await clerk.get('/orders')
    await reader.get('/orders')
    await reader.post('/carts', {})
    const found = async (query: Query) =>
      (await requestsOf(admin, query)).requests.map(
        ({ method, path, status }) => `${method} ${path} ${status}`,
      )
    const { clientId } = shop.credentials('storefront')
    expect(await found({ client: clientId })).toStrictEqual([
      'POST /api/v1/carts 400',
      'GET /api/v1/orders 403',
    ])
    expect(await found({ status: '403' })).toStrictEqual(['GET /api/v1/orders 403'])
    expect(await found({ status: '4xx', path: 'Post /API' })).toStrictEqual(['POST /api/v1/carts 400'])
    expect((await admin.get('/requests', { status: '4x' })).faultyFields('BadRequest')).toStrictEqual([
      'status',
    ])
    expect((await admin.get('/requests', { after: '-1' })).faultyFields('BadRequest')).toStrictEqual([
      'after',
    ])
  })

  it('belong to the store of their client; what came without a good token only the console sees', async () => {
    const shop = await openShop()
    await (await shop.as('staff')).get('/orders')
    await (await shop.as('staff', 'uptown')).get('/carts')
    await shop.withToken('a'.repeat(43)).get('/countries')
    const paths = async (caller: Caller) =>
      (await requestsOf(caller)).requests.map(({ path }) => path.replace('/api/v1', ''))
    expect(await paths(await shop.as('admin'))).toStrictEqual(['/orders'])
    expect(await paths(await shop.as('admin', 'uptown'))).toStrictEqual(['/carts'])
    const seen = await paths(await console(shop))
    expect(seen).toContain('/countries')
    expect(seen).toContain('/orders')
    expect(seen).not.toContain('/carts')
  })

  it('name the program that was given a token; one that was refused is nobody’s', async () => {
    const shop = await openShop()
    const credentials = await shop.register({ scope: 'admin' })
    await shop.tokenOf(credentials)
    const { clientId } = credentials
    const grant = { grant_type: 'client_credentials', client_id: clientId, client_secret: 'a guess' }
    expect((await shop.anyone.post('/oauth/token', grant)).status).toBe(401)
    const path = '/api/v1/oauth/token'
    const seen = await console(shop)
    expect((await requestsOf(seen, { client: clientId })).requests).toMatchObject([
      { method: 'POST', path, status: 200, clientName: 'Program' },
    ])
    expect((await requestsOf(seen, { status: '401' })).requests).toMatchObject([{ path, clientId: null }])
    const elsewhere = (await requestsOf(await console(shop, 'uptown'))).requests
    expect(elsewhere.map(({ clientId: id }) => id)).not.toContain(clientId)
  })

  it('hold no token, secret, code or body, also where somebody puts one into the address', async () => {
    const shop = await openShop()
    const redirect_uri = 'http://127.0.0.1:9/back'
    const credentials = await shop.register({ scope: 'admin', redirectUris: [redirect_uri] })
    const token = await shop.tokenOf(credentials)
    const admin = shop.withToken(token)
    const asked = { client_id: credentials.clientId, redirect_uri, response_type: 'code', state: 'my-state' }
    const { headers } = await shop.anyone.get('/oauth/connect', asked)
    const code = new URL(headers['location'] ?? '').searchParams.get('code') ?? 'none'
    await admin.get('/orders', { access_token: token, search: 'kept-nowhere' })
    await admin.get('/store', { token })
    // Every object has that, and no address asks for it.
    await admin.get('/orders', { constructor: token })
    await admin.post('/customers', { firstName: 'Thyra' })
    const { requests } = await requestsOf(await console(shop))
    expect(requests.length).toBeGreaterThan(4)
    const text = JSON.stringify(requests)
    for (const secret of [token, credentials.clientSecret, code, 'my-state', 'kept-nowhere', 'Thyra'])
      expect(text).not.toContain(secret)
  })

  it('are the last 500, however many there were', async () => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    for (let index = 0; index < 520; index++) await admin.get('/store')
    const { last, requests } = await requestsOf(admin)
    expect(requests).toHaveLength(500)
    expect(requests.map(({ number }) => number)).toStrictEqual(
      Array.from({ length: 500 }, (_, index) => last - index),
    )
    // Whoever knows more than this process has seen another one.
    expect((await requestsOf(admin, { after: last + 1000 })).requests).toHaveLength(500)
  })
})

describe('when a client was last used', () => {
  const lastUse = async (caller: Caller, clientId: string) =>
    (await caller.get('/clients')).ok(ClientsAnswer).clients.find((client) => client.clientId === clientId)
      ?.lastUsedDate

  it('is known at once, and after a restart', async () => {
    const shop = await openShop()
    const { clientId } = shop.credentials('staff')
    const admin = await shop.as('admin')
    expect(await lastUse(admin, clientId)).toBeNull()
    const clerk = await shop.as('staff')
    shop.clock.advance(95)
    await clerk.get('/store')
    expect(await lastUse(admin, clientId)).toBe('2026-11-20T09:31:00.000Z')
    await shop.restart()
    expect(await lastUse(await shop.as('admin'), clientId)).toBe('2026-11-20T09:31:00.000Z')
  })

  it('is written once a minute, not with the requests, and the later of two processes counts', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const shop = await openShop()
    const { clientId } = shop.credentials('staff')
    const kept = async () =>
      inDatabase(shop.dataDir, async (db) =>
        db.selectFrom('client_uses').select('used_at').where('client_id', '=', clientId).executeTakeFirst(),
      )
    const clerk = await shop.as('staff')
    for (let index = 0; index < 10; index++) await clerk.get('/price-groups')
    vi.advanceTimersByTime(59_000)
    await pause(50)
    expect(await kept()).toBeUndefined()
    vi.advanceTimersByTime(1000)
    await vi.waitFor(async () => expect(await kept()).toStrictEqual({ used_at: '2026-11-20T09:30:00.000Z' }))

    const at = (moment: string) => new Map([[clientId, Date.parse(moment)]])
    await inDatabase(shop.dataDir, async (db) => putUses(db, at('2026-11-20T09:40:00.000Z')))
    await inDatabase(shop.dataDir, async (db) => putUses(db, at('2026-11-20T09:35:00.000Z')))
    expect(await kept()).toStrictEqual({ used_at: '2026-11-20T09:40:00.000Z' })
  })

  it('makes nobody read reference data again when it is written', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    // What is done from time to time does not come between.
    const shop = await openShop({ looks: { first: HOUR, every: HOUR } })
    const seen: string[] = []
    const note = (message: unknown): void => void seen.push((message as { sql: string }).sql)
    onTestFinished(() => {
      vi.useRealTimers()
      statements.unsubscribe(note)
    })
    const clerk = await shop.as('staff')
    await clerk.get('/price-groups')
    statements.subscribe(note)
    vi.advanceTimersByTime(60_000)
    await vi.waitFor(() => expect(seen.join()).toContain('insert into "client_uses"'))
    await pause(100)
    seen.length = 0
    await clerk.get('/price-groups')
    expect(seen.filter((sql) => sql.startsWith('select'))).toStrictEqual([])
  })

  it('is not lost where it cannot be written: it is tried again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const requests = new RequestLog()
    vi.spyOn(requests, 'uses', 'get').mockReturnValue(new Map([['a', 1]]))
    const transact = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue(undefined)
    const services = { database: { transact }, condition: { note: vi.fn() }, requests }
    const log = { error: vi.fn() }
    const end = keepUses(services as unknown as Parameters<typeof keepUses>[0], log)
    vi.advanceTimersByTime(60_000)
    await end()
    expect(transact).toHaveBeenCalledTimes(2)
    expect(log.error).toHaveBeenCalledTimes(1)
  })
})

describe('another secret for a client', () => {
  it('is shown once, works, and ends the old one with everything that was got by it', async () => {
    const shop = await openShop()
    const origin = await shop.listen()
    const admin = await shop.as('admin')
    const old = await shop.register({ scope: 'staff', redirectUris: ['http://127.0.0.1:9/back'] })
    const till = shop.withToken(await shop.tokenOf(old))
    const stream = await listenWith(await shop.tokenOf(old), origin)
    const connect = async () => {
      const asked = {
        client_id: old.clientId,
        redirect_uri: 'http://127.0.0.1:9/back',
        response_type: 'code',
      }
      const { headers } = await shop.anyone.get('/oauth/connect', asked)
      return new URL(headers['location'] ?? '').searchParams.get('code')
    }
    const exchange = async (code: string | null, client_secret: string) =>
      shop.anyone.post('/oauth/token', {
        grant_type: 'authorization_code',
        code,
        redirect_uri: 'http://127.0.0.1:9/back',
        client_id: old.clientId,
        client_secret,
      })
    const { refresh_token } = (await exchange(await connect(), old.clientSecret)).body as {
      refresh_token: string
    }
    const waiting = await connect()
    expect((await till.get('/store')).status).toBe(200)

    const made = (await admin.post(`/clients/${old.clientId}/secret`)).ok(NewClientAnswer)
    expect(made).toMatchObject({ clientId: old.clientId, name: 'Program', scope: 'staff' })
    const clientSecret = made.clientSecret ?? ''
    expect(clientSecret).toMatch(/^[\w-]{43}$/)
    expect(clientSecret).not.toBe(old.clientSecret)

    ;(await till.get('/store')).refused('Unauthorized')
    await expect.poll(() => stream.ended).toBe(true)
    const refused = await shop.anyone.post('/oauth/token', {
      grant_type: 'client_credentials',
      client_id: old.clientId,
      client_secret: old.clientSecret,
    })
    expect(refused.status).toBe(401)
    const renewed = await shop.anyone.post('/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token,
      client_id: old.clientId,
      client_secret: clientSecret,
    })
    expect(renewed.status).toBe(400)
    expect((await exchange(waiting, clientSecret)).status).toBe(400)
    const again = shop.withToken(await shop.tokenOf({ clientId: old.clientId, clientSecret }))
    expect((await again.get('/store')).status).toBe(200)
    // Another client has its tokens still.
    expect((await admin.get('/store')).status).toBe(200)
  })

  it('is made once for an Idempotency-Key, and kept nowhere', async () => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    const { clientId } = await shop.register({ scope: 'staff' })
    const once = async () =>
      admin.post(`/clients/${clientId}/secret`, undefined, { headers: { 'idempotency-key': 'rotate' } })
    const first = (await once()).ok(NewClientAnswer)
    expect((await once()).body).toStrictEqual({ ...first, clientSecret: null })
    await shop.tokenOf({ clientId, clientSecret: first.clientSecret ?? '' })
    expect(await holds(shop.dataDir, first.clientId)).toBe(true)
    expect(await holds(shop.dataDir, first.clientSecret ?? '')).toBe(false)
  })

  it('is not given for a client of another store, the console, or one that is revoked', async () => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    const of = async (clientId: string) => admin.post(`/clients/${clientId}/secret`)
    ;(await of(shop.credentials('staff', 'uptown').clientId)).refused('NotFound')
    await shop.core.consolePath()
    const own = await inDatabase(shop.dataDir, async (db) =>
      db.selectFrom('clients').select('id').where('secret_hash', 'is', null).executeTakeFirstOrThrow(),
    )
    ;(await of(own.id)).refused('NotFound')
    const { clientId } = await shop.register({ scope: 'staff' })
    await admin.delete(`/clients/${clientId}`)
    ;(await of(clientId)).refused('NotFound')
  })
})
