import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { CartsAnswer } from '../../../core/carts/cart.schema.ts'
import { runElsewhere } from '../../support/past-the-core.ts'
import { openShop } from '../../support/shop.ts'

/** What would harm somebody, were it in a file that is sent to whoever helps. */
const PERSON = {
  firstName: 'Thyra',
  lastName: 'Silverstrand',
  email: 'thyra@silverstrand.example',
  mobileNumber: '+45 20 99 88 77',
  line1: 'Tangvej 77',
}

it('a log, however talkative, holds no token, secret, code, name, address or search', async () => {
  let log = ''
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      log += chunk.toString()
      done()
    },
  })
  const shop = await openShop({ logger: { level: 'trace', stream } })
  const redirect_uri = 'http://127.0.0.1:9/back'
  const { clientId, clientSecret } = await shop.register({ scope: 'staff', redirectUris: [redirect_uri] })
  const token = await shop.tokenOf({ clientId, clientSecret })
  const clerk = shop.withToken(token)
  const launch = new URL(`http://x${await shop.core.consolePath()}`).searchParams.get('launch') ?? ''
  await shop.core.app.inject(`/?launch=${launch}`)
  const asked = { client_id: clientId, redirect_uri, response_type: 'code', state: 'state-of-a-session' }
  const { headers } = await shop.anyone.get('/oauth/connect', asked)
  const code = new URL(headers['location'] ?? '').searchParams.get('code') ?? ''
  await shop.anyone.post('/oauth/token', {
    grant_type: 'authorization_code',
    code,
    client_secret: clientSecret,
  })
  const { placing } = await clerk.anOrder({ billing: PERSON })
  await clerk.get('/orders', { search: PERSON.email })
  await clerk.post(`/carts/${placing.cartId}/billing-address`, { ...PERSON, countryId: 'nowhere' })
  await clerk.post('/customers', `{"email":"${PERSON.email}"`, {
    headers: { 'content-type': 'application/json' },
  })
  await clerk.get(`/store`, {}, { authorization: `Bearer ${token} ${PERSON.email}` })
  // What goes wrong on our side is logged whole: its whole is of the program, not of the person.
  await runElsewhere(shop.dataDir, 'alter table customers rename to elsewhere')
  const failed = await clerk.post('/customers', { ...PERSON, countryId: await clerk.country() })
  expect(failed.status).toBe(500)

  expect(log).toContain('unexpected error')
  expect(log).toContain('"path":"/api/v1/oauth/connect"')
  const secrets = [clientSecret, token, launch, code, 'state-of-a-session', ...Object.values(PERSON)]
  expect(secrets.filter((secret) => secret.length < 5 || log.includes(secret))).toStrictEqual([])
})

it('what is answered without its text is told by the test that meets it', async () => {
  const shop = await openShop()
  const clerk = await shop.as('staff')
  await runElsewhere(shop.dataDir, 'alter table carts rename to carts_elsewhere')
  const answer = await clerk.get('/carts')
  expect(answer.text).not.toContain('carts')
  expect(() => answer.ok(CartsAnswer)).toThrow(/no such table: carts|relation "carts" does not exist/)
})
