import { expect, it } from 'vitest'
import { curlOf, curlOfRequest } from '../../renderer/api/curl.ts'

it('the call of a record goes to the address of the page, and from the desktop to the local API', () => {
  const path = '/orders/0199a0b0?include=priceGroups'
  expect(curlOf(path, {}, 'http://127.0.0.1:41234')).toBe(
    `curl -H "Authorization: Bearer $TOKEN" 'http://127.0.0.1:41234/api/v1/orders/0199a0b0?include=priceGroups'`,
  )
  expect(curlOf(path, {}, 'app://console')).toContain(`'http://127.0.0.1:4780/api/v1/orders/`)
})

it('the call of a request is to what was asked, and to no several that curl makes of brackets', () => {
  const call = curlOfRequest(
    { method: 'GET', path: '/api/v1/orders?search={0199a0b0}&note=[a]' },
    'http://127.0.0.1:41234',
  )
  expect(call).toContain(`'http://127.0.0.1:41234/api/v1/orders?search=%7B0199a0b0%7D&note=%5Ba%5D'`)
})
