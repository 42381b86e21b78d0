import { beforeEach, expect, test } from 'vitest'
import { CartEventsAnswer } from '../../../core/carts/cart-event.schema.ts'
import { AdjustedStock, StockLevel } from '../../../core/stock/stock.schema.ts'
import { hire } from '../../support/desks.ts'
import { aGiftCard, markAsGiftCard } from '../../support/gift-cards.ts'
import { attemptTag } from '../attempt-tag.ts'
import { accessibilityFaults } from '../audit.ts'
import { counterOfDemoShop } from '../counter.ts'
import { eventually } from '../eventually.ts'
import { keepFromCore } from '../keep-back.ts'
import { localProgram } from '../local-program.ts'

const counter = counterOfDemoShop()
const tag = attemptTag()

/** As a hand types: a scanner would be faster. */
const HAND = { delay: 120 }
const focused = () => counter().page.locator(':focus')
const lockScreen = () => counter().page.getByRole('dialog', { name: 'This desk is locked' })
const atDesk = (name: string) => counter().page.getByRole('banner').getByRole('button', { name })

async function typePin(pin: string): Promise<void> {
  await lockScreen().getByLabel('PIN', { exact: true }).and(focused()).waitFor()
  await counter().page.keyboard.type(pin, HAND)
  await counter().press('Enter')
}

/** Who begins anew, after an attempt that failed, has to say first who they are. */
beforeEach(async () => {
  if (!(await lockScreen().isVisible())) return
  await lockScreen().getByLabel('PIN', { exact: true }).and(focused()).waitFor()
  await counter().page.keyboard.type('olga', HAND)
  await typePin('2580')
  await lockScreen().waitFor({ state: 'hidden' })
})

test('an owner sets up the staff by keyboard, and is at the desk from their PIN on', async () => {
  const { page, press, complaints } = counter()
  await counter().goTo('/settings/staff')
  await page.getByText('Nobody yet').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('main').getByRole('button', { name: 'Add somebody' }).first().focus()
  await press('Enter')
  await page.getByRole('main').getByRole('textbox', { name: 'Name' }).and(focused()).waitFor()
  await page.keyboard.type('Olga Bank', HAND)
  await press('Enter')
  await page
    .getByRole('dialog', { name: 'PIN of Olga Bank' })
    .getByLabel('PIN', { exact: true })
    .and(focused())
    .waitFor()
  await page.keyboard.type('2580', HAND)
  await press('Tab')
  await page.keyboard.type('2581', HAND)
  await press('Enter')
  await page.getByText('The two are not the same').waitFor()
  await press('Backspace')
  await page.keyboard.type('0', HAND)
  await press('Enter')
  await atDesk('Olga Bank').waitFor()
  // Who has done what, from the first on.
  await page.getByRole('region', { name: 'History' }).getByText('PIN:').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Staff' }).focus()
  await press('Enter')
  await page.getByRole('row', { name: /^Olga Bank Owner/ }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  // In a low window, too, it is in sight who is at the desk.
  const usual = page.viewportSize()
  await page.setViewportSize({ width: 1024, height: 700 })
  const { height = 0, y = Infinity } = (await atDesk('Olga Bank').boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual(700)
  if (usual) await page.setViewportSize(usual)
  expect(complaints).toEqual([])
})

test('who joins or leaves while a desk is locked is there, or not any more, on its lock', async () => {
  const { core, page, press, complaints } = counter()
  const admin = await localProgram(core, 'admin')
  await press('Control+Shift+L')
  const inList = lockScreen().getByRole('radio', { name: 'Nora Lund' })
  await lockScreen().waitFor()
  const { staffId } = await hire(admin, 'Nora Lund', 'clerk', '3141')
  await inList.waitFor()
  expect((await admin.request('DELETE', `/manage/staff/${staffId}`)).status).toBeLessThan(300)
  await inList.waitFor({ state: 'detached' })
  await page.keyboard.type('olga', HAND)
  await typePin('2580')
  await atDesk('Olga Bank').waitFor()
  expect(complaints).toEqual([])
})

test('two people share a desk in few keys: each in their name, with the cart where it was', async () => {
  const { core, lines, newOrder, page, press, program, scan, complaints } = counter()
  await hire(await localProgram(core, 'admin'), 'Carl Dahl', 'clerk', '1111')
  const [first, second] = await program.products({ search: 'mug' })
  await press('Control+Shift+L')
  await lockScreen().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  // Letters choose the person, digits are the PIN: six keys and Enter.
  await page.keyboard.type('c', HAND)
  await typePin('1111')
  await atDesk('Carl Dahl').waitFor()
  // What a clerk may not do is not there, by no way.
  expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0)
  await press('Control+k')
  await page.keyboard.type('tax rates', HAND)
  await page.getByRole('dialog').getByRole('status').filter({ hasText: 'tax rates' }).waitFor()
  await press('Escape')
  // A product can be looked at, and its id be copied; nothing is typed into what could not be saved.
  const here = page.url()
  await counter().goTo(`/products/${first?.sku ?? ''}`)
  await page.getByRole('main').getByRole('group').first().waitFor()
  expect(await page.getByRole('main').getByRole('textbox').and(page.locator(':enabled')).count()).toBe(0)
  expect(await page.getByRole('main').getByRole('button', { name: 'Save' }).count()).toBe(0)
  await page.getByRole('button', { name: /^Copy/ }).and(page.locator(':enabled')).first().waitFor()
  // Nor does anything that is pasted among prices stand there, to be saved by nobody.
  await counter().goTo('/price-grid')
  // The page before has text fields, too.
  const price = page.locator('input[data-row="0"][data-column="0"]')
  const before = await price.inputValue()
  await price.evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '1.00\n2.00\n')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await price.press('ArrowDown')
  expect(await price.inputValue()).toBe(before)
  await counter().goTo(new URL(here).hash.slice(1))

  // Whoever knows their PIN changes it themselves.
  await press('Control+k')
  await page.keyboard.type('my pin', HAND)
  await page.getByRole('option', { name: 'Change my PIN' }).waitFor()
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change my PIN' })
  await dialog.getByLabel('PIN until now').and(focused()).waitFor()
  await page.keyboard.type('0000', HAND)
  await press('Tab')
  await page.keyboard.type('1357', HAND)
  await press('Tab')
  await page.keyboard.type('1357', HAND)
  await press('Enter')
  await dialog.getByText('That is not the PIN.').waitFor()
  await dialog.getByLabel('PIN until now').fill('1111')
  await dialog.getByLabel('PIN until now').press('Enter')
  await dialog.waitFor({ state: 'hidden' })

  const cartId = await newOrder()
  await scan(first?.barcode ?? '')
  await eventually(async () => lines.count()).toBe(1)
  await press('Shift+F8')
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.and(focused()).waitFor()
  await page.keyboard.type('for the boat', HAND)

  // Another tab of the browser is the same desk.
  const tab = await page.context().newPage()
  await tab.goto(`${core.api}/#/orders`)
  await tab.getByRole('heading', { name: 'Orders' }).waitFor()
  await page.bringToFront()
  await press('Control+Shift+L')
  await lockScreen().waitFor()
  await tab.getByRole('dialog', { name: 'This desk is locked' }).waitFor()

  // A scan is no PIN, and is not lost.
  await scan(second?.barcode ?? '')
  await lockScreen()
    .getByText(second?.barcode ?? '')
    .waitFor()
  expect(await lockScreen().getByLabel('PIN', { exact: true }).inputValue()).toBe('')
  await scan('1111')
  await lockScreen().getByText('as fast as from a scanner').waitFor()

  await typePin('0000')
  await lockScreen().getByText('That is not the PIN.').waitFor()
  await page.keyboard.type('ol', HAND)
  await typePin('2580')
  await lockScreen().waitFor({ state: 'hidden' })
  await atDesk('Olga Bank').waitFor()
  await tab.getByRole('dialog', { name: 'This desk is locked' }).waitFor({ state: 'hidden' })
  await tab.close()
  expect(page.url()).toContain(cartId)
  expect(await note.inputValue()).toBe('for the boat')
  await note.and(focused()).waitFor()
  await page.getByRole('button', { name: 'Add to this order' }).focus()
  await press('Enter')
  await eventually(async () => lines.count()).toBe(2)
  const { events } = (await program.get(`/carts/${cartId}/events`)).ok(CartEventsAnswer)
  expect(new Set(events.map(({ actor }) => actor))).toEqual(new Set(['Carl Dahl', 'Olga Bank']))
  expect(complaints).toEqual([])
})

test('whoever takes the desk at a page where they may do nothing goes on at the nearest; what was typed there waits', async () => {
  const { core, goTo, page, press, complaints } = counter()
  const name = `Pia ${tag()}`
  await hire(await localProgram(core, 'admin'), name, 'clerk', '8642')
  await goTo('/new-product')
  const sku = page.getByRole('main').getByRole('textbox', { name: /^Sku\*?$/ })
  await sku.fill('LAMP-1')
  await press('Control+Shift+L')
  await lockScreen().waitFor()
  await lockScreen().getByText(name, { exact: true }).click()
  await typePin('8642')
  await atDesk(name).waitFor()
  const products = page.getByRole('heading', { name: 'Products', level: 1 })
  await products.waitFor()
  // Neither an address nor a file that is dropped leads to what a clerk may not do.
  const turnedAway = page.getByRole('status').filter({ hasText: 'not open to the role “Clerk”' })
  expect(await turnedAway.count()).toBe(0)
  for (const [path, place] of [
    ['/import', 'Products'],
    ['/import-customers', 'Customers'],
    ['/import-stock', 'Products'],
    ['/new-product', 'Products'],
    ['/settings', 'Carts'],
    ['/settings/tax-rates', 'Carts'],
  ] as const) {
    await goTo(path)
    await page.waitForURL((url) => url.hash !== `#${path}`)
    await turnedAway.getByText(`You are here now: ${place}.`).waitFor()
  }
  expect(await accessibilityFaults(page)).toEqual([])
  await goTo('/products')
  await products.waitFor()
  expect(await turnedAway.count()).toBe(0)
  const dataTransfer = await page.evaluateHandle(() => {
    const dropped = new DataTransfer()
    dropped.items.add(new File(['sku,name\nLAMP-2,Lamp\n'], 'lamps.csv', { type: 'text/csv' }))
    return dropped
  })
  await page.dispatchEvent('main', 'drop', { dataTransfer })

  await press('Control+Shift+L')
  await lockScreen().waitFor()
  await lockScreen().getByText('Olga Bank', { exact: true }).click()
  await typePin('2580')
  await lockScreen().waitFor({ state: 'hidden' })
  await products.waitFor()
  await goTo('/new-product')
  await eventually(async () => sku.inputValue()).toBe('LAMP-1')
  await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
  expect(complaints).toEqual([])
})

test('whoever takes the desk at a group may change it as they may themselves', async () => {
  const { core, goTo, page, press, complaints } = counter()
  const name = `Pal ${tag()}`
  const owner = await localProgram(core, 'admin')
  await hire(owner, name, 'clerk', '8642')
  const made = async (path: string, body: object) =>
    ((await owner.post(path, body)).body as { id: string }).id
  const member = await made('/manage/customers', { lastName: `Lind ${tag()}` })
  const group = await made('/manage/customer-groups', { name: `Sailors ${tag()}` })
  await owner.post(`/manage/customer-groups/${group}/members`, { add: [member] })
  await goTo(`/customer-groups/${group}`)
  const letGo = page.getByRole('button', { name: /no longer belongs here$/ })
  await letGo.waitFor()
  await press('Control+Shift+L')
  await lockScreen().getByText(name, { exact: true }).click()
  await typePin('8642')
  await atDesk(name).waitFor()
  await page.getByRole('list', { name: 'Members' }).getByRole('link').waitFor()
  expect(await letGo.count()).toBe(0)
  await press('Control+Shift+L')
  await lockScreen().getByText('Olga Bank', { exact: true }).click()
  await typePin('2580')
  await letGo.waitFor()
  expect(complaints).toEqual([])
})

test('what is done to a locked desk reaches nothing behind it, and is not lost', async () => {
  const { lines, newOrder, page, press, program, scan, complaints } = counter()
  const [product] = await program.products({ search: 'mug' })
  const code = product?.barcode ?? ''
  await press('F3')
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
  await newOrder()
  await press('Control+Shift+L')
  await lockScreen().waitFor()
  await page.goBack()
  await page.locator('h1', { hasText: 'Order' }).waitFor()
  expect(page.url()).toMatch(/#\/carts\/./)
  // The page that an address leads to takes scans, too, and comes after the lock.
  await counter().goTo('/orders')
  await page.locator('h1', { hasText: 'Orders' }).waitFor()
  await scan(code)
  await lockScreen().getByText(code).waitFor()
  await press('Control+k', 'Shift+F2', '?')
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('main').isVisible()).toBe(false)
  await page.emulateMedia({ media: null })
  await page.reload()
  await lockScreen().getByText(code).waitFor()
  // Beside the fields there is nothing to press, and the PIN keeps the keyboard.
  await lockScreen().getByLabel('PIN', { exact: true }).and(focused()).waitFor()
  await page.mouse.click(20, 20)
  await page.keyboard.type('olga', HAND)
  await typePin('2580')
  await lockScreen().waitFor({ state: 'hidden' })
  await page.getByText(`Scanned while the desk was locked or the console closed: ${code}`).waitFor()
  const cartId = await newOrder()
  expect((await program.readCart(cartId)).orderLines).toEqual([])
  await page.getByRole('button', { name: 'Add to this order' }).focus()
  await press('Enter')
  await eventually(async () => lines.count()).toBe(1)
  await page.reload()
  await lines.first().waitFor()
  expect(await page.getByText('Scanned while the desk was locked').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('what becomes of the person at a desk, and of the shop, is seen there at once', async () => {
  const { core, page, press, complaints } = counter()
  const owner = await localProgram(core, 'admin')
  // Their own again at a second try.
  const [name, renamed] = [`Ned ${tag()}`, `Ned Noble ${tag()}`]
  const { staffId } = await hire(owner, name, 'clerk', '3691')
  await counter().goTo('/carts')
  await press('Control+Shift+L')
  await lockScreen().waitFor()
  await lockScreen().getByText(name, { exact: true }).click()
  await typePin('3691')
  await atDesk(name).waitFor()
  const settings = page.getByRole('link', { name: 'Settings' })
  expect(await settings.count()).toBe(0)
  await counter().goTo('/settings')
  const turnedAway = page.getByRole('status').filter({ hasText: 'not open to the role' })
  await turnedAway.waitFor()
  const member = `/manage/staff/${staffId}`
  await owner.patch(member, { name: renamed, role: 'manager' })
  await atDesk(renamed).waitFor()
  await settings.waitFor()
  await page.getByRole('status').getByText('Your role is “Manager” now').waitFor()
  expect(await turnedAway.count()).toBe(0)
  const { stores } = (await owner.get('/manage/stores')).body as { stores: { id: string; name: string }[] }
  const [shop] = stores
  await owner.patch(`/manage/stores/${shop?.id ?? ''}`, { name: 'Quayside' })
  await page.getByRole('banner').getByText('Quayside').first().waitFor()
  await owner.patch(`/manage/stores/${shop?.id ?? ''}`, { name: shop?.name })
  await owner.patch(member, { role: 'clerk' })
  await settings.waitFor({ state: 'detached' })
  await owner.delete(member)
  await lockScreen().waitFor()
  await page.keyboard.type('olga', HAND)
  await typePin('2580')
  await lockScreen().waitFor({ state: 'hidden' })

  // A person is nothing that is offered: the page says of them what it means.
  await counter().goTo(`/settings/staff/${staffId}`)
  const main = page.getByRole('main')
  await main.getByText('Histories keep their name').waitFor()
  await main.getByRole('button', { name: 'Take back on' }).focus()
  await press('Enter')
  await main.getByText('No PIN yet').waitFor()
  await main.getByRole('button', { name: 'Take off the staff' }).focus()
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: `Take ${renamed} off the staff?` })
  await dialog.getByRole('button', { name: 'Take off the staff' }).focus()
  await press('Enter')
  await main.getByText('Has left').first().waitFor()
  expect(complaints.filter((text) => !text.includes('403'))).toEqual([])
})

test('gift cards and stock are not for somebody of the support, and what a manager alone may do with them is not for a clerk', async () => {
  const { core, goTo, page, press, program, scan, complaints } = counter()
  const owner = await localProgram(core, 'admin')
  const name = `Una ${tag()}`
  const { staffId } = await hire(owner, name, 'support', '7913')
  const becomes = async (role: string) => owner.patch(`/manage/staff/${staffId}`, { role })
  const card = await aGiftCard(owner, 500)
  await markAsGiftCard(owner)
  const { order, paymentId } = await program.anOrder({ payment: 'Card terminal' })
  const [sold] = order.orderLines
  const item = { sku: sold?.sku, variantSku: sold?.variantSku ?? null, quantity: 7 }
  const counted = await owner.post('/stock/movements', { kind: 'count', items: [item] })
  const [level] = counted.ok(AdjustedStock).stock
  expect((await program.post(`/payments/${paymentId}/capture`, {})).status).toBe(200)
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(answer.url())
  })
  const main = page.getByRole('main')
  const heading = (text: string) => page.getByRole('heading', { name: text })
  await goTo('/orders')
  await press('Control+Shift+L')
  await lockScreen().getByText(name, { exact: true }).click()
  await typePin('7913')
  await atDesk(name).waitFor()

  // Support: neither by an address from a chat, nor by what is scanned, nor by words.
  const turnedAway = page.getByRole('status').filter({ hasText: 'not open to the role “Support”' })
  const closed = ['/gift-cards', `/gift-cards/${card.id}`, '/stock', '/stock/adjust', `/stock/${level?.id}`]
  for (const path of closed) {
    await goTo(path)
    await page.waitForURL((url) => url.hash === '#/orders')
    await turnedAway.waitFor()
  }
  await scan(card.code)
  await scan(level?.barcode ?? '')
  await press('Control+k')
  await page.getByRole('option', { name: 'Orders' }).waitFor()
  expect(await page.getByRole('option', { name: /gift card|stock|count/i }).count()).toBe(0)
  await press('Escape')
  await goTo(`/orders/${order.id}`)
  await heading(`Order ${order.orderNumber}`).waitFor()
  expect(await main.getByRole('button', { name: /^Issue/ }).count()).toBe(0)

  // A clerk, from one moment to the next: they count and receive, and look cards up.
  await becomes('clerk')
  await page.getByRole('status').getByText('Your role is “Clerk” now').waitFor()
  await main
    .getByRole('button', { name: /^Issue: / })
    .first()
    .waitFor()
  await goTo('/gift-cards')
  await main.getByText(`…${card.last}`).waitFor()
  expect(await main.getByRole('button', { name: 'Issue gift card' }).count()).toBe(0)
  await goTo(`/gift-cards/${card.id}`)
  await heading(`Gift card …${card.last}`).waitFor()
  expect(await main.getByRole('button', { name: /^Replace|^Deactivate/ }).count()).toBe(0)
  await goTo(`/stock/${level?.id}`)
  await heading(level?.name ?? '').waitFor()
  const managing = main.getByRole('button', { name: /^Keep no more|^Change at how many/ })
  expect(await managing.count()).toBe(0)

  // What somebody has begun waits while they may not do it, and they are told why it is gone.
  await becomes('manager')
  await managing.first().click()
  const asked = page
    .getByRole('dialog', { name: 'Reorder at' })
    .or(page.getByRole('dialog', { name: /^Keep no more/ }))
  await asked.waitFor()
  await becomes('clerk')
  await asked.waitFor({ state: 'hidden' })
  await page.getByRole('status').getByText('Your role is “Clerk” now').waitFor()
  await main.getByRole('button', { name: 'Receive' }).click()
  const receiving = page.getByRole('dialog', { name: 'Receive' })
  await receiving.getByLabel('How many').fill('3')
  expect(refused).toEqual([])
  await becomes('support')
  await turnedAway.getByText('You are here now: Orders.').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await becomes('clerk')
  await page.getByRole('status').getByText('Your role is “Clerk” now').waitFor()
  await goTo(`/stock/${level?.id}`)
  await main.getByRole('button', { name: 'Receive' }).click()
  await eventually(async () => receiving.getByLabel('How many').inputValue()).toBe('3')
  await press('Escape')
  expect((await owner.get(`/stock/${level?.id}`)).ok(StockLevel).quantity).toBe(7)
  // What the page asked for before it was told.
  expect(complaints.filter((text) => !text.includes('403'))).toEqual([])
  await press('Control+Shift+L')
})

test('who has guessed too often is told how long to wait', async () => {
  const { core, page, press, complaints } = counter()
  await hire(await localProgram(core, 'admin'), 'Gus Guess', 'clerk', '2468')
  await press('Control+Shift+L')
  await lockScreen().waitFor()
  await page.keyboard.type('gus', HAND)
  const wait = lockScreen().getByText(/Too many wrong PINs\. Try again in \d+ s\./)
  while (!(await wait.isVisible())) {
    await typePin('0000')
    await lockScreen()
      .getByText(/That is not the PIN\.|Too many wrong PINs/)
      .waitFor()
  }
  await page.keyboard.type('olga', HAND)
  await typePin('2580')
  await lockScreen().waitFor({ state: 'hidden' })
  // The refusals were meant.
  expect(complaints.filter((text) => !/403|429/.test(text))).toEqual([])
})

test('a desk that nobody touches locks itself, and stays so when the page is loaded again', async () => {
  const { page, press, complaints } = counter()
  await counter().goTo('/carts')
  // The time is over without anybody having to wait for it.
  const leaveAlone = async () =>
    page.evaluate(() => localStorage.setItem('backcounter.active-at', String(Date.now() - 11 * 60_000)))
  await leaveAlone()
  await lockScreen().waitFor()
  await page.reload()
  await lockScreen().waitFor()
  // Nothing of the shop is behind it.
  expect(await page.getByRole('main').innerText()).toBe('')
  await page.keyboard.type('olga', HAND)
  await typePin('2580')
  await page.getByRole('heading', { name: 'Carts' }).waitFor()
  await press('Shift+F3')
  expect(complaints).toEqual([])
})

test('a desk that was left for too long locks itself under the hand that wakes its computer, and goes by a clock that was put back', async () => {
  const { page, complaints } = counter()
  await counter().goTo('/carts')
  await page.reload()
  await page.getByRole('heading', { name: 'Carts' }).waitFor()
  // The computer has slept, and the hand comes before the desk looks at its clock.
  await page.evaluate(() => {
    localStorage.setItem('backcounter.active-at', String(Date.now() - 11 * 60_000))
    window.dispatchEvent(new PointerEvent('pointermove'))
  })
  await lockScreen().waitFor({ timeout: 5000 })
  await page.keyboard.type('olga', HAND)
  await typePin('2580')
  await page.getByRole('heading', { name: 'Carts' }).waitFor()

  // It was shut down, and is touched while the page is being loaded.
  const late = await keepFromCore(page, ({ pathname }) => pathname.endsWith('/desk'))
  await page.evaluate(() => {
    localStorage.setItem('backcounter.active-at', String(Date.now() - 11 * 60_000))
    window.location.reload()
  })
  await expect.poll(late.count).toBe(1)
  await page.evaluate(() => window.dispatchEvent(new PointerEvent('pointermove')))
  await late.letGo()
  await lockScreen().waitFor({ timeout: 5000 })
  await page.keyboard.type('olga', HAND)
  await typePin('2580')
  await page.getByRole('heading', { name: 'Carts' }).waitFor()

  // Touched by a clock that was a day ahead: by that it would stay open for a day.
  const aheadMs = async () =>
    page.evaluate(() => Number(localStorage.getItem('backcounter.active-at')) - Date.now())
  await page.evaluate(() =>
    localStorage.setItem('backcounter.active-at', String(Date.now() + 24 * 3_600_000)),
  )
  await expect.poll(aheadMs).toBeLessThanOrEqual(0)
  expect(complaints).toEqual([])
})

test('somebody of the support finds orders, and meets nothing that they may not do', async () => {
  const { core, page, press, program, complaints } = counter()
  const { order } = await program.anOrder()
  await hire(await localProgram(core, 'admin'), 'Signe', 'support', '4321')
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(answer.url())
  })
  await counter().goTo('/carts')
  // What somebody else has opened last holds people's names.
  await press('Control+k')
  await page.keyboard.type('ida.moller@example.com', HAND)
  await page.getByRole('option', { name: 'Ida Møller' }).first().waitFor()
  await page
    .getByRole('option', { name: /Ida Møller.*Customer/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Ida Møller' }).waitFor()
  await press('Control+Shift+L')
  await lockScreen().waitFor()
  await page.reload()
  await lockScreen().getByLabel('PIN', { exact: true }).and(focused()).waitFor()
  await page.keyboard.type('s', HAND)
  await typePin('4321')
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  expect(await page.getByRole('navigation', { name: 'Sections' }).getByRole('link').allInnerTexts()).toEqual([
    'Orders',
  ])
  await press('Shift+F2', 'Shift+F3', 'Control+F2')
  await counter().goTo(`/orders/${order.id}`)
  await page.getByRole('heading', { name: `Order ${order.orderNumber}` }).waitFor()
  await page
    .getByText(order.orderLines[0]?.productName ?? '')
    .first()
    .waitFor()
  // Their page is for who sells: a link would lead away from the order.
  await page.getByRole('region', { name: 'Customer' }).getByText('Ida Møller').waitFor()
  expect(await page.getByRole('main').getByRole('link', { name: 'Ida Møller' }).count()).toBe(0)
  for (const name of ['Copy to new cart', 'Cancel order', 'Capture payment', 'Add note']) {
    expect(await page.getByRole('button', { name }).count(), name).toBe(0)
  }
  // The address of a cart, from a colleague's chat.
  const cartId = await program.aCart()
  await counter().goTo(`/carts/${cartId}`)
  const turnedAway = page.getByRole('status').filter({ hasText: 'not open to the role “Support”' })
  await turnedAway.getByText('You are here now: Orders.').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  await page.goto(`${core.api}/#/carts/${cartId}`)
  await turnedAway.waitFor()
  await counter().goTo(`/orders/${order.id}`)
  await turnedAway.waitFor({ state: 'hidden' })
  // What a clerk does to it meanwhile is told the customer on the phone.
  await program.post(`/orders/${order.id}/note`, { note: 'Comes back on Monday' })
  await page.getByText('Comes back on Monday').first().waitFor({ timeout: 3000 })
  await press('Control+k')
  await page.getByRole('option', { name: 'Orders' }).waitFor()
  expect(await page.getByRole('option', { name: 'Ida Møller' }).count()).toBe(0)
  await page.keyboard.type(order.orderNumber, HAND)
  await page.getByRole('option', { name: order.orderNumber }).first().waitFor()
  await press('Escape')
  expect(await accessibilityFaults(page)).toEqual([])

  // Nor is what somebody else has just found theirs who take the desk from them.
  const takes = async (who: string, pin: string): Promise<void> => {
    await press('Control+Shift+L')
    await lockScreen().getByLabel('PIN', { exact: true }).and(focused()).waitFor()
    await page.keyboard.type(who, HAND)
    await typePin(pin)
    await lockScreen().waitFor({ state: 'hidden' })
  }
  await takes('olga', '2580')
  await press('Control+k')
  await page.keyboard.type('ida.moller@example.com', HAND)
  await page
    .getByRole('option', { name: /Ida Møller.*Customer/ })
    .first()
    .waitFor()
  await takes('signe', '4321')
  await page.getByRole('option', { name: order.orderNumber }).first().waitFor()
  expect(await page.getByRole('option', { name: /Customer$/ }).count()).toBe(0)
  await press('Escape')
  expect(refused).toEqual([])
  expect(complaints).toEqual([])
})
