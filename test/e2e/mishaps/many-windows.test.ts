import type { Page, Request } from 'playwright'
import { afterEach, expect, test } from 'vitest'
import { counterOfDemoShop } from '../counter.ts'
import { localProgram } from '../local-program.ts'
import { isOpenCart } from '../screen-and-core.ts'
import { runCli } from '../served-core.ts'

const counter = counterOfDemoShop({ isProcess: true })

/** How soon what others do is to be seen: within a second where a machine has nothing else to do, which in tests it has. */
const SOON = { timeout: 15_000, interval: 20 }

/** More than the connections that a browser has to one host. */
const MANY = 8

const isLoaded = async (page: Page): Promise<void> => page.getByRole('row').nth(3).waitFor()

const isInUptown = async (page: Page): Promise<void> => page.getByText('Uptown Paper & Tea').first().waitFor()

/** So many windows of the browser, all in sight, each with the orders. */
async function openOrders(count = MANY): Promise<Page[]> {
  const { core, page } = counter()
  const windows: Page[] = []
  // One behind the other: all at once each would take as long as all of them, which on a busy machine is half a minute.
  while (windows.length < count) {
    const each = windows.length === 0 ? page : await page.context().newPage()
    await each.goto(`${core.api}/#/orders`)
    await isLoaded(each)
    windows.push(each)
  }
  return windows
}

/** An order that somebody places is seen by all of them. */
async function expectHeard(windows: readonly Page[], program = counter().program): Promise<void> {
  const { order } = await program.anOrder({ shipping: null })
  const link = (page: Page) => page.getByRole('link', { name: order.orderNumber, exact: true })
  await Promise.all(windows.map(async (page) => expect.poll(async () => link(page).count(), SOON).toBe(1)))
}

/** The streams that are asked for from now on, as long as they are open. */
function openStreams(): () => Request[] {
  const asked = new Set<Request>()
  const end = (request: Request): unknown => asked.delete(request)
  const context = counter().page.context()
  context.on('request', (request) => request.url().endsWith('/api/v1/events') && asked.add(request))
  context.on('requestfailed', end)
  context.on('requestfinished', end)
  // With a window that is closed goes its stream, of which nothing is said.
  return () => [...asked].filter((request) => !request.frame().page().isClosed())
}

async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  void page.goto('chrome://crash').catch(() => undefined)
  await crashed
  await page.close()
}

afterEach(async () => {
  const { page } = counter()
  await Promise.all(
    page
      .context()
      .pages()
      .map(async (each) => each !== page && each.close()),
  )
})

test(
  'eight windows of one browser all load and hear of a change, by one stream',
  { timeout: 120_000 },
  async () => {
    const streams = openStreams()
    await counter().page.reload()
    const windows = await openOrders()
    await expectHeard(windows)
    expect(streams()).toHaveLength(1)
    expect(counter().complaints).toEqual([])
  },
)

test('where the window with the stream is closed or crashes, the next one has it, and nothing is missed meanwhile', async () => {
  const streams = openStreams()
  const { page } = counter()
  await page.reload()
  const windows = (await openOrders(4)).filter((each) => each !== page)
  // The counter's own stays, but elsewhere.
  await page.goto('about:blank')
  for (const end of [crash, async (each: Page) => each.close()]) {
    await expect.poll(() => streams().length, SOON).toBe(1)
    const leading = windows.findIndex((each) => each === streams()[0]?.frame().page())
    const [ending] = windows.splice(leading, 1)
    await Promise.all([ending && end(ending), expectHeard(windows)])
    await expectHeard(windows)
  }
  expect(windows).toHaveLength(1)
})

test('where the window with the stream hangs, another one takes it over', async () => {
  const streams = openStreams()
  await counter().page.reload()
  const windows = await openOrders(3)
  await expectHeard(windows)
  const hanging = streams()[0]?.frame().page()
  // As a printing dialog of the browser does, too.
  const dialog = hanging?.waitForEvent('dialog')
  void hanging?.evaluate(() => alert('Wait')).catch(() => undefined)
  const shown = await dialog
  const rest = windows.filter((each) => each !== hanging)
  await expect.poll(() => streams().length, { timeout: 10_000 }).toBe(2)
  await expectHeard(rest)
  await shown?.accept()
  await expectHeard(windows)
  await expect.poll(() => streams().length, { timeout: 10_000 }).toBe(1)
})

test('a core that was away is told of in each window, and each is up to date when it is back', async () => {
  const { core, serveAgain, program } = counter()
  const windows = await openOrders(3)
  const lines = windows.map((each) => each.getByText('Backcounter does not answer.'))
  await core.kill()
  await Promise.all(lines.map(async (line) => expect.poll(async () => line.count(), SOON).toBe(1)))
  await serveAgain()
  await Promise.all(lines.map(async (line) => line.waitFor({ state: 'hidden' })))
  await expectHeard(windows, program)
})

test('a new order that two tabs show, as one was duplicated, is given up by the last of them that leaves it, not by the first', async () => {
  const { newOrder, page, press, program, scan, lines, complaints } = counter()
  const duplicate = async (): Promise<Page> => {
    const opened = page.waitForEvent('popup')
    await page.evaluate(() => window.open(location.href))
    const tab = await opened
    await tab.getByRole('combobox', { name: 'Scan, sku or name' }).waitFor()
    return tab
  }
  const leave = async (tab: Page): Promise<void> => {
    await tab.keyboard.press('F3')
    await isLoaded(tab)
  }
  const cartId = await newOrder()
  const other = await duplicate()
  await leave(other)
  await page.bringToFront()
  await scan('AP-FIS-NAV')
  await lines.first().waitFor()

  const blankId = await newOrder()
  const another = await duplicate()
  await leave(another)
  expect(await isOpenCart(program, blankId)).toBe(true)
  await press('F3')
  await expect.poll(async () => isOpenCart(program, blankId), SOON).toBe(false)
  expect(await isOpenCart(program, cartId)).toBe(true)
  expect(complaints).toEqual([])
})

test('prices without tax that are chosen in one window are so in all, and none of them takes that back', async () => {
  const { core, goTo, page, complaints } = counter()
  const other = await page.context().newPage()
  const withTax = (of: Page) => of.getByRole('switch', { name: 'Prices with tax' })
  const theme = async (name: string): Promise<void> => {
    await other.getByRole('button', { name: 'View' }).click()
    await other.getByRole('menuitemcheckbox', { name }).click()
  }
  await other.goto(`${core.api}/#/price-grid`)
  await withTax(other).waitFor()
  await goTo('/price-grid')
  // As shops of its country do, until somebody says otherwise.
  expect(await withTax(page).isChecked()).toBe(true)
  await withTax(page).uncheck()
  await theme('Dark')
  await page.reload()
  await expect.poll(async () => withTax(page).isChecked(), SOON).toBe(false)
  await expect.poll(async () => withTax(other).isChecked(), SOON).toBe(false)
  await theme('As the system')
  await withTax(page).check()
  expect(complaints).toEqual([])
})

test('a window that has been taken to another store hears of that one alone', async () => {
  const { core, page, program } = counter()
  const uptown = await localProgram(core, 'staff', 'uptown')
  const windows = await openOrders(3)
  const { console: link } = await runCli<{ console: string }>(
    'console-link',
    '--data',
    core.dataDir,
    '--store',
    'uptown',
  )
  const other = await page.context().newPage()
  const asked: string[] = []
  await other.goto(link)
  await isInUptown(other)
  await other.goto(`${core.api}/#/orders`)
  for (const each of [other, ...windows]) {
    await isInUptown(each)
    await isLoaded(each)
  }
  await expectHeard([other, ...windows], uptown)
  page.context().on('request', (request) => {
    if (request.url().includes('/api/v1/orders')) asked.push(request.url())
  })
  await program.anOrder({ shipping: null })
  await page.waitForTimeout(700)
  expect(asked).toEqual([])
})
