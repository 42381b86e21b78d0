import { describe, expect, it } from 'vitest'
import { Client, ClientRevoked, ClientsAnswer, NewClientAnswer } from '../../../core/access/client.schema.ts'
import { RecordEventsAnswer } from '../../../core/history/record-event.schema.ts'
import { fieldsOf } from '../../support/answer.ts'
import { changedTables, contentNow, holds, storedRows } from '../../support/data.ts'
import { listen } from '../../support/event-stream.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const program = {
  name: 'Web shop',
  scope: 'storefront  support',
  tokenSeconds: 60,
  redirectUris: ['https://shop.example/back'],
  allowedOrigins: ['https://shop.example/some/page'],
}

describe('API clients (extension)', () => {
  it('a new one is answered whole, with its secret, and can use the API', async () => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    const made = (await admin.post('/clients', program)).ok(NewClientAnswer)
    expect(made).toStrictEqual({
      clientId: expect.any(String) as unknown,
      clientSecret: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      name: 'Web shop',
      scope: 'storefront support',
      tokenSeconds: 60,
      redirectUris: ['https://shop.example/back'],
      allowedOrigins: ['https://shop.example'],
      createdDate: '2026-11-20T09:30:00.000Z',
      lastUsedDate: null,
    })
    const { clientId, clientSecret } = made
    if (clientSecret === null) throw new Error('There is no secret.')
    const clerk = shop.withToken(await shop.tokenOf({ clientId, clientSecret }))
    expect((await clerk.get('/store')).status).toBe(200)
  })

  it('what may be left out is left out', async () => {
    const shop = await openShop()
    const made = (await (await shop.as('admin')).post('/clients', { name: 'Till', scope: 'staff' })).ok(
      NewClientAnswer,
    )
    expect(made).toMatchObject({ tokenSeconds: 300, redirectUris: [], allowedOrigins: [] })
  })

  it('the list never shows a secret, nor the console, nor clients of another store', async () => {
    const shop = await openShop()
    await shop.core.consolePath()
    const admin = await shop.as('admin')
    const { clientId } = (await admin.post('/clients', program)).ok(NewClientAnswer)
    const { clients } = (await admin.get('/clients')).ok(ClientsAnswer)
    for (const client of clients) {
      expect(fieldsOf(client)).toStrictEqual([
        'allowedOrigins',
        'clientId',
        'createdDate',
        'lastUsedDate',
        'name',
        'redirectUris',
        'scope',
        'tokenSeconds',
      ])
    }
    expect(clients.map(({ name }) => name)).not.toContain('Console')
    expect(clients.find((client) => client.clientId === clientId)).toMatchObject({ name: 'Web shop' })
    const ofUptown = (await (await shop.as('admin', 'uptown')).get('/clients')).ok(ClientsAnswer).clients
    expect(ofUptown.map((client) => client.clientId)).not.toContain(clientId)
  })

  it('all pages together are the list (section 4.12)', async () => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    const { clients } = (await admin.get('/clients')).ok(ClientsAnswer)
    const paged: unknown[] = []
    let nextPagingToken: string | null = null
    do {
      const query = { maxItems: 2, ...(nextPagingToken !== null && { nextPagingToken }) }
      const page: ClientsAnswer = (await admin.get('/clients', query)).ok(ClientsAnswer)
      paged.push(...page.clients)
      ;({ nextPagingToken } = page)
    } while (nextPagingToken !== null)
    expect(clients.length).toBeGreaterThan(4)
    expect(paged).toStrictEqual(clients)
  })

  it('a revoked one is gone: from the list, and for a second DELETE', async () => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    const { clientId } = (await admin.post('/clients', program)).ok(NewClientAnswer)
    const answer = await admin.delete(`/clients/${clientId}`)
    answer.ok(ClientRevoked)
    expect(answer.body).toStrictEqual({ success: true })
    ;(await admin.delete(`/clients/${clientId}`)).refused('NotFound')
    const { clients } = (await admin.get('/clients')).ok(ClientsAnswer)
    expect(clients.map((client) => client.clientId)).not.toContain(clientId)
  })

  it('one of another store is not there to be revoked, and the console is none', async () => {
    const shop = await openShop()
    await shop.core.consolePath()
    const admin = await shop.as('admin')
    ;(await admin.delete(`/clients/${shop.credentials('staff', 'uptown').clientId}`)).refused('NotFound')
    const clients = (await storedRows(shop.dataDir, 'clients')) as {
      id: string
      secret_hash: string | null
    }[]
    const console = clients.find((client) => client.secret_hash === null)
    ;(await admin.delete(`/clients/${console?.id ?? ''}`)).refused('NotFound')
    ;(await admin.delete('/clients/no-guid')).refused('BadRequest')
  })

  it('an Idempotency-Key makes one client, and the secret is kept nowhere', async () => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    const once = async () => admin.post('/clients', program, { headers: { 'idempotency-key': 'web-shop' } })
    const first = (await once()).ok(NewClientAnswer)
    const again = await once()
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.body).toStrictEqual({ ...first, clientSecret: null })
    expect(await holds(shop.dataDir, first.clientId)).toBe(true)
    expect(await holds(shop.dataDir, first.clientSecret ?? '')).toBe(false)
  })
})

describe('a client that is changed', () => {
  it('keeps its id, secret and tokens, and loses at once what its scope no longer has', async () => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    const made = (await admin.post('/clients', { ...program, scope: 'staff' })).ok(NewClientAnswer)
    const { clientId, clientSecret } = made
    const running = shop.withToken(await shop.tokenOf({ clientId, clientSecret: clientSecret ?? '' }))
    expect((await running.get('/customers')).status).toBe(200)
    const path = `/clients/${clientId}`
    const { clientSecret: _, ...before } = made
    const read = await admin.get(path)
    const used = { ...before, lastUsedDate: expect.any(String) as string }
    expect([read.ok(Client), read.headers.etag]).toStrictEqual([used, '"1"'])

    const changes = { scope: 'storefront', name: 'Web shop 2', allowedOrigins: ['https://two.example'] }
    const changed = await admin.patch(path, changes, { headers: { 'if-match': '"1"' } })
    expect(changed.ok(Client)).toStrictEqual({ ...used, ...changes })
    expect(changed.headers.etag).toBe('"2"')
    ;(await running.get('/customers')).refused('Forbidden')
    expect((await running.get('/store')).status).toBe(200)
    const again = shop.withToken(await shop.tokenOf({ clientId, clientSecret: clientSecret ?? '' }))
    expect((await again.get('/store', {}, { origin: 'https://two.example' })).status).toBe(200)
    ;(await again.get('/store', {}, { origin: 'https://shop.example' })).refused('Forbidden')
    // What it is given, its running tokens are not: they were asked for when it had less.
    expect((await admin.patch(path, { scope: 'staff price' })).ok(Client).scope).toBe('staff price')
    ;(await again.get('/customers')).refused('Forbidden')
  })

  it('is refused where somebody else was first, where it is another store’s, and with every fault named', async () => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    const { clientId } = (await admin.post('/clients', program)).ok(NewClientAnswer)
    const path = `/clients/${clientId}`
    expect((await admin.patch(path, { tokenSeconds: 120 })).ok(Client).tokenSeconds).toBe(120)
    const late = await admin.patch(path, { name: 'Late' }, { headers: { 'if-match': '"1"' } })
    expect(late.refused('Conflict')).toStrictEqual([
      expect.stringMatching(/ by Till \(admin\) \(2026-11-20T09:30:00\.000Z\): tokenSeconds\. /),
    ])
    expect(late.headers.etag).toBe('"2"')
    const wrong = await admin.patch(path, { scope: 'all', redirectUris: ['/x'], allowedOrigins: ['y'] })
    expect(wrong.faultyFields('BadRequest')).toStrictEqual(['scope', 'redirectUris', 'allowedOrigins'])
    expect((await admin.get(path)).ok(Client)).toMatchObject({ name: 'Web shop', tokenSeconds: 120 })
    const other = await shop.as('admin', 'uptown')
    ;(await other.get(path)).refused('NotFound')
    ;(await other.patch(path, { name: 'Mine' })).refused('NotFound')
    ;(await (await shop.as('staff')).patch(path, { name: 'Mine' })).refused('Forbidden')
    await admin.delete(path)
    ;(await admin.patch(path, { name: 'Back' })).refused('NotFound')
  })

  it('is told to open lists', async () => {
    const shop = await openShop()
    const listener = await listen(shop, await shop.listen())
    const admin = await shop.as('admin')
    const { clientId } = (await admin.post('/clients', program)).ok(NewClientAnswer)
    await admin.patch(`/clients/${clientId}`, { name: 'Till' })
    await expect
      .poll(() => listener.sent.at(-1))
      .toStrictEqual({ event: 'record.changed', data: { noun: 'client', id: clientId, version: 2 } })
  })
})

describe('the history of a client', () => {
  it('tells who has made it, changed what of it, given it another secret and revoked it, and no secret', async () => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    const made = (await admin.post('/clients', program)).ok(NewClientAnswer)
    const path = `/clients/${made.clientId}`
    await admin.patch(path, { name: 'Till 2', scope: 'staff', tokenSeconds: 60, redirectUris: [] })
    // What it is already changes nothing.
    expect((await admin.patch(path, { name: 'Till 2', scope: ' staff' })).headers.etag).toBe('"2"')
    const rotated = await admin.post(`${path}/secret`)
    expect(rotated.headers.etag).toBe('"3"')
    ;(await admin.delete(path)).ok(ClientRevoked)

    const { events } = (await admin.get(`${path}/events`)).ok(RecordEventsAnswer)
    const done = { actor: 'Till (admin)', date: '2026-11-20T09:30:00.000Z' }
    const changes = [
      { field: 'name', from: 'Web shop', to: 'Till 2' },
      { field: 'scope', from: 'storefront support', to: 'staff' },
      { field: 'redirectUris', from: 'https://shop.example/back', to: null },
    ]
    expect(events).toStrictEqual([
      { ...done, version: 4, kind: 'revoked', changes: [] },
      { ...done, version: 3, kind: 'rotated', changes: [] },
      { ...done, version: 2, kind: 'changed', changes },
      { ...done, version: 1, kind: 'created', changes: [] },
    ])
    for (const secret of [made.clientSecret, rotated.ok(NewClientAnswer).clientSecret])
      expect(await holds(shop.dataDir, secret ?? '')).toBe(false)
  })

  it('is found by those that have been revoked, whoever has made them, in their own store only', async () => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    const { clientId } = shop.credentials('support')
    await admin.delete(`/clients/${clientId}`)
    const { clients } = (await admin.get('/clients', { state: 'revoked' })).ok(ClientsAnswer)
    expect(clients.map((client) => client.clientId)).toStrictEqual([clientId])
    const { events } = (await admin.get(`/clients/${clientId}/events`)).ok(RecordEventsAnswer)
    expect(events.map(({ actor, kind }) => [kind, actor])).toStrictEqual([
      ['revoked', 'Till (admin)'],
      ['created', 'Command line'],
    ])
    ;(await (await shop.as('admin', 'uptown')).get(`/clients/${clientId}/events`)).refused('NotFound')
  })
})

describe('a client that cannot be', () => {
  const shop = sharedShop()

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: undefined }],
    ['scope', { scope: 'storefront everything' }],
    ['scope', { scope: '' }],
    ['tokenSeconds', { tokenSeconds: 0 }],
    ['tokenSeconds', { tokenSeconds: 1.5 }],
    ['redirectUris', { redirectUris: ['/back'] }],
    ['redirectUris', { redirectUris: ['https://shop.example/#here'] }],
    ['redirectUris', { redirectUris: ['javascript:alert(1)//'] }],
    ['redirectUris', { redirectUris: ['data:text/html,code'] }],
    ['redirectUris', { redirectUris: ['https://shop.example/\r\nSet-Cookie: a=b'] }],
    ['redirectUris.0', { redirectUris: ['a\0b'] }],
    ['allowedOrigins', { allowedOrigins: ['shop.example'] }],
  ])('is refused for its %s: %j', async (field, fields) => {
    const admin = await shop().as('admin')
    const before = await contentNow(shop().dataDir)
    const answer = await admin.post('/clients', { ...program, ...fields })
    expect(answer.faultyFields('BadRequest')).toStrictEqual([field])
    expect(await changedTables(before, shop().dataDir)).toStrictEqual([])
  })

  it.each(['storefront', 'staff'] as const)('is not the business of the scope %s', async (scope) => {
    ;(await (await shop().as(scope)).post('/clients', program)).refused('Forbidden')
  })
})
