import { describe, expect, it } from 'vitest'
import { fieldsOf, type Answer } from '../support/answer.ts'
import { openShop, sharedShop, type Shop } from '../support/shop.ts'

const shop = sharedShop()
const HOME = 'https://till.example/back'

/** A program with pages of its own, and the way from a code to tokens. */
async function aProgram(at: Shop = shop()) {
  const client = await at.register({ scope: 'storefront', redirectUris: [HOME] })
  const credentials = { client_id: client.clientId, client_secret: client.clientSecret }
  const connect = async (more: object = {}): Promise<Answer> =>
    at.anyone.get('/oauth/connect', {
      client_id: client.clientId,
      redirect_uri: HOME,
      response_type: 'code',
      ...more,
    })
  const code = async (): Promise<string> =>
    new URL((await connect()).headers['location'] ?? '').searchParams.get('code') ?? ''
  const token = async (body: object): Promise<Answer> =>
    at.anyone.post('/oauth/token', { ...credentials, ...body })
  const exchange = async (given: string): Promise<Answer> =>
    token({ grant_type: 'authorization_code', code: given, redirect_uri: HOME })
  return { client, connect, code, token, exchange }
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}
const tokensOf = (answer: Answer): Tokens => answer.body as Tokens
const oauthError = ({ status, body }: Answer): [number, unknown] => {
  expect(fieldsOf(body as object)).toStrictEqual(['error', 'error_description'])
  return [status, (body as { error: unknown }).error]
}

describe('Decisions, authentication', () => {
  it('GET /oauth/connect answers 302 to the address with a code', async () => {
    const { connect } = await aProgram()
    const answer = await connect({ state: 'S' })
    expect(answer.status).toBe(302)
    expect(answer.headers['location']).toMatch(/^https:\/\/till\.example\/back\?code=[\w-]{43}&state=S$/)
  })

  it('GET /oauth/connect redirects to allow-listed addresses only', async () => {
    const { connect } = await aProgram()
    const answer = await connect({ redirect_uri: `${HOME}/more` })
    expect(oauthError(answer)).toStrictEqual([400, 'invalid_request'])
    expect(answer.headers).not.toHaveProperty('location')
  })

  it('authorization_code › answers access_token, token_type, expires_in, refresh_token', async () => {
    const { code, exchange } = await aProgram()
    const answer = await exchange(await code())
    expect(answer.status).toBe(200)
    expect(fieldsOf(answer.body as object)).toStrictEqual(
      ['access_token', 'expires_in', 'refresh_token', 'scope', 'token_type'].toSorted(),
    )
    const program = shop().withToken(tokensOf(answer).access_token)
    expect((await program.get('/countries')).status).toBe(200)
  })

  it('authorization_code › a code is valid for one minute', async () => {
    const own = await openShop()
    const { code, exchange } = await aProgram(own)
    const [soon, late] = [await code(), await code()]
    own.clock.advance(59)
    expect((await exchange(soon)).status).toBe(200)
    own.clock.advance(2)
    expect(oauthError(await exchange(late))).toStrictEqual([400, 'invalid_grant'])
  })

  it('authorization_code › a code works once', async () => {
    const { code, exchange } = await aProgram()
    const given = await code()
    expect((await exchange(given)).status).toBe(200)
    expect(oauthError(await exchange(given))).toStrictEqual([400, 'invalid_grant'])
  })

  it('refresh_token › rotates', async () => {
    const { code, exchange, token } = await aProgram()
    const first = tokensOf(await exchange(await code()))
    const answer = await token({ grant_type: 'refresh_token', refresh_token: first.refresh_token })
    expect(answer.status).toBe(200)
    expect(tokensOf(answer).refresh_token).not.toBe(first.refresh_token)
    expect((await shop().withToken(tokensOf(answer).access_token).get('/countries')).status).toBe(200)
  })

  it('refresh_token › a reused one revokes its family', async () => {
    const { code, exchange, token } = await aProgram()
    const first = tokensOf(await exchange(await code()))
    const refresh = async ({ refresh_token }: Tokens): Promise<Answer> =>
      token({ grant_type: 'refresh_token', refresh_token })
    const second = tokensOf(await refresh(first))
    expect(oauthError(await refresh(first))).toStrictEqual([400, 'invalid_grant'])
    expect(oauthError(await refresh(second))).toStrictEqual([400, 'invalid_grant'])
    expect(
      (await shop().withToken(second.access_token).get('/countries')).refused('Unauthorized'),
    ).toHaveLength(1)
  })

  it.each(['Basic', 'body'])(
    'client_credentials › %s credentials, form or JSON, without refresh_token',
    async (where) => {
      const { clientId, clientSecret } = shop().credentials('storefront')
      const pair = { client_id: clientId, client_secret: clientSecret }
      const grant = { grant_type: 'client_credentials', ...(where === 'body' && pair) }
      const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
      const headers: Record<string, string> = where === 'Basic' ? { authorization: basic } : {}
      const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
      for (const answer of [
        await shop().anyone.post('/oauth/token', grant, { headers }),
        await shop().anyone.post('/oauth/token', new URLSearchParams(grant).toString(), { headers: form }),
      ]) {
        expect(answer.status, answer.text).toBe(200)
        expect(fieldsOf(answer.body as object)).toStrictEqual([
          'access_token',
          'expires_in',
          'scope',
          'token_type',
        ])
      }
    },
  )

  it('failures use RFC 6749’s body', async () => {
    const { token } = await aProgram()
    expect(oauthError(await token({ grant_type: 'password' }))).toStrictEqual([400, 'unsupported_grant_type'])
    expect(oauthError(await token({ grant_type: 'client_credentials', client_secret: 'x' }))).toStrictEqual([
      401,
      'invalid_client',
    ])
  })

  it('access tokens live 300 s, or as long as the client is set to', async () => {
    const { expires_in: usual } = (await (await aProgram()).token({ grant_type: 'client_credentials' }))
      .body as { expires_in: number }
    const { clientId, clientSecret } = await shop().register({ scope: 'staff', tokenSeconds: 20 })
    const { expires_in: short } = (
      await shop().anyone.post('/oauth/token', {
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      })
    ).body as { expires_in: number }
    expect([usual, short]).toStrictEqual([300, 20])
  })

  it('every token belongs to one store: a cart of another is not found', async () => {
    const cartId = await (await shop().as('storefront', 'uptown')).aCart()
    const harbour = await shop().as('storefront')
    expect((await harbour.get(`/carts/${cartId}`)).refused('NotFound')).toHaveLength(1)
  })

  it('a price in the body needs the scope price', async () => {
    const [clerk, trusted] = [await shop().as('staff'), await shop().as('staff price')]
    const cartId = await clerk.aCart()
    const [product] = await clerk.products({ maxItems: 1 })
    const line = product && (await clerk.lineOf(product, { price: 5 }))
    expect((await clerk.post(`/carts/${cartId}/lines`, line)).refused('Forbidden')).toHaveLength(1)
    expect((await trusted.post(`/carts/${cartId}/lines`, line)).status).toBe(200)
    expect((await clerk.readCart(cartId)).orderLines).toMatchObject([{ price: 5 }])
  })
})
