import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CONSOLE_DIR } from '../../core/cli/serve.ts'
import type { Core } from '../../core/index.ts'
import { openCoreIn } from '../support/open-core.ts'
import { ManagedCampaign } from '../../core/promotions/manage/campaign.schema.ts'
import {
  ManagedPriceGroup,
  ManagedPriceGroupsAnswer,
} from '../../core/price-groups/manage/price-group.schema.ts'
import type { Clerk } from '../support/clerk.ts'
import { openPage, type WatchedPage } from './browser.ts'
import { makeDemoDir } from './demo-dir.ts'
import { eventually } from './eventually.ts'
import { localProgram } from './local-program.ts'
import { removeDataDir } from './served-core.ts'
import { sharedBrowser } from './shared-browser.ts'

// Here the core is opened as the desktop opens it: so each window gets a launch link of its own.
let core: Core
let dataDir: string
let api: string
const browser = sharedBrowser()
let program: Clerk
let windows: WatchedPage[]

beforeAll(async () => {
  dataDir = await makeDemoDir()
  core = await openCoreIn({ dataDir, consoleDir: CONSOLE_DIR })
  api = await core.listen(0)
  program = await localProgram({ api, dataDir })
})
afterAll(async () => {
  await core.close()
  await removeDataDir(dataDir)
})
beforeEach(() => {
  windows = []
})
afterEach(async () => {
  for (const { page, complaints } of windows) {
    expect(complaints).toEqual([])
    await page.context().close()
  }
})

/** A window on a cart that lacks nothing but the key that places it. */
async function windowOn(cartId: string, { payment = 'Cash', hasClock = false } = {}): Promise<Page> {
  const watched = await openPage(browser())
  windows.push(watched)
  const { page } = watched
  if (hasClock) await page.clock.install()
  await page.goto(`${api}${await core.consolePath('harbour')}`)
  await page.getByRole('heading', { name: 'Carts' }).waitFor()
  await page.goto(`${api}/#/carts/${cartId}`)
  await page.getByRole('table', { name: 'Goods' }).waitFor()
  await page.getByRole('radio', { name: new RegExp(`^${payment}`) }).click()
  await page.getByText('Everything is there.').waitFor()
  return page
}

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'The order has changed' })
const placed = (page: Page): Locator => page.getByRole('region', { name: 'Order placed' })
/** The end of a clerk's order: placed here, or the page of the order that the other window has placed. */
const settled = (page: Page): Locator => page.getByRole('heading', { level: 1, name: /^Order H-/ })
const money = (amount: number): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }).format(amount)
const totalOn = async (page: Page, timeout?: number): Promise<string> =>
  page
    .getByRole('group', { name: 'Totals' })
    .first()
    .getByRole('definition')
    .nth(-2)
    .innerText({ ...(timeout !== undefined && { timeout }) })
const stateOf = async (cartId: string): Promise<string | undefined> =>
  (await program.openCarts()).find(({ id }) => id === cartId)?.state

async function aCart(): Promise<string> {
  return (await program.aCartReadyToPlace({ quantities: [1, 2], shipping: 'Collection in the shop' })).cartId
}

describe('no total is placed that its clerk has not seen', () => {
  test('a program adds fifty towels: F9 places nothing and says who, what, from and to', async () => {
    const cartId = await aCart()
    const page = await windowOn(cartId)
    const before = await program.readCart(cartId)
    const [towel] = await program.products({ search: 'towel', maxItems: 1 })
    await program.addLine(cartId, towel, { quantity: 50 })
    const now = await program.readCart(cartId)

    await page.keyboard.press('F9')
    await dialog(page).waitFor()
    const rows = dialog(page).getByRole('row')
    const text = (await rows.allInnerTexts()).join('\n')
    expect(text).toContain(towel?.name)
    expect(text).toContain('50 pcs.')
    expect(await rows.last().innerText()).toContain(money(before.orderTotal))
    expect(await rows.last().innerText()).toContain(money(now.orderTotal))
    await eventually(async () => dialog(page).innerText()).toContain('Changed by Till')

    // Neither key places it by itself: F9 once more does nothing, Enter only leads back.
    const look = dialog(page).getByRole('button', { name: 'Look again' })
    expect(await look.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('F9')
    expect(await stateOf(cartId)).toBe('open')
    await page.keyboard.press('Enter')
    await dialog(page).waitFor({ state: 'hidden' })
    await page.keyboard.press('Enter')
    await eventually(async () => totalOn(page)).toBe(money(now.orderTotal))
    expect(await stateOf(cartId)).toBe('open')

    await page.keyboard.press('F9')
    await placed(page).waitFor()
    expect((await program.readOrder(cartId)).orderTotal).toBe(now.orderTotal)
  })

  test('a campaign that ends takes its discount along: told before the order is placed, and where it is opened later', async () => {
    const manager = await localProgram({ api, dataDir }, 'admin')
    const campaign = await manager.post('/manage/campaigns', {
      names: { 'en-GB': 'Autumn' },
      currencies: [{ currency: 'EUR', minimum: 0 }],
      items: [{ target: 'order', rate: 0.1, names: { 'en-GB': '10 %' } }],
    })
    const { id } = campaign.ok(ManagedCampaign)
    const [cartId, later] = [await aCart(), await aCart()]
    const page = await windowOn(cartId)
    const before = await program.readCart(cartId)
    expect(await totalOn(page)).toBe(money(before.orderTotal))
    await manager.delete(`/manage/campaigns/${id}`)
    const now = await program.readCart(cartId)
    expect(now.orderTotal).toBeGreaterThan(before.orderTotal)

    await page.keyboard.press('F9')
    await dialog(page).getByText('The price has changed by itself').waitFor()
    const total = await dialog(page).getByRole('row').last().innerText()
    expect(total).toContain(money(before.orderTotal))
    expect(total).toContain(money(now.orderTotal))
    await dialog(page)
      .getByRole('button', { name: `Place for ${money(now.orderTotal)}` })
      .click()
    await placed(page).waitFor()
    expect((await program.readOrder(cartId)).orderTotal).toBe(now.orderTotal)

    const other = await windowOn(later)
    const { earlierTotal = 0, orderTotal } = await program.readCart(later)
    await other
      .getByText(`it came to ${money(earlierTotal)}, and comes to ${money(orderTotal)} now.`)
      .waitFor()
    expect(await totalOn(other)).toBe(money(orderTotal))
    await other.keyboard.press('F9')
    await placed(other).waitFor()
    expect((await program.readOrder(later)).orderTotal).toBe(orderTotal)
  })

  test('a campaign that a colleague uses up takes its discount along: F9 says so, and places it as it costs then', async () => {
    const manager = await localProgram({ api, dataDir }, 'admin')
    const campaign = await manager.post('/manage/campaigns', {
      names: { 'en-GB': 'Early bird' },
      currencies: [{ currency: 'EUR', minimum: 0 }],
      items: [{ target: 'order', rate: 0.1, names: { 'en-GB': '10 %' } }],
      codes: [{ code: 'EARLY' }],
      maxUses: 1,
    })
    campaign.ok(ManagedCampaign)
    const carts = [await aCart(), await aCart()]
    for (const cartId of carts)
      expect((await program.post(`/carts/${cartId}/promotion-codes/EARLY`)).status).toBe(200)
    const [first = '', cartId = ''] = carts
    const page = await windowOn(cartId)
    const colleague = await windowOn(first)
    const before = await program.readCart(cartId)
    await colleague.keyboard.press('F9')
    await placed(colleague).waitFor()
    const now = await program.readCart(cartId)
    expect(now.orderTotal).toBeGreaterThan(before.orderTotal)
    expect(await totalOn(page)).toBe(money(before.orderTotal))

    await page.keyboard.press('F9')
    await dialog(page).getByText('The price has changed by itself').waitFor()
    expect(await dialog(page).getByRole('row').last().innerText()).toContain(money(now.orderTotal))
    expect(await stateOf(cartId)).toBe('open')
    await page.keyboard.press('Enter')
    await eventually(async () => totalOn(page)).toBe(money(now.orderTotal))
    await page.keyboard.press('F9')
    await placed(page).waitFor()
    expect(await program.readOrder(cartId)).toMatchObject({ orderTotal: now.orderTotal, discounts: [] })
  })

  test('a price group whose time is over while the order is on the screen is not placed without a reason', async () => {
    const manager = await localProgram({ api, dataDir }, 'admin')
    const { id: base } = (await manager.get('/manage/price-groups', { maxItems: 1000 }))
      .ok(ManagedPriceGroupsAnswer)
      .priceGroups.find(({ names }) => names['en-GB'] === 'Shop price, EUR') ?? { id: '' }
    const made = await manager.post('/manage/price-groups', {
      names: { 'en-GB': 'Happy hour' },
      currency: 'EUR',
      basePriceGroupId: base,
      criteria: [{ kind: 'timeWindow', parameters: { from: ['2020-01-01T00:00:00Z'] } }],
    })
    const { id } = made.ok(ManagedPriceGroup)
    const cartId = await aCart()
    await program.patch(`/carts/${cartId}`, { priceGroupId: id })
    const page = await windowOn(cartId, { hasClock: true })
    const over = [{ kind: 'timeWindow', parameters: { to: [new Date().toISOString()] } }]
    expect((await manager.patch(`/manage/price-groups/${id}`, { criteria: over })).status).toBe(200)
    await page.clock.fastForward(60_000)
    await page.getByRole('alert').getByText('“Happy hour” is not valid for this order').waitFor()
    await page.keyboard.press('F9')
    await page.getByText('The price group is not valid for this order.').waitFor()
    expect(await stateOf(cartId)).toBe('open')
  })

  test('what the dialog has named may be placed from there, and no other amount', async () => {
    const cartId = await aCart()
    const page = await windowOn(cartId)
    await program.addLine(cartId, undefined, { quantity: 3 })
    const seen = await program.readCart(cartId)
    await page.keyboard.press('F9')
    const place = dialog(page).getByRole('button', { name: /^Place for/ })
    await place.waitFor()
    expect(await place.innerText()).toContain(money(seen.orderTotal))

    // What comes while it is open changes nothing under the hand: it is told when it is asked for.
    const other = await windowOn(cartId)
    await program.addLine(cartId, undefined, { quantity: 5 })
    const later = await program.readCart(cartId)
    await other.getByRole('button', { name: 'Show the change' }).waitFor()
    expect(await place.innerText()).toContain(money(seen.orderTotal))
    await place.click()
    await dialog(page)
      .getByRole('button', { name: `Place for ${money(later.orderTotal)}` })
      .waitFor()
    expect(await stateOf(cartId)).toBe('open')
    expect(await dialog(page).getByRole('row').last().innerText()).toContain(money(seen.orderTotal))
    await place.click()
    await placed(page).waitFor()
    expect((await program.readOrder(cartId)).orderTotal).toBe(later.orderTotal)
  })

  test('two windows and a program change one cart: each clerk places what is on the screen or nothing', async () => {
    for (let round = 1; round <= 3; round += 1) {
      const cartId = await aCart()
      const [one, two] = [await windowOn(cartId), await windowOn(cartId)]
      // Everybody at once, with the keys of both clerks right behind their own changes.
      const quantity = one.getByRole('spinbutton').first()
      await quantity.fill(String(round + 3))
      /** Every total that was on a screen when its clerk asked for the order to be placed. */
      const seen = new Set([await totalOn(two)])
      await Promise.all([
        program.addLine(cartId, undefined, { quantity: round }),
        one.keyboard.press('Enter'),
        two.keyboard.press('F9'),
      ])
      for (const page of [two, one]) {
        for (let tries = 0; tries < 40 && !(await settled(page).isVisible()); tries += 1) {
          await page.waitForTimeout(300)
          const show = page.getByRole('button', { name: 'Show the change' })
          if (await dialog(page).isVisible()) await page.keyboard.press('Enter')
          // It goes where the cart becomes an order meanwhile.
          else if (await show.isVisible()) await show.click({ timeout: 1000 }).catch(() => undefined)
          else if (!(await settled(page).isVisible())) {
            // It may have become an order since: then there is no total to see any more.
            const total = await totalOn(page, 1000).catch(() => undefined)
            if (total === undefined) continue
            seen.add(total)
            await page.keyboard.press('F9')
          }
        }
        await settled(page).waitFor()
      }
      // An order that was changed after it was placed has been opened again: its first payment is void.
      const { payments, orderTotal } = await program.readOrder(cartId)
      expect(payments.filter(({ state }) => state === 'Pending').map(({ amount }) => amount)).toEqual([
        orderTotal,
      ])
      for (const { amount } of payments) expect([...seen]).toContain(money(amount))
    }
  })

  test('a change of one’s own that is not on the screen yet: the new total is shown, and F9 once more places it', async () => {
    const cartId = await aCart()
    const page = await windowOn(cartId)
    await page.getByRole('spinbutton').first().fill('7')
    await page.keyboard.press('F9')
    const { orderTotal } = await (async () => {
      await page.getByText('Press F9 again to place it.').waitFor()
      return program.readCart(cartId)
    })()
    expect(await page.getByText('Press F9 again to place it.').innerText()).toContain(money(orderTotal))
    expect(await stateOf(cartId)).toBe('open')
    await page.keyboard.press('F9')
    await placed(page).waitFor()
    const order = await program.readOrder(cartId)
    expect(order.orderLines[0]?.quantity).toBe(7)
    expect(order.orderTotal).toBe(orderTotal)
  })

  test('a change by somebody else is told before anything more is sent, and F9 then only shows it', async () => {
    const cartId = await aCart()
    const page = await windowOn(cartId)
    await program.patch(`/carts/${cartId}`, { note: 'Waits outside' })
    await page.getByRole('radio', { name: /^Invoice/ }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this order' })
    await notice.getByText('Waits outside').waitFor()
    await notice.getByText('Changed by Till').waitFor()
    await page.keyboard.press('F9')
    await dialog(page).waitFor()
    await page.keyboard.press('Escape')
    await notice.waitFor({ state: 'hidden' })
    expect(await page.getByRole('textbox', { name: 'Note for the order' }).inputValue()).toBe('Waits outside')
    expect(await stateOf(cartId)).toBe('open')
  })
})
