import { describe, expect, it } from 'vitest'
import { isBasketAddress, rewriteUrl } from '../../../core/compatibility/addresses.ts'

describe('addresses', () => {
  it.each([
    ['/api/v1/baskets', '/api/v1/carts'],
    ['/api/v1/Baskets/7/lines?views=miniBasket&x=1', '/api/v1/carts/7/lines?views=miniCart&x=1'],
    ['/api/v1/baskets/7/lines?Views=miniBasket', '/api/v1/carts/7/lines?Views=miniCart'],
    ['/api/v1/baskets?search=/api/v1/baskets', '/api/v1/carts?search=/api/v1/baskets'],
  ])('%s is %s', (url, known) => expect(rewriteUrl({ url })).toBe(known))

  it.each([
    '/',
    '/api/v1/carts/7?views=miniBasket',
    '/api/v1/basketsful',
    '/baskets',
    '/api/v2/baskets',
    '/api/v1/OAuth/Token',
  ])('%s stays as it is', (url) => {
    expect(rewriteUrl({ url })).toBe(url)
    expect(isBasketAddress(url)).toBe(false)
  })
})
