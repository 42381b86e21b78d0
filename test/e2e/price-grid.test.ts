import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from 'playwright'
import { beforeEach, describe, expect, test } from 'vitest'
import { ManagedProduct } from '../../core/catalog/manage/product.schema.ts'
import {
  ManagedPriceGroup,
  ManagedPriceGroupsAnswer,
} from '../../core/price-groups/manage/price-group.schema.ts'
import type { Clerk } from '../support/clerk.ts'
import { attemptTag } from './attempt-tag.ts'
import { accessibilityFaults } from './audit.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { keepFromCore, type KeptBack } from './keep-back.ts'
import { localProgram } from './local-program.ts'

const counter = counterOfDemoShop({ permissions: ['clipboard-read', 'clipboard-write'] })
const page = (): Page => counter().page
const cell = (product: string, group: string): Locator =>
  page().getByRole('textbox', { name: `${product}, ${group}`, exact: true })

const tag = attemptTag()
/** Ropes of this attempt’s own. */
const rope = (letter: string): string => `ROPE${tag()}-${letter}`

/** As nobody types them in the country of the shop, unless they say so. */
beforeEach(async () => {
  await counter().goTo('/price-grid')
  await page().getByRole('switch', { name: 'Prices with tax' }).uncheck()
})

async function addRope(manager: Clerk, sku: string, price: number): Promise<void> {
  const variants = [{ prices: [{ priceGroupId: await manager.priceGroup(), price }] }]
  const body = { sku, names: { 'en-GB': `Gridrope ${sku}` }, taxRate: 0.25, variants }
  expect((await manager.post('/manage/products', body)).status).toBe(200)
}
/** The shop's own prices of a product, by group. */
async function pricesOf(manager: Clerk, sku: string): Promise<Record<string, number>> {
  const { variants } = (await manager.get(`/manage/products/${sku}`)).ok(ManagedProduct)
  return Object.fromEntries(
    (variants[0]?.prices ?? []).map(({ price, priceGroupId }) => [priceGroupId, price]),
  )
}

test('a price that a colleague sets in a cell somebody types in is told before theirs passes over it', async () => {
  const { complaints, press } = counter()
  const manager = await localProgram(counter().core, 'manage')
  for (const letter of ['U', 'V']) await addRope(manager, rope(letter), 10)
  const base = await manager.priceGroup()
  const priceOf = async (letter: string): Promise<number | undefined> =>
    (await pricesOf(manager, rope(letter)))[base]
  const set = async (letter: string, price: number): Promise<void> => {
    const variants = [{ variantSku: null, prices: [{ priceGroupId: base, price }] }]
    const { id, version } = (await manager.get(`/manage/products/${rope(letter)}`)).ok(ManagedProduct)
    expect((await manager.patch('/manage/prices', { products: [{ id, version, variants }] })).status).toBe(
      200,
    )
  }
  const [first, second] = ['U', 'V'].map((letter) => cell(`Gridrope ${rope(letter)}`, 'Shop price, EUR'))
  const derived = cell(`Gridrope ${rope('U')}`, 'Tax-free export')
  if (!first || !second) throw new Error('two cells')
  await counter().goTo(
    `/price-grid?search=gridrope+rope${tag()}&groups=${base},${await manager.priceGroup('Tax-free export')}`,
  )
  const told = page().getByRole('alert').filter({ hasText: 'was set in the meantime' })
  await first.focus()
  await page().keyboard.type('12', { delay: 120 })
  await set('U', 15)
  // What derives from it shows that the grid knows it.
  await eventually(async () => derived.getAttribute('placeholder')).toBe('15.00')
  await press('Enter')
  await told.filter({ hasText: `Gridrope ${rope('U')}, Shop price, EUR: €15.00` }).waitFor()
  expect(await first.inputValue()).toBe('12')
  await first.and(page().locator(':focus')).waitFor()
  expect(await priceOf('U')).toBe(15)

  // Who goes elsewhere leaves it unsaved; Escape leaves the other one.
  await second.click()
  await page().getByText('One price is not saved yet').waitFor()
  await first.focus()
  await press('Escape')
  expect(await first.inputValue()).toBe('15.00')
  expect(await told.count()).toBe(0)

  // Through a reload, too; who presses Enter again wants theirs.
  await second.focus()
  await page().keyboard.type('13', { delay: 120 })
  await set('V', 16)
  await page().reload()
  await second.focus()
  await press('Enter')
  await told.filter({ hasText: '€16.00' }).waitFor()
  expect(await priceOf('V')).toBe(16)
  await press('Enter')
  await eventually(async () => priceOf('V')).toBe(13)
  expect(await told.count()).toBe(0)
  // Taken back it is what the colleague had set.
  await press('Control+z')
  await eventually(async () => priceOf('V')).toBe(16)
  expect(complaints).toEqual([])
})

test('prices are typed, pasted, changed by per cent and taken back, by keyboard; a colleague’s are not overwritten', async () => {
  const { press } = counter()
  const manager = await localProgram(counter().core, 'manage')
  for (const [sku, price] of [
    [rope('A'), 10],
    [rope('B'), 20],
    [rope('C'), 30],
  ] as const)
    await addRope(manager, sku, price)
  const [base, club] = [await manager.priceGroup(), await manager.priceGroup('Harbour Club, EUR')]
  const [shop, derived] = ['Shop price, EUR', 'Tax-free export']
  const groups = [base, await manager.priceGroup(derived), club].join(',')

  await counter().goTo(`/price-grid?search=gridrope+rope${tag()}&groups=${groups}`)
  await cell(`Gridrope ${rope('C')}`, shop).waitFor()
  expect(await accessibilityFaults(page())).toEqual([])
  expect(await cell(`Gridrope ${rope('A')}`, derived).getAttribute('placeholder')).toBe('10.00')

  // Typed, with Enter to the cell below, which is no price and stays.
  await page().getByRole('searchbox').focus()
  await press('ArrowDown')
  await page().keyboard.type('12.5', { delay: 120 })
  await press('Enter')
  await eventually(async () => pricesOf(manager, rope('A'))).toEqual({ [base]: 12.5 })
  await eventually(async () => cell(`Gridrope ${rope('A')}`, derived).getAttribute('placeholder')).toBe(
    '12.50',
  )
  expect(
    await cell(`Gridrope ${rope('B')}`, shop).evaluate((field) => field === document.activeElement),
  ).toBe(true)
  await page().keyboard.type('much', { delay: 120 })
  await press('Enter')
  expect(await cell(`Gridrope ${rope('B')}`, shop).getAttribute('aria-invalid')).toBe('true')
  const told = page().getByRole('alert').filter({ hasText: 'Write an amount such as 12.50.' })
  await told.waitFor()
  await press('Escape')
  await told.waitFor({ state: 'hidden' })
  expect(await cell(`Gridrope ${rope('B')}`, shop).inputValue()).toBe('20.00')
  // What is typed then takes its place, as it did before: behind a price without decimals it would be another price.
  await page().keyboard.type('22', { delay: 120 })
  expect(await cell(`Gridrope ${rope('B')}`, shop).inputValue()).toBe('22')
  await press('Escape')

  // Pasted from a spreadsheet: two rows of two groups, one request; and taken back.
  await page().evaluate(() => navigator.clipboard.writeText('21,000\t19.50\r\n31\t\r\n'))
  await press('Control+v')
  await eventually(async () => pricesOf(manager, rope('C'))).toMatchObject({ [base]: 31 })
  expect(Object.values(await pricesOf(manager, rope('B'))).sort((a, b) => a - b)).toEqual([19.5, 21_000])
  await press('Control+z')
  await eventually(async () => pricesOf(manager, rope('B'))).toEqual({ [base]: 20 })
  expect(await pricesOf(manager, rope('C'))).toEqual({ [base]: 30 })
  await page().evaluate(() => navigator.clipboard.writeText('1\t2\nthree\t4'))
  await press('Control+v')
  await page().getByRole('alert').getByText('“three” is no price. Nothing was changed.').waitFor()

  // By per cent, seen before it counts.
  await page().getByRole('button', { name: 'By per cent' }).press('Enter')
  await page().getByRole('dialog').waitFor()
  await page().keyboard.type('-10', { delay: 120 })
  const preview = page().getByRole('table', { name: 'Before and after' })
  await preview.getByRole('row', { name: `Gridrope ${rope('A')} €12.50 €11.25` }).waitFor()
  expect(await accessibilityFaults(page())).toEqual([])
  await press('Enter')
  await eventually(async () => pricesOf(manager, rope('C'))).toEqual({ [base]: 27 })
  await page().getByRole('status').getByText('3 prices saved').waitFor()

  // A colleague is first: nothing is overwritten, they are named, and what was typed can be stored again.
  await page().route('**/api/v1/events', (route) => route.abort())
  await page().reload()
  await cell(`Gridrope ${rope('A')}`, shop).waitFor()
  await manager.patch(`/manage/products/${rope('A')}`, { names: { 'da-DK': 'Reb' } })
  // What is asked again after the refusal comes late: a hand that is quicker is heard all the same.
  await page().route('**/manage/prices?**', async (route) => {
    await pause(1500)
    await route.continue()
  })
  await cell(`Gridrope ${rope('A')}`, shop).focus()
  await page().keyboard.type('1.5', { delay: 120 })
  await press('Enter')
  await page()
    .getByRole('alert')
    .getByText(`Gridrope ${rope('A')}: changed in the meantime by Till`)
    .waitFor()
  expect(await pricesOf(manager, rope('A'))).toEqual({ [base]: 11.25 })
  await press('ArrowUp')
  expect(await cell(`Gridrope ${rope('A')}`, shop).inputValue()).toBe('1.5')
  await press('Enter')
  await eventually(async () => pricesOf(manager, rope('A'))).toEqual({ [base]: 1.5 })
  // Those that come next hear of colleagues at once.
  await page().unrouteAll({ behavior: 'wait' })
  await page().reload()
})

test('what could not be stored stays in its cells, through a reload too, and is stored once when it is saved', async () => {
  const { complaints, press } = counter()
  const manager = await localProgram(counter().core, 'manage')
  for (const letter of ['P', 'Q']) await addRope(manager, rope(letter), 10)
  const [base, club] = [await manager.priceGroup(), await manager.priceGroup('Harbour Club, EUR')]
  const shop = 'Shop price, EUR'
  await counter().goTo(`/price-grid?search=gridrope+rope${tag()}&groups=${base},${club}`)
  const first = cell(`Gridrope ${rope('P')}`, shop)
  await first.waitFor()
  const writes = (url: URL): boolean => url.pathname === '/api/v1/manage/prices'

  // Pasted while nobody answers.
  await page().route(writes, async (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await page().evaluate(() => navigator.clipboard.writeText('11\t9\n12\t'))
  await first.focus()
  await press('Control+v')
  await page().getByRole('status').getByText('3 prices are not saved yet').waitFor()
  expect(await cell(`Gridrope ${rope('Q')}`, shop).inputValue()).toBe('12.00')
  expect(await accessibilityFaults(page())).toEqual([])
  await page().unroute(writes)
  await page().reload()
  await page().getByRole('status').getByText('3 prices are not saved yet').waitFor()
  expect(await first.inputValue()).toBe('11.00')
  await press('Control+s')
  await page().getByRole('status').getByText('3 prices saved').waitFor()
  expect(await pricesOf(manager, rope('P'))).toEqual({ [base]: 11, [club]: 9 })
  expect(await pricesOf(manager, rope('Q'))).toEqual({ [base]: 12 })

  // Stored, and the answer is lost: it is seen to be stored, and nothing waits.
  const before = (await manager.get(`/manage/products/${rope('P')}`)).ok(ManagedProduct).version
  const loseAnswers = async (): Promise<void> => {
    await page().route(writes, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      await route.fetch()
      return route.abort()
    })
  }
  await loseAnswers()
  await page().getByRole('button', { name: 'By per cent' }).press('Enter')
  await page().getByRole('dialog').waitFor()
  await page().keyboard.type('+100', { delay: 120 })
  await press('Enter')
  await eventually(async () => pricesOf(manager, rope('P'))).toEqual({ [base]: 22, [club]: 9 })
  await eventually(async () => first.inputValue()).toBe('22.00')
  await page()
    .getByText(/not saved yet/)
    .waitFor({ state: 'hidden' })
  await page().unroute(writes)
  await press('Control+s')
  expect((await manager.get(`/manage/products/${rope('P')}`)).ok(ManagedProduct).version).toBe(before + 1)

  // It is taken back as any other step, and done again, also where these answers are lost.
  const price = async () => (await pricesOf(manager, rope('P')))[base]
  await press('Control+z')
  await eventually(price).toBe(11)
  await page().getByRole('status').getByText('prices saved').waitFor()
  await loseAnswers()
  for (const [key, amount] of [
    ['Control+y', 22],
    ['Control+z', 11],
  ] as const) {
    await press(key)
    await eventually(price).toBe(amount)
    await page().getByRole('status').getByText('prices saved').waitFor()
    expect(await page().getByText('please try again').count()).toBe(0)
  }
  await page().unroute(writes)
  expect(complaints).toEqual([])
})

test('a block that is pasted over what was typed counts, also where it is the price from before', async () => {
  const manager = await localProgram(counter().core, 'manage')
  for (const [letter, price] of [
    ['P', 10],
    ['Q', 20],
  ] as const)
    await addRope(manager, rope(letter), price)
  const base = await manager.priceGroup()
  await counter().goTo(`/price-grid?search=gridrope+rope${tag()}&groups=${base}`)
  const [first, second] = [
    cell(`Gridrope ${rope('P')}`, 'Shop price, EUR'),
    cell(`Gridrope ${rope('Q')}`, 'Shop price, EUR'),
  ]
  await first.fill('9')
  await page().evaluate(() => navigator.clipboard.writeText('10.00\r\n21.00\r\n'))
  await counter().press('Control+v')
  await eventually(async () => pricesOf(manager, rope('Q'))).toEqual({ [base]: 21 })
  expect(await first.inputValue()).toBe('10.00')
  // To leave the cell saves nothing: Ctrl+Z takes back the block.
  await counter().press('Enter', 'Control+z')
  await eventually(async () => second.inputValue()).toBe('20.00')
  expect(await pricesOf(manager, rope('P'))).toEqual({ [base]: 10 })
})

test('each price with tax of a block that cannot be had is told, and of a block that is refused none', async () => {
  const manager = await localProgram(counter().core, 'manage')
  for (const letter of ['S', 'T']) await addRope(manager, rope(letter), 10)
  const base = await manager.priceGroup()
  await counter().goTo(`/price-grid?search=gridrope+rope${tag()}&groups=${base}`)
  await page().getByRole('switch', { name: 'Prices with tax' }).check()
  const [first, second] = [
    cell(`Gridrope ${rope('S')}`, 'Shop price, EUR'),
    cell(`Gridrope ${rope('T')}`, 'Shop price, EUR'),
  ]
  const told = page().getByText('There is no price without tax')
  const paste = async (text: string): Promise<void> => {
    await first.focus()
    await page().evaluate(async (block) => navigator.clipboard.writeText(block), text)
    await counter().press('Control+v')
  }
  await paste('25.02\r\nmuch\r\n')
  await page().getByRole('alert').filter({ hasText: 'much' }).waitFor()
  expect(await told.count()).toBe(0)
  await paste('25.02\r\n25.07\r\n')
  await eventually(async () => second.inputValue()).toBe('25.08')
  expect(await told.allInnerTexts()).toEqual([
    'There is no price without tax that comes to €25.02: it is €25.03 now.',
    'There is no price without tax that comes to €25.07: it is €25.08 now.',
  ])
})

test('what was typed without tax stays that where prices are shown with tax meanwhile, and the other way round', async () => {
  const { complaints, core, press } = counter()
  const manager = await localProgram(core, 'manage')
  await addRope(manager, rope('N'), 10)
  const base = await manager.priceGroup()
  const address = `/price-grid?search=gridrope+rope${tag()}&groups=${base}`
  const withTax = (of: Page): Locator => of.getByRole('switch', { name: 'Prices with tax' })
  const other = await page().context().newPage()
  await other.goto(`${core.api}/#/new-product`)
  await counter().goTo(address)
  const typed = cell(`Gridrope ${rope('N')}`, 'Shop price, EUR')

  // In another tab, while somebody is in the cell.
  await typed.focus()
  await page().keyboard.type('100', { delay: 120 })
  await withTax(other).check()
  await eventually(async () => typed.inputValue()).toBe('125.00')
  await press('Enter')
  await eventually(async () => pricesOf(manager, rope('N'))).toEqual({ [base]: 100 })

  // Loaded anew, and shown the other way then.
  await typed.focus()
  await page().keyboard.type('150', { delay: 120 })
  await page().reload()
  await eventually(async () => typed.inputValue()).toBe('150')
  await withTax(page()).uncheck()
  expect(await typed.inputValue()).toBe('120.00')
  expect(await typed.getAttribute('title')).toBe('Not saved yet')
  await typed.focus()
  await press('Enter')
  await eventually(async () => pricesOf(manager, rope('N'))).toEqual({ [base]: 120 })
  await other.close()
  expect(complaints).toEqual([])
})

describe('while a price is still on its way to the core', () => {
  const shop = 'Shop price, EUR'
  const slowCore = async (): Promise<KeptBack> =>
    keepFromCore(page(), ({ pathname }, method) => method === 'PATCH' && pathname === '/api/v1/manage/prices')
  const inRow = (letter: string): Locator => cell(`Gridrope ${rope(letter)}`, shop)
  const priceOf = async (manager: Clerk, letter: string): Promise<number | undefined> =>
    (await pricesOf(manager, rope(letter)))[await manager.priceGroup()]
  async function gridOf(...letters: string[]): Promise<Clerk> {
    const manager = await localProgram(counter().core, 'manage')
    for (const letter of letters) await addRope(manager, rope(letter), 10)
    await counter().goTo(
      `/price-grid?search=gridrope+rope${tag()}-${letters[0]?.[0]}&groups=${await manager.priceGroup()}`,
    )
    await inRow(letters.at(-1) ?? '').waitFor()
    return manager
  }
  async function type(letter: string, text: string): Promise<void> {
    await inRow(letter).focus()
    await page().keyboard.type(text, { delay: 120 })
    await counter().press('Enter')
  }

  test('it is taken back before it is seen to be stored, where its answer was lost', async () => {
    const { complaints, press } = counter()
    const manager = await gridOf('L1', 'L2')
    const writes = '**/api/v1/manage/prices'
    await page().route(writes, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      await route.fetch()
      return route.abort()
    })
    const list = await keepFromCore(
      page(),
      ({ pathname }, method) => method === 'GET' && pathname === '/api/v1/manage/prices',
    )
    await type('L1', '12')
    await eventually(async () => priceOf(manager, 'L1')).toBe(12)
    // The core tells of it, too.
    await eventually(list.count).toBeGreaterThan(0)
    await page().unroute(writes)
    await press('Control+z')
    await list.letGo()
    await eventually(async () => priceOf(manager, 'L1')).toBe(10)
    expect(await page().getByText('somebody else’s').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('what is typed there counts, also the price from before, and is taken back step by step', async () => {
    const { complaints, press } = counter()
    const manager = await gridOf('T1', 'T2')
    const late = await slowCore()
    await type('T1', '12')
    await eventually(late.count).toBe(1)
    await type('T1', '10')
    await press('Tab', 'Shift+Tab')
    expect(await inRow('T1').inputValue()).toBe('10')
    await late.letGo()
    await eventually(async () => inRow('T1').inputValue()).toBe('10.00')
    await page().getByRole('status').getByText('One price saved').waitFor()
    expect(await priceOf(manager, 'T1')).toBe(10)
    await press('Control+z')
    await eventually(async () => priceOf(manager, 'T1')).toBe(12)
    await press('Control+z')
    await eventually(async () => priceOf(manager, 'T1')).toBe(10)

    // Taken back while it is on its way: that one, and not what was stored before.
    await type('T1', '14')
    await eventually(async () => priceOf(manager, 'T1')).toBe(14)
    const again = await slowCore()
    await type('T1', '15')
    await eventually(again.count).toBe(1)
    await press('Control+z')
    await again.letGo()
    await eventually(async () => inRow('T1').inputValue()).toBe('14.00')
    expect(await priceOf(manager, 'T1')).toBe(14)
    expect(complaints).toEqual([])
  })

  test('what is pasted over it counts, and so does what another search has taken off the screen', async () => {
    const { press } = counter()
    const manager = await gridOf('V1', 'V2')
    const late = await slowCore()
    await type('V1', '12')
    await eventually(late.count).toBe(1)
    await page().evaluate(() => navigator.clipboard.writeText('10\n16\n'))
    await inRow('V1').focus()
    await press('Control+v')
    await page()
      .getByRole('searchbox')
      .fill(`gridrope ${rope('V2')}`)
    await inRow('V1').waitFor({ state: 'hidden' })
    await late.letGo()
    const both = async () => [await priceOf(manager, 'V1'), await priceOf(manager, 'V2')]
    await eventually(both).toEqual([10, 16])
    await eventually(async () => inRow('V2').inputValue()).toBe('16.00')
    await inRow('V2').focus()
    await press('Control+z')
    await eventually(both).toEqual([12, 10])
    await eventually(async () => inRow('V2').inputValue()).toBe('10.00')
  })

  test('neither what is typed there nor another cell passes over a colleague’s price, or over what is told of it', async () => {
    const manager = await gridOf('W1', 'W2')
    await page().route('**/api/v1/events', (route) => route.abort())
    await page().reload()
    await inRow('W2').waitFor()
    await manager.patch(`/manage/products/${rope('W1')}`, {
      variants: [{ prices: [{ priceGroupId: await manager.priceGroup(), price: 9 }] }],
    })
    const late = await slowCore()
    await type('W1', '12')
    await eventually(late.count).toBe(1)
    await type('W1', '13')
    await type('W2', '14')
    await late.letGo()
    await eventually(async () => priceOf(manager, 'W2')).toBe(14)
    await page().getByRole('alert').getByText('changed in the meantime by Till').waitFor()
    await page().getByRole('status').getByText('One price is not saved yet').waitFor()
    expect(await priceOf(manager, 'W1')).toBe(9)
    expect(await inRow('W1').inputValue()).toBe('13')
    await counter().press('Control+s')
    await eventually(async () => priceOf(manager, 'W1')).toBe(13)
    await page().getByRole('alert').waitFor({ state: 'hidden' })
    await page().unroute('**/api/v1/events')
  })

  test('what is taken back is one’s own: a colleague’s price, set over it since, stays and is said to', async () => {
    const { complaints, press } = counter()
    const manager = await gridOf('Z1', 'Z2')
    await page().evaluate(() => navigator.clipboard.writeText('12\n22\n'))
    await type('Z1', '11')
    await eventually(async () => inRow('Z1').inputValue()).toBe('11.00')
    await inRow('Z1').focus()
    await press('Control+v')
    const both = async () => [await priceOf(manager, 'Z1'), await priceOf(manager, 'Z2')]
    await eventually(both).toEqual([12, 22])
    await manager.patch(`/manage/products/${rope('Z1')}`, {
      variants: [{ prices: [{ priceGroupId: await manager.priceGroup(), price: 15 }] }],
    })
    await eventually(async () => inRow('Z1').inputValue()).toBe('15.00')
    await inRow('Z2').focus()
    await press('Control+z')
    await eventually(both).toEqual([15, 10])
    await page().getByRole('status').getByText('One price is somebody else’s by now').waitFor()
    // The step before it was of that price alone; what is done again is what was taken back.
    await press('Control+z', 'Control+y')
    await eventually(both).toEqual([15, 22])
    expect(complaints).toEqual([])
  })

  test('what is stored after somebody has gone to another page is not said to be unsaved when they come back', async () => {
    const manager = await gridOf('Y1')
    const address = new URL(page().url()).hash.slice(1)
    const late = await slowCore()
    await type('Y1', '12')
    await eventually(late.count).toBe(1)
    await counter().press('F3')
    await page().getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    await late.letGo()
    await eventually(async () => priceOf(manager, 'Y1')).toBe(12)
    await counter().goTo(address)
    await eventually(async () => inRow('Y1').inputValue()).toBe('12.00')
    expect(await inRow('Y1').getAttribute('title')).toBeNull()
  })

  test('goods that are scanned while a cell has the keyboard have their price under it', async () => {
    const manager = await localProgram(counter().core, 'manage')
    for (const letter of ['A', 'B', 'C']) await addRope(manager, rope(letter), 10)
    const base = await manager.priceGroup()
    await counter().goTo(`/price-grid?search=gridrope+rope${tag()}&groups=${base}`)
    await cell(`Gridrope ${rope('C')}`, 'Shop price, EUR').focus()
    await counter().scan(rope('B'))
    const found = cell(`Gridrope ${rope('B')}`, 'Shop price, EUR')
    await found.and(page().locator(':focus')).waitFor()
    await page().keyboard.type('11', { delay: 120 })
    await counter().press('Enter')
    await eventually(async () => pricesOf(manager, rope('B'))).toEqual({ [base]: 11 })
    // Where nothing is found, the search has it.
    await counter().scan('NO-SUCH-ROPE-1')
    await page().getByRole('searchbox').and(page().locator(':focus')).waitFor()
  })

  test('whoever stays in a cell types its next price over the one before', async () => {
    const manager = await gridOf('X1')
    await type('X1', '12')
    await page().keyboard.type('13', { delay: 120 })
    await counter().press('Enter')
    await eventually(async () => priceOf(manager, 'X1')).toBe(13)
    await eventually(async () => inRow('X1').inputValue()).toBe('13.00')
    await type('X1', '14')
    await eventually(async () => inRow('X1').inputValue()).toBe('14.00')
    await page().keyboard.type('15', { delay: 120 })
    await counter().press('Enter')
    await eventually(async () => priceOf(manager, 'X1')).toBe(15)
  })
})

test('a letter that is typed into a cell draws its row anew, and no other', async () => {
  const manager = await localProgram(counter().core, 'manage')
  for (const letter of ['P', 'Q', 'R']) await addRope(manager, rope(letter), 10)
  const groups = [await manager.priceGroup(), await manager.priceGroup('Harbour Club, EUR')]
  await counter().goTo(`/price-grid?search=gridrope+rope${tag()}&groups=${groups.join(',')}`)
  const typed = cell(`Gridrope ${rope('Q')}`, 'Shop price, EUR')
  await typed.click()

  // What comes with the page is drawn by then.
  await page().waitForTimeout(800)
  // Every amount that is drawn is written by it.
  const amounts = await page().evaluateHandle(() => {
    const { prototype } = Intl.NumberFormat
    const write = prototype.formatToParts
    const seen = { written: 0 }
    prototype.formatToParts = function (amount = 0) {
      seen.written += 1
      return write.call(this, amount)
    }
    return seen
  })
  await page().keyboard.type('7', { delay: 120 })
  await typed.evaluate(async () => new Promise((drawn) => requestAnimationFrame(drawn)))
  expect(await typed.inputValue()).toBe('7')
  expect((await amounts.jsonValue()).written).toBeLessThanOrEqual(groups.length * 2)
  await page().keyboard.press('Escape')
})

test('where none of the chosen groups is left, the usual ones are shown, and what was typed in one is refused by its name', async () => {
  const { complaints, goTo } = counter()
  const manager = await localProgram(counter().core, 'manage')
  await addRope(manager, rope('G'), 10)
  const names = { 'en-GB': `Flash sale ${tag()}` }
  const { id } = (await manager.post('/manage/price-groups', { names, currency: 'EUR' })).ok(
    ManagedPriceGroup,
  )
  const usual = cell(`Gridrope ${rope('G')}`, 'Shop price, EUR')
  const isShown = async (): Promise<void> => eventually(async () => usual.inputValue()).toBe('10.00')

  await goTo(`/price-grid?search=gridrope+rope${tag()}&groups=${id}`)
  await cell(`Gridrope ${rope('G')}`, names['en-GB']).focus()
  await page().keyboard.type('12', { delay: 120 })
  expect((await manager.delete(`/manage/price-groups/${id}`)).status).toBe(200)
  await isShown()
  await page()
    .getByRole('alert')
    .getByText(`Gridrope ${rope('G')}, ${names['en-GB']}: there is no such price group`)
    .waitFor()
  // What is typed on is no price of another group.
  await page().getByRole('searchbox').and(page().locator(':focus')).waitFor()
  expect(await pricesOf(manager, rope('G'))).toEqual({ [await manager.priceGroup()]: 10 })

  await page().reload()
  await isShown()
  await goTo('/orders')
  await goTo(`/price-grid?search=gridrope+rope${tag()}&groups=no-such-group`)
  await isShown()
  expect(complaints).toEqual([])
})

test('where no price group is offered the page says so, and leads to them; one that is offered again is there at once', async () => {
  const { complaints, goTo } = counter()
  const manager = await localProgram(counter().core, 'manage')
  await addRope(manager, rope('H'), 10)
  const base = await manager.priceGroup()
  const say = async (id: string, state: string) =>
    (await manager.patch(`/manage/price-groups/${id}`, { state })).status
  const offered = async () =>
    (await manager.get('/manage/price-groups', { maxItems: 1000 }))
      .ok(ManagedPriceGroupsAnswer)
      .priceGroups.filter(({ state }) => state === 'active')
      .map(({ id }) => id)
  const before = await offered()
  const none = page().getByRole('status').filter({ hasText: 'No price group is offered' })
  const shown = cell(`Gridrope ${rope('H')}`, 'Shop price, EUR')
  await goTo(`/price-grid?search=gridrope+rope${tag()}&groups=${base}`)
  await shown.waitFor()
  // Those that others derive from after them.
  for (let left = before; left.length > 0; left = await offered())
    for (const id of left) await say(id, 'retired')
  await none.waitFor()
  await page().reload()
  await none.waitFor()
  expect(await page().getByRole('button', { name: 'By per cent' }).isDisabled()).toBe(true)
  expect(await accessibilityFaults(page())).toEqual([])
  await none.getByRole('link', { name: 'To the price groups' }).press('Enter')
  await page().getByRole('heading', { name: 'Price groups' }).waitFor()

  await goTo(`/price-grid?search=gridrope+rope${tag()}&groups=${base}`)
  await none.waitFor()
  expect(await say(base, 'active')).toBe(200)
  await eventually(async () => shown.inputValue()).toBe('10.00')
  expect(await none.count()).toBe(0)
  expect(complaints).toEqual([])
})
