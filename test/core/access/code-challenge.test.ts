import { describe, expect, it } from 'vitest'
import { openShop } from '../../support/shop.ts'

const redirect_uri = 'http://127.0.0.1:9/back'
/** RFC 7636, appendix B. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const BY_S256 = {
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}

async function aProgram() {
  const shop = await openShop()
  const { clientId: client_id, clientSecret: client_secret } = await shop.register({
    scope: 'staff',
    redirectUris: [redirect_uri],
  })
  const connect = async (query: object) => {
    const asked = { client_id, redirect_uri, response_type: 'code', ...query }
    const { headers } = await shop.anyone.get('/oauth/connect', asked)
    return new URL(headers['location'] ?? '').searchParams
  }
  const exchange = async (code: string | null, fields: object) => {
    const body = { grant_type: 'authorization_code', client_id, client_secret, redirect_uri, code, ...fields }
    const answer = await shop.anyone.post('/oauth/token', body)
    return answer.status === 200 ? 'tokens' : (answer.body as { error: string }).error
  }
  return { connect, exchange }
}

describe('a code that was asked for with a challenge (RFC 7636)', () => {
  it.each([
    ['without the verifier', undefined],
    ['with another verifier', VERIFIER.replace('d', 'e')],
    ['with the challenge itself', BY_S256.code_challenge],
    ['with too short a verifier', 'short'],
    ['with nothing', ''],
  ])('is not exchanged %s, and stays good', async (_case, code_verifier) => {
    const { connect, exchange } = await aProgram()
    const code = (await connect(BY_S256)).get('code')
    expect(await exchange(code, { code_verifier })).toBe('invalid_grant')
    expect(await exchange(code, { code_verifier: VERIFIER })).toBe('tokens')
  })

  it('asked for without, a code does not take a verifier: nobody can slip in one of theirs', async () => {
    const { connect, exchange } = await aProgram()
    const code = (await connect({})).get('code')
    expect(await exchange(code, { code_verifier: VERIFIER })).toBe('invalid_grant')
  })

  it.each([
    ['plain', { ...BY_S256, code_challenge_method: 'plain' }],
    ['no method, which would mean plain', { code_challenge: BY_S256.code_challenge }],
    ['a method without a challenge', { code_challenge_method: 'S256' }],
    ['an empty challenge', { ...BY_S256, code_challenge: '' }],
    ['a challenge that is no digest', { ...BY_S256, code_challenge: 'a'.repeat(42) }],
  ])('is not given for %s', async (_case, query) => {
    const { connect } = await aProgram()
    const answer = await connect(query)
    expect([answer.get('error'), answer.get('code')]).toStrictEqual(['invalid_request', null])
  })
})
