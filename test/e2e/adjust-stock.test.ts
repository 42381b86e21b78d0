import type { Locator, Page } from 'playwright'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ManagedProduct } from '../../core/catalog/manage/product.schema.ts'
import { AdjustedStock, StockLevel, StockMovementsAnswer } from '../../core/stock/stock.schema.ts'
import type { Clerk } from '../support/clerk.ts'
import { accessibilityFaults } from './audit.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { localProgram } from './local-program.ts'

const counter = counterOfDemoShop()
let manager: Clerk

const page = () => counter().page
const type = async (text: string): Promise<void> => page().keyboard.type(text, { delay: 120 })
const isAt = async (place: Locator): Promise<void> => place.and(page().locator(':focus')).waitFor()
const field = (): Locator => page().getByRole('combobox', { name: 'Scan, sku or name' })
const kind = (name: string): Locator => page().getByRole('radio', { name, exact: true })
const rows = (): Locator => page().getByRole('table', { name: 'Goods' }).locator('tbody tr')
const row = (sku: string): Locator => rows().filter({ hasText: sku })
/** In stock, the quantity, and what there will be. */
async function figuresOf(sku: string): Promise<string[]> {
  const cells = row(sku).getByRole('cell')
  const quantity = await row(sku).getByRole('spinbutton').inputValue()
  return [await cells.nth(1).innerText(), quantity, await cells.nth(3).innerText()]
}
const told = (text: string | RegExp): Locator => page().getByText(text).first()

interface Goods {
  readonly sku: string
  readonly barcode: string
  readonly id: string
}
let count = 0
const WOODS = ['Alder', 'Birch', 'Cedar', 'Ebony', 'Larch', 'Maple', 'Olive', 'Poplar']
const woodOf = (nth: number): string => WOODS[nth - 1] ?? ''
/** A product of its own, without any price, as a draft is that has just been ordered. */
async function aDraft(): Promise<Goods> {
  count += 1
  const [sku, barcode] = [`CRATE-${count}`, `29000000${String(count).padStart(5, '0')}`]
  const body = {
    sku,
    names: { 'en-GB': `Storm crate, ${woodOf(count)}` },
    state: 'draft',
    variants: [{ barcodes: [`${barcode}-OLD`, barcode] }],
  }
  const { variants } = (await manager.post('/manage/products', body)).ok(ManagedProduct)
  return { sku, barcode, id: variants[0]?.id ?? '' }
}
const move = async (kindOf: string, { sku }: Goods, quantity: number) =>
  (await manager.post('/stock/movements', { kind: kindOf, items: [{ sku, quantity }] })).ok(AdjustedStock)
const levelOf = async ({ id }: Goods) => (await manager.get(`/stock/${id}`)).ok(StockLevel)
const movementsOf = async ({ id }: Goods) =>
  (await manager.get(`/stock/${id}/movements`)).ok(StockMovementsAnswer).movements

/** Another tab with the same in it, as whoever duplicates one has. */
async function duplicate(): Promise<Page> {
  const [copy] = await Promise.all([
    page().context().waitForEvent('page'),
    // With an opener a tab gets a copy of the other one's storage, as duplicates do.
    page().evaluate(() => void window.open(window.location.href)),
  ])
  await copy.getByRole('spinbutton').first().waitFor()
  return copy
}

beforeAll(async () => {
  manager = await localProgram(counter().core, 'staff manage')
})

describe('goods that are counted, received and written off with the scanner', () => {
  beforeEach(async () => {
    await page().evaluate(() => sessionStorage.clear())
    await counter().goTo('/stock/adjust')
    await page().reload()
    await page().getByRole('heading', { name: 'Count, receive or write off' }).waitFor()
    await isAt(field())
  })
  afterEach(() => expect(counter().complaints).toEqual([]))

  test('a delivery is scanned piece by piece, also of what has no price yet, and saved at once; the page is free for the next', async () => {
    const { press, scan } = counter()
    const [one, other] = [await aDraft(), await aDraft()]
    await move('count', one, 4)
    await scan(one.barcode)
    await scan(one.barcode)
    await eventually(() => figuresOf(one.sku)).toEqual(['4', '2', '6'])
    await type('10*')
    await scan(`${other.barcode}-OLD`)
    await eventually(() => figuresOf(other.sku)).toEqual(['–', '10', '10'])
    await scan('NOBODY-HAS-THIS')
    await told('Nothing found for “NOBODY-HAS-THIS”. Nothing was added.').waitFor()
    // Words, from which one is chosen; and a scan while the keyboard is in the note.
    await type(`crate ${woodOf(count).toLowerCase()}`)
    await press('Enter')
    await eventually(() => figuresOf(other.sku)).toEqual(['–', '11', '11'])
    await page().getByRole('textbox', { name: 'Note: delivery note, or why' }).click()
    await type('LS 4711')
    await scan(one.barcode)
    await eventually(() => figuresOf(one.sku)).toEqual(['4', '3', '7'])
    expect(await row(one.sku).getAttribute('aria-current')).toBe('true')
    await press('Enter')
    await isAt(field())
    expect(await accessibilityFaults(page())).toEqual([])

    await press('Control+s', 'Control+s')
    await told('Saved: 2 products received, 14 in all').waitFor()
    await isAt(field())
    expect(await rows().count()).toBe(0)
    expect(await movementsOf(one)).toMatchObject([
      { kind: 'receive', change: 3, quantity: 7, reason: 'LS 4711' },
      { kind: 'count', quantity: 4 },
    ])
    expect(await movementsOf(other)).toMatchObject([{ kind: 'receive', change: 11, quantity: 11 }])
  })

  test('a shelf is counted by keyboard, none of something too; what a colleague has sold meanwhile is told at its line, and saved again', async () => {
    const { press, scan } = counter()
    const [one, other] = [await aDraft(), await aDraft()]
    await move('count', one, 5)
    await move('count', other, 3)
    await press('Shift+Tab', 'Shift+Tab')
    await isAt(kind('Receive'))
    await press('ArrowRight')
    await eventually(() => kind('Count').isChecked()).toBe(true)
    await press('F2')
    await scan(one.barcode)
    await scan(other.barcode)
    await eventually(() => figuresOf(other.sku)).toEqual(['3', '1', '1'])
    await isAt(field())
    await press('ArrowUp')
    await isAt(row(other.sku).getByRole('spinbutton'))
    await type('0')
    await press('Enter')
    await isAt(field())
    await eventually(() => figuresOf(other.sku)).toEqual(['3', '0', '0'])

    await move('write-off', one, 2)
    await press('Control+s')
    await told('Nothing was saved: 1 line has to be looked at.').waitFor()
    await row(one.sku).getByRole('alert').waitFor()
    expect(await row(other.sku).getByRole('alert').count()).toBe(0)
    await eventually(() => figuresOf(one.sku)).toEqual(['3', '1', '1'])
    expect((await levelOf(other)).quantity).toBe(3)
    await press('Control+s')
    await told('Saved: 2 products counted, 1 in all').waitFor()
    expect([(await levelOf(one)).quantity, (await levelOf(other)).quantity]).toEqual([1, 0])
  })

  test('a write-off of what no stock is kept of is refused at its line; a line that is taken out comes back', async () => {
    const { press, scan } = counter()
    const [one, other] = [await aDraft(), await aDraft()]
    await move('count', one, 5)
    await kind('Write off').click()
    await scan(other.barcode)
    await scan(one.barcode)
    await eventually(() => figuresOf(one.sku)).toEqual(['5', '1', '4'])
    await press('Control+s')
    await row(other.sku).getByRole('alert').waitFor()
    expect((await levelOf(one)).quantity).toBe(5)
    await page()
      .getByRole('button', { name: /^Remove: Storm crate/ })
      .first()
      .click()
    await eventually(() => rows().count()).toBe(1)
    await press('Control+z')
    await eventually(() => rows().count()).toBe(2)
    expect(await rows().first().innerText()).toContain(other.sku)
    await row(other.sku).getByRole('spinbutton').focus()
    await press('Control+Delete', 'Control+s')
    await told('Saved: 1 product written off, 1 in all').waitFor()
    expect((await levelOf(one)).quantity).toBe(4)
  })

  test('what is entered outlasts the page and a reload; what was sent and not answered is written once, and scans meanwhile are for the next', async () => {
    const { goTo, press, scan } = counter()
    const [one, other] = [await aDraft(), await aDraft()]
    await scan(one.barcode)
    await eventually(() => figuresOf(one.sku)).toEqual(['–', '1', '1'])
    await press('Escape')
    await page().getByRole('heading', { name: 'Stock', exact: true }).waitFor()
    await goTo('/stock/adjust')
    await isAt(field())
    await scan(one.barcode)
    await eventually(() => figuresOf(one.sku)).toEqual(['–', '2', '2'])
    await page().reload()
    await isAt(field())
    expect(await figuresOf(one.sku)).toEqual(['–', '2', '2'])

    // The core has done it, and falls silent; the page is loaded anew before it answers again.
    const movements = /\/api\/v1\/stock\/movements/
    await page().route(movements, async (route) => {
      await route.fetch()
      // The page that has asked again may be gone by then.
      await route.abort().catch(() => undefined)
    })
    await press('Control+s')
    await eventually(async () => (await movementsOf(one).catch(() => [])).length).toBe(1)
    await scan(other.barcode)
    await page().unroute(movements)
    await page().reload()
    await eventually(() => figuresOf(other.sku)).toEqual(['–', '1', '1'])
    expect(await rows().count()).toBe(1)
    expect((await levelOf(one)).quantity).toBe(2)
    expect(await movementsOf(one)).toHaveLength(1)
    await scan(other.barcode)
    await press('Control+s')
    await told('Saved: 1 product received, 2 in all').waitFor()
    expect((await levelOf(other)).quantity).toBe(2)
  })

  test('a delivery that two tabs have, as one was duplicated, is received once; what was added in the second is told, and waits', async () => {
    const { press, scan, complaints } = counter()
    const [one, other] = [await aDraft(), await aDraft()]
    await scan(one.barcode)
    await scan(one.barcode)
    await eventually(() => figuresOf(one.sku)).toEqual(['–', '2', '2'])
    const [same, more] = [await duplicate(), await duplicate()]
    await page().bringToFront()
    await press('Control+s')
    await told('Saved: 1 product received, 2 in all').waitFor()

    await same.bringToFront()
    await same.keyboard.press('Control+s')
    await same.getByText('Saved: 1 product received, 2 in all').waitFor()
    expect((await levelOf(one)).quantity).toBe(2)

    await more.bringToFront()
    const scanField = more.getByRole('combobox', { name: 'Scan, sku or name' })
    await scanField.click()
    await more.keyboard.type(other.sku, { delay: 120 })
    await more.keyboard.press('Enter')
    await eventually(() => more.getByRole('spinbutton').count()).toBe(2)
    await more.keyboard.press('Control+s')
    await more.getByRole('alert').filter({ hasText: 'has gone through' }).waitFor()
    expect((await levelOf(one)).quantity).toBe(2)
    // Whoever has seen it takes out what was received.
    await more
      .getByRole('button', { name: /^Remove: Storm crate/ })
      .first()
      .click()
    await more.keyboard.press('Control+s')
    await more.getByText('Saved: 1 product received, 1 in all').waitFor()
    expect([(await levelOf(one)).quantity, (await levelOf(other)).quantity]).toEqual([2, 1])
    for (const copy of [same, more]) await copy.close()
    await page().bringToFront()
    expect(complaints).toEqual([])
  })
  test('what two tabs have is written once, too, where it was refused in the first and saved there again', async () => {
    const { press, scan } = counter()
    const one = await aDraft()
    await kind('Write off').click()
    await scan(one.barcode)
    await scan(one.barcode)
    await eventually(() => figuresOf(one.sku)).toEqual(['–', '2', '–'])
    const copy = await duplicate()
    await page().bringToFront()
    await press('Control+s')
    await row(one.sku).getByRole('alert').waitFor()
    await move('count', one, 10)
    await press('Control+s')
    await told('Saved: 1 product written off, 2 in all').waitFor()
    expect((await levelOf(one)).quantity).toBe(8)

    await copy.bringToFront()
    await copy.keyboard.press('Control+s')
    await copy.getByRole('alert').first().waitFor()
    await copy.keyboard.press('Control+s')
    await copy.getByText('Saved: 1 product written off, 2 in all').waitFor()
    expect((await levelOf(one)).quantity).toBe(8)
    await copy.close()
    await page().bringToFront()
  })
})
