import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBuiltMain, type BuiltMain } from './built-main.ts'

/** The built main process under attack by whatever might get to run in its window. */
let main: BuiltMain
let origin: string

beforeAll(async () => {
  main = await startBuiltMain()
  origin = (await main.ready()) ?? ''
})
afterAll(async () => {
  await main[Symbol.asyncDispose]()
})

const openedOutside = async () => (await main.call('traces')).opened

const foreignAddresses = [
  'https://example.com/',
  'http://127.0.0.1:1/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'app://elsewhere/',
  'app://console.example.com/',
  'app://user@console/',
  'app://:secret@console/',
  'app://console/api/v1/health',
  'app://console/API/v1/health',
  'app://console/%61pi/v1/health',
  'app://console//api/v1/health',
  'app://console/../api/v1/health',
  'app://console/assets/index.js',
  'chrome://gpu',
]

describe('leaving the console', () => {
  test.each(foreignAddresses)('%s is held back as link, redirect and new window', async (url) => {
    expect(await main.call('navigate', 'will-navigate', url)).toBe('held back')
    expect(await main.call('navigate', 'will-redirect', url)).toBe('held back')
    expect(await main.call('openWindow', url)).toBe('deny')
    expect(await openedOutside()).not.toContain(url)
  })

  test('the console’s own pages may be gone to', async () => {
    for (const url of ['app://console/', 'app://console/?launch=CODE#/orders', 'app://console/../#/carts']) {
      expect(await main.call('navigate', 'will-navigate', url), url).toBe('gone')
    }
  })

  test('a frame in the page goes nowhere, not even within the console', async () => {
    expect(await main.call('navigate', 'will-frame-navigate', 'https://example.com/', false)).toBe(
      'held back',
    )
    expect(await main.call('navigate', 'will-frame-navigate', 'app://console/', false)).toBe('held back')
  })

  test('a webview is not attached', async () => {
    expect(await main.call('attachWebview')).toBe('held back')
  })

  test('an order’s payment page opens in the system’s browser, never in the window', async () => {
    const url = `${origin}/api/v1/checkout?payment=1&paymentMethod=2`

    expect(await main.call('openWindow', url)).toBe('deny')
    expect(await openedOutside()).toContain(url)
  })

  test('so does a plain link to a carrier’s tracking page', async () => {
    const url = 'https://www.dhl.com/track?id=1'

    expect(await main.call('navigate', 'will-navigate', url)).toBe('held back')
    expect(await openedOutside()).toContain(url)
  })

  test('a customer display opens in a window beside the console’s, and nothing else does', async () => {
    const url = 'app://console/#/customer-display'
    for (const other of [
      'https://example.com/#/customer-display',
      'app://console/#/orders',
      'app://console/',
    ])
      expect(await main.call('openWindow', other), other).toBe('deny')

    expect(await main.call('openWindow', url)).toBe('allow')
    const [own, display] = await main.call('windows')
    expect(display).toMatchObject({ url, isOpened: true, options: { fullscreen: false, width: 960 } })
    expect(display?.options.webPreferences).toEqual(own?.options.webPreferences)
    // What comes from outside opens in the console.
    await main.call('secondInstance')
    const [focused, unfocused] = await main.call('windows')
    expect([focused?.isFocused, unfocused?.isFocused]).toEqual([true, false])
  })
})

describe('asking for more', () => {
  test.each([
    'media',
    'geolocation',
    'notifications',
    'midi',
    'openExternal',
    'clipboard-read',
    'hid',
    'usb',
  ])('permission %s is refused', async (permission) => {
    expect(await main.call('permission', permission)).toBe(false)
    expect(await main.call('permissionCheck', permission, 'app://console')).toBe(false)
  })

  test('the console may copy; a page that took its place may not', async () => {
    expect(await main.call('permission', 'clipboard-sanitized-write')).toBe(true)
    expect(await main.call('permissionCheck', 'clipboard-sanitized-write', 'https://example.com')).toBe(false)
    const [window] = await main.call('windows')
    await main.call('hijack', 'https://example.com/')
    expect(await main.call('permission', 'clipboard-sanitized-write')).toBe(false)
    await main.call('hijack', window?.url ?? '')
  })

  test('devices and downloads are refused', async () => {
    expect(await main.call('device')).toBe(false)
    for (const url of [
      'https://example.com/a.exe',
      'app://console/api/v1/products',
      'blob:https://example.com/1',
    ])
      expect(await main.call('download', url)).toBe('refused')
    // What the console has made itself: an export, which the system asks a place for.
    expect(await main.call('download', 'blob:app://console/0a1b2c3d')).toBe('allowed')
  })

  test('nothing is fetched from any network', async () => {
    expect(await main.call('webRequest', 'https://example.com/tracker.gif')).toBe('cancelled')
    expect(await main.call('webRequest', `${origin}/api/v1/health`)).toBe('cancelled')
    expect(await main.call('webRequest', 'file:///etc/passwd')).toBe('cancelled')
    expect(await main.call('webRequest', 'app://console/assets/a.js')).toBe('sent')
    expect(await main.call('webRequest', 'data:image/png;base64,AA==')).toBe('sent')
  })
})

test('the scheme has the rights of a web origin and no others', async () => {
  expect(await main.call('schemes')).toEqual([
    {
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ])
})

test('the window is locked down', async () => {
  const [window] = await main.call('windows')

  // Nothing beside: what a page may do elsewhere, such as go to a file that is dropped on it, stays as it is.
  expect(window?.options.webPreferences).toEqual({
    preload: expect.stringMatching(/preload\.cjs$/) as string,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
    spellcheck: false,
  })
})
