import type { Page } from 'playwright'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { CartEventsAnswer } from '../../../core/carts/cart-event.schema.ts'
import { ManagedProduct } from '../../../core/catalog/manage/product.schema.ts'
import { CustomersAnswer } from '../../../core/customers/customer.schema.ts'
import { RecordEventsAnswer } from '../../../core/history/record-event.schema.ts'
import { Order } from '../../../core/orders/order.schema.ts'
import { AdjustedStock, StockMovementsAnswer } from '../../../core/stock/stock.schema.ts'
import { hire } from '../../support/desks.ts'
import { aPicture } from '../../support/pictures.ts'
import { attemptTag } from '../attempt-tag.ts'
import { counterOfDemoShop } from '../counter.ts'
import { eventually } from '../eventually.ts'
import { keepBack, keepFromCore, type KeptBack } from '../keep-back.ts'
import { localProgram } from '../local-program.ts'
import { openReadyToPlace } from '../ready-to-place.ts'

const counter = counterOfDemoShop()
const tag = attemptTag()

/** As a hand types: a scanner would be faster. */
const HAND = { delay: 120 }
const PINS = { Mona: '1111', Olga: '2580', Karl: '3691', Sven: '4812' } as const
type Name = keyof typeof PINS

/** Another tab of the browser, which is the same desk. */
let tab: Page

const lockScreen = (page: Page) => page.getByRole('dialog', { name: 'This desk is locked' })
async function comes(name: Name, page: Page = tab): Promise<void> {
  await takes(name, page)
  await counter().page.getByRole('banner').getByRole('button', { name }).waitFor()
}
/** The same where a dialog is open, which hides the rest of the page. */
async function takes(name: Name, page: Page = tab): Promise<void> {
  await page.bringToFront()
  const pin = lockScreen(page).getByLabel('PIN', { exact: true }).and(page.locator(':focus'))
  await pin.waitFor()
  await page.keyboard.type(name, HAND)
  await page.keyboard.type(PINS[name], HAND)
  await page.keyboard.press('Enter')
  const { page: own } = counter()
  await lockScreen(own).waitFor({ state: 'hidden' })
  await own.bringToFront()
}
/** Both tabs are, whichever was told to. */
async function lockIn(page: Page): Promise<void> {
  await page.bringToFront()
  await page.keyboard.press('Control+Shift+L')
  await lockScreen(counter().page).waitFor()
}
/** What is refused to whoever is here, because Mona had begun it. */
const told = () => counter().page.getByRole('alert').filter({ hasText: 'Mona Berg had begun it' })

async function actorsOf(cartId: string): Promise<string[]> {
  const { events } = (await counter().program.get(`/carts/${cartId}/events`)).ok(CartEventsAnswer)
  return events.map(({ actor }) => actor)
}
/** Long enough for whatever is still on its way to a lock; longer than the console's own patience with it. */
const LOCKED_BY_NOW_MS = 3000
const barcodes = async (): Promise<[string, string, string]> => {
  const [first, second, third] = await counter().program.products({ search: 'mug' })
  return [first?.barcode ?? '', second?.barcode ?? '', third?.barcode ?? '']
}
const keepLines = async (): Promise<KeptBack> =>
  keepFromCore(counter().page, ({ pathname }, method) => method === 'POST' && pathname.endsWith('/lines'))

beforeAll(async () => {
  const admin = await localProgram(counter().core, 'admin')
  await hire(admin, 'Olga Bank', 'owner', PINS.Olga)
  await hire(admin, 'Mona Berg', 'manager', PINS.Mona)
  await hire(admin, 'Karl Lind', 'clerk', PINS.Karl)
  await hire(admin, 'Sven Ask', 'support', PINS.Sven)
})

/** Mona is at the desk, and has two tabs of it. */
beforeEach(async () => {
  const { core, page } = counter()
  await page.reload()
  tab = await page.context().newPage()
  await tab.goto(`${core.api}/#/orders`)
  const isHere = tab.getByRole('banner').getByRole('button', { name: /Mona|Olga|Karl|Sven/ })
  await lockScreen(tab).or(isHere).waitFor()
  if (!(await lockScreen(tab).isVisible())) await lockIn(tab)
  await comes('Mona')
  await tab.getByRole('heading', { name: 'Orders' }).waitFor()
})
afterEach(async () => tab.close())

test('a note that somebody types while another tab locks the desk is theirs, and in nobody else’s name', async () => {
  const { page, newOrder, press, program, complaints } = counter()
  const cartId = await newOrder()
  const note = page.getByRole('textbox', { name: 'Note' })
  await press('Shift+F8')
  await page.keyboard.type('for the', HAND)
  await lockIn(tab)
  await comes('Mona')
  await eventually(async () => (await program.readCart(cartId)).note).toBe('for the')

  await note.and(page.locator(':focus')).waitFor()
  await press('End')
  await page.keyboard.type(' boat', HAND)
  await lockIn(tab)
  await comes('Olga')
  await told().waitFor()
  // It stands where it was typed, and leaving the field sends nothing: not now, and not when the page is loaded anew.
  expect(await note.inputValue()).toBe('for the boat')
  await press('F4')
  await page.reload()
  await told().waitFor()
  expect(await note.inputValue()).toBe('for the boat')
  expect(await actorsOf(cartId)).toEqual(['Mona Berg'])
  // Whoever is there may save it.
  await note.focus()
  await press('Enter')
  await eventually(async () => (await program.readCart(cartId)).note).toBe('for the boat')
  await told().waitFor({ state: 'hidden' })
  expect(await actorsOf(cartId)).toEqual(['Mona Berg', 'Olga Bank'])
  expect(complaints).toEqual([])
})

test('whoever takes the desk in another tab while the one that locks it still waits for its work stays there', async () => {
  const { page, newOrder, scan, complaints } = counter()
  const [code] = await barcodes()
  for (let time = 0; time < 2; time += 1) {
    await newOrder()
    const late = await keepLines()
    await scan(code)
    await eventually(late.count).toBe(1)
    await lockIn(page)
    await comes('Olga')
    await page.waitForTimeout(LOCKED_BY_NOW_MS)
    for (const one of [page, tab]) expect(await lockScreen(one).count()).toBe(0)
    await late.letGo()
    await told().filter({ hasText: code }).waitFor()
    await lockIn(tab)
    await comes('Mona')
  }
  expect(complaints).toEqual([])
})

test('a desk that is locked while another tab is still being told who is at it stays locked', async () => {
  const { page, complaints } = counter()
  let asked = 0
  const late = await keepBack(
    page,
    ({ pathname }, method) => method === 'GET' && pathname.endsWith('/desk') && ++asked === 1,
  )
  await page.reload()
  await eventually(late.count).toBe(1)
  await lockIn(tab)
  await page.waitForTimeout(LOCKED_BY_NOW_MS)
  const pin = lockScreen(tab).getByLabel('PIN', { exact: true })
  await pin.focus()
  await tab.keyboard.type('25', HAND)
  await late.letGo()
  await page.waitForTimeout(LOCKED_BY_NOW_MS)
  // It was not opened for a moment, either: what is typed of the PIN is there.
  expect(await pin.inputValue()).toBe('25')
  await tab.keyboard.press('Escape')
  await comes('Olga')
  expect(complaints).toEqual([])
})

test.for(['another tab', 'the same tab'])(
  'scans that wait when %s locks the desk are told to whoever comes, and not added in their name',
  async (which) => {
    const { lines, page, newOrder, scan, complaints } = counter()
    const codes = await barcodes()
    const cartId = await newOrder()
    const late = await keepLines()
    for (const code of codes) await scan(code)
    await eventually(late.count).toBe(1)
    await lockIn(which === 'another tab' ? tab : page)
    await late.letGo()
    await comes('Olga')
    for (const code of codes.slice(1)) await told().filter({ hasText: code }).waitFor()
    // What is under way in the tab that locks is waited for, though not for long.
    const added = codes.length - (await told().count())
    await eventually(async () => lines.count()).toBe(added)
    expect(await actorsOf(cartId)).toEqual(codes.slice(0, added).map(() => 'Mona Berg'))
    expect(complaints).toEqual([])
  },
)

test('scans that wait when the page is loaded anew behind the lock are not added in another name, either', async () => {
  const { page, newOrder, scan, complaints } = counter()
  const [first, second] = await barcodes()
  const cartId = await newOrder()
  const late = await keepLines()
  await scan(first)
  await scan(second)
  await eventually(late.count).toBe(1)
  await lockIn(tab)
  await page.reload()
  await late.letGo()
  await comes('Olga')
  // Of the first nobody knows whether it has reached the core.
  await page.getByRole('alert').filter({ hasText: first }).waitFor()
  await told().filter({ hasText: second }).waitFor()
  expect(await actorsOf(cartId)).toEqual([])
  expect(complaints).toEqual([])
})

test('steps that wait to be taken back are taken back by whoever has asked for it, and by nobody else', async () => {
  const { lines, page, newOrder, press, scan, complaints } = counter()
  const cartId = await newOrder()
  for (const code of await barcodes()) await scan(code)
  await eventually(async () => lines.count()).toBe(3)
  const late = await keepFromCore(page, (_url, method) => method === 'DELETE')
  await press('Control+z', 'Control+z')
  await eventually(late.count).toBe(1)
  await lockIn(tab)
  await late.letGo()
  await comes('Olga')
  await told().waitFor()
  await press('Shift+F8')
  expect(await actorsOf(cartId)).toEqual(['Mona Berg', 'Mona Berg', 'Mona Berg'])
  expect(complaints).toEqual([])
})

test('a line whose price somebody else had set comes back at that of the list to who may set none, and that is said', async () => {
  const { goTo, lines, page, press, program, complaints } = counter()
  const priced = await localProgram(counter().core, 'staff price')
  const cartId = await program.aCart()
  const [product] = await program.products({ search: 'mug' })
  await priced.addLine(cartId, product, { quantity: 2, price: 1.25 })
  await lockIn(tab)
  await comes('Karl')
  await goTo(`/carts/${cartId}`)
  await lines.first().getByRole('spinbutton').focus()
  await press('Control+Delete')
  await eventually(async () => (await program.readCart(cartId)).orderLines.length).toBe(0)
  await press('Control+z')
  await page
    .getByText(/has the price of the list: €[\d.]+ each, as before, has to be approved again/)
    .waitFor()
  const prices = async () => (await program.readCart(cartId)).orderLines.map(({ price }) => price)
  expect(await prices()).toEqual([product?.price])
  // Taken out and brought back once more it has it still.
  await press('Control+y')
  await eventually(prices).toEqual([])
  await press('Control+z')
  await eventually(prices).toEqual([product?.price])
  expect(complaints).toEqual([])
})

test('a price group that follows from a customer is chosen in the name of whoever has chosen them, or not', async () => {
  const { page, goTo, program, complaints } = counter()
  const { customers } = (await program.get('/customers', { maxItems: 1000 })).ok(CustomersAnswer)
  const member = customers.find(({ customerGroups }) =>
    customerGroups.some(({ name }) => name.includes('Club')),
  )
  const [jacket] = await program.products({ search: 'rain jacket', maxItems: 1 })
  const cartId = await program.aCart()
  await program.addLine(cartId, jacket)
  // What the groups would cost is asked for, and has not been answered, when the desk is locked.
  let isOfMember = false
  const late = await keepFromCore(page, ({ pathname }, method) => {
    isOfMember ||= method === 'PATCH'
    return isOfMember && method === 'GET' && pathname.endsWith('/price-groups')
  })
  await goTo(`/carts/${cartId}?customer=${member?.id}`)
  await eventually(late.count).toBeGreaterThan(0)
  await lockIn(tab)
  await late.letGo()
  await comes('Olga')
  await told().waitFor()
  expect((await program.readCart(cartId)).customer?.id).toBe(member?.id)
  expect(await actorsOf(cartId)).toEqual(expect.not.arrayContaining(['Olga Bank']))
  expect(complaints).toEqual([])
})

test('an order that somebody has asked for is placed by them or not at all', async () => {
  const { page, press, program, complaints } = counter()
  const cartId = await openReadyToPlace(counter())
  const late = await keepFromCore(
    page,
    ({ pathname }, method) => method !== 'GET' && pathname.includes(cartId),
  )
  await press('Shift+F8')
  await page.keyboard.type('boat', HAND)
  await press('Enter')
  await eventually(late.count).toBe(1)
  await press('F9')
  await lockIn(tab)
  await late.letGo()
  await comes('Olga')
  await told().first().waitFor()
  await page.getByText('Everything is there.').waitFor()
  expect(new URL(page.url()).hash).toBe(`#/carts/${cartId}`)
  expect((await program.readCart(cartId)).note).toBeNull()
  expect(complaints).toEqual([])
})

test('a record that somebody was saving stays typed, and is saved by whoever asks for it', async () => {
  const { core, page, press, goTo, program, complaints } = counter()
  const manager = await localProgram(core, 'manage')
  const [product] = await program.products({ search: 'mug' })
  const path = `/manage/products/${product?.sku}`
  const { id } = (await manager.get(path)).body as { id: string }
  const actor = async () =>
    (await manager.get(`/manage/products/${id}/events`)).ok(RecordEventsAnswer).events[0]?.actor
  const before = await actor()
  await goTo(`/products/${product?.sku}`)
  const name = page.getByRole('main').getByRole('textbox', { name: 'Name · English' }).first()
  const typed = `Mug ${tag()}`
  await name.fill(typed)
  const late = await keepFromCore(page, (_url, method) => method === 'PUT')
  await press('Control+s')
  await eventually(late.count).toBe(1)
  await lockIn(tab)
  await late.letGo()
  await comes('Olga')
  await told().waitFor()
  await page.getByText('Not saved yet').waitFor()
  expect([await name.inputValue(), await actor()]).toEqual([typed, before])
  await press('Control+s')
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(await actor()).toBe('Olga Bank')
  expect(complaints).toEqual([])
})

test('a price that somebody types while another tab locks the desk waits for whoever presses Enter there', async () => {
  const { core, page, press, goTo, complaints } = counter()
  const manager = await localProgram(core, 'manage')
  await goTo('/price-grid')
  const cell = page.getByRole('table').getByRole('textbox').first()
  await cell.waitFor()
  const href = await page.getByRole('table').getByRole('link').first().getAttribute('href')
  const path = `/manage/products/${href?.split('/').at(-1)}/events`
  const actor = async () => (await manager.get(path)).ok(RecordEventsAnswer).events[0]?.actor
  const before = await actor()
  await cell.focus()
  // Another price than an attempt before this one has left.
  const typed = (await cell.inputValue()) === '71.00' ? '72' : '71'
  await page.keyboard.type(typed, HAND)
  await lockIn(tab)
  await comes('Olga')
  await told().waitFor()
  await page.getByRole('status').getByText('One price is not saved yet').waitFor()
  await cell.and(page.locator(':focus')).waitFor()
  await press('ArrowDown')
  await told().waitFor()
  expect([await cell.inputValue(), await actor()]).toEqual([typed, before])
  await cell.focus()
  await press('Enter')
  await page.getByRole('status').getByText('One price saved').waitFor()
  expect(await actor()).toBe('Olga Bank')
  expect(complaints).toEqual([])
})

test('what a manager has typed of a product and of prices is told to be unsaved to a clerk who looks at it', async () => {
  const { page, goTo, program, complaints } = counter()
  const [product] = await program.products({ search: 'mug' })
  await goTo(`/products/${product?.sku}`)
  const name = page.getByRole('main').getByRole('textbox', { name: 'Name · English' }).first()
  await name.fill(`Mug ${tag()}`)
  await lockIn(tab)
  await comes('Karl')
  await page.getByRole('status').getByText('Not saved yet').waitFor({ timeout: 5000 })
  expect(await page.getByRole('button', { name: 'Discard' }).count()).toBe(0)

  await lockIn(tab)
  await comes('Mona')
  await page.getByRole('button', { name: 'Discard' }).click()
  await goTo('/price-grid')
  const cell = page.getByRole('table').getByRole('textbox').first()
  await cell.waitFor()
  await cell.focus()
  await page.keyboard.type((await cell.inputValue()) === '73.00' ? '74' : '73', HAND)
  await lockIn(tab)
  await comes('Karl')
  await page.getByRole('status').getByText('One price is not saved yet').waitFor({ timeout: 5000 })
  expect(await page.getByRole('button', { name: 'Discard' }).count()).toBe(0)

  await lockIn(tab)
  await comes('Mona')
  // As she has left the field, it is saved in her name once she is back.
  await page.getByRole('status').getByText('One price saved').waitFor()
  expect(complaints).toEqual([])
})

test('an order that was asked for before the store was known is begun by whoever has asked, or not', async () => {
  const { page, press, program, complaints } = counter()
  const before = (await program.get('/carts', { maxItems: 1000 })).text
  const late = await keepFromCore(page, ({ pathname }) => pathname.endsWith('/store'))
  await page.reload()
  await eventually(late.count).toBeGreaterThan(0)
  // Before it is known who is at the desk nobody has asked.
  await page.getByRole('banner').getByRole('button', { name: 'Mona' }).waitFor()
  await press('Shift+F2')
  await lockIn(tab)
  await late.letGo()
  await comes('Olga')
  await told().waitFor()
  expect(new URL(page.url()).hash).not.toMatch(/carts\/./)
  expect((await program.get('/carts', { maxItems: 1000 })).text).toBe(before)
  expect(complaints).toEqual([])
})

test('a customer whom an order was begun for is chosen by whoever has begun it, or not', async () => {
  const { page, goTo, program, complaints } = counter()
  const { customers } = (await program.get('/customers', { maxItems: 1 })).ok(CustomersAnswer)
  const cartId = await program.aCart()
  const late = await keepFromCore(page, ({ pathname }) => /\/customers\/[0-9a-f-]{36}$/.test(pathname))
  await goTo(`/carts/${cartId}?customer=${customers[0]?.id}`)
  await eventually(late.count).toBe(1)
  await lockIn(tab)
  await late.letGo()
  await comes('Olga')
  await told().waitFor()
  expect((await program.readCart(cartId)).customer).toBeNull()
  expect(await actorsOf(cartId)).toEqual([])
  expect(complaints).toEqual([])
})

test('a line that somebody keeps although it was removed is added again by them, or not', async () => {
  const { lines, page, newOrder, press, program, scan, complaints } = counter()
  const [code] = await barcodes()
  const cartId = await newOrder()
  await scan(code)
  await eventually(async () => lines.count()).toBe(1)
  const [line] = (await program.readCart(cartId)).orderLines
  const quantity = lines.first().getByRole('spinbutton')
  await quantity.focus()
  const late = await keepFromCore(page, (_url, method) => method === 'PATCH')
  await quantity.fill('3')
  await press('Enter')
  await eventually(late.count).toBe(1)
  await program.delete(`/carts/${cartId}/lines/${line?.id}`)
  await late.letGo()
  const prices = await keepFromCore(page, ({ pathname }) => pathname.endsWith('/prices'))
  await page.getByRole('button', { name: /^Keep mine/ }).press('Enter')
  await eventually(prices.count).toBe(1)
  await lockIn(tab)
  await prices.letGo()
  await comes('Olga')
  await told().waitFor()
  expect(await actorsOf(cartId)).toEqual(['Mona Berg', 'Till'])
  expect(complaints).toEqual([])
})

test('what was on its way longer than a lock waits is refused to whoever has come', async () => {
  const { lines, newOrder, scan, complaints } = counter()
  const [code] = await barcodes()
  const cartId = await newOrder()
  const late = await keepLines()
  await scan(code)
  await eventually(late.count).toBe(1)
  await lockIn(tab)
  await comes('Olga')
  await late.letGo()
  await told().waitFor()
  expect(await lines.count()).toBe(0)
  expect(await actorsOf(cartId)).toEqual([])
  expect(complaints).toEqual([])
})

test('a desk that is locked over a dialog is told to be so to readers of screens, too', async () => {
  const { goTo, page, press } = counter()
  await page.bringToFront()
  await goTo('/orders')
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  await press('Control+k')
  await page.getByRole('dialog', { name: 'Find anything' }).waitFor()
  await page.keyboard.type('mug', HAND)
  await press('Control+Shift+L')
  await lockScreen(page).getByLabel('PIN', { exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Mona', HAND)
  await page.keyboard.type(PINS.Mona, HAND)
  await press('Enter')
  const search = page.getByRole('combobox', { name: 'Find anything' })
  await search.and(page.locator(':focus')).waitFor()
  expect(await search.inputValue()).toBe('mug')
  await press('Escape')
})

test('a desk that is locked over a dialog is taken by mouse, too, and the dialog is there as it was', async () => {
  const { complaints, goTo, page, press } = counter()
  await page.bringToFront()
  await goTo('/orders')
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  await press('Control+k')
  const search = page.getByRole('combobox', { name: 'Find anything' })
  await search.waitFor()
  await page.keyboard.type('mug', HAND)
  await press('Control+Shift+L')
  const pin = lockScreen(page).getByLabel('PIN', { exact: true })
  await pin.and(page.locator(':focus')).waitFor()
  await lockScreen(page).getByText('Olga Bank').click()
  await pin.and(page.locator(':focus')).waitFor()
  await page.keyboard.type(PINS.Olga, HAND)
  await lockScreen(page).getByRole('button', { name: 'Unlock' }).click()
  await lockScreen(page).waitFor({ state: 'hidden' })
  await search.and(page.locator(':focus')).waitFor()
  expect(await search.inputValue()).toBe('mug')
  await press('Escape')
  await page.getByRole('banner').getByRole('button', { name: 'Olga Bank' }).waitFor()
  expect(complaints).toEqual([])
})

test.for(['Refund', 'Capture payment', 'Void'])(
  'what a clerk has begun with an order waits for them while support looks at it: %s',
  async (step) => {
    const { page, goTo, program, complaints } = counter()
    const { order, paymentId } = await program.anOrder()
    if (step === 'Refund') (await program.post(`/payments/${paymentId}/capture`, {})).ok(Order)
    await goTo(`/orders/${order.id}`)
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByRole('textbox', { name: 'Note' }).fill('asks for blue')
    await page.getByRole('main').getByRole('button', { name: step, exact: true }).click()
    const dialog = page.getByRole('dialog').and(page.locator(':not(dialog)'))
    await dialog.getByRole('textbox').last().fill('12')
    await lockIn(tab)
    await takes('Sven')
    await dialog.waitFor({ state: 'detached', timeout: 5000 })
    expect(await page.getByRole('textbox', { name: 'Note' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)

    await lockIn(tab)
    await takes('Mona')
    await dialog.waitFor()
    const typed = await dialog.getByRole('textbox').last().inputValue()
    const note = await page.getByRole('textbox', { name: 'Note', includeHidden: true }).inputValue()
    expect([typed, note]).toEqual(['12', 'asks for blue'])
    await page.keyboard.press('Escape')
    expect(complaints).toEqual([])
  },
)

test('a PIN that is half typed when its person is let go is tried for nobody else', async () => {
  const { core, complaints } = counter()
  const admin = await localProgram(core, 'admin')
  const { staffId } = await hire(admin, 'Tove Bach', 'clerk', '5926')
  await lockIn(tab)
  const person = lockScreen(tab).getByRole('radio', { name: 'Tove Bach' })
  await person.check()
  const pin = lockScreen(tab).getByLabel('PIN', { exact: true })
  await pin.and(tab.locator(':focus')).waitFor()
  await tab.keyboard.type('592', HAND)
  expect((await admin.delete(`/manage/staff/${staffId}`)).status).toBe(200)
  // Within the time in which a locked desk asks who may take it.
  await person.waitFor({ state: 'detached' })
  await eventually(async () => pin.inputValue()).toBe('')
  expect(complaints).toEqual([])
})

test('a PIN that somebody was about to change is not asked of whoever has come', async () => {
  const { page, goTo, complaints } = counter()
  await goTo('/orders')
  const ask = async () => {
    await page.bringToFront()
    await page.getByRole('banner').getByRole('button', { name: 'View' }).click()
    await page.getByRole('menuitem', { name: 'Change my PIN' }).click()
  }
  const old = page.getByLabel('PIN until now')
  await ask()
  await old.fill(PINS.Mona)
  await lockIn(tab)
  await takes('Mona')
  expect(await old.inputValue()).toBe(PINS.Mona)
  await lockIn(tab)
  await takes('Karl')
  await old.waitFor({ state: 'detached', timeout: 5000 })
  await ask()
  expect(await old.inputValue()).toBe('')
  await page.keyboard.press('Escape')
  expect(complaints).toEqual([])
})

test('pictures that somebody keeps while another tab locks the desk are not kept in the name of who comes next', async () => {
  const { page, press, goTo, core, complaints } = counter()
  const manager = await localProgram(core, 'manage')
  const skus = [1, 2, 3].map((nth) => `SHOT${nth}~${tag()}`)
  const paths = skus.map((sku) => `/manage/products/${encodeURIComponent(sku)}`)
  for (const sku of skus) {
    const body = { sku, names: { 'en-GB': sku }, variants: [{}] }
    ;(await manager.post('/manage/products', body)).ok(ManagedProduct)
  }
  const shown = async () => {
    const products = await Promise.all(paths.map(async (path) => manager.get(path)))
    return products.map((answer) => answer.ok(ManagedProduct).imageUrl !== null)
  }
  await goTo('/product-pictures')
  const files = skus.map((sku) => ({ name: `${sku}.png`, mimeType: 'image/png', buffer: aPicture() }))
  await page.locator('input[type=file]').setInputFiles(files)
  const keep = page.getByRole('button', { name: /Keep \d pictures?/ })
  await keep.filter({ hasText: '3' }).waitFor()
  const late = await keepFromCore(page, ({ pathname }) => pathname.endsWith('/manage/images'))
  await press('Enter')
  await eventually(late.count).toBe(1)
  await lockIn(tab)
  await late.letGo()
  await comes('Olga')
  await page
    .getByRole('cell', { name: /Mona Berg had begun it/ })
    .first()
    .waitFor()
  await keep.waitFor()
  expect((await shown()).at(-1)).toBe(false)
  // Whoever is there may go on with them.
  await keep.click()
  await page.getByText('3 pictures are kept.').waitFor()
  expect(await shown()).toEqual([true, true, true])
  const last = (await manager.get(`${paths.at(-1)}/events`)).ok(RecordEventsAnswer)
  expect(last.events.map(({ actor }) => actor)).toContain('Olga Bank')
  expect(complaints).toEqual([])
})

test('a delivery that was on its way to be saved is not saved in the name of who comes next, also where the page is loaded anew', async () => {
  const { core, goTo, page, press, program, scan, complaints } = counter()
  const manager = await localProgram(core, 'staff manage')
  const [goods] = await program.products({ search: 'mug' })
  const item = { sku: goods?.sku, variantSku: goods?.variantSku, quantity: 2 }
  const counted = await manager.post('/stock/movements', { kind: 'count', items: [item] })
  const [level] = counted.ok(AdjustedStock).stock
  const received = async () =>
    (await manager.get(`/stock/${level?.id}/movements`))
      .ok(StockMovementsAnswer)
      .movements.filter(({ kind }) => kind === 'receive')
      .map(({ actor, change }) => [actor, change])
  await goTo('/stock/adjust')
  await scan(goods?.barcode ?? '')
  await page.getByRole('spinbutton').waitFor()
  const late = await keepFromCore(page, ({ pathname }) => pathname.endsWith('/stock/movements'))
  await press('Control+s')
  await eventually(late.count).toBe(1)
  await lockIn(tab)
  await page.reload()
  await late.letGo()
  await comes('Olga')
  await told().waitFor()
  expect(await received()).toEqual([])
  // Whoever is there may save it.
  await press('Control+s')
  await page.getByText('Saved: 1 product received').waitFor()
  expect(await received()).toEqual([['Olga Bank', 1]])
  expect(complaints).toEqual([])
})

test.for(['Refund', 'Capture payment', 'Void', 'Cancel order', 'Reopen'])(
  'what somebody has half typed of an order is there again after a reload for them, and for nobody else: %s',
  async (step) => {
    const { page, goTo, program, complaints } = counter()
    const { order, paymentId } = await program.anOrder()
    if (step === 'Refund') (await program.post(`/payments/${paymentId}/capture`, {})).ok(Order)
    await goTo(`/orders/${order.id}`)
    const dialog = page.getByRole('dialog').and(page.locator(':not(dialog)'))
    const field = dialog.getByRole('textbox').last()
    const typed = async (): Promise<string> => {
      await page.getByRole('main').getByRole('button', { name: step, exact: true }).click()
      await field.waitFor()
      return field.inputValue()
    }
    const loadAnew = async (): Promise<void> => {
      await page.bringToFront()
      await page.reload()
    }
    const plain = await typed()
    await field.fill('12')
    await loadAnew()
    await lockIn(tab)
    await comes('Olga')
    expect(await typed()).toBe(plain)
    await field.fill('15')
    await loadAnew()
    await lockIn(tab)
    await comes('Mona')
    expect(await typed()).toBe('12')
    await page.keyboard.press('Escape')
    expect(complaints).toEqual([])
  },
)
