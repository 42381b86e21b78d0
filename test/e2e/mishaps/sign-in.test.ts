import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { CHROMIUM_FLAGS } from '../../support/chromium.ts'
import { withFile } from '../../support/data.ts'
import { makeDemoDir } from '../demo-dir.ts'
import { openPage } from '../browser.ts'
import { eventually } from '../eventually.ts'
import { isServed, removeDataDir, runCli, serveCore, type ServedCore } from '../served-core.ts'
import { sharedBrowser } from '../shared-browser.ts'

const browser = sharedBrowser()
/** One for all; each test has browsers and a link of its own. */
let core: ServedCore

beforeAll(async () => {
  core = await serveCore(await makeDemoDir())
})
beforeEach(async () => {
  // One that failed may have left it away.
  if (!(await isServed(core))) core = await serveAgain()
  core = { ...core, console: await anotherLink() }
})
afterEach(async () => {
  await Promise.all(
    browser()
      .contexts()
      .map(async (context) => context.close()),
  )
})
afterAll(async () => {
  await core.stop()
  await removeDataDir(core.dataDir)
})

const serveAgain = async (): Promise<ServedCore> => serveCore(core.dataDir, '--port', new URL(core.api).port)

/** Another link to the running core, as somebody at a terminal asks for it. */
const anotherLink = async (...options: string[]): Promise<string> =>
  (await runCli<{ console: string }>('console-link', '--data', core.dataDir, ...options)).console

/** A browser of its own, with the console open by a launch link. */
async function signedIn(link = core.console) {
  const { page, complaints } = await openPage(browser())
  await page.goto(link)
  await isIn(page)
  return { page, complaints, context: page.context() }
}

const isIn = async (page: Page): Promise<void> =>
  page
    .getByRole('link', { name: /^Resume: / })
    .first()
    .waitFor()

/** Loads the orders anew, without loading the page. */
const askAgain = async (page: Page): Promise<void> => {
  await page.goto(`${core.api}/#/carts`)
  // Who goes back before the page is another one loads nothing.
  await page.getByRole('heading', { name: 'Carts', exact: true }).waitFor()
  const answered = page.waitForResponse((response) => response.url().includes('/api/v1/orders'))
  await page.goto(`${core.api}/#/orders`)
  expect((await answered).status()).toBe(200)
}

/** Ends the access tokens that the core has given, as their time does. */
const endTokens = (): unknown =>
  withFile(core.dataDir, (file) => {
    file.prepare(`update access_tokens set expires_at = '2020-01-01T00:00:00.000Z'`).run()
  })

/** What the tabs of a browser have asked the token endpoint for, from now on. */
function tokenRequests(context: BrowserContext): string[] {
  const asked: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/oauth/token'))
      asked.push((request.postDataJSON() as { grant_type: string }).grant_type)
  })
  return asked
}

describe('windows and tabs of one browser share one sign-in', () => {
  test('a duplicated tab and the tab it was made of both go on when they are loaded again', async () => {
    const { page, context, complaints } = await signedIn()
    const [copy] = await Promise.all([
      context.waitForEvent('page'),
      // With an opener a tab gets a copy of the other one's storage, as duplicates do.
      page.evaluate(() => void window.open(window.location.href)),
    ])
    await isIn(copy)
    for (let round = 0; round < 3; round++) {
      await Promise.all([copy.reload(), page.reload()])
      await Promise.all([isIn(copy), isIn(page)])
    }
    await copy.close()
    await page.reload()
    await isIn(page)
    expect(complaints).toEqual([])
  })

  test('Ctrl+click on a row opens a tab that is signed in', async () => {
    const { page, context, complaints } = await signedIn()
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page
        .getByRole('link', { name: /^Resume: / })
        .first()
        .click({ modifiers: ['ControlOrMeta'] }),
    ])
    await tab.getByRole('combobox', { name: 'Scan, sku or name' }).waitFor()
    await page.reload()
    await isIn(page)
    expect(complaints).toEqual([])
  })

  test('a used link, opened again where it was used, leads back in and ends nothing', async () => {
    const { page, context } = await signedIn()
    const asked = tokenRequests(context)
    const [second, third] = [await context.newPage(), await context.newPage()]
    await Promise.all([second.goto(core.console), third.goto(core.console)])
    await Promise.all([isIn(second), isIn(third)])
    expect(new URL(second.url()).search).toBe('')
    await page.goto(core.console)
    await isIn(page)
    expect(asked).not.toContain('authorization_code')
    await askAgain(second)
  })

  test('a link that two tabs open at once lets both in', async () => {
    const { page, complaints } = await openPage(browser())
    const other = await page.context().newPage()
    await Promise.all([page.goto(core.console), other.goto(core.console)])
    await Promise.all([isIn(page), isIn(other)])
    expect(complaints).toEqual([])
  })

  test('a link that another browser has used lets nobody in, but whoever is in already goes on', async () => {
    const first = await signedIn()
    const link = await anotherLink()
    const second = await signedIn(link)
    const late = await openPage(browser())
    await late.page.goto(await usedLongAgo(link))
    await late.page.getByRole('heading', { name: 'This launch link has been used or is too old' }).waitFor()
    await late.page.getByText('within 5 minutes').waitFor()
    await late.page.getByText('npm run cli -- console-link').waitFor()

    await first.page.goto(link)
    await isIn(first.page)
    await askAgain(first.page)
    await askAgain(second.page)
  })

  test('tabs whose tokens end at the same moment renew them with one request', async () => {
    const { page, context, complaints } = await signedIn()
    await context.clock.install()
    const tabs = [page, await context.newPage(), await context.newPage()]
    for (const tab of tabs) {
      await tab.goto(core.api)
      await isIn(tab)
    }
    const asked = tokenRequests(context)
    for (let round = 1; round <= 3; round++) {
      // The clock of the tabs, not ours: on a busy machine a short life would end once more before all have asked.
      await context.clock.fastForward('01:00:00')
      await Promise.all(tabs.map(askAgain))
      expect(asked).toEqual(Array<string>(round).fill('refresh_token'))
    }
    expect(complaints).toEqual([])
  })

  test('an answer to a renewal that got lost is asked for again, by this tab or another', async () => {
    const { page, context } = await signedIn()
    await context.clock.install()
    const other = await context.newPage()
    await other.goto(core.api)
    await isIn(other)
    let lost = 0
    await context.route('**/oauth/token', async (route) => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await context.clock.fastForward('01:00:00')
    // The core has done its part; the tab hears nothing of it, and is closed.
    await page.goto(`${core.api}/#/orders`)
    await eventually(() => Promise.resolve(lost)).toBe(1)
    await page.close()
    await askAgain(other)
    expect(lost).toBe(2)
    await context.clock.fastForward('01:00:00')
    await askAgain(other)
  })

  test('a link to another store takes all tabs there, one to the same store disturbs none', async () => {
    const { page, context, complaints } = await signedIn()
    await page.evaluate(() => Object.assign(window, { isAsItWas: true }))
    const isAsItWas = async (): Promise<boolean> => page.evaluate(() => 'isAsItWas' in window)
    const same = await context.newPage()
    await same.goto(await anotherLink())
    await isIn(same)
    await askAgain(page)
    expect(await isAsItWas()).toBe(true)

    const uptown = await context.newPage()
    await uptown.goto(await anotherLink('--store', 'uptown'))
    await isIn(uptown)
    await eventually(isAsItWas).toBe(false)
    const storesOf = async (tab: Page): Promise<unknown> => {
      // Left first: an answer that the page was still waiting for is none of the next.
      await tab.goto('about:blank')
      const [answer] = await Promise.all([
        tab.waitForResponse((response) => response.url().endsWith('/api/v1/store')),
        tab.goto(core.api),
      ])
      return ((await answer.json()) as { code: string }).code
    }
    for (const tab of [page, same, uptown]) expect(await storesOf(tab)).toBe('uptown')
    expect(complaints).toEqual([])
  })

  test('a page that is out goes in when another tab has signed in', async () => {
    const { page } = await openPage(browser())
    await page.goto(core.api)
    await page.getByRole('heading', { name: 'This console needs a launch link' }).waitFor()
    const other = await page.context().newPage()
    await other.goto(core.console)
    await isIn(other)
    await isIn(page)
  })

  test('the core is away for longer than a token lives, and all tabs go on when it is back', async () => {
    const { page, context } = await signedIn()
    await context.clock.install()
    const other = await context.newPage()
    await other.goto(core.api)
    await isIn(other)
    await core.kill()
    // Over for the core and for the tabs: tokens of seconds would end once more on a busy machine before all have asked.
    endTokens()
    await context.clock.fastForward('01:00:00')
    await page.goto(`${core.api}/#/orders`)
    const banner = page.getByText('Backcounter does not answer. Your work is kept')
    await banner.waitFor()
    core = await serveAgain()
    await banner.waitFor({ state: 'hidden' })
    // Its code may not have been there, and the console be loaded anew.
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    await Promise.all([page, other].map(askAgain))
  })

  test('a browser that is closed and opened again is still signed in; no access token was on its disk', async () => {
    const profile = join(core.dataDir, 'profile')
    const open = async (): Promise<BrowserContext> =>
      chromium.launchPersistentContext(profile, { executablePath: inject('chromium'), args: CHROMIUM_FLAGS })
    const context = await open()
    const page = await context.newPage()
    const given: { access_token: string; refresh_token: string }[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('/oauth/token'))
        void response.json().then((body: (typeof given)[number]) => given.push(body))
    })
    await page.goto(core.console)
    await isIn(page)
    await page.reload()
    await isIn(page)
    await eventually(() => Promise.resolve(given.length)).toBe(2)
    await context.close()
    const files = await readdir(profile, { recursive: true, withFileTypes: true })
    const contents = await Promise.all(
      files
        .filter((entry) => entry.isFile())
        .map(async (entry) => readFile(join(entry.parentPath, entry.name), 'latin1')),
    )
    const isOnDisk = (text: string): boolean => contents.some((content) => content.includes(text))
    // What is looked for would be found.
    expect(isOnDisk(given.at(-1)?.refresh_token ?? '?')).toBe(true)
    for (const { access_token } of given) expect(isOnDisk(access_token)).toBe(false)

    const again = await open()
    const tab = await again.newPage()
    await tab.goto(core.api)
    await isIn(tab)
    await again.close()
  })
})

/** The same link, as if it had been used more than five minutes ago: nobody is taken for a thief any more. */
async function usedLongAgo(link: string): Promise<string> {
  withFile(core.dataDir, (file) => {
    file
      .prepare(
        `update authorization_codes set expires_at = '2020-01-01T00:00:00.000Z' where grant_id is not null`,
      )
      .run()
  })
  return Promise.resolve(link)
}
