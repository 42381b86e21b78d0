import { expect, it } from 'vitest'
import { curlOf } from '../../renderer/api/curl.ts'

it('the call of a record goes to the address of the page, and from the desktop to the local API', () => {
  const path = '/orders/0199a0b0?include=priceGroups'
  expect(curlOf(path, {}, 'http://127.0.0.1:41234')).toBe(
    `curl -H "Authorization: Bearer $TOKEN" 'http://127.0.0.1:41234/api/v1/orders/0199a0b0?include=priceGroups'`,
  )
  expect(curlOf(path, {}, 'app://console')).toContain(`'http://127.0.0.1:4780/api/v1/orders/`)
})
