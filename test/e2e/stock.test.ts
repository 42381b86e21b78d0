import type { Locator } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { AdjustedStock, StockLevel, StockMovementsAnswer } from '../../core/stock/stock.schema.ts'
import type { Clerk } from '../support/clerk.ts'
import { forgetStockIn } from '../support/stock.ts'
import { accessibilityFaults } from './audit.ts'
import { counterOfDemoShop } from './counter.ts'
import { makeDemoDir } from './demo-dir.ts'
import { eventually } from './eventually.ts'
import { faultAt } from './field-fault.ts'
import { localProgram } from './local-program.ts'

const counter = counterOfDemoShop({}, async () => forgetStockIn(await makeDemoDir()))
let manager: Clerk
let goods: { sku: string; variantSku: string | null }[]

const page = () => counter().page
const type = async (text: string): Promise<void> => page().keyboard.type(text, { delay: 120 })
const button = (name: string): Locator => page().getByRole('button', { name, exact: true })
const dialog = (name: string): Locator => page().getByRole('dialog', { name })
const field = (of: Locator, name: string): Locator => of.getByRole('textbox', { name })
const isAt = async (place: Locator): Promise<void> => place.and(page().locator(':focus')).waitFor()
const history = (): Locator => page().getByRole('list', { name: 'What has come and gone' })
const row = (name: string): Locator => page().getByRole('row').filter({ hasText: name })

/** Says of the n-th goods of the shop that they were counted, received or written off. */
async function move(kind: string, nth: number, quantity: number): Promise<StockLevel> {
  const answer = await manager.post('/stock/movements', { kind, items: [{ ...goods[nth], quantity }] })
  const [level] = answer.ok(AdjustedStock).stock
  if (!level) throw new Error('no level was answered')
  return level
}
const levelOf = async ({ id }: StockLevel) => (await manager.get(`/stock/${id}`)).ok(StockLevel)
const movementsOf = async ({ id }: StockLevel) =>
  (await manager.get(`/stock/${id}/movements`)).ok(StockMovementsAnswer).movements

async function openList(): Promise<void> {
  await counter().goTo('/products')
  await page().getByRole('heading', { name: 'Products', exact: true }).waitFor()
  await page().getByRole('link', { name: 'Stock', exact: true }).click()
  await page().getByRole('heading', { name: 'Stock', exact: true }).waitFor()
}
async function openLevel({ id, name }: StockLevel): Promise<void> {
  await counter().goTo(`/stock/${id}`)
  await page().getByRole('heading', { name }).waitFor()
  await history().getByRole('listitem').first().waitFor()
}

beforeAll(async () => {
  manager = await localProgram(counter().core, 'staff manage')
  goods = (await manager.products({ maxItems: 8 })).map(({ sku, variantSku }) => ({ sku, variantSku }))
})

describe('the stock of a shop', () => {
  test('says how it begins, follows what others count, and is found by a scan and by how little is left', async () => {
    const { complaints, scan } = counter()
    await openList()
    await page().getByText('No stock is kept yet').waitFor()
    expect(await page().getByRole('link', { name: 'Count or receive goods' }).count()).toBe(2)
    const plenty = await move('count', 0, 1200)
    await row(plenty.name).getByText('1,200').waitFor()
    const low = await move('count', 1, 3)
    await manager.patch(`/stock/${low.id}`, { reorderPoint: 5 })
    const out = await move('count', 2, 0)
    await row(low.name).getByText('Low').waitFor()
    await row(out.name).getByText('Out of stock').waitFor()
    expect(
      await row(plenty.name)
        .getByText(/Low|Out of stock/)
        .count(),
    ).toBe(0)

    await page().getByRole('combobox', { name: 'State' }).click()
    await page().getByRole('option', { name: 'Low' }).click()
    await row(plenty.name).waitFor({ state: 'detached' })
    await row(low.name).waitFor()
    await page().waitForURL(/state=low/)
    await button('Clear search').click()
    await row(plenty.name).waitFor()

    await scan(plenty.barcode ?? plenty.variantSku ?? plenty.sku)
    await page().getByRole('heading', { name: plenty.name }).waitFor()
    await button('Back to the stock').click()
    await scan('0000000000000')
    await page().getByText('Nothing in stock fits').waitFor()
    expect(complaints).toEqual([])
  })

  test('is received, written off and counted by keyboard, each told with its reason', async () => {
    const { complaints, press } = counter()
    const level = await move('count', 3, 10)
    await openLevel(level)
    await button('Receive').focus()
    await press('Enter')
    await isAt(field(dialog('Receive'), 'How many'))
    await press('Enter')
    await eventually(() => faultAt(field(dialog('Receive'), 'How many'))).toContain('Please fill this in')
    await type('0')
    await press('Enter')
    await eventually(() => faultAt(field(dialog('Receive'), 'How many'))).toContain(
      'A whole number from 1 on',
    )
    await type('12')
    await press('Tab')
    await type('Delivery 7')
    await press('Enter')
    await dialog('Receive').waitFor({ state: 'detached' })
    await isAt(button('Receive'))
    const [received] = await history().getByRole('listitem').all()
    await eventually(async () => received?.innerText()).toContain('12 pieces received')
    expect(await received?.innerText()).toMatch(/Delivery 7[^]*\+12[^]*22 then/)
    // Whoever hears the screen is told, too.
    await page().getByRole('status').getByText('12 pieces received · Console').waitFor()

    await press('Tab', 'Enter')
    await isAt(field(dialog('Write off'), 'How many'))
    await type('1')
    await press('Enter')
    await dialog('Write off').waitFor({ state: 'detached' })
    await history().getByText('1 piece written off').waitFor()
    await history().getByText('-1', { exact: true }).waitFor()

    await press('Shift+Tab', 'Shift+Tab', 'Enter')
    await isAt(field(dialog('Count'), 'How many there are'))
    await type('0')
    await press('Enter')
    await dialog('Count').waitFor({ state: 'detached' })
    await history().getByText('Counted: 0 pieces').waitFor()
    await page().getByText('Out of stock', { exact: true }).waitFor()
    expect((await movementsOf(level)).map(({ change, kind }) => [kind, change])).toEqual([
      ['count', -21],
      ['write-off', -1],
      ['receive', 12],
      ['count', 10],
    ])
    expect(complaints).toEqual([])
  })

  test('what is sold while somebody counts is told, and not written over', async () => {
    const { press } = counter()
    const level = await move('count', 4, 10)
    await openLevel(level)
    await button('Count').click()
    const counting = dialog('Count')
    await counting.getByText('there should be 10').waitFor()
    await isAt(field(counting, 'How many there are'))
    await type('10')
    await move('write-off', 4, 3)
    await eventually(async () => (await levelOf(level)).quantity).toBe(7)
    await press('Enter')
    await counting.getByText(/there are 7 by now/).waitFor()
    await counting.getByText('there should be 7').waitFor()
    expect((await levelOf(level)).quantity).toBe(7)
    await field(counting, 'How many there are').fill('6')
    await press('Enter')
    await counting.waitFor({ state: 'detached' })
    expect((await levelOf(level)).quantity).toBe(6)
    await history().getByText('Counted: 6 pieces').waitFor()
  })

  test('what an answer was lost to is received once, also where its dialog was left meanwhile', async () => {
    const { press } = counter()
    const level = await move('count', 5, 1)
    await openLevel(level)
    await button('Receive').click()
    const receiving = dialog('Receive')
    await isAt(field(receiving, 'How many'))
    await page().route(
      /\/stock\/movements$/,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await type('4')
    await press('Enter')
    await receiving.getByText(/try again/i).waitFor()
    await press('Escape')
    await receiving.waitFor({ state: 'detached' })
    await button('Receive').click()
    await isAt(field(receiving, 'How many'))
    expect(await field(receiving, 'How many').inputValue()).toBe('4')
    await press('Enter')
    await receiving.waitFor({ state: 'detached' })
    expect((await levelOf(level)).quantity).toBe(5)
    expect(await movementsOf(level)).toHaveLength(2)
    await button('Receive').click()
    expect(await field(receiving, 'How many').inputValue()).toBe('')
    await press('Escape')
  })

  test('a manager says when it is low, and keeps it no more; an order that took from it is led to', async () => {
    const { complaints, press, program } = counter()
    const { order } = await program.anOrder()
    const [line] = order.orderLines
    const before = { sku: line?.sku, variantSku: line?.variantSku ?? null }
    const counted = await manager.post('/stock/movements', {
      kind: 'count',
      items: [{ ...before, quantity: 1 }],
    })
    const [level] = counted.ok(AdjustedStock).stock
    if (!level) throw new Error('no level was answered')
    await openLevel(level)
    await button('Change at how many it is reordered').click()
    await isAt(field(dialog('Reorder at'), 'Reorder at'))
    await type('2')
    await press('Enter')
    await dialog('Reorder at').waitFor({ state: 'detached' })
    await isAt(button('Change at how many it is reordered'))
    await page().getByText('Low', { exact: true }).waitFor()
    expect((await levelOf(level)).reorderPoint).toBe(2)

    const { order: next } = await program.anOrder({ quantities: [3] })
    await page().getByText('More was sold than was there').waitFor()
    await history()
      .getByRole('link', { name: `Order ${next.orderNumber}` })
      .waitFor()
    await history().getByText('3 pieces sold').waitFor()
    await history().getByText('-2 then').waitFor()

    await button('Keep no more stock of it').click()
    await page()
      .getByRole('dialog', { name: /^Keep no more stock of/ })
      .waitFor()
    await press('Enter')
    await page().getByText('No stock of it is kept').waitFor()
    await isAt(page().getByRole('main'))
    expect((await manager.get(`/stock/${level.id}`)).status).toBe(404)
    expect(complaints).toEqual([])
  })
})

describe('every screen of stock is fit for everybody', () => {
  const SCREENS: Readonly<Record<string, () => Promise<void>>> = {
    'the list': async () => {
      const level = await move('count', 0, 0)
      await openList()
      await row(level.name).first().waitFor()
    },
    'one level': async () => {
      await move('receive', 0, 3)
      await openLevel(await move('count', 0, 2))
    },
    'counting it': async () => {
      await openLevel(await move('count', 0, 2))
      await button('Count').click()
      await dialog('Count').waitFor()
    },
    'when it is reordered': async () => {
      await openLevel(await move('count', 0, 2))
      await button('Change at how many it is reordered').click()
      await dialog('Reorder at').waitFor()
    },
  }
  test.for(Object.entries(SCREENS).map(([name, show], nth) => [name, show, nth] as const))(
    '%s',
    async ([, show, nth]) => {
      const { complaints, press } = counter()
      await show()
      expect(await accessibilityFaults(page(), nth)).toEqual([])
      expect(complaints).toEqual([])
      if (await page().getByRole('dialog').isVisible()) await press('Escape')
      await page().getByRole('dialog').waitFor({ state: 'hidden' })
    },
  )
})
