import { describe, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright'
import { CountAnswer } from '../../core/http/schema.ts'
import { attemptTag } from './attempt-tag.ts'
import { counterOfDemoShop } from './counter.ts'
import { brokenWords } from './cut-texts.ts'
import { eventually } from './eventually.ts'
import { keepBack, type KeptBack } from './keep-back.ts'
import { makeDataDir, runCli } from './served-core.ts'

/** Of both shops; the first one has more than 700. */
const ORDERS = 1100

const counter = counterOfDemoShop({}, async () => {
  const dataDir = await makeDataDir()
  await runCli('demo', '--orders', String(ORDERS), '--data', dataDir)
  return dataDir
})

const tag = attemptTag()
const page = (): Page => counter().page

async function goTo(path: string): Promise<void> {
  await page().goto(`${counter().core.api}/#${path}`)
  await isAt(path)
}
/** The list stands: an order and a cart have rows, too, and are there until it is. */
async function isAt(path: string): Promise<void> {
  const [, list] = /^\/(\w+)/.exec(path) ?? []
  await page()
    .getByRole('heading', { name: new RegExp(`^${list}$`, 'i') })
    .waitFor()
  await row(1).waitFor()
}

const row = (index: number): Locator => page().locator('tbody tr').nth(index)
const focusedRow = async (): Promise<number> =>
  page().evaluate(() => {
    const focused = document.activeElement?.closest('tr')
    return [...document.querySelectorAll('tbody tr')].findIndex((each) => each === focused)
  })

/** Presses the pointer in the middle of something, whatever lies on top of it. */
async function point(at: Locator): Promise<void> {
  const { x, y, width, height } = (await at.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page().mouse.click(x + width / 2, y + height / 2)
}

describe('lists are walked with the arrow keys, and a row opens wherever it is clicked:', () => {
  test.for(['orders', 'carts'])('%s', async (list) => {
    await goTo(`/${list}`)
    await page().getByRole('searchbox').focus()
    await page().keyboard.press('ArrowDown')
    expect(await focusedRow()).toBe(0)
    for (const key of ['ArrowDown', 'j', 'k', 'ArrowDown']) await page().keyboard.press(key)
    expect(await focusedRow()).toBe(2)
    await page().keyboard.press('Home')
    expect(await focusedRow()).toBe(0)
    await page().keyboard.press('Enter')
    await page().waitForURL(new RegExp(`#/${list}/[0-9a-f-]{36}`))
    await page().goBack()
    await isAt(`/${list}`)
    await point(row(1).locator('td').nth(2))
    await page().waitForURL(new RegExp(`#/${list}/[0-9a-f-]{36}`))
  })

  test('keys that come as fast as a scanner’s, one upon another, each go on from where the last one led', async () => {
    await goTo('/orders')
    const rows = page().locator('tbody tr')
    const third = await rows.nth(2).locator('a.row-link').getAttribute('href')
    await page().getByRole('searchbox').focus()
    await page().keyboard.press('ArrowDown')
    for (const key of ['j', 'j', 'ArrowUp', 'j', 'Enter']) await page().keyboard.press(key)
    await page().waitForURL(({ hash }) => hash === third)
  })

  test('a click with Ctrl opens a tab, as on any link', async () => {
    await goTo('/orders')
    const opened = page().context().waitForEvent('page')
    await page().keyboard.down('Control')
    await point(row(0).locator('td').nth(2))
    await page().keyboard.up('Control')
    const tab = await opened
    await tab.waitForURL(/#\/orders\/[0-9a-f-]{36}/)
    expect(page().url()).toMatch(/#\/orders$/)
  })
})

describe('who types faster than the core answers', () => {
  /** Types a search, and on, before it is answered. */
  async function typeAhead(search: string, ...keys: readonly string[]): Promise<KeptBack> {
    await goTo('/orders')
    const answers = await keepBack(
      page(),
      ({ pathname, search: query }) => pathname.endsWith('/orders') && query.includes(search),
    )
    await page().getByRole('searchbox').focus()
    await page().keyboard.type(search)
    for (const key of keys) await page().keyboard.press(key)
    await eventually(answers.count).toBe(1)
    return answers
  }

  test('goes down into what was asked for, and never into what stood there before', async () => {
    const answers = await typeAhead('H-1000', 'ArrowDown')
    expect(await focusedRow()).toBe(-1)
    await answers.letGo()
    await eventually(focusedRow).toBe(0)
    await page().keyboard.press('ArrowDown')
    expect(await focusedRow()).toBe(1)
    expect(await row(1).getByRole('link').innerText()).toContain('H-1000')
  })

  test('opens the first of it with the next key', async () => {
    const answers = await typeAhead('H-10007', 'ArrowDown', 'Enter')
    await answers.letGo()
    await page()
      .getByRole('heading', { name: /^Order H-10007/ })
      .waitFor()
  })
})

describe('what is pasted into the search of orders:', () => {
  const search = (): Locator => page().getByRole('searchbox', { name: 'Search orders' })
  const note = (text: RegExp | string): Locator => page().getByRole('main').getByText(text)

  test('the id of a customer finds their orders, or leads to who has none', async () => {
    const { program, complaints } = counter()
    const email = `${tag()}@orders.example`
    const { order } = await program.anOrder({ billing: { email }, shipping: null })
    const { order: other } = await program.anOrder({ billing: { email }, shipping: null })
    await goTo('/orders')
    await search().fill(order.customer.id)
    await eventually(async () => page().locator('tbody tr').count()).toBe(2)
    for (const { orderNumber } of [order, other])
      await page().getByRole('link', { name: orderNumber }).waitFor()

    const made = await program.post('/customers', { firstName: 'Nora', lastName: 'Neverbought' })
    await search().fill((made.body as { id: string }).id)
    await note('Nora Neverbought has no orders yet.').waitFor()
    await page().getByRole('link', { name: 'To the customer' }).click()
    await page().getByRole('heading', { name: 'Nora Neverbought' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('the id of a cart leads to it, and one of nothing says so', async () => {
    const { program, complaints } = counter()
    const cartId = await program.aCart()
    await program.addLine(cartId)
    await program.patch(`/carts/${cartId}`, { name: 'Window table' })
    await goTo('/orders')
    await search().fill('0199a0b0-0000-7000-8000-00000000ffff')
    await note('No order, payment or customer has this id.').waitFor()
    await page().getByRole('combobox', { name: 'State' }).click()
    await page().getByRole('option', { name: 'Paid' }).click()
    await note(/^Try fewer words/).waitFor()
    await page().getByRole('button', { name: 'Clear search' }).click()
    await search().fill(cartId)
    await note(/^This is the id of a cart: Window table/).waitFor()
    await page().getByRole('link', { name: 'To the cart' }).click()
    await page().waitForURL(new RegExp(`#/carts/${cartId}`))
    expect(complaints).toEqual([])
  })

  test.for(['orders', 'carts', 'customers', 'products'])(
    'more than can be searched for is said in plain words in %s',
    async (list) => {
      await page().goto(`${counter().core.api}/#/${list}`)
      await page().getByRole('searchbox').fill('word '.repeat(200))
      await page()
        .getByRole('alert')
        .getByText(/^Search: must be at most 512 characters/)
        .waitFor()
      await page().getByRole('searchbox').fill('')
      await page().getByRole('alert').waitFor({ state: 'hidden' })
    },
  )
})

test('where the row that has the keyboard leaves the list, the one in its place has it, and where none is left the search', async () => {
  const { program, complaints } = counter()
  const name = `Zorro ${tag()}`
  const ids = await Promise.all(
    ['a', 'b', 'c'].map(async () => {
      const cartId = await program.aCart()
      await program.patch(`/carts/${cartId}`, { name })
      return cartId
    }),
  )
  await page().goto(`${counter().core.api}/#/carts?search=${encodeURIComponent(name)}`)
  await row(2).waitFor()
  await row(1).locator('a.row-link').focus()
  const names = async (): Promise<(string | null)[]> =>
    page()
      .locator('tbody a.row-link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  const [first, second, third] = await names()
  for (const gone of [second, third]) {
    const id = ids.find((each) => gone?.includes(each))
    await program.patch(`/carts/${String(id)}`, { name: 'Somebody else' })
    await eventually(names).not.toContain(gone)
    await eventually(focusedRow).toBe(gone === second ? 1 : 0)
  }
  const last = ids.find((each) => first?.includes(each))
  await program.patch(`/carts/${String(last)}`, { name: 'Somebody else' })
  await eventually(names).toEqual([])
  await page().getByRole('searchbox').and(page().locator(':focus')).waitFor()
  expect(complaints).toEqual([])
})

test('a list says how many there are behind those that it shows', async () => {
  const { count, more } = (await counter().program.get('/orders/count')).ok(CountAnswer)
  expect([count > 700, more]).toEqual([true, false])
  await goTo('/orders')
  await page().getByText(`50 of ${count} shown`, { exact: true }).waitFor()
  await page().getByRole('searchbox').fill('H-10001')
  await page().getByText('1 shown', { exact: true }).waitFor()
  await page().waitForURL(/search=H-10001/)

  // The list is what its address says, also where a link has put something else there.
  await goTo('/orders')
  await page().getByText(`50 of ${count} shown`, { exact: true }).waitFor()
  await page().goto(`${counter().core.api}/#/orders?search=H-10001`)
  await page().getByText('1 shown', { exact: true }).waitFor()
  expect(await page().getByRole('searchbox').inputValue()).toBe('H-10001')
})

test('how many there are is said on while it is counted again for what somebody else has done, and not for what is searched for', async () => {
  const { program, complaints } = counter()
  const said = (text: string): Locator => page().getByRole('status').getByText(text, { exact: true })
  const found = async (search?: string): Promise<number> =>
    (await program.get('/orders/count', { search })).ok(CountAnswer).count
  const count = await found()
  await goTo('/orders')
  await said(`50 of ${count} shown`).waitFor()

  const counted = await keepBack(page(), ({ pathname }) => pathname.endsWith('/orders/count'))
  const { order } = await program.anOrder()
  await page().getByRole('link', { name: order.orderNumber }).waitFor()
  await eventually(counted.count).toBe(1)
  expect(await said(`50 of ${count} shown`).count()).toBe(1)
  await counted.letGo()
  await said(`50 of ${count + 1} shown`).waitFor()

  const searched = await keepBack(page(), ({ pathname }) => pathname.endsWith('/orders/count'))
  await page().getByRole('searchbox').fill('H-101')
  await eventually(searched.count).toBe(1)
  await said('50 shown').waitFor()
  await searched.letGo()
  await said(`50 of ${await found('H-101')} shown`).waitFor()
  expect(complaints).toEqual([])
})

test('how many there were before is not said of a list that could not be counted', async () => {
  const said = (text: string): Locator => page().getByRole('status').getByText(text, { exact: true })
  await goTo('/orders')
  await page()
    .getByText(/^50 of \d+ shown$/)
    .waitFor()
  const count = '**/api/v1/orders/count?*'
  await page().route(count, async (route) => route.fulfill({ status: 500, json: { errors: [] } }))
  const failed = page().waitForResponse(/orders\/count/)
  await page().getByRole('searchbox').fill('H-101')
  await failed
  await page().waitForTimeout(300)
  expect(await said('50 shown').count()).toBe(1)
  await page().unroute(count)
})

test('who goes back from row 700 finds row 700, by the browser and by the page’s own way back', async () => {
  await goTo('/orders')
  while ((await page().locator('tbody tr').count()) < 700) {
    const before = await page().locator('tbody tr').count()
    await page().getByRole('button', { name: 'Load more' }).click()
    await row(before).waitFor()
  }
  const number = await row(699).getByRole('link').innerText()
  for (const goBack of [
    async () => page().goBack(),
    async () => page().getByRole('button', { name: 'Back to the orders' }).click(),
  ]) {
    await row(699).getByRole('link').focus()
    await page().keyboard.press('Enter')
    await page()
      .getByRole('heading', { name: `Order ${number}` })
      .waitFor()
    await goBack()
    await row(699).waitFor()
    await expect.poll(async () => focusedRow()).toBe(699)
    const box = await row(699).boundingBox()
    expect(box?.y).toBeGreaterThan(50)
    expect(box?.y).toBeLessThan(860)
  }
})

test('days are typed in the order of the clerk’s language, whatever the browser’s, in whichever window it was chosen', async () => {
  await goTo('/orders')
  await page().getByRole('heading', { name: 'Orders', exact: true }).waitFor()
  const other = await page().context().newPage()
  await other.goto(new URL('/api/v1/health', page().url()).href)
  const prefer = async (preferences: object): Promise<void> =>
    other.evaluate(
      (kept) => localStorage.setItem('backcounter.preferences', kept),
      JSON.stringify(preferences),
    )
  await prefer({ language: 'de' })
  await page().bringToFront()
  const from = page().getByRole('group', { name: 'Von' })
  await from.waitFor()
  expect((await from.innerText()).replaceAll(/\s/g, '')).toMatch(/^tt\.mm\.jjjj$/i)
  await from.getByRole('spinbutton').first().focus()
  await page().keyboard.type('05032025', { delay: 120 })
  await expect.poll(() => page().url()).toContain('from=2025-03-05')
  await prefer({})
  await page().getByRole('heading', { name: 'Orders', exact: true }).waitFor()
  await other.close()
})

async function cutNames(names: Locator): Promise<(string | null)[]> {
  await names.first().waitFor()
  return names.evaluateAll((all) =>
    all
      .filter((name) => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 1)
      .map(({ textContent }) => textContent),
  )
}

test('shortcuts lead on from a day that is typed, too, and what is a day’s stays there', async () => {
  await goTo('/orders')
  const day = page().getByRole('group', { name: 'From' }).getByRole('spinbutton').first()
  await day.focus()
  await page().keyboard.type('12')
  await counter().press('Control+k')
  await page().getByRole('dialog').waitFor()
  await counter().press('Escape')
  await expect.poll(async () => day.textContent()).toBe('12')
  await day.focus()
  await counter().newOrder()
})

test('at 200 % zoom names of goods and of people are whole in a cart, an order and Today', async () => {
  const { program, goTo: open } = counter()
  const { order } = await program.anOrder()
  const { cartId } = await program.aCartReadyToPlace()
  await page().setViewportSize({ width: 512, height: 350 })
  for (const [path, table, name] of [
    [`/carts/${cartId}`, 'Goods', 'tr > td:first-child p.font-medium'],
    [`/orders/${order.id}`, 'Lines', 'tr > td:first-child p.font-medium'],
    ['/today', 'Latest orders', 'tr > td:nth-child(2)'],
  ] as const) {
    await open(path)
    const names = page().getByRole('table', { name: table }).locator('tbody').locator(name)
    expect([path, await cutNames(names)]).toEqual([path, []])
  }
  await page().setViewportSize({ width: 1360, height: 860 })
})

test('at 420 px both days that orders are looked for from and to are in the window', async () => {
  await goTo('/orders')
  await page().setViewportSize({ width: 420, height: 800 })
  for (const name of ['From', 'To']) {
    const day = await page().getByRole('group', { name, exact: true }).boundingBox()
    expect((day?.x ?? 0) + (day?.width ?? Infinity)).toBeLessThanOrEqual(420)
  }
  await page().setViewportSize({ width: 1360, height: 860 })
})

test('at 640 px the name of whom an order is for is whole', async () => {
  await goTo('/orders')
  await page().setViewportSize({ width: 640, height: 900 })
  expect(await cutNames(page().locator('tbody tr td:nth-child(3)'))).toEqual([])
  await page().setViewportSize({ width: 1360, height: 860 })
})

test('at 680 px dates, names and amounts of orders are in one piece', async () => {
  await goTo('/orders')
  await page().setViewportSize({ width: 680, height: 900 })
  expect(await brokenWords(page().locator('tbody td'))).toEqual([])
  await page().setViewportSize({ width: 1360, height: 860 })
})

test('at 1024 px the e-mail address of whom an order is for is whole', async () => {
  await goTo('/orders')
  await page().setViewportSize({ width: 1024, height: 700 })
  const addresses = page()
    .locator('tbody td:nth-child(4)')
    .filter({ hasText: /^.{1,25}$/ })
  expect(await cutNames(addresses)).toEqual([])
  await page().setViewportSize({ width: 1360, height: 860 })
})

describe('at 200 % zoom', () => {
  test.for([
    { width: 680, height: 430 },
    { width: 512, height: 350 },
  ])('names are in sight and the pointer opens what they name: $width', async (viewport) => {
    await goTo('/carts')
    await page().setViewportSize(viewport)
    for (const path of ['/orders', '/carts']) {
      await goTo(path)
      const name = row(0)
        .locator('td')
        .nth(path === '/orders' ? 2 : 0)
      expect((await name.boundingBox())?.width).toBeGreaterThan(100)
      const { scrollWidth, clientWidth } = await page().evaluate(() => document.documentElement)
      expect(scrollWidth).toBe(clientWidth)
    }
    await point(row(0).locator('td').first())
    await page().waitForURL(/#\/carts\/[0-9a-f-]{36}/)
    const field = page().getByRole('combobox', { name: 'Scan, sku or name' })
    await field.click()
    await page().getByRole('button', { name: 'Place order' }).scrollIntoViewIfNeeded()
    await page().getByRole('button', { name: 'Place order' }).click()
  })
})

test('at 400 % zoom a list has half of the window, whatever stands above it', async () => {
  await goTo('/orders')
  await page().setViewportSize({ width: 320, height: 256 })
  const search = page().getByRole('searchbox')
  await search.focus()
  await counter().press('ArrowDown')
  await eventually(focusedRow).toBe(0)
  const list = page()
    .getByRole('main')
    .locator('div', { has: page().getByRole('table') })
    .filter({ hasNot: page().getByRole('heading', { name: 'Orders', exact: true }) })
    .first()
  expect((await list.boundingBox())?.height).toBeGreaterThan(100)
  await search.focus()
  await search.and(page().locator(':focus')).waitFor()
  await page().setViewportSize({ width: 1360, height: 860 })
})

test('a whole letter that is pasted finds the order that it names, in the list and from everywhere', async () => {
  const { program, press, complaints } = counter()
  const { order } = await program.anOrder()
  const letter = `${'Dear shop, I would like to know when my goods will come. '.repeat(20)}It is ${order.orderNumber}. Ida`
  await goTo('/carts')
  await goTo('/orders')
  await page().getByRole('searchbox').fill(letter)
  await eventually(async () => page().locator('tbody tr').count()).toBe(1)
  await row(0).getByText(order.orderNumber).waitFor()
  expect(await page().getByRole('searchbox').inputValue()).toBe(letter)
  await press('Control+k')
  await page().getByRole('combobox', { name: 'Find anything' }).fill(letter)
  await page().getByRole('option', { name: order.orderNumber }).waitFor()
  await press('Escape')
  await page().getByRole('searchbox').fill('')
  await row(1).waitFor()
  expect(complaints).toEqual([])
})
