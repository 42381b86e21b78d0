import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Page, type Request } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedDemoShop } from '../../core/cli/seed-demo-shop.ts'
import type { DesktopApi, DesktopCommand } from '../../electron/desktop-api.ts'
import { CHROMIUM_FLAGS, findChromium } from '../support/chromium.ts'
import { startBuiltMain, type BuiltMain } from './built-main.ts'
import { runPreload } from './preload-host.ts'

/**
 * The built main process and the built preload under a real Chromium: what the page asks for goes to the handler of
 * `app:`, what the preload sends goes over the double's IPC. Chromium knows no `app:`, so a stand-in takes its place.
 */
const STAND_IN = 'https://console.test'
const preload = fileURLToPath(new URL('../../out/preload/preload.cjs', import.meta.url))

declare global {
  interface Window {
    commands: DesktopCommand[]
    violations: string[]
    deliver: (message: { channel: string; args: unknown[] }) => void
  }
}

let main: BuiltMain
let browser: Browser
let page: Page
const foreignRequests: string[] = []

beforeAll(async () => {
  main = await startBuiltMain({ prepare: seedDemoShop })
  await main.ready()
  browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 } })
  await context.route('**/*', async (route) => {
    const request = route.request()
    if (new URL(request.url()).origin === STAND_IN) await route.fulfill(await answerOf(request))
    else {
      foreignRequests.push(request.url())
      await route.abort()
    }
  })
  await context.exposeBinding('invoke', (_source, channel: string, args: unknown[]) =>
    main.call('invoke', channel, args),
  )
  await context.addInitScript(runPreload, readFileSync(preload, 'utf8'))
  await context.addInitScript(() => {
    window.violations = []
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.violations.push(`${violatedDirective} ${blockedURI}`),
    )
  })
  page = await context.newPage()
  main.onSent((message) => void page.evaluate((sent) => window.deliver(sent), message))
  const [opened] = await main.call('windows')
  await page.goto(String(opened?.url).replace('app://console', STAND_IN))
}, 60_000)

afterAll(async () => {
  await browser.close()
  await main[Symbol.asyncDispose]()
})

async function answerOf(request: Request) {
  const headers = Object.entries(await request.allHeaders()).filter(([name]) => !name.startsWith(':'))
  const answer = await main.call('request', {
    url: request.url().replace(STAND_IN, 'app://console'),
    method: request.method(),
    headers: Object.fromEntries(
      headers.map(([name, value]) => [name, value.replace(STAND_IN, 'app://console')]),
    ),
    ...(request.postData() === null ? {} : { body: request.postData() ?? '' }),
  })
  return { status: answer.status, headers: answer.headers, body: answer.body }
}

test('the window shows the console, signed in to the shop', async () => {
  await page.getByRole('main').waitFor()

  expect(await page.title()).toContain('Backcounter')
  expect(new URL(page.url()).searchParams.has('launch')).toBe(false)
  expect(await page.getByRole('navigation').count()).toBeGreaterThan(0)
})

test('a reload goes on with the same session', async () => {
  await page.reload()
  await page.getByRole('navigation').first().waitFor()

  expect(await page.getByRole('main').isVisible()).toBe(true)
})

test('the application menu works in the console', async () => {
  await main.call('clickMenu', 'Order', 'Search Orders')
  await page.waitForURL(/#\/orders/)
  await main.call('clickMenu', 'Order', 'New Order')
  await page.waitForURL(/#\/carts\/[\da-f-]{36}/)
})

test('the page keeps to its content security policy and to itself', async () => {
  expect(await page.evaluate(() => window.violations)).toEqual([])
  expect(foreignRequests).toEqual([])
  expect(await page.evaluate(() => fetch('https://example.com').then(String, () => 'refused'))).toBe(
    'refused',
  )
})

describe('the preload', () => {
  const desktop = () => page.evaluateHandle(() => window.desktop as DesktopApi)

  test('gives the page one small frozen object', async () => {
    const names = await page.evaluate(() => Object.keys(window.desktop ?? {}))

    expect(names.sort()).toEqual(['onCommand', 'print', 'reopen', 'saveText', 'version'])
    expect(await page.evaluate(() => Object.isFrozen(window.desktop))).toBe(true)
    expect(await (await desktop()).evaluate((api) => api.version)).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test('prints through the main process', async () => {
    expect(await (await desktop()).evaluate((api) => api.print({ silent: true }))).toBe(true)
    expect((await main.call('traces')).printed).toEqual([{ silent: true, printBackground: false }])
  })

  test('hands on the commands of the menu until told to stop', async () => {
    await (
      await desktop()
    ).evaluate((api) => {
      window.commands = []
      const stop = api.onCommand((command) => {
        window.commands.push(command)
        stop()
      })
    })
    await main.call('clickMenu', 'Order', 'Search Orders')
    await page.waitForFunction(() => window.commands.length > 0)
    await main.call('clickMenu', 'Order', 'Search Orders')
    await page.evaluate(() => 0)

    expect(await page.evaluate(() => window.commands)).toEqual(['search-orders'])
  })
})
