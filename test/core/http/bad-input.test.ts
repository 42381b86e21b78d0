import { describe, expect, it } from 'vitest'
import type { Answer } from '../../support/answer.ts'
import { changedTables, contentNow } from '../../support/data.ts'
import { runElsewhere, writeElsewhere } from '../../support/past-the-core.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()
const UNKNOWN = '0199a0b0-0000-7000-8000-00000000ffff'
const JSON_TYPE = { 'content-type': 'application/json' }

/** Runs a refused request and checks that it has left every row as it was. */
async function unchanged(request: () => Promise<Answer>): Promise<Answer> {
  const before = await contentNow(shop().dataDir)
  const answer = await request()
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400)
  expect(answer.status, answer.text).toBeLessThan(500)
  expect(await changedTables(before, shop().dataDir)).toStrictEqual([])
  return answer
}

describe('a body that cannot be read changes nothing and', () => {
  it.each([
    ['broken JSON', '{"cultureCode": "en-GB",'],
    ['no JSON', 'cultureCode=en-GB'],
    ['two values', '{} {}'],
    ['NaN', '{"currency": NaN}'],
    [
      'a key that reaches into prototypes',
      '{"cultureCode":"en-GB","currency":"EUR","__proto__":{"admin":true}}',
    ],
    ['one that hides it', '{"cultureCode":"en-GB","currency":"EUR","\\u005f_proto__":{}}'],
    ['a constructor’s prototype', '{"cultureCode":"en-GB","currency":"EUR","constructor":{"prototype":{}}}'],
  ])('%s is a bad request', async (_what, body) => {
    const clerk = await shop().as('staff')
    const answer = await unchanged(async () => clerk.post('/carts', body, { headers: JSON_TYPE }))
    expect(answer.refused('BadRequest')).toHaveLength(1)
  })

  it.each(['null', '[]', '"text"', '1', 'true'])('%s instead of an object is a bad request', async (body) => {
    const clerk = await shop().as('staff')
    const answer = await unchanged(async () => clerk.post('/carts', body, { headers: JSON_TYPE }))
    expect(answer.refused('BadRequest').length).toBeGreaterThan(0)
  })

  it('no body at all names the fields that are missing', async () => {
    const clerk = await shop().as('staff')
    for (const [body, headers] of [
      [undefined, {}],
      ['', JSON_TYPE],
      [' \n', JSON_TYPE],
    ] as const) {
      const answer = await unchanged(async () => clerk.post('/carts', body, { headers }))
      expect(answer.faultyFields('BadRequest').sort()).toStrictEqual(['cultureCode', 'currency'])
    }
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    '',
  ])('of the type %j is 415: a form of another page cannot write', async (type) => {
    const clerk = await shop().as('staff')
    const body = JSON.stringify({ cultureCode: 'en-GB', currency: 'EUR' })
    const answer = await unchanged(async () =>
      clerk.post('/carts', body, { headers: { 'content-type': type } }),
    )
    expect(answer.refused('UnsupportedMediaType')).toHaveLength(1)
  })

  it('that is compressed is 415, and says so', async () => {
    const clerk = await shop().as('staff')
    const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' }
    const body = JSON.stringify({ cultureCode: 'en-GB', currency: 'EUR' })
    const answer = await unchanged(async () => clerk.post('/carts', body, { headers }))
    expect(answer.refused('UnsupportedMediaType')).toStrictEqual([
      'The body must not be compressed: Content-Encoding is gzip.',
    ])
    headers['content-encoding'] = 'Identity'
    expect((await clerk.post('/carts', body, { headers })).status).toBe(200)
  })

  it('that is empty is of no type: the POST lists take none (decisions, lists)', async () => {
    const clerk = await shop().as('staff')
    for (const type of ['text/plain; charset=utf-8', 'application/x-www-form-urlencoded', '']) {
      const options = { query: { maxItems: 1 }, headers: { 'content-type': type, 'content-length': '0' } }
      expect((await clerk.post('/countries', '', options)).status, type).toBe(200)
      const answer = await unchanged(async () => clerk.post('/carts', '', options))
      expect(answer.faultyFields('BadRequest').sort()).toStrictEqual(['cultureCode', 'currency'])
    }
  })

  it('of JSON with a charset is read', async () => {
    const clerk = await shop().as('staff')
    const body = JSON.stringify({ cultureCode: 'en-GB', currency: 'EUR' })
    for (const type of [
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/json;charset=UTF-8',
    ]) {
      expect((await clerk.post('/carts', body, { headers: { 'content-type': type } })).status, type).toBe(200)
    }
  })

  it('larger than 1 MiB is 413, and one of just that is read', async () => {
    const clerk = await shop().as('staff')
    const bodyOf = (bytes: number): string => {
      const start = '{"cultureCode":"en-GB","currency":"EUR","more":"'
      return `${start}${'x'.repeat(bytes - start.length - 2)}"}`
    }
    const mebibyte = 1024 * 1024
    expect((await clerk.post('/carts', bodyOf(mebibyte), { headers: JSON_TYPE })).status).toBe(200)
    const answer = await unchanged(async () =>
      clerk.post('/carts', bodyOf(mebibyte + 1), { headers: JSON_TYPE }),
    )
    expect(answer.refused('PayloadTooLarge')).toHaveLength(1)
  })

  it('nested a hundred thousand deep does no harm', async () => {
    const clerk = await shop().as('staff')
    const body = `{"cultureCode":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    const answer = await unchanged(async () => clerk.post('/carts', body, { headers: JSON_TYPE }))
    expect(answer.refused('BadRequest').length).toBeGreaterThan(0)
  })
})

describe('text in a body', () => {
  it.each([
    ['NUL', 'Ida\0'],
    ['half a surrogate pair', 'Ida \ud83d'],
    ['the other half', '\udc00Ida'],
  ])('with %s is a bad request that names the field', async (_what, firstName) => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const address = await clerk.anAddress({ firstName })
    const answer = await unchanged(async () => clerk.post(`/carts/${cartId}/billing-address`, address))
    expect(answer.faultyFields('BadRequest')).toStrictEqual(['firstName'])
    const customer = await unchanged(async () => clerk.post('/customers', { firstName, lastName: 'B' }))
    expect(customer.faultyFields('BadRequest')).toStrictEqual(['firstName'])
    const note = await unchanged(async () => clerk.patch(`/carts/${cartId}`, { note: firstName }))
    expect(note.faultyFields('BadRequest')).toStrictEqual(['note'])
  })

  it.each([
    ['firstName', 512],
    ['line2', 512],
    ['companyName', 512],
    ['postalCode', 50],
    ['phoneNumber', 50],
    ['mobileNumber', 50],
  ])(
    '%s may have %i characters and not one more; it is never cut (decisions, wire format)',
    async (field, limit) => {
      const clerk = await shop().as('staff')
      const cartId = await clerk.aCart()
      const longest = '𝒳'.repeat(limit)
      const path = `/carts/${cartId}/billing-address`
      expect((await clerk.post(path, await clerk.anAddress({ [field]: longest }))).status).toBe(200)
      const kept = JSON.stringify((await clerk.readCart(cartId)).billingAddress)
      expect(kept).toContain(`"${longest}"`)
      const tooLong = await clerk.anAddress({ [field]: `${longest}x` })
      const answer = await unchanged(async () => clerk.post(path, tooLong))
      expect(answer.refused('BadRequest')).toStrictEqual([`${field}: must be at most ${limit} characters`])
    },
  )

  it('may be of any script, with emoji and markup, and comes back as it went', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const note = `日本語 العربية 👩‍👩‍👧 <script>alert('x')</script> "; drop table carts; -- \\ \u2028 \t`
    await clerk.patch(`/carts/${cartId}`, { note })
    expect((await clerk.readCart(cartId)).note).toBe(note)
  })
})

describe('a value that is none of those there are', () => {
  it('is told all of them, and nothing else', async () => {
    const clerk = await shop().as('staff')
    const state = await clerk.get('/carts', { state: 'reopened' })
    expect(state.refused('BadRequest')).toStrictEqual(['state: must be open or ordered or abandoned'])
    const filter = await clerk.get('/countries', { filterOnStore: 'yes' })
    expect(filter.refused('BadRequest')).toStrictEqual(['filterOnStore: must be true or false'])
  })
})

describe('a request with several faults', () => {
  it('is told all of them, each once, in the contract’s body (section 7)', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const body = {
      firstName: 'Ida\0',
      lastName: 7,
      line1: 'x'.repeat(513),
      city: {},
      countryId: 'DK',
      email: 'ida@',
    }
    const answer = await unchanged(async () => clerk.post(`/carts/${cartId}/billing-address`, body))
    expect(answer.refused('BadRequest').sort()).toStrictEqual([
      'city: must be string or null',
      'countryId: must be a GUID',
      'email: must be an e-mail address',
      'firstName: must be well-formed text without NUL',
      'lastName: must be string or null',
      'line1: must be at most 512 characters',
    ])
  })

  it('is told of what stands twice in a query, where one value is meant', async () => {
    const answer = await (await shop().as('staff')).get('/countries?cultureCode=en-GB&cultureCode=da-DK')
    expect(answer.refused('BadRequest')).toStrictEqual(['cultureCode: stands more than once'])
  })

  it('does not count what it does not know as one', async () => {
    const clerk = await shop().as('staff')
    const body = { cultureCode: 'en-GB', currency: 'EUR', colour: 'red', nested: { deep: [1] } }
    expect((await clerk.post('/carts', body, { query: { colour: 'blue' } })).status).toBe(200)
  })

  it('in its query is told each of them', async () => {
    const clerk = await shop().as('staff')
    const answer = await clerk.get('/products', {
      maxItems: 0,
      cultureCode: '!',
      priceGroupId: 'x',
      search: 'a\0b',
    })
    expect(answer.faultyFields('BadRequest').sort()).toStrictEqual([
      'cultureCode',
      'maxItems',
      'priceGroupId',
      'search',
    ])
  })

  it('cannot smuggle a second value into a query', async () => {
    const clerk = await shop().as('staff')
    for (const path of [
      '/countries?maxItems=1&maxItems=2',
      '/orders?search=a&search=b',
      '/countries?cultureCode=en-GB&cultureCode=da-DK',
    ]) {
      expect((await clerk.get(path)).refused('BadRequest'), path).toHaveLength(1)
    }
  })
})

describe('every refusal of the contract leaves the shop as it was', () => {
  it('whichever operation refuses, for whatever reason', async () => {
    const clerk = await shop().as('storefront')
    const { cartId, ...placing } = await clerk.aCartReadyToPlace()
    const [product] = await clerk.products({ maxItems: 1 })
    if (!product) throw new Error('The shop sells nothing.')
    const uptown = await (await shop().as('storefront', 'uptown')).aCart()
    const empty = await clerk.aCart()
    const line = await clerk.lineOf(product)
    const address = await clerk.anAddress()
    const refusals: readonly (readonly [number, () => Promise<Answer>])[] = [
      [400, async () => clerk.post(`/carts/${cartId}/lines`, { ...line, sku: 'NO-SUCH-SKU' })],
      [400, async () => clerk.post(`/carts/${cartId}/lines`, { ...line, quantity: 1_000_000_000 })],
      [403, async () => clerk.post(`/carts/${cartId}/lines`, { ...line, price: 0.01 })],
      [404, async () => clerk.post(`/carts/${UNKNOWN}/lines`, line)],
      [404, async () => clerk.post(`/carts/${uptown}/lines`, line)],
      [400, async () => clerk.post(`/carts/${cartId}/lines`, line, { query: { views: 'everything' } })],
      [409, async () => clerk.post(`/carts/${cartId}/lines`, line, { headers: { 'if-match': '"1"' } })],
      [404, async () => clerk.patch(`/carts/${cartId}/lines/${UNKNOWN}`, { quantity: 2 })],
      [404, async () => clerk.delete(`/carts/${cartId}/lines/${UNKNOWN}`)],
      [404, async () => clerk.post(`/carts/${cartId}/billing-address`, { ...address, countryId: UNKNOWN })],
      [
        404,
        async () =>
          clerk.post(`/carts/${cartId}/shipping`, {
            priceGroupId: UNKNOWN,
            shippingMethodId: UNKNOWN,
            shippingAddress: address,
          }),
      ],
      [400, async () => clerk.post('/payments', { ...placing, cartId: empty })],
      [400, async () => clerk.post('/payments', { ...placing, cartId: uptown })],
      [404, async () => clerk.post('/payments', { ...placing, cartId: UNKNOWN })],
      [400, async () => clerk.post('/payments', { ...placing, cartId, paymentMethodId: UNKNOWN })],
      [403, async () => clerk.delete(`/carts/${cartId}`)],
      [403, async () => clerk.post('/customers', { firstName: 'A', lastName: 'B' })],
      [404, async () => clerk.get(`/orders/${UNKNOWN}`)],
    ]
    for (const [status, request] of refusals) {
      expect((await unchanged(request)).status, request.toString()).toBe(status)
    }
  })
})

describe('addresses and methods', () => {
  it('that nothing is at are not found, in the contract’s body', async () => {
    const clerk = await shop().as('staff')
    for (const path of ['/cart', `/carts/${UNKNOWN}/nothing`, '//store', '/store/']) {
      expect((await clerk.get(path)).refused('NotFound'), path).toHaveLength(1)
    }
    expect((await shop().core.app.inject('/')).statusCode).toBe(404)
    expect((await shop().core.app.inject('/api/v2/store')).statusCode).toBe(404)
  })

  it('with a letter that grows when it is written small are read as far as they mean anything', async () => {
    const clerk = await shop().as('staff')
    // The router finds paths in small letters, and `İ` has two of them.
    for (const answer of [
      await clerk.get('/payments/%C4%B0/order'),
      await clerk.post('/payments/%C4%B0/void'),
      await clerk.get(`/carts/%C4%B0${UNKNOWN}/properties`),
    ])
      expect(answer.refused('BadRequest')).toHaveLength(1)
    const cartId = await clerk.aCart()
    ;(await clerk.post(`/carts/${cartId}/promotion-codes/%C4%B0ND%C4%B0R%C4%B0M`)).refused('NotFound')
  })

  it('that exist for others only are 405 with Allow (decisions, lists)', async () => {
    const clerk = await shop().as('staff')
    for (const [method, path, allow] of [
      ['DELETE', '/carts', ['GET', 'POST']],
      ['PUT', `/carts/${UNKNOWN}`, ['DELETE', 'GET', 'PATCH']],
      ['GET', '/payments', ['POST']],
      ['GET', `/carts/${UNKNOWN}/billing-address`, ['DELETE', 'POST']],
      ['DELETE', '/countries', ['GET', 'POST']],
      ['GET', '/oauth/token', ['POST']],
      ['POST', '/health', ['GET']],
    ] as const) {
      const answer = await unchanged(async () => clerk.request(method, path))
      expect(answer.refused('MethodNotAllowed')[0], path).toContain(method)
      const allowed = answer.headers.allow?.split(', ').filter((name) => name !== 'HEAD')
      expect(allowed, path).toStrictEqual(allow)
    }
  })
})

describe('a failure on our side', () => {
  it('is 500 and says nothing of the inside, and the next request is answered', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const placing = await clerk.aCartReadyToPlace()
    await runElsewhere(own.dataDir, 'alter table order_events rename to elsewhere')
    const before = await contentNow(own.dataDir)
    const answer = await clerk.post('/payments', placing)
    expect(answer.refused('InternalServerError')).toStrictEqual(['Something went wrong on our side.'])
    expect(answer.text).not.toMatch(/order_events|sqlite|postgres|relation|table|\.ts|node/i)
    expect(await changedTables(before, own.dataDir)).toStrictEqual([])

    await runElsewhere(own.dataDir, 'alter table elsewhere rename to order_events')
    expect((await clerk.post('/payments', placing)).status).toBe(200)
  })

  it('that is only another program writing is 503 with Retry-After', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const end = await writeElsewhere(own.dataDir, 'carts')
    const answer = await clerk.post('/carts', { cultureCode: 'en-GB', currency: 'EUR' })
    expect(answer.refused('ServiceUnavailable')).toHaveLength(1)
    expect(answer.headers['retry-after']).toBe('1')
    expect((await clerk.get('/store')).status).toBe(200)
    await end()
    expect((await clerk.post('/carts', { cultureCode: 'en-GB', currency: 'EUR' })).status).toBe(200)
  })
})
