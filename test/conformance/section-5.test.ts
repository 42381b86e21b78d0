import { describe, expect, it } from 'vitest'
import type { Answer } from '../support/answer.ts'
import type { Caller } from '../support/caller.ts'
import { sharedShop } from '../support/shop.ts'
import { listIn, UNKNOWN, type Body } from './support/fixtures.ts'

const shop = sharedShop()

/** The operations of the contract. */
const OPERATIONS = [
  'POST /carts',
  'GET /carts/{id}',
  'POST /carts/{id}/lines',
  'POST /carts/{id}/properties',
  'GET /carts/{id}/properties',
  'PATCH /carts/{id}/properties/{id}',
  'DELETE /carts/{id}/properties/{id}',
  'POST /carts/{id}/{id}/properties',
  'GET /carts/{id}/lines/{id}/properties',
  'PATCH /carts/{id}/lines/{id}/properties/{id}',
  'DELETE /carts/{id}/lines/{id}/properties/{id}',
  'POST /carts/{id}/billing-address',
  'POST /carts/{id}/shipping',
  'POST /payments',
  'GET /price-groups',
  'GET /shipping-methods',
  'POST /payment-methods',
  'POST /countries',
  'GET /countries',
  'GET /catalogs',
  'GET /orders/{id}',
  'GET /orders/payments/{id}',
]

const ask = async (caller: Caller, operation: string): Promise<Answer> => {
  const [method = '', path = ''] = operation.split(' ')
  return caller.request(method as 'GET', path.replaceAll('{id}', UNKNOWN))
}

describe('5 Authentication', () => {
  it.each(OPERATIONS)('1, 3 a missing token gives BadRequest (400) › %s', async (operation) => {
    const answer = await ask(shop().anyone, operation)
    expect(answer.refused('BadRequest')).toStrictEqual(['The access token is missing.'])
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer /)
  })

  it.each(OPERATIONS)('3 an unknown token gives BadRequest (400) › %s', async (operation) => {
    const answer = await ask(shop().withToken('a'.repeat(43)), operation)
    expect(answer.refused('BadRequest')).toHaveLength(1)
  })

  it.each(OPERATIONS)('3 an expired token gives Unauthorized (401) › %s', async (operation) => {
    const clerk = await shop().as('storefront')
    shop().clock.advance(301)
    const answer = await ask(clerk, operation)
    expect(answer.refused('Unauthorized')[0]).toContain('expired')
    expect(answer.headers['www-authenticate']).toContain('invalid_token')
  })

  it.each(OPERATIONS)('3 a token without access gives Forbidden (403) › %s', async (operation) => {
    const answer = await ask(await shop().as('price'), operation)
    expect(answer.refused('Forbidden')).toHaveLength(1)
    expect(answer.headers['www-authenticate']).toContain('insufficient_scope')
  })

  it('2 the token is called access_token', async () => {
    const { clientId, clientSecret } = shop().credentials('storefront')
    const answer = await shop().anyone.post('/oauth/token', {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    })
    expect(answer.body).toStrictEqual({
      access_token: expect.stringMatching(/^[\w.~+/-]+$/) as unknown,
      token_type: 'Bearer',
      expires_in: 300,
      scope: 'storefront',
    })
  })

  it('4 a cart of another store fails conversion with BadRequest', async () => {
    const [harbour, uptown] = [await shop().as('staff'), await shop().as('staff', 'uptown')]
    const { cartId } = await uptown.aCartReadyToPlace()
    const answer = await harbour.post('/payments', { ...(await harbour.aCartReadyToPlace()), cartId })
    expect(answer.faultyFields('BadRequest')).toStrictEqual(['cartId'])
  })

  it('4 countries may be filtered to the authenticated store', async () => {
    const served = async (store: 'harbour' | 'uptown') => {
      const clerk = await shop().as('storefront', store)
      return listIn(
        (await clerk.post('/countries', undefined, { query: { filterOnStore: true } })).body as Body,
        'countries',
      )
    }
    const names = (rows: Body[]) => rows.map(({ name }) => name)
    expect(names(await served('harbour'))).not.toStrictEqual(names(await served('uptown')))
  })
})
