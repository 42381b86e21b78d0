import { expect, onTestFinished, test } from 'vitest'
import { hire } from '../../support/desks.ts'
import { openPage } from '../browser.ts'
import { makeDemoDir } from '../demo-dir.ts'
import { eventually } from '../eventually.ts'
import { keepFromCore } from '../keep-back.ts'
import { localProgram } from '../local-program.ts'
import { openCoreHere, removeDataDir } from '../served-core.ts'
import { sharedBrowser } from '../shared-browser.ts'

const browser = sharedBrowser()

/** Longer than it takes to load the console anew. */
const GONE_BY_NOW_MS = 1500

const SAID = {
  'en-GB': 'Backcounter could not be loaded. It comes by itself as soon as it answers.',
  'da-DK': 'Backcounter kunne ikke indlæses. Den kommer af sig selv, så snart den svarer.',
  'de-DE': 'Backcounter konnte nicht geladen werden. Es erscheint von selbst, sobald es antwortet.',
  'ja-JP': 'Backcounter を読み込めませんでした。応答がありしだい、自動的に表示されます。',
} as const

test.for([
  ['its script', 'en-GB', /\/index-[^/]+\.js$/, 'Carts'],
  ['what its script needs', 'da-DK', /\/DropdownMenu-[^/]+\.js$/, 'Kurve'],
  ['its texts', 'de-DE', /\/de-[^/]+\.js$/, 'Warenkörbe'],
  ['its styles', 'ja-JP', /\/index-[^/]+\.css$/, 'カート'],
] as const)(
  'the console whose core goes away before %s has come says so, and comes by itself',
  async ([_what, locale, missing, carts]) => {
    const core = await openCoreHere(await makeDemoDir())
    onTestFinished(async () => {
      await core.stop()
      await removeDataDir(core.dataDir)
    })
    const { page, complaints } = await openPage(browser(), { locale })
    let isAway = false
    await page.route('**/*', async (route) => {
      isAway ||= missing.test(route.request().url())
      await (isAway ? route.abort('connectionrefused') : route.continue())
    })
    await page.goto(core.console)
    await page.getByText(SAID[locale], { exact: true }).waitFor()
    await page.unroute('**/*')
    await page.getByRole('heading', { name: carts, exact: true }).waitFor()
    expect(complaints.filter((complaint) => !complaint.includes('dynamically imported'))).toEqual([])
  },
)

test('the console whose core hangs while it is loaded says so, and comes by itself', async () => {
  const core = await openCoreHere(await makeDemoDir())
  onTestFinished(async () => {
    await core.stop()
    await removeDataDir(core.dataDir)
  })
  const { page, complaints } = await openPage(browser())
  await page.clock.install()
  const kept = await keepFromCore(page, ({ pathname }) => /\/index-[^/]+\.js$/.test(pathname))
  await page.goto(core.console, { waitUntil: 'commit' })
  await eventually(async () => kept.count()).toBe(1)
  await page.clock.fastForward(10_000)
  await page.getByRole('alert').getByText('Backcounter does not answer yet.').waitFor()
  await kept.letGo()
  await page.getByRole('heading', { name: 'Carts', exact: true }).waitFor()
  expect(await page.getByText('Backcounter does not answer yet.').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('the texts of an order in another language that cannot be fetched are said to be missing, and it is printed once they are there', async () => {
  const core = await openCoreHere(await makeDemoDir())
  onTestFinished(async () => {
    await core.stop()
    await removeDataDir(core.dataDir)
  })
  const { order } = await (await localProgram(core)).anOrder({ cultureCode: 'de-DE' })
  const { page } = await openPage(browser())
  await page.goto(core.console)
  await page.getByRole('heading', { name: 'Carts', exact: true }).waitFor()
  // As after an update: the file of the build before is there no more.
  await page.route(/\/de-[^/]+\.js$/, (route) => route.fulfill({ status: 404 }))
  await page.goto(`${core.api}/#/orders/${order.id}/print`)
  await page.getByText('A part of Backcounter could not be fetched: it is loaded anew.').waitFor()
  await page.unroute(/\/de-[^/]+\.js$/)
  await page.getByRole('article').getByText('Vielen Dank.').waitFor()
})

test('where the dialog of one’s own PIN cannot be fetched the console is loaded anew, and it opens then', async () => {
  const core = await openCoreHere(await makeDemoDir())
  onTestFinished(async () => {
    await core.stop()
    await removeDataDir(core.dataDir)
  })
  await hire(await localProgram(core, 'admin'), 'Olga', 'owner', '2580')
  const { page } = await openPage(browser())
  await page.goto(core.console)
  await page.getByLabel('PIN', { exact: true }).and(page.locator(':focus')).waitFor()
  // As a hand types: a scanner would be faster.
  await page.keyboard.type('2580', { delay: 120 })
  await page.keyboard.press('Enter')
  // The page that comes then takes the keyboard, and a menu that is open would close.
  await page.locator('main :focus').waitFor()
  const change = async (): Promise<void> => {
    await page.getByRole('button', { name: 'View' }).click()
    await page.getByRole('menuitem', { name: 'Change my PIN' }).click()
  }
  await page.route(/\/own-pin-dialog-[^/]+\.js$/, (route) => route.fulfill({ status: 404 }))
  // Whoever has gone elsewhere before the core answered stays there, and asks for it again.
  const asked = await keepFromCore(page, ({ pathname }) => pathname === '/api/v1/health')
  await change()
  await eventually(asked.count).toBe(1)
  await page.keyboard.press('F3')
  await page.locator('main :focus').waitFor()
  await asked.letGo()
  await page.waitForTimeout(GONE_BY_NOW_MS)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await Promise.all([page.waitForEvent('load'), change()])
  await page.unroute(/\/own-pin-dialog-[^/]+\.js$/)
  await change()
  await page.getByRole('dialog', { name: 'Change my PIN' }).waitFor()
})
