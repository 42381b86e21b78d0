import { describe, expect, it } from 'vitest'
import type { Answer } from '../../support/answer.ts'
import { fieldsOf } from '../../support/answer.ts'
import { openShop } from '../../support/shop.ts'

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

describe('the authorization code of a program with pages of its own', () => {
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
})
