import type { Locator } from 'playwright'
import { describe, expect, test } from 'vitest'
import { ManagedCustomer } from '../../core/customers/manage/managed-customer.schema.ts'
import { attemptTag } from './attempt-tag.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { keepFromCore } from './keep-back.ts'

const counter = counterOfDemoShop({ isProcess: true })
const attempt = attemptTag()

/** How soon what others do is to be seen; twice the second that is promised, on a machine with other things to do. */
const SOON = { timeout: 2000, interval: 20 }

const link = (name: string): Locator => counter().page.getByRole('link', { name, exact: true })
const focusedText = async (): Promise<string> =>
  counter().page.evaluate(() => document.activeElement?.textContent.trim() ?? '')

async function openOrders(): Promise<void> {
  await counter().goTo('/orders')
  await counter().page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
  await counter().page.getByRole('row').nth(3).waitFor()
}

describe('lists follow what others do:', () => {
  test('a new order comes at once, an old one gets its state, and focus and place stay', async () => {
    const { page, program, press, complaints } = counter()
    const { order: first, paymentId } = await program.anOrder({ shipping: null })
    await openOrders()
    await link(first.orderNumber).waitFor()
    await press('ArrowDown')
    await eventually(focusedText).toBe(first.orderNumber)

    const { order: second } = await program.anOrder({ shipping: null })
    await expect.poll(async () => link(second.orderNumber).count(), SOON).toBe(1)
    expect(await focusedText()).toBe(first.orderNumber)
    const row = page.getByRole('row').filter({ has: link(first.orderNumber) })
    await program.post(`/payments/${paymentId}/capture`, {})
    await expect.poll(async () => row.innerText(), SOON).toContain('Paid')
    expect(await focusedText()).toBe(first.orderNumber)
    expect(complaints).toEqual([])
  })

  test('a new cart is there before anything is in it', async () => {
    const { page, program, goTo } = counter()
    await goTo('/carts')
    await page.getByRole('row').nth(1).waitFor()
    const before = await page.getByRole('row').count()
    await program.aCart()
    await expect.poll(async () => page.getByRole('row').count(), SOON).toBe(before + 1)
  })

  test('a customer’s new name is in the list of carts, and on the open cart', async () => {
    const { page, program, goTo, complaints } = counter()
    const named = { firstName: 'Tanne', lastName: attempt() }
    const { id } = (await program.post('/manage/customers', named)).ok(ManagedCustomer)
    const cartId = await program.aCart()
    await program.patch(`/carts/${cartId}`, { customerId: id })
    await goTo('/carts')
    await link(`Tanne ${attempt()}`).waitFor()
    await program.patch(`/manage/customers/${id}`, { firstName: 'Karen' })
    await link(`Karen ${attempt()}`).waitFor(SOON)
    await goTo(`/carts/${cartId}`)
    const card = page.getByRole('region', { name: 'Customer' })
    await card.getByText(`Karen ${attempt()}`).waitFor()
    await program.patch(`/manage/customers/${id}`, { firstName: 'Isak' })
    await card.getByText(`Isak ${attempt()}`).waitFor(SOON)
    expect(complaints).toEqual([])
  })

  test('a core that was away is one line, and when it is back the list is up to date', async () => {
    const { page, program, core, serveAgain } = counter()
    await openOrders()
    await core.kill()
    const line = page.getByText('Backcounter does not answer.')
    await line.waitFor()
    await serveAgain()
    await line.waitFor({ state: 'hidden' })
    const { order } = await program.anOrder({ shipping: null })
    await link(order.orderNumber).waitFor()
  })
})

describe('one stream', () => {
  test('serves page after page, and what comes while a list is loading is not lost', async () => {
    const { page, program, goTo } = counter()
    await openOrders()
    let streams = 0
    page.on('request', (request) => (streams += request.url().endsWith('/events') ? 1 : 0))
    await goTo('/carts')
    await page.getByRole('heading', { name: 'Carts', exact: true }).waitFor()
    await openOrders()

    const held = Promise.withResolvers<true>()
    const isAsked = Promise.withResolvers<true>()
    await page.route(
      /\/api\/v1\/orders\?/,
      async (route) => {
        const response = await route.fetch()
        isAsked.resolve(true)
        await held.promise
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Total', exact: true }).click()
    await isAsked.promise
    const { order } = await program.anOrder({ shipping: null })
    await page.waitForTimeout(700)
    held.resolve(true)
    // The oldest first, then the newest.
    for (let presses = 0; presses < 2; presses++)
      await page.getByRole('button', { name: 'Date', exact: true }).click()
    await link(order.orderNumber).waitFor()
    expect(streams).toBe(0)
  })
})

describe('the note of an order', () => {
  test('that somebody else writes meanwhile is told beside one’s own, and one of them is chosen', async () => {
    const { page, program, goTo, press, complaints } = counter()
    const { order } = await program.anOrder({ shipping: null })
    await goTo(`/orders/${order.id}`)
    const field = page.getByRole('textbox', { name: 'Note' })
    const type = async (text: string) => {
      await press('Shift+F8')
      await field.fill(text)
    }
    const theirs = async (note: string) => program.post(`/orders/${order.id}/note`, { note })
    const notice = page.getByRole('alert').filter({ hasText: 'The note has been changed meanwhile' })
    await page.getByRole('button', { name: 'Add note' }).waitFor()

    await type('Mine')
    await theirs('Theirs')
    await notice.getByText('Theirs', { exact: true }).waitFor()
    await notice.getByText('Changed by Till').waitFor()
    expect(await field.inputValue()).toBe('Mine')
    await notice.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Edit note' }).waitFor()
    expect((await program.readOrder(order.id)).note).toBe('Mine')

    await type('Mine again')
    await theirs('Theirs again')
    await notice.getByRole('button', { name: 'Take theirs' }).click()
    await page.getByText('Theirs again').first().waitFor()
    expect((await program.readOrder(order.id)).note).toBe('Theirs again')
    expect(complaints).toEqual([])
  })

  test('is saved by key, and where somebody else was first one of both is chosen by key', async () => {
    const { page, program, goTo, press, complaints } = counter()
    const { order } = await program.anOrder({ shipping: null })
    const stored = async () => (await program.readOrder(order.id)).note
    const notePath = `/orders/${order.id}/note`
    await goTo(`/orders/${order.id}`)
    await page.getByRole('button', { name: 'Add note' }).waitFor()
    const type = async (text: string) => {
      await press('Shift+F8')
      await page.getByRole('textbox', { name: 'Note' }).fill(text)
    }
    const edit = page.getByRole('button', { name: 'Edit note' }).and(page.locator(':focus'))
    const keep = page.getByRole('button', { name: 'Keep mine' }).and(page.locator(':focus'))

    await type('Rings twice')
    await press('Control+s')
    await edit.waitFor()
    expect(await stored()).toBe('Rings twice')

    await type('Mine')
    const kept = await keepFromCore(
      page,
      ({ pathname }, method) => method === 'POST' && pathname.endsWith(notePath),
    )
    // Its button goes while the keyboard is on it.
    await page.getByRole('region', { name: 'Note' }).getByRole('button', { name: 'Save' }).press('Enter')
    await eventually(kept.count).toBe(1)
    await program.post(notePath, { note: 'Theirs' })
    await kept.letGo()
    await keep.waitFor()
    await press('Control+s')
    expect(await stored()).toBe('Theirs')
    await press('Control+m')
    await edit.waitFor()
    expect(await stored()).toBe('Mine')
    expect(complaints).toEqual([])
  })
})

describe('the list of orders', () => {
  test('is sorted by a press on a head, keeps that in its address, and is clear without a filter', async () => {
    const { page, press } = counter()
    await openOrders()
    expect(await page.getByRole('button', { name: 'Clear search' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Total', exact: true }).focus()
    await press('Enter')
    await page.waitForURL(/sort=orderTotal$/)
    await press('Enter')
    await page.waitForURL(/sort=-orderTotal$/)
    const head = page.getByRole('columnheader', { name: 'Total', exact: true })
    expect(await head.getAttribute('aria-sort')).toBe('descending')
    expect(await page.getByRole('button', { name: 'Clear search' }).count()).toBe(0)
    const totals = async () =>
      page
        .locator('tbody tr td:last-child')
        .allInnerTexts()
        .then((texts) => texts.map((text) => Number(text.replaceAll(/[^\d.]/g, ''))))
    // Of all that are there at once: until they are sorted the other way, the first is the least.
    await eventually(async () => {
      const all = await totals()
      return all[0] === Math.max(...all) && all[0] > Math.min(...all)
    }).toBe(true)
    await page.getByRole('searchbox').fill('ida')
    await page.waitForURL(/search=ida/)
    await page.getByRole('button', { name: 'Clear search' }).click()
    await page.waitForURL(/#\/orders\?sort=-orderTotal$/)
  })

  test('shows the columns that somebody wants to see, after a reload too', async () => {
    const { page, press } = counter()
    await openOrders()
    await page.getByRole('button', { name: 'Columns' }).focus()
    await press('Enter')
    await page.getByRole('menuitemcheckbox', { name: 'E-mail' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Order id' }).click()
    await press('Escape')
    const heads = async () => page.getByRole('columnheader').allInnerTexts()
    expect(await heads()).toEqual(['Number', 'Date', 'Customer', 'State', 'Order id', 'Total'])
    await page.reload()
    await page.getByRole('row').nth(3).waitFor()
    expect(await heads()).toEqual(['Number', 'Date', 'Customer', 'State', 'Order id', 'Total'])
    await page.evaluate(() => localStorage.removeItem('backcounter.columns.orders'))
  })

  test('finds an order by goods in it: a barcode that is scanned, and words', async () => {
    const { page, program, scan } = counter()
    const product = (await program.products({ maxItems: 1000 })).findLast(({ barcode }) => barcode !== null)
    const placing = await program.aCartReadyToPlace({ quantities: [], shipping: null })
    await program.addLine(placing.cartId, product)
    await program.post('/payments', placing)
    const { orderNumber } = await program.readOrder(placing.cartId)
    await openOrders()
    await page.getByRole('searchbox').fill(product?.name ?? '')
    await link(orderNumber).waitFor()
    await scan(product?.barcode ?? '')
    // The only order with it is opened; where the demo shop has sold it, too, all of them are shown.
    await page.getByText(orderNumber).first().waitFor()
  })
})
