import { describe, expect, it } from 'vitest'
import type { Answer } from '../../support/answer.ts'
import { fieldsOf } from '../../support/answer.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()
const form = { 'content-type': 'application/x-www-form-urlencoded' }

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly scope: string
}
const tokensOf = (answer: Answer): Tokens => {
  expect(answer.status).toBe(200)
  return answer.body as Tokens
}
/** RFC 6749, section 5.2. */
const refusalOf = (answer: Answer): string => {
  expect(fieldsOf(answer.body as object)).toStrictEqual(['error', 'error_description'])
  return `${answer.status} ${(answer.body as { error: string }).error}`
}

describe('client credentials', () => {
  const credentials = () => shop().credentials('storefront')

  it.each(['JSON body', 'form', 'Basic with JSON', 'Basic with a form'])('come as %s', async (way) => {
    const { clientId, clientSecret } = credentials()
    const basic = { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` }
    const inBody = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const { anyone } = shop()
    const asked = {
      'JSON body': async () => anyone.post('/oauth/token', inBody),
      form: async () =>
        anyone.post('/oauth/token', new URLSearchParams(inBody).toString(), { headers: form }),
      'Basic with JSON': async () =>
        anyone.post('/oauth/token', { grant_type: 'client_credentials' }, { headers: basic }),
      'Basic with a form': async () =>
        anyone.post('/oauth/token', 'grant_type=client_credentials', { headers: { ...basic, ...form } }),
    }[way]
    const answer = await asked?.()
    if (!answer) throw new Error(way)
    expect(answer.body).toStrictEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      token_type: 'Bearer',
      expires_in: 300,
      scope: 'storefront',
    })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect((await shop().withToken(tokensOf(answer).access_token).get('/store')).status).toBe(200)
  })

  it('may ask for less than the client has, not for more', async () => {
    const { clientId: client_id, clientSecret: client_secret } = shop().credentials('staff')
    const ask = async (scope: string) =>
      shop().anyone.post('/oauth/token', {
        grant_type: 'client_credentials',
        client_id,
        client_secret,
        scope,
      })
    expect(tokensOf(await ask('support storefront')).scope).toBe('support storefront')
    for (const scope of ['admin', 'price', 'nonsense'])
      expect(refusalOf(await ask(scope))).toBe('400 invalid_scope')
  })

  it.each([
    ['a wrong secret', { client_secret: 'wrong' }, '401 invalid_client'],
    ['no secret', { client_secret: undefined }, '401 invalid_client'],
    ['an unknown client', { client_id: '0199a0b0-0000-7000-8000-00000000ffff' }, '401 invalid_client'],
    ['a client that is no GUID', { client_id: 'console' }, '401 invalid_client'],
    ['no grant type', { grant_type: undefined }, '400 invalid_request'],
    ['another grant type', { grant_type: 'password' }, '400 unsupported_grant_type'],
    ['a field that is no text', { client_id: 7 }, '400 invalid_request'],
  ])('with %s are refused', async (_case, fields, refusal) => {
    const { clientId: client_id, clientSecret: client_secret } = credentials()
    const body = { grant_type: 'client_credentials', client_id, client_secret, ...fields }
    const answer = await shop().anyone.post('/oauth/token', body)
    expect(refusalOf(answer)).toBe(refusal)
    expect(answer.headers['www-authenticate']).toBe(
      refusal.startsWith('401') ? 'Basic realm="Backcounter"' : undefined,
    )
  })

  it('of a revoked client work no longer, and its tokens neither', async () => {
    const own = await openShop()
    const client = await own.register({ scope: 'storefront' })
    const clerk = own.withToken(await own.tokenOf(client))
    const admin = await own.as('admin')
    expect((await admin.delete(`/clients/${client.clientId}`)).status).toBe(200)
    ;(await clerk.get('/store')).refused('Unauthorized')
    const { clientId: client_id, clientSecret: client_secret } = client
    const again = { grant_type: 'client_credentials', client_id, client_secret }
    expect(refusalOf(await own.anyone.post('/oauth/token', again))).toBe('401 invalid_client')
  })
})

describe('authorization codes and refresh tokens', () => {
  const redirect_uri = 'http://127.0.0.1:9/back'

  /** A program with pages, which gets a code and exchanges it. */
  async function aProgram(scope = 'storefront support') {
    const own = await openShop()
    const { clientId: client_id, clientSecret: client_secret } = await own.register({
      scope,
      redirectUris: [redirect_uri],
    })
    const code = async (query: object = {}): Promise<string> => {
      const asked = { client_id, redirect_uri, response_type: 'code', ...query }
      const answer = await own.anyone.get('/oauth/connect', asked)
      return new URL(answer.headers['location'] ?? '').searchParams.get('code') ?? ''
    }
    const token = async (body: object) =>
      own.anyone.post('/oauth/token', { client_id, client_secret, redirect_uri, ...body })
    const exchange = async (with_code: string, fields: object = {}) =>
      token({ grant_type: 'authorization_code', code: with_code, ...fields })
    const refresh = async (refresh_token: string, fields: object = {}) =>
      token({ grant_type: 'refresh_token', refresh_token, ...fields })
    const works = async ({ access_token }: Tokens) => (await own.withToken(access_token).get('/store')).status
    return { own, code, exchange, refresh, works }
  }

  it('a code becomes tokens with the scope that was asked for', async () => {
    const { code, exchange, works } = await aProgram()
    const tokens = tokensOf(await exchange(await code({ scope: 'storefront' })))
    expect(fieldsOf(tokens)).toStrictEqual([
      'access_token',
      'expires_in',
      'refresh_token',
      'scope',
      'token_type',
    ])
    expect(tokens.scope).toBe('storefront')
    expect(await works(tokens)).toBe(200)
    expect(tokensOf(await exchange(await code())).scope).toBe('storefront support')
  })

  it('a code lives one minute', async () => {
    const { own, code, exchange } = await aProgram()
    const [early, late] = [await code(), await code()]
    own.clock.advance(59.999)
    tokensOf(await exchange(early))
    own.clock.advance(0.001)
    expect(refusalOf(await exchange(late))).toBe('400 invalid_grant')
  })

  it('a code works once, and a second use ends what the first one gave', async () => {
    const { code, exchange, works } = await aProgram()
    const used = await code()
    const tokens = tokensOf(await exchange(used))
    expect(refusalOf(await exchange(used))).toBe('400 invalid_grant')
    expect(await works(tokens)).toBe(401)
  })

  it.each([
    ['without the secret', { client_secret: undefined }, '401 invalid_client'],
    ['with a wrong secret', { client_secret: 'wrong' }, '401 invalid_client'],
    ['in the console’s name', { client_id: 'console' }, '400 invalid_grant'],
    ['with another address', { redirect_uri: `${redirect_uri}/` }, '400 invalid_grant'],
    ['without the address', { redirect_uri: undefined }, '400 invalid_grant'],
    ['with an unknown code', { code: 'unknown' }, '400 invalid_grant'],
    ['without a code', { code: undefined }, '400 invalid_request'],
  ])('a code is not exchanged %s, and stays good', async (_case, fields, refusal) => {
    const { code, exchange } = await aProgram()
    const kept = await code()
    expect(refusalOf(await exchange(kept, fields))).toBe(refusal)
    tokensOf(await exchange(kept))
  })

  it('a code of another client is not exchanged', async () => {
    const { own, code, exchange } = await aProgram()
    const { clientId: client_id, clientSecret: client_secret } = own.credentials('storefront')
    expect(refusalOf(await exchange(await code(), { client_id, client_secret }))).toBe('400 invalid_grant')
  })

  it('a refresh token is replaced at each use; one that comes back ends the whole family', async () => {
    const { code, exchange, refresh, works } = await aProgram()
    const first = tokensOf(await exchange(await code()))
    const second = tokensOf(await refresh(first.refresh_token))
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect([await works(first), await works(second)]).toStrictEqual([200, 200])
    expect(refusalOf(await refresh(first.refresh_token))).toBe('400 invalid_grant')
    expect([await works(first), await works(second)]).toStrictEqual([401, 401])
    expect(refusalOf(await refresh(second.refresh_token))).toBe('400 invalid_grant')
  })

  it('a refresh token needs the secret, may narrow the scope, and lives 30 days', async () => {
    const { own, code, exchange, refresh } = await aProgram()
    const { refresh_token } = tokensOf(await exchange(await code()))
    expect(refusalOf(await refresh(refresh_token, { client_secret: 'wrong' }))).toBe('401 invalid_client')
    expect(refusalOf(await refresh(refresh_token, { scope: 'admin' }))).toBe('400 invalid_scope')
    const narrow = tokensOf(await refresh(refresh_token, { scope: 'support' }))
    expect(narrow.scope).toBe('support')
    own.clock.advance(30 * 24 * 3600)
    expect(refusalOf(await refresh(narrow.refresh_token))).toBe('400 invalid_grant')
  })

  it('tokens live as long as the client’s are registered to', async () => {
    const own = await openShop()
    const client = await own.register({ scope: 'storefront', tokenSeconds: 2 })
    const clerk = own.withToken(await own.tokenOf(client))
    own.clock.advance(1)
    expect((await clerk.get('/store')).status).toBe(200)
    own.clock.advance(1)
    ;(await clerk.get('/store')).refused('Unauthorized')
  })
})
