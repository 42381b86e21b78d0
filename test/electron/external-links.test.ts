import { expect, test } from 'vitest'
import { isAllowedOutside } from '../../electron/external-links.ts'

const api = 'http://127.0.0.1:4780'

test.each([
  'http://127.0.0.1:4780/api/v1/checkout?payment=1',
  'https://www.ups.com/track?tracknum=1Z',
  'mailto:ada@example.com',
  'tel:+45-33-12-34-56',
])('%s may be opened', (address) => {
  expect(isAllowedOutside(address, api)).toBe(true)
})

test.each([
  'http://127.0.0.1:4781/',
  'http://localhost:4780/',
  'http://www.ups.com/',
  'https://www.ups.com.example.com/',
  'https://example.com/?https://www.ups.com',
  'https://user@www.ups.com/',
  'https://www.ups.com:8443/',
  'mailto:ada@example.com?attach=/etc/passwd',
  'mailto:ada@example.com,eve@example.com',
  'mailto:',
  'tel:*21*12345#',
  'file:///etc/passwd',
  'smb://example.com/share',
  'ms-msdt:/id',
  'javascript:alert(1)',
  'not an address',
])('%s may not', (address) => {
  expect(isAllowedOutside(address, api)).toBe(false)
})

test('without a local API its old address is foreign', () => {
  expect(isAllowedOutside('http://127.0.0.1:4780/', undefined)).toBe(false)
})
