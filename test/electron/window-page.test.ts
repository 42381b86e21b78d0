import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type BrowserContext, type Page, type Request } from 'playwright'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { seedDemoShop } from '../../core/cli/seed-demo-shop.ts'
import { channels } from '../../electron/channels.ts'
import type { DesktopApi, DesktopCommand } from '../../electron/desktop-api.ts'
import { CHROMIUM_FLAGS, findChromium } from '../support/chromium.ts'
import type { ResourceType } from './double/session.ts'
import { startBuiltMain, type BuiltMain } from './built-main.ts'
import { runPreload } from './preload-host.ts'

/**
 * The built main process and the built preload under a real Chromium: what the page asks for goes to the handler of
 * `app:`, what the preload sends goes over the double's IPC. A Chromium that is not Electron's has no way to learn a scheme:
 * it neither goes to `app://console` nor gives it an origin, whatever answers for it. So its page has a stand-in for an
 * origin, with the rights that `app:` was registered with and no others: a secure one where the scheme is, and a fetch
 * that fails where the scheme has none. Every request, the page's own and those to elsewhere, passes the session's filter.
 */
let standIn: string
const preload = fileURLToPath(new URL('../../out/preload/preload.cjs', import.meta.url))

declare global {
  interface Window {
    commands: DesktopCommand[]
    violations: string[]
    deliver: (message: { channel: string; args: unknown[] }) => void
  }
}

let main: BuiltMain
let context: BrowserContext
/** What Chromium writes to the disk for the page. */
const profile = mkdtempSync(join(tmpdir(), 'backcounter-profile-'))
const tokens: string[] = []
let page: Page
const foreignRequests: string[] = []
/** What the double has refused to the page. */
const unanswered: string[] = []

beforeAll(async () => {
  // The app waits for its page no longer than a person would, so the browser is there before it.
  context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: CHROMIUM_FLAGS,
    viewport: { width: 1360, height: 860 },
  })
  main = await startBuiltMain({
    prepare: async (dataDir) => seedDemoShop({ kind: 'sqlite', dataDir }),
    world: { page: 'elsewhere' },
  })
  await main.told('showing')
  const [scheme] = await main.call('schemes')
  standIn = `${scheme?.privileges?.secure ? 'https' : 'http'}://console.test`
  await vi.waitFor(async () => expect(await main.call('windows')).toMatchObject([{ status: 200 }]), 20_000)
  await context.route('**/*', async (route) => {
    const request = route.request()
    if (new URL(request.url()).origin !== standIn) {
      if ((await main.call('webRequest', request.url())) === 'sent') foreignRequests.push(request.url())
      await route.abort('blockedbyclient')
      return
    }
    const answer = await answerOf(request).catch((error: unknown) => unanswered.push(String(error)))
    await (typeof answer === 'object' ? route.fulfill(answer) : route.abort())
  })
  await context.exposeBinding('invoke', async (_source, channel: string, args: unknown[]) => {
    if (channel !== channels.reopen) return main.call('invoke', channel, args)
    // What the main process loads into the window is gone to here, as Electron would.
    await main.call('hijack', page.url().replace(standIn, 'app://console'))
    await main.call('invoke', channel, args)
    void page.goto(await windowAddress())
    return undefined
  })
  await context.addInitScript(runPreload, readFileSync(preload, 'utf8'))
  await context.addInitScript(() => {
    window.violations = []
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.violations.push(`${violatedDirective} ${blockedURI}`),
    )
  })
  page = await context.newPage()
  main.onSent((message) => void page.evaluate((sent) => window.deliver(sent), message))
  await page.goto(await windowAddress())
  // Only the page can say that it stands, and only by the preload.
  await main.ready()
}, 60_000)

afterAll(async () => {
  await context.close()
  await main[Symbol.asyncDispose]()
  rmSync(profile, { recursive: true, force: true })
})

async function windowAddress(): Promise<string> {
  const [window] = await main.call('windows')
  return String(window?.url).replace('app://console', standIn)
}

async function answerOf(request: Request) {
  const headers = Object.entries(await request.allHeaders()).filter(([name]) => !name.startsWith(':'))
  const answer = await main.call('request', {
    url: request.url().replace(standIn, 'app://console'),
    method: request.method(),
    headers: Object.fromEntries(
      headers.map(([name, value]) => [name, value.replace(standIn, 'app://console')]),
    ),
    ...(request.postData() === null ? {} : { body: request.postData() ?? '' }),
    type: typeOf(request),
  })
  if (request.url().endsWith('/oauth/token')) {
    const { access_token, refresh_token } = JSON.parse(answer.body.toString()) as Record<string, string>
    tokens.push(access_token ?? '', refresh_token ?? '')
  }
  return { status: answer.status, headers: answer.headers, body: answer.body }
}

/** Chromium's own kind of a request, in Electron's words. */
function typeOf(request: Request): ResourceType {
  const types: Partial<Record<string, ResourceType>> = {
    document: 'mainFrame',
    fetch: 'xhr',
    eventsource: 'xhr',
  }
  return types[request.resourceType()] ?? (request.resourceType() as ResourceType)
}

test('the window shows the console, signed in to the shop', async () => {
  await page.getByRole('main').waitFor()
  await page.getByRole('navigation').waitFor()

  expect(await page.title()).toContain('Backcounter')
  expect(new URL(page.url()).searchParams.has('launch')).toBe(false)
  expect(await page.getByRole('navigation').count()).toBeGreaterThan(0)
})

test('loaded again, the window signs in anew and shows the page where it was', async () => {
  await page.goto(`${standIn}/#/orders`)
  const before = tokens.length
  await page.reload()
  await expect.poll(() => tokens.length).toBe(before + 2)
  // The page that signs in has a main part, too; a navigation is inside.
  await page.getByRole('navigation').waitFor()

  expect(page.url()).toBe(`${standIn}/#/orders`)
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
  expect(unanswered).toEqual([])
  expect(await page.evaluate(() => fetch('https://example.com').then(String, () => 'refused'))).toBe(
    'refused',
  )
})

test('a script that got into the page is held back by that policy', async () => {
  await page.evaluate(() => {
    window.violations = []
    const script = document.createElement('script')
    script.textContent = 'window.commands = ["search-orders"]'
    document.body.append(script)
  })
  await page.waitForFunction(() => window.violations.length > 0, null, { timeout: 5000 })

  expect(await page.evaluate(() => [window.violations, window.commands])).toEqual([
    ['script-src-elem inline'],
    undefined,
  ])
})

test('the page is a secure context with a store of its own, as the scheme’s rights make it', async () => {
  expect(
    await page.evaluate(() => [isSecureContext, typeof crypto.randomUUID, localStorage.length > 0]),
  ).toEqual([true, 'function', true])
})

describe('the preload', () => {
  const desktop = () => page.evaluateHandle(() => window.desktop as DesktopApi)

  test('gives the page one small frozen object', async () => {
    const names = await page.evaluate(() => Object.keys(window.desktop ?? {}))

    expect(names.sort()).toEqual(['drawn', 'onCommand', 'print', 'printers', 'reopen'])
    expect(await page.evaluate(() => Object.isFrozen(window.desktop))).toBe(true)
  })

  test('prints through the main process', async () => {
    expect(await (await desktop()).evaluate((api) => api.print({ silent: true }))).toBe(true)
    expect((await main.call('traces')).printed).toEqual([{ silent: true, printBackground: false }])
  })

  test('a receipt goes to the chosen printer at once, on its roll', async () => {
    const before = (await main.call('traces')).printed.length
    await page.goto(`${standIn}/#/orders`)
    await page.locator('a.row-link').first().click()
    await page.getByRole('heading', { name: /^Order H-/ }).waitFor()
    await page.keyboard.press('Control+p')
    await page.getByRole('combobox', { name: 'Printer' }).click()
    await page.getByRole('option', { name: 'Receipts' }).click()
    await page.getByRole('button', { name: 'Print' }).click()
    await expect
      .poll(async () => (await main.call('traces')).printed.slice(before))
      .toMatchObject([{ silent: true, deviceName: 'roll-80', pageSize: { width: 80_000 } }])
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

test('nothing of a session is on the disk when the window is closed', async () => {
  await context.close()
  const written = readdirSync(profile, { recursive: true, encoding: 'utf8' })
    .map((name) => join(profile, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
    .map((path) => readFileSync(path).toString('latin1'))
    .join('\n')

  // What the page does keep is there, so the tokens would be.
  expect(written).toContain('backcounter.preferences')
  expect(tokens.length).toBeGreaterThanOrEqual(4)
  expect(tokens.filter((token) => !/^[\w-]{43}$/.test(token) || written.includes(token))).toEqual([])
})
