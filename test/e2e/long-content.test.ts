import type { Locator } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { PlaceOrderAnswer } from '../../core/orders/payments/payment.schema.ts'
import { StaffMember } from '../../core/staff/staff.schema.ts'
import { stillness } from './audit.ts'
import { counterOfDemoShop } from './counter.ts'
import { brokenWords, cutTexts } from './cut-texts.ts'
import { localProgram } from './local-program.ts'
import { aCampaign } from '../support/campaigns.ts'

/** Goods with a name that fills lines, at a price of millions: what one such thing in the shop does to the screens. */
const counter = counterOfDemoShop({ viewport: { width: 1024, height: 700 } })
const NAME = `Handmade ${'donaudampfschifffahrts'.repeat(3)}badge of gilded brass, in a box with the name of the ship`
const AMOUNT = /[\d.,]*\d[\d.,]*\s€|€[\d.,]*\d/gu
const right = async (element: Locator): Promise<number> =>
  element.evaluate((shown) => Math.round(shown.getBoundingClientRect().right))
/** Where the columns of rows end: of heads and cells alike, where they are one below the other. */
const columnsOf = async (rows: Locator): Promise<string[]> =>
  rows.evaluateAll((all) => [
    ...new Set(
      all.map((row) =>
        [...row.children].map((cell) => Math.round(cell.getBoundingClientRect().right)).join(' '),
      ),
    ),
  ])
let cartId: string
let orderId: string

beforeAll(async () => {
  const { core, program } = counter()
  const manager = await localProgram(core, 'staff manage')
  const body = {
    sku: 'BADGE-1',
    names: { 'en-GB': NAME },
    catalogId: await manager.catalog('Knitwear'),
    taxRate: 0.25,
    variants: [{ prices: [{ priceGroupId: await manager.priceGroup(), price: 1_234_567.89 }] }],
  }
  expect((await manager.post('/manage/products', body)).status).toBe(200)
  const [badge] = await program.products({ search: 'BADGE-1' })
  const placing = await program.aCartReadyToPlace({ quantities: [1], cultureCode: 'de-DE' })
  await program.addLine(placing.cartId, badge, { quantity: 7 })
  await program.post('/payments', placing)
  orderId = placing.cartId
  cartId = (await program.aCartReadyToPlace({ quantities: [1], cultureCode: 'de-DE' })).cartId
  await program.addLine(cartId, badge, { quantity: 7 })
})

test('amounts of millions stand on one line, wherever they are', async () => {
  const { page, goTo, complaints } = counter()
  for (const width of [1024, 680]) {
    await page.setViewportSize({ width, height: 700 })
    for (const path of ['/carts', '/orders', `/carts/${cartId}`, `/orders/${orderId}`, '/today']) {
      await goTo(path)
      await page
        .getByRole('main')
        .getByText(/10[.,]80\d[.,]/)
        .first()
        .waitFor()
      await stillness(page)
      const broken = await brokenWords(page.getByRole('main'), AMOUNT)
      expect({ path, width, broken }).toEqual({ path, width, broken: [] })
    }
  }
  expect(complaints).toEqual([])
})

test('what a day took of millions of kroner, and paid back, is whole in the narrowest window', async () => {
  const { core, page, goTo } = counter()
  const manager = await localProgram(core, 'manage price')
  const inKroner = { currency: 'DKK', priceGroup: 'Shop price, DKK', shipping: null }
  const byCard = await manager.aCartReadyToPlace({ ...inKroner, payment: 'Card terminal' })
  const card = (await manager.post('/payments', byCard)).ok(PlaceOrderAnswer)
  await manager.post(`/payments/${card.paymentId}/capture`, {})
  const placing = await manager.aCartReadyToPlace({ ...inKroner, quantities: [9], payment: 'Cash' })
  const { orderLines } = await manager.readCart(placing.cartId)
  await manager.patch(`/carts/${placing.cartId}/lines/${orderLines[0]?.id}`, { price: 1_234_567.13 })
  const { paymentId } = (await manager.post('/payments', placing)).ok(PlaceOrderAnswer)
  await manager.post(`/payments/${paymentId}/capture`, {})
  await manager.post(`/payments/${paymentId}/refund`, { amount: 12_345_678.9 })
  await page.setViewportSize({ width: 640, height: 700 })
  await goTo('/today')
  await page.getByRole('combobox', { name: 'Currency' }).click()
  await page.getByRole('option', { name: 'DKK' }).click()
  const takings = page.getByRole('region', { name: 'Takings' })
  await takings.getByRole('row', { name: /^Cash/ }).waitFor()
  await takings.getByRole('row', { name: /^Altogether/ }).waitFor()
  await stillness(page)
  expect(await cutTexts(page)).toEqual([])
  expect(await brokenWords(takings, /DKK\s[\d.,]*\d/gu)).toEqual([])
  expect(await brokenWords(takings)).toEqual([])
})

test('goods and what is off them are read beside amounts of ten thousands', async () => {
  const { core, page, goTo } = counter()
  await aCampaign(core, { name: 'Weekend market', codes: ['MARKET'], off: 0.1 })
  const manager = await localProgram(core, 'staff price')
  const inKroner = { currency: 'DKK', priceGroup: 'Shop price, DKK', shipping: null }
  const placing = await manager.aCartReadyToPlace({ ...inKroner, quantities: [] })
  const [apron] = await manager.products({ search: 'AP-FIS-NAV', priceGroup: inKroner.priceGroup })
  const lineId = await manager.addLine(placing.cartId, apron, { quantity: 2 }, inKroner.priceGroup)
  await manager.patch(`/carts/${placing.cartId}/lines/${lineId}`, { price: 9_876.54 })
  await manager.post(`/carts/${placing.cartId}/promotion-codes/MARKET`)
  expect((await manager.post('/payments', placing)).status).toBe(200)
  for (const width of [1360, 1024, 768, 640]) {
    await page.setViewportSize({ width, height: 700 })
    await goTo(`/orders/${placing.cartId}`)
    const lines = page.getByRole('table', { name: 'Lines' })
    await lines.getByText('Weekend market').waitFor()
    await stillness(page)
    expect({ width, broken: await brokenWords(lines) }).toEqual({ width, broken: [] })
  }
})

test('amounts of any currency stand on one line in lists, with its name beside them', async () => {
  const { core, page, goTo } = counter()
  const manager = await localProgram(core, 'manage price')
  const inKroner = { currency: 'DKK', priceGroup: 'Shop price, DKK', shipping: null }
  for (const isPlaced of [false, true]) {
    const placing = await manager.aCartReadyToPlace({ ...inKroner, quantities: [1] })
    const { orderLines } = await manager.readCart(placing.cartId)
    await manager.patch(`/carts/${placing.cartId}/lines/${orderLines[0]?.id}`, { price: 9_876_543.21 })
    if (isPlaced) expect((await manager.post('/payments', placing)).status).toBe(200)
  }
  const card = { amount: 12_345.5, currency: 'DKK', reason: 'Goodwill' }
  expect((await manager.post('/gift-cards', card)).status).toBe(200)
  for (const [path, amount] of [
    ['/orders', '12,345,679.01'],
    ['/carts', '12,345,679.01'],
    ['/gift-cards', '12,345.50'],
  ] as const)
    for (const width of [1360, 1024, 768, 640]) {
      await page.setViewportSize({ width, height: 700 })
      await goTo(path)
      const main = page.getByRole('main')
      await main.getByRole('cell', { name: amount }).first().waitFor()
      await stillness(page)
      const broken = await brokenWords(main, /DKK\s[\d.,]*\d/gu)
      // E-mails and names give way.
      const cut = (await cutTexts(page)).filter((text) => text.includes('DKK'))
      expect({ path, width, broken, cut }).toEqual({ path, width, broken: [], cut: [] })
      expect(await columnsOf(main.getByRole('row')), `${path} ${width}`).toHaveLength(1)
    }
})

test('names of the orders of the day are whole beside their amounts, whatever the hour has sold', async () => {
  const { core, page, goTo } = counter()
  const program = await localProgram(core, 'staff')
  // As many as a card shows, so that nothing else is in it.
  const names = ['Wolfeschlegelsteinhausen', 'Østergaard-Christensen', 'García-Fernández de la Vega', 'Bo']
  for (const [n, lastName] of [...names, ...names].entries()) {
    const billing = { firstName: 'Maximiliane', lastName, email: `long.${n}@example.com` }
    await program.anOrder({ billing, quantities: [7] })
  }
  for (const width of [640, 768, 1024, 1360]) {
    await page.setViewportSize({ width, height: 860 })
    await goTo('/today')
    await page
      .getByRole('cell', { name: /Wolfeschlegelsteinhausen/ })
      .first()
      .waitFor()
    await stillness(page)
    expect({ width, cut: await cutTexts(page) }).toEqual({ width, cut: [] })
    const broken = await brokenWords(page.getByRole('main'), AMOUNT)
    expect({ width, broken }).toEqual({ width, broken: [] })
  }
})

test('ids are in sight beside a name of any length', async () => {
  const { page, goTo, press } = counter()
  await goTo(`/carts/${cartId}`)
  await counter().lines.nth(1).waitFor()
  await press('Control+j')
  const ids = page.getByRole('dialog').getByRole('region', { name: 'Ids' })
  await ids.getByText(cartId).waitFor()
  await stillness(page)
  const [box, id] = await Promise.all([ids.boundingBox(), ids.getByText(cartId).boundingBox()])
  expect((id?.y ?? 0) + (id?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0))
  expect(id?.width).toBeGreaterThan(200)
  await press('Escape')
})

test('goods of any name are given back: how many, and what for, is in sight beside it', async () => {
  const { page, goTo, program } = counter()
  const [badge] = await program.products({ search: 'BADGE-1' })
  const placing = await program.aCartReadyToPlace({ quantities: [1] })
  await program.addLine(placing.cartId, badge)
  const { paymentId } = (await program.post('/payments', placing)).ok(PlaceOrderAnswer)
  await program.post(`/payments/${paymentId}/capture`, {})
  await page.setViewportSize({ width: 1024, height: 700 })
  await goTo(`/orders/${placing.cartId}`)
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pay back' })
  await dialog.getByRole('spinbutton').first().waitFor()
  await stillness(page)
  const edge = await right(dialog)
  for (const pieces of await dialog.getByRole('spinbutton').all())
    expect(await right(pieces)).toBeLessThan(edge)
})

test('whoever takes a desk stands within its lock, however long a name is', async () => {
  const { core, page } = counter()
  const owner = await localProgram(core, 'admin')
  const member = { name: `${'Donaudampfschifffahrts'.repeat(3)}kapitän`, role: 'owner' }
  const { id } = (await owner.post('/manage/staff', member)).ok(StaffMember)
  expect((await owner.put(`/manage/staff/${id}/pin`, { pin: '4711' })).status).toBe(200)
  const lock = page.getByRole('dialog', { name: 'This desk is locked' })
  expect(await right(lock.getByText('Owner', { exact: true }))).toBeLessThan(
    await right(lock.getByRole('button', { name: 'Unlock' })),
  )
})
