import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../../support/answer.ts'
import type { Caller, RequestOptions } from '../../support/caller.ts'
import { inDatabase, storedRows } from '../../support/data.ts'
import { openShop, sharedShop, type Shop } from '../../support/shop.ts'
import { isOnPostgres } from '../../support/storage.ts'

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly token_type: string
  readonly expires_in: number
  readonly scope: string
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const tokensOf = (answer: Answer): Tokens => {
  expect(answer.status, answer.text).toBe(200)
  return answer.body as Tokens
}

/** RFC 6749, section 5.2: exactly these two members. */
const refusalOf = (answer: Answer): { status: number; error: string } => {
  const body = answer.body as { error: string }
  expect(body).toStrictEqual({
    error: expect.any(String) as string,
    error_description: expect.stringMatching(/\S/) as string,
  })
  return { status: answer.status, error: body.error }
}

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})

const statusWith = async (shop: Shop, token: string): Promise<number> =>
  (await shop.withToken(token).get('/store')).status

describe('client credentials (decisions, authentication)', () => {
  const shop = sharedShop()

  it('that cannot be read are told by their names', async () => {
    const twice = 'grant_type=client_credentials&grant_type=refresh_token'
    const answer = await shop().anyone.post('/oauth/token', twice, { headers: FORM })
    expect(refusalOf(answer)).toStrictEqual({ status: 400, error: 'invalid_request' })
    expect(answer.body).toMatchObject({ error_description: 'grant_type: must be string' })
  })

  it('come as HTTP Basic or in the body, as a form or as JSON', async () => {
    const { clientId: client_id, clientSecret: client_secret } = shop().credentials('staff')
    const { anyone } = shop()
    const grant = { grant_type: 'client_credentials' }
    const answers = [
      await anyone.post('/oauth/token', { ...grant, client_id, client_secret }),
      await anyone.post('/oauth/token', grant, { headers: basic(client_id, client_secret) }),
      await anyone.post(
        '/oauth/token',
        new URLSearchParams({ ...grant, client_id, client_secret }).toString(),
        {
          headers: FORM,
        },
      ),
      await anyone.post('/oauth/token', 'grant_type=client_credentials', {
        headers: { ...FORM, ...basic(client_id, client_secret) },
      }),
      await anyone.post('/oauth/token', { ...grant, client_id: client_id.toUpperCase(), client_secret }),
    ]
    const seen = new Set<string>()
    for (const answer of answers) {
      const tokens = tokensOf(answer)
      // Without a refresh token, as RFC 6749 (4.4.3) advises: the credentials are at hand.
      expect(tokens).toStrictEqual({
        access_token: expect.stringMatching(/^[\w-]{43}$/) as string,
        token_type: 'Bearer',
        expires_in: 300,
        scope: 'staff',
      })
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(await statusWith(shop(), tokens.access_token)).toBe(200)
      seen.add(tokens.access_token)
    }
    expect(seen.size).toBe(answers.length)
  })

  it('that are wrong or missing are refused with 401 and a challenge, all alike', async () => {
    const { clientId: client_id, clientSecret: client_secret } = shop().credentials('staff')
    const other = shop().credentials('admin')
    const texts = new Set<string>()
    for (const body of [
      {},
      { client_id },
      { client_id, client_secret: '' },
      { client_id, client_secret: other.clientSecret },
      { client_id, client_secret: `${client_secret}x` },
      { client_id: '0199a0b0-0000-7000-8000-00000000ffff', client_secret },
      { client_id: 'console', client_secret },
      { client_id: 'nobody', client_secret },
    ]) {
      const answer = await shop().anyone.post('/oauth/token', { grant_type: 'client_credentials', ...body })
      expect(refusalOf(answer)).toStrictEqual({ status: 401, error: 'invalid_client' })
      expect(answer.headers['www-authenticate']).toMatch(/^Basic realm=/)
      texts.add(answer.text)
    }
    expect(texts.size).toBe(1)
  })

  it('may ask for a part of the client’s scope, and for no more', async () => {
    const { clientId, clientSecret } = shop().credentials('staff')
    const ask = async (scope: string) =>
      shop().anyone.post('/oauth/token', {
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        scope,
      })
    const { access_token, scope } = tokensOf(await ask('storefront'))
    expect(scope).toBe('storefront')
    expect((await shop().withToken(access_token).get('/orders')).status).toBe(403)
    expect(tokensOf(await ask('support storefront')).scope).toBe('support storefront')
    for (const more of ['admin', 'price', 'storefront admin', 'everything']) {
      expect(refusalOf(await ask(more))).toStrictEqual({ status: 400, error: 'invalid_scope' })
    }
  })

  it('of a revoked client get nothing more, and its tokens stop at once', async () => {
    const own = await openShop()
    const { clientId, clientSecret } = await own.register({ scope: 'staff' })
    const token = await own.tokenOf({ clientId, clientSecret })
    expect(await statusWith(own, token)).toBe(200)
    await inDatabase(own.dataDir, async (db) =>
      db
        .updateTable('clients')
        .set({ revoked_at: own.clock.read().toISOString() })
        .where('id', '=', clientId)
        .execute(),
    )
    // Another process is never heard of within one turn of the event loop; on a server, within a second.
    await (isOnPostgres ? pause(1000) : setImmediate())
    expect((await own.withToken(token).get('/store')).refused('Unauthorized')[0]).toContain('revoked')
    const answer = await own.anyone.post('/oauth/token', {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    })
    expect(refusalOf(answer)).toStrictEqual({ status: 401, error: 'invalid_client' })
  })

  it('and tokens are kept as hashes only', async () => {
    const credentials = shop().credentials('staff')
    const token = await shop().tokenOf(credentials)
    const { dataDir } = shop()
    const rows = JSON.stringify([
      await storedRows(dataDir, 'clients'),
      await storedRows(dataDir, 'access_tokens'),
    ])
    expect(rows).not.toContain(token)
    expect(rows).not.toContain(credentials.clientSecret)
  })
})

describe('the life of an access token', () => {
  it('is 300 seconds, or what its client was registered with, and not one more', async () => {
    const shop = await openShop()
    for (const [tokenSeconds, seconds] of [
      [undefined, 300],
      [2, 2],
    ] as const) {
      const token = await shop.tokenOf(await shop.register({ scope: 'staff', tokenSeconds }))
      shop.clock.advance(seconds - 0.001)
      expect(await statusWith(shop, token)).toBe(200)
      shop.clock.advance(0.001)
      const answer = await shop.withToken(token).get('/store')
      expect(answer.refused('Unauthorized')[0]).toContain('expired')
      expect(answer.headers['www-authenticate']).toContain('error="invalid_token"')
    }
  })

  it('is remembered as expired for a day; afterwards the token is unknown', async () => {
    const shop = await openShop()
    const credentials = shop.credentials('staff')
    const token = await shop.tokenOf(credentials)
    shop.clock.advance(24 * 3600)
    await shop.tokenOf(credentials)
    expect(await statusWith(shop, token)).toBe(401)
    shop.clock.advance(24 * 3600)
    await shop.tokenOf(credentials)
    expect(await statusWith(shop, token)).toBe(400)
  })
})

describe('the launch code of the console', () => {
  const launch = async (shop: Shop): Promise<string> => {
    const path = await shop.core.consolePath()
    expect(path).toMatch(/^\/\?launch=[\w-]{43}$/)
    return path.slice('/?launch='.length)
  }
  const exchange = async (anyone: Caller, code: string, client_id = 'console') =>
    anyone.post('/oauth/token', { grant_type: 'authorization_code', code, client_id })

  it('gives an access and a refresh token that may do everything', async () => {
    const shop = await openShop()
    const tokens = tokensOf(await exchange(shop.anyone, await launch(shop)))
    expect(tokens).toStrictEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/) as string,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/) as string,
      token_type: 'Bearer',
      expires_in: 300,
      scope: 'admin price',
    })
    const clerk = shop.withToken(tokens.access_token)
    const cartId = await clerk.aCart()
    await clerk.addLine(cartId, undefined, { price: 1 })
    expect((await clerk.get('/orders')).status).toBe(200)
  })

  it('works once: used again, it takes away what it gave', async () => {
    const shop = await openShop()
    const code = await launch(shop)
    const { access_token, refresh_token } = tokensOf(await exchange(shop.anyone, code))
    expect(refusalOf(await exchange(shop.anyone, code))).toStrictEqual({
      status: 400,
      error: 'invalid_grant',
    })
    expect(await statusWith(shop, access_token)).toBe(401)
    const refreshed = await shop.anyone.post('/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token,
      client_id: 'console',
    })
    expect(refusalOf(refreshed)).toStrictEqual({ status: 400, error: 'invalid_grant' })
  })

  it('used again after its five minutes takes nothing away: that is an old link, not somebody who was quicker', async () => {
    const shop = await openShop()
    const code = await launch(shop)
    const { refresh_token } = tokensOf(await exchange(shop.anyone, code))
    shop.clock.advance(301)
    expect(refusalOf(await exchange(shop.anyone, code))).toStrictEqual({
      status: 400,
      error: 'invalid_grant',
    })
    const body = { grant_type: 'refresh_token', refresh_token, client_id: 'console' }
    expect(tokensOf(await shop.anyone.post('/oauth/token', body)).token_type).toBe('Bearer')
  })

  it('asked for by two at once lets at most one in', async () => {
    const shop = await openShop()
    const code = await launch(shop)
    const answers = await Promise.all([1, 2, 3].map(async () => exchange(shop.anyone, code)))
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 400, 400])
  })

  it('does not work for another client, with a typing error, or after five minutes', async () => {
    const shop = await openShop()
    const code = await launch(shop)
    const { clientId } = shop.credentials('admin')
    const invalid = { status: 400, error: 'invalid_grant' }
    // Whoever is not the console needs a secret, and is refused before the code is looked at.
    const unknown = { status: 401, error: 'invalid_client' }
    expect(refusalOf(await exchange(shop.anyone, code, clientId))).toStrictEqual(unknown)
    expect(refusalOf(await exchange(shop.anyone, code, ''))).toStrictEqual(unknown)
    expect(refusalOf(await exchange(shop.anyone, `${code}x`))).toStrictEqual(invalid)
    shop.clock.advance(300)
    expect(refusalOf(await exchange(shop.anyone, code))).toStrictEqual(invalid)
  })

  it('is another each time, and one console does not end another', async () => {
    const shop = await openShop()
    const [one, two] = [await launch(shop), await launch(shop)]
    expect(one).not.toBe(two)
    const tokens = [tokensOf(await exchange(shop.anyone, one)), tokensOf(await exchange(shop.anyone, two))]
    for (const { access_token } of tokens) expect(await statusWith(shop, access_token)).toBe(200)
  })
})

describe('a refresh token', () => {
  const open = async () => {
    const shop = await openShop()
    const code = (await shop.core.consolePath()).slice('/?launch='.length)
    const body = { grant_type: 'authorization_code', code, client_id: 'console' }
    const first = tokensOf(await shop.anyone.post('/oauth/token', body))
    const refresh = async (
      refresh_token: string,
      more: object = {},
      headers: RequestOptions['headers'] = {},
    ) =>
      shop.anyone.post(
        '/oauth/token',
        { grant_type: 'refresh_token', refresh_token, client_id: 'console', ...more },
        { headers },
      )
    return { shop, first, refresh }
  }

  it('is good for one pair of new tokens, also when the access token has expired', async () => {
    const { shop, first, refresh } = await open()
    shop.clock.advance(3600)
    const second = tokensOf(await refresh(first.refresh_token))
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(await statusWith(shop, second.access_token)).toBe(200)
    const third = tokensOf(await refresh(second.refresh_token))
    expect(await statusWith(shop, third.access_token)).toBe(200)
  })

  it('used again ends the whole family: one of its two holders is a thief', async () => {
    const { shop, first, refresh } = await open()
    const second = tokensOf(await refresh(first.refresh_token))
    expect(refusalOf(await refresh(first.refresh_token))).toStrictEqual({
      status: 400,
      error: 'invalid_grant',
    })
    expect(await statusWith(shop, second.access_token)).toBe(401)
    expect(refusalOf(await refresh(second.refresh_token))).toStrictEqual({
      status: 400,
      error: 'invalid_grant',
    })
  })

  it('whose answer was lost is asked for again with the same Idempotency-Key, and gets new ones', async () => {
    const { shop, first, refresh } = await open()
    const withKey = async (token: string, key: string) => refresh(token, {}, { 'idempotency-key': key })
    const lost = tokensOf(await withKey(first.refresh_token, 'one'))
    shop.clock.advance(3599)
    const again = tokensOf(await withKey(first.refresh_token, 'one'))
    expect(again.refresh_token).not.toBe(lost.refresh_token)
    const next = tokensOf(await withKey(again.refresh_token, 'two'))
    expect(await statusWith(shop, next.access_token)).toBe(200)
  })

  it.each([
    ['without the key', 'one', undefined, false, 0],
    ['with another key', 'one', 'two', false, 0],
    ['with a key that the first use did not have', undefined, 'one', false, 0],
    ['with an empty key', '', '', false, 0],
    ['with its key, when what it gave has been used', 'one', 'one', true, 0],
    ['with its key, an hour later', 'one', 'one', false, 3600],
  ])('used again %s ends the whole family', async (_how, key, again, isSuccessorUsed, seconds) => {
    const { shop, first, refresh } = await open()
    const headersOf = (text: string | undefined): Record<string, string> =>
      text === undefined ? {} : { 'idempotency-key': text }
    const second = tokensOf(await refresh(first.refresh_token, {}, headersOf(key)))
    const newest = isSuccessorUsed ? tokensOf(await refresh(second.refresh_token)) : second
    shop.clock.advance(seconds)
    const invalid = { status: 400, error: 'invalid_grant' }
    expect(refusalOf(await refresh(first.refresh_token, {}, headersOf(again)))).toStrictEqual(invalid)
    expect(await statusWith(shop, newest.access_token)).toBe(401)
    expect(refusalOf(await refresh(newest.refresh_token))).toStrictEqual(invalid)
  })

  it('whose answer was not lost but taken: either of the two pairs ends both', async () => {
    const { shop, first, refresh } = await open()
    const key = { 'idempotency-key': 'one' }
    const taken = tokensOf(await refresh(first.refresh_token, {}, key))
    const again = tokensOf(await refresh(first.refresh_token, {}, key))
    expect(refusalOf(await refresh(taken.refresh_token)).error).toBe('invalid_grant')
    for (const { access_token } of [taken, again]) expect(await statusWith(shop, access_token)).toBe(401)
    expect(refusalOf(await refresh(again.refresh_token)).error).toBe('invalid_grant')
  })

  it('may ask for less, but not for more than was given', async () => {
    const { shop, first, refresh } = await open()
    expect(refusalOf(await refresh(first.refresh_token, { scope: 'everything' }))).toStrictEqual({
      status: 400,
      error: 'invalid_scope',
    })
    const second = tokensOf(await refresh(first.refresh_token, { scope: 'support' }))
    expect(second.scope).toBe('support')
    expect((await shop.withToken(second.access_token).post('/carts', {})).status).toBe(403)
  })

  it('lives for 30 days', async () => {
    const { shop, first, refresh } = await open()
    shop.clock.advance(30 * 24 * 3600 - 1)
    const second = tokensOf(await refresh(first.refresh_token))
    shop.clock.advance(30 * 24 * 3600)
    expect(refusalOf(await refresh(second.refresh_token))).toStrictEqual({
      status: 400,
      error: 'invalid_grant',
    })
  })

  it('is nothing for another client, and no access token', async () => {
    const { shop, first, refresh } = await open()
    const { clientId: client_id, clientSecret: client_secret } = shop.credentials('admin')
    expect(refusalOf(await refresh(first.refresh_token, { client_id, client_secret })).error).toBe(
      'invalid_grant',
    )
    expect(refusalOf(await refresh(first.access_token)).error).toBe('invalid_grant')
    expect(await statusWith(shop, first.refresh_token)).toBe(400)
    expect(tokensOf(await refresh(first.refresh_token)).token_type).toBe('Bearer')
  })

  it('outlives a restart', async () => {
    const { shop, first } = await open()
    await shop.restart()
    const body = { grant_type: 'refresh_token', refresh_token: first.refresh_token, client_id: 'console' }
    expect(tokensOf(await shop.anyone.post('/oauth/token', body)).token_type).toBe('Bearer')
  })
})

describe('a token request that cannot be understood', () => {
  const shop = sharedShop()

  it.each([
    ['nothing', {}, 'invalid_request'],
    ['an unknown grant', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['no code', { grant_type: 'authorization_code', client_id: 'console' }, 'invalid_request'],
    ['no refresh token', { grant_type: 'refresh_token', client_id: 'console' }, 'invalid_request'],
    ['a grant that is no text', { grant_type: 1 }, 'invalid_request'],
  ])('with %s is refused in the words of RFC 6749', async (_what, body, error) => {
    expect(refusalOf(await shop().anyone.post('/oauth/token', body))).toStrictEqual({ status: 400, error })
  })

  it('of another type is told which are taken', async () => {
    const answer = await shop().anyone.post('/oauth/token', 'grant_type=client_credentials', {
      headers: { 'content-type': 'text/plain' },
    })
    expect(answer.status).toBe(415)
    expect(answer.body).toStrictEqual({
      error: 'invalid_request',
      error_description:
        'The body must come as what it is: Content-Type: application/json, or application/x-www-form-urlencoded.',
    })
  })

  it('in any other form is refused, too', async () => {
    const post = async (body: string, type: string) =>
      refusalOf(await shop().anyone.post('/oauth/token', body, { headers: { 'content-type': type } }))
    expect(await post('{"grant_type":', 'application/json')).toStrictEqual({
      status: 400,
      error: 'invalid_request',
    })
    expect(await post('[]', 'application/json')).toStrictEqual({ status: 400, error: 'invalid_request' })
    expect(await post('grant_type=a&grant_type=b', FORM['content-type'])).toStrictEqual({
      status: 400,
      error: 'invalid_request',
    })
    expect(await post(`code=${'x'.repeat(1_100_000)}`, FORM['content-type'])).toStrictEqual({
      status: 413,
      error: 'invalid_request',
    })
    const bad = await shop().anyone.post('/oauth/token', 'grant_type=client_credentials', {
      headers: { ...FORM, authorization: `Basic ${Buffer.from('%zz:%zz').toString('base64')}` },
    })
    expect(refusalOf(bad)).toStrictEqual({ status: 401, error: 'invalid_client' })
  })
})
