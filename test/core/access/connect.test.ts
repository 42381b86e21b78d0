import { describe, expect, it } from 'vitest'
import { TokenResponse } from '../../../core/access/token.schema.ts'
import { fieldsOf } from '../../support/answer.ts'
import { inDatabase } from '../../support/data.ts'
import { openShop } from '../../support/shop.ts'

const HOME = 'http://127.0.0.1:9/back'
const WITH_QUERY = 'https://shop.example/oauth?from=till%20one'

async function aProgram() {
  const shop = await openShop()
  const { clientId: client_id } = await shop.register({ scope: 'staff', redirectUris: [HOME, WITH_QUERY] })
  const connect = async (query: object) =>
    shop.anyone.get('/oauth/connect', { client_id, redirect_uri: HOME, response_type: 'code', ...query })
  return { shop, client_id, connect }
}

describe('asking for an authorization code (RFC 6749, section 4.1)', () => {
  it('redirects to the address with a code, and the state as it came', async () => {
    const { connect } = await aProgram()
    const answer = await connect({ state: 'a b&c=d ü' })
    expect(answer.status).toBe(302)
    expect(answer.text).toBe('')
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const location = new URL(answer.headers['location'] ?? '')
    expect(`${location.origin}${location.pathname}`).toBe(HOME)
    expect(Object.fromEntries(location.searchParams)).toStrictEqual({
      code: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      state: 'a b&c=d ü',
    })
  })

  it('keeps the query that the address has already', async () => {
    const { connect } = await aProgram()
    const location = (await connect({ redirect_uri: WITH_QUERY })).headers['location']
    expect(location).toMatch(/^https:\/\/shop\.example\/oauth\?from=till%20one&code=[\w-]{43}$/)
  })

  it.each([
    ['no response_type', { response_type: undefined }, 'invalid_request'],
    ['another response_type', { response_type: 'token' }, 'unsupported_response_type'],
    ['more scope than the client has', { scope: 'admin' }, 'invalid_scope'],
    ['an unknown scope', { scope: 'everything' }, 'invalid_scope'],
  ])('tells the address of %s', async (_case, query, error) => {
    const { connect } = await aProgram()
    const answer = await connect({ ...query, state: 's' })
    expect(answer.status).toBe(302)
    const { searchParams } = new URL(answer.headers['location'] ?? '')
    expect([...searchParams.keys()]).toStrictEqual(['error', 'error_description', 'state'])
    expect(searchParams.get('error')).toBe(error)
  })

  it.each([
    ['an unknown client', { client_id: '0199a0b0-0000-7000-8000-00000000ffff' }],
    ['a client that is no GUID', { client_id: 'console' }],
    ['no client', { client_id: undefined }],
    ['no address', { redirect_uri: undefined }],
    ['an address that is not the client’s', { redirect_uri: 'https://thief.example/' }],
    ['an address that only begins like the client’s', { redirect_uri: `${HOME}/more` }],
    ['the client’s with a query', { redirect_uri: `${HOME}?next=1` }],
    ['the client’s with a fragment', { redirect_uri: `${HOME}#` }],
    ['the client’s with a way up', { redirect_uri: `${HOME}/../other` }],
    ['the client’s with a person in front', { redirect_uri: HOME.replace('//', '//thief.example@') }],
    ['the client’s on another port', { redirect_uri: HOME.replace(':9', ':99') }],
    ['the client’s in other letters', { redirect_uri: HOME.replace('back', 'Back') }],
    ['the client’s, encoded', { redirect_uri: HOME.replace('back', '%62ack') }],
    ['the client’s with a line behind', { redirect_uri: `${HOME}\r\nLocation: https://thief.example/` }],
    ['a script', { redirect_uri: 'javascript:alert(1)' }],
    ['a parameter that stands twice', { state: undefined }],
  ])('sends nothing anywhere for %s', async (what, query) => {
    const { shop, client_id, connect } = await aProgram()
    const answer = what.endsWith('twice')
      ? await shop.anyone.get(`/oauth/connect?client_id=${client_id}&client_id=${client_id}`)
      : await connect(query)
    expect(answer.status).toBe(400)
    expect(fieldsOf(answer.body as object)).toStrictEqual(['error', 'error_description'])
    expect(answer.headers).not.toHaveProperty('location')
  })

  it('a state is one value of the address, whatever is in it', async () => {
    const { connect } = await aProgram()
    const state = '\r\nSet-Cookie: a=b\r\n\r\n<script>&code=mine#'
    const { headers } = await connect({ state })
    const { searchParams, hash } = new URL(headers['location'] ?? '')
    expect(headers).not.toHaveProperty('set-cookie')
    expect([searchParams.getAll('code').length, searchParams.get('state'), hash]).toStrictEqual([
      1,
      state,
      '',
    ])
  })

  it.each([
    ['staff', 'transactions:custom:price', 'staff'],
    ['staff price', 'transactions:custom:price', 'staff price'],
    ['staff price', 'transactions:custom:price storefront', 'staff price'],
    ['admin', 'transactions:custom:price', 'admin'],
  ])('by the original’s name a client with %s that asks for %s gets %s', async (scope, asked, given) => {
    const shop = await openShop()
    const client = await shop.register({ scope, redirectUris: [HOME] })
    const { clientId: client_id, clientSecret: client_secret } = client
    const answer = await shop.anyone.get('/oauth/connect', {
      client_id,
      redirect_uri: HOME,
      response_type: 'code',
      scope: asked,
    })
    const code = new URL(answer.headers['location'] ?? '').searchParams.get('code')
    const tokens = await shop.anyone.post('/oauth/token', {
      grant_type: 'authorization_code',
      redirect_uri: HOME,
      client_id,
      client_secret,
      code,
    })
    expect(tokens.ok(TokenResponse).scope).toBe(given)
    const direct = { grant_type: 'client_credentials', client_id, client_secret, scope: asked }
    expect((await shop.anyone.post('/oauth/token', direct)).ok(TokenResponse).scope).toBe(given)
  })

  it.each(['transactions:custom', 'transactions:custom:price admin', 'transactions:custom:price:more'])(
    'does not take %s for a name of the original’s',
    async (scope) => {
      const { connect } = await aProgram()
      const { searchParams } = new URL((await connect({ scope })).headers['location'] ?? '')
      expect(searchParams.get('error')).toBe('invalid_scope')
    },
  )

  it('refuses without waiting for whoever writes, as it writes nothing', async () => {
    const { shop, connect } = await aProgram()
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
    const { promise: writing, resolve: write } = Promise.withResolvers<undefined>()
    const writer = inDatabase(shop.dataDir, async (db) => {
      await db
        .updateTable('clients')
        .set((eb) => ({ name: eb.ref('name') }))
        .execute()
      write(undefined)
      await released
    })
    await writing
    const begun = Date.now()
    expect((await connect({ redirect_uri: 'https://thief.example/' })).status).toBe(400)
    expect((await connect({ scope: 'everything' })).headers['location']).toContain('error=invalid_scope')
    const sent = connect({})
    release(undefined)
    await writer
    expect((await sent).headers['location']).toContain('code=')
    expect(Date.now() - begun).toBeLessThan(2000)
  })

  it('does not know a client that has been revoked', async () => {
    const { shop, client_id, connect } = await aProgram()
    await (await shop.as('admin')).delete(`/clients/${client_id}`)
    expect((await connect({})).status).toBe(400)
  })
})
