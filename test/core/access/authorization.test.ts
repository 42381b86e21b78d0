import { describe, expect, it } from 'vitest'
import { Store } from '../../../core/stores/store.schema.ts'
import { openShop, sharedShop, type Shop } from '../../support/shop.ts'

const shop = sharedShop()

const challengeOf = (answer: { headers: Readonly<Record<string, string>> }) =>
  answer.headers['www-authenticate']
const expire = (opened: Shop) => opened.clock.advance(301)

describe('the access token of every request (section 5)', () => {
  it('missing is 400, with a challenge that names no error', async () => {
    const answer = await shop().anyone.get('/store')
    answer.refused('BadRequest')
    expect(challengeOf(answer)).toBe('Bearer realm="Backcounter"')
  })

  it.each([
    ['another scheme', 'Basic YTpi', 'invalid_request'],
    ['no token behind the scheme', 'Bearer', 'invalid_request'],
    ['two words', 'Bearer one two', 'invalid_request'],
    ['unknown', 'Bearer nobody-has-this', 'invalid_token'],
  ])('%s is 400', async (_case, authorization, error) => {
    const answer = await shop().anyone.get('/store', {}, { authorization })
    answer.refused('BadRequest')
    expect(challengeOf(answer)).toContain(`error="${error}"`)
  })

  it('expired is 401, to the millisecond', async () => {
    const own = await openShop()
    const clerk = await own.as('storefront')
    own.clock.advance(299.999)
    ;(await clerk.get('/store')).ok(Store)
    own.clock.advance(0.001)
    const answer = await clerk.get('/store')
    answer.refused('Unauthorized')
    expect(challengeOf(answer)).toContain('error="invalid_token"')
  })

  it('expired is 401 in every kind of call, and changes nothing', async () => {
    const own = await openShop()
    const clerk = await own.as('storefront')
    const cartId = await clerk.aCart()
    expire(own)
    const answers = [
      await clerk.post('/carts', { cultureCode: 'en-GB', currency: 'EUR' }),
      await clerk.get(`/carts/${cartId}`),
      await clerk.post(`/carts/${cartId}/properties`, { key: 'a', value: 'b' }),
      await clerk.post('/countries'),
      await clerk.post('/payments', {}),
      await clerk.get(`/orders/${cartId}`),
    ]
    for (const answer of answers) answer.refused('Unauthorized')
    expect((await (await own.as('storefront')).readCart(cartId)).customProperties).toStrictEqual([])
  })

  it('without access to the endpoint is 403, with the scope that would do', async () => {
    const answer = await (await shop().as('storefront')).get('/carts')
    answer.refused('Forbidden')
    expect(challengeOf(answer)).toMatch(/error="insufficient_scope".*scope="staff"/)
  })

  it.each([
    ['support', '/countries', 403],
    ['support', '/orders', 200],
    ['storefront', '/orders', 403],
    ['storefront', '/clients', 403],
    ['staff', '/countries', 200],
    ['staff', '/orders', 200],
    ['staff', '/clients', 403],
    ['admin', '/orders', 200],
    ['admin', '/clients', 200],
    ['price', '/countries', 403],
  ] as const)('the scope %s at %s answers %i', async (scope, path, status) => {
    expect((await (await shop().as(scope)).get(path)).status).toBe(status)
  })

  it('is checked before the body and its form', async () => {
    ;(await shop().anyone.post('/carts', { wrong: true })).refused('BadRequest')
    const expired = await openShop()
    const clerk = await expired.as('storefront')
    expire(expired)
    ;(await clerk.post('/carts', 'no json', { headers: { 'content-type': 'application/json' } })).refused(
      'Unauthorized',
    )
  })

  it('opens its own store only: carts and orders of another are 404, converting one is 400', async () => {
    const own = await openShop()
    const harbour = await own.as('storefront')
    const { order } = await harbour.anOrder()
    const placing = await harbour.aCartReadyToPlace()
    const uptown = await own.as('storefront', 'uptown')
    ;(await uptown.get(`/carts/${placing.cartId}`)).refused('NotFound')
    ;(await uptown.get(`/orders/${order.id}`)).refused('NotFound')
    ;(await uptown.post('/payments', placing)).refused('BadRequest')
  })
})
