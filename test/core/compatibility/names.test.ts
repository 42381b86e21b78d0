import { describe, expect, it } from 'vitest'
import { isBasketAddress, rewriteUrl } from '../../../core/compatibility/addresses.ts'
import { acceptOtherNames } from '../../../core/compatibility/body-names.ts'

const accept = (body: unknown): unknown => acceptOtherNames(JSON.stringify(body), body)

describe('addresses', () => {
  it.each([
    ['/api/v1/baskets', '/api/v1/carts'],
    ['/api/v1/Baskets/7/lines?views=miniBasket&x=1', '/api/v1/carts/7/lines?views=miniCart&x=1'],
    ['/api/v1/baskets?search=/api/v1/baskets', '/api/v1/carts?search=/api/v1/baskets'],
    ['/api/v1/OAuth/Connect?state=AbC', '/api/v1/oauth/connect?state=AbC'],
  ])('%s is %s', (url, known) => expect(rewriteUrl({ url })).toBe(known))

  it.each([
    '/',
    '/api/v1/carts/7?views=miniBasket',
    '/api/v1/basketsful',
    '/baskets',
    '/api/v2/baskets',
    '/oauth/Token',
  ])('%s stays as it is', (url) => {
    expect(rewriteUrl({ url })).toBe(url)
    expect(isBasketAddress(url)).toBe(false)
  })
})

describe('body names', () => {
  it('are PascalCase or camelCase, at every depth', () => {
    const body = {
      Note: 'A',
      ShippingAddress: { FirstName: 'B' },
      CustomProperties: [{ Key: 'C', value: 'D' }],
    }
    expect(accept(body)).toStrictEqual({
      note: 'A',
      shippingAddress: { firstName: 'B' },
      customProperties: [{ key: 'C', value: 'D' }],
    })
  })

  it('may be mixed: no field is overlooked because the others are ours', () => {
    expect(accept({ sku: 'A', Quantity: 5 })).toStrictEqual({ sku: 'A', quantity: 5 })
  })

  it('are ours where a field comes twice', () => {
    expect(accept({ sku: 'ours', Sku: 'other' })).toStrictEqual({ sku: 'ours' })
    expect(accept({ Sku: 'other', sku: 'ours' })).toStrictEqual({ sku: 'ours' })
    expect(accept({ ProductCatalogId: 'other', catalogId: 'ours' })).toStrictEqual({ catalogId: 'ours' })
  })

  it('of ours leave the very body in place, whatever its texts say', () => {
    for (const body of [{ sku: 'A', note: 'The "Sku": B' }, { value: '{"Sku":"A"}' }, [], null, 7, 'Sku']) {
      expect(accept(body)).toBe(body)
    }
  })

  it('come through nesting of any depth', () => {
    const depth = 200_000
    const text = `${'['.repeat(depth)}{"Sku":1}${']'.repeat(depth)}`
    expect(() => acceptOtherNames(text, JSON.parse(text))).not.toThrow()
  })
})
