import type { Locator } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '../../core/catalog/catalog.schema.ts'
import { CustomersAnswer } from '../../core/customers/customer.schema.ts'
import { counterOfDemoShop } from './counter.ts'
import { withFile } from '../support/data.ts'
import { isSweepWhole } from '../support/rounds.ts'
import { eventually } from './eventually.ts'
import { keepFromCore } from './keep-back.ts'
import { localProgram } from './local-program.ts'
import type { ScanPace } from './scanner.ts'
import { runCli } from './served-core.ts'

const counter = counterOfDemoShop({ isProcess: true })
let goods: (Product & { barcode: string })[]
const barcodeOf = (index: number): string => goods[index % goods.length]?.barcode ?? ''

beforeAll(async () => {
  const products = await counter().program.products({ maxItems: 120 })
  goods = products.flatMap((product) =>
    product.barcode === null ? [] : [{ ...product, barcode: product.barcode }],
  )
})

const alert = (text: string): Locator => counter().page.getByRole('alert').filter({ hasText: text })
const scanField = (): Locator => counter().page.getByRole('combobox', { name: 'Scan, sku or name' })
const quantityAt = (index: number): Locator => counter().lines.nth(index).getByRole('spinbutton')

/** What the cart holds, in its order. */
async function contents(cartId: string): Promise<[string | null, number][]> {
  const { orderLines } = await counter().program.readCart(cartId)
  return orderLines.map(({ variantSku, quantity }) => [variantSku, quantity])
}

/** An order with goods, customer, delivery and payment, as a clerk has it on the screen just before placing. */
async function fullOrder(lines = 2): Promise<string> {
  const { page, program, goTo } = counter()
  const cartId = await program.aCart()
  for (let index = 0; index < lines; index += 1) await program.addLine(cartId, goods[index])
  const { customers } = (await program.get('/customers', { maxItems: 20 })).ok(CustomersAnswer)
  await program.patch(`/carts/${cartId}`, { customerId: customers[0]?.id })
  await program.setBilling(cartId)
  await program.setShipping(cartId, 'Home delivery')
  await goTo(`/carts/${cartId}`)
  await eventually(async () => counter().lines.count()).toBe(lines)
  await page.getByRole('radiogroup', { name: 'Payment' }).waitFor()
  await scanField().and(page.locator(':focus')).waitFor()
  return cartId
}

/** What the page shows and what it would send: none of it may be touched by a scan. */
const standing = async (): Promise<unknown> =>
  counter().page.evaluate(() => ({
    address: location.href,
    focus: [document.activeElement?.tagName, document.activeElement?.getAttribute('aria-label')],
    values: [...document.querySelectorAll('input')].map(({ type, value, checked }) => [type, value, checked]),
    open: [...document.querySelectorAll('[role=dialog], [role=menu], [role=listbox]')].map(
      (one) => one.checkVisibility() && one.getAttribute('aria-label'),
    ),
    chosen: [...document.querySelectorAll('button[role=combobox]')].map((one) => one.textContent),
  }))

describe('a scan is a scan wherever the focus is', () => {
  test('at every stop of the keyboard in the cart editor', async () => {
    const { page, complaints } = counter()
    const cartId = await fullOrder()
    const expected = await contents(cartId)
    const count = await page.evaluate(markStops, isSweepWhole)
    expect(count).toBeGreaterThan(10)
    for (let stop = -1; stop < count; stop += 1) {
      await page.evaluate((index) => window.focusStop(index), stop)
      const before = await standing()
      const product = goods[2 + (stop + 1)]
      const pace: ScanPace = { gap: stop % 2 === 0 ? 2 : 50, end: stop % 3 === 0 ? 'Tab' : 'Enter' }
      await counter().scan(product?.barcode ?? '', pace)
      expected.push([product?.variantSku ?? null, 1])
      await eventually(async () => contents(cartId)).toEqual(expected)
      await eventually(async () => counter().lines.count()).toBe(expected.length)
      const { values, ...rest } = (await standing()) as { values: unknown[] }
      const { values: old, ...restBefore } = before as { values: unknown[] }
      expect([stop, rest]).toEqual([stop, restBefore])
      // The new line brings its own quantity; every other field is as it was.
      expect([stop, values.length]).toEqual([stop, old.length + 1])
      for (const value of old) expect([stop, values]).toEqual([stop, expect.arrayContaining([value])])
    }
    expect(complaints).toEqual([])
  })

  /** Every day the first four of them. */
  const openings: Record<string, { open: () => Promise<void>; shown: () => Locator }> = {
    'the list of countries in the address dialog': {
      open: async () => {
        await counter().press('Shift+F4')
        await counter().page.getByRole('dialog').getByLabel('Country', { exact: true }).click()
      },
      shown: () => counter().page.getByRole('option', { name: 'Denmark', exact: true }),
    },
    'the question whether to abandon the cart': {
      open: async () => counter().page.getByRole('button', { name: 'Abandon' }).click(),
      shown: () => counter().page.getByRole('dialog', { name: 'Abandon this cart?' }),
    },
    'the menu of the view': {
      open: async () => counter().page.getByRole('button', { name: 'View' }).click(),
      shown: () => counter().page.getByRole('menu'),
    },
    'suggestions for typed words': {
      open: async () => counter().page.keyboard.type('mug', { delay: 100 }),
      shown: () => counter().page.getByRole('option').nth(2),
    },
    'the address dialog': {
      open: async () => counter().press('Shift+F4'),
      shown: () => counter().page.getByRole('dialog', { name: 'Billing address' }),
    },
    'the overview of keys': {
      open: async () => counter().press('F1'),
      shown: () => counter().page.getByRole('dialog', { name: 'Keyboard shortcuts' }),
    },
    'the languages of the order': {
      open: async () => counter().page.getByRole('combobox', { name: 'Language of the order' }).click(),
      shown: () => counter().page.getByRole('option', { name: 'Danish' }),
    },
  }

  test.for(Object.entries(openings))('with %s open', async ([, { open, shown }]) => {
    const { page, press } = counter()
    const cartId = await fullOrder()
    const expected = await contents(cartId)
    await scanField().focus()
    await open()
    await shown().waitFor()
    const before = (await standing()) as { values: unknown[] }
    for (const [index, pace] of ([{}, { end: 'Tab' }, { gap: 50 }] as ScanPace[]).entries()) {
      await counter().scan(barcodeOf(10 + index), pace)
      expected.push([goods[10 + index]?.variantSku ?? null, 1])
    }
    await eventually(async () => contents(cartId)).toEqual(expected)
    await eventually(async () => page.locator('tbody tr').count()).toBe(expected.length)
    expect(await shown().isVisible()).toBe(true)
    const { values, ...rest } = (await standing()) as { values: unknown[] }
    const { values: old, ...restBefore } = before
    expect(rest).toEqual(restBefore)
    expect(values).toHaveLength(old.length + 3)
    await press('Escape')
    await page.keyboard.press('Escape')
  })

  test('a quantity that is being typed is still there, and not a barcode', async () => {
    const { page, press } = counter()
    const cartId = await fullOrder(1)
    await press('ArrowUp')
    await page.keyboard.type('7', { delay: 100 })
    await counter().scan(barcodeOf(5))
    await eventually(async () => contents(cartId)).toHaveLength(2)
    expect(await quantityAt(0).inputValue()).toBe('7')
    await press('Enter')
    await eventually(async () => contents(cartId)).toEqual([
      [goods[0]?.variantSku, 7],
      [goods[5]?.variantSku, 1],
    ])
  })

  test('of the goods whose quantity has the keyboard is counted there, and stays so when the keyboard leaves', async () => {
    const { press } = counter()
    const cartId = await fullOrder(1)
    await press('ArrowUp')
    await quantityAt(0).and(counter().page.locator(':focus')).waitFor()
    for (const count of [2, 3]) {
      await counter().scan(barcodeOf(0))
      await eventually(async () => contents(cartId)).toEqual([[goods[0]?.variantSku, count]])
    }
    await eventually(async () => quantityAt(0).inputValue()).toBe('3')
    await press('F2')
    await counter().scan(barcodeOf(1))
    await eventually(async () => contents(cartId)).toEqual([
      [goods[0]?.variantSku, 3],
      [goods[1]?.variantSku, 1],
    ])
  })

  test('a quantity that waits in the scan field belongs to the next scan', async () => {
    const { page, newOrder } = counter()
    const cartId = await newOrder()
    await page.keyboard.type('3*', { delay: 100 })
    await page.getByRole('button', { name: 'View' }).focus()
    await counter().scan(barcodeOf(3))
    await eventually(async () => contents(cartId)).toEqual([[goods[3]?.variantSku, 3]])
    expect(await scanField().inputValue()).toBe('')
  })

  test('what a person types fast goes where it is typed', async () => {
    const { page, newOrder, press } = counter()
    const cartId = await newOrder()
    await press('Shift+F8')
    const note = page.getByRole('textbox', { name: 'Note for the order' })
    await note.pressSequentially('4006381333931 is out of stock', { delay: 60 })
    await press('Enter')
    await eventually(async () => (await counter().program.readCart(cartId)).note).toBe(
      '4006381333931 is out of stock',
    )
    expect(await contents(cartId)).toEqual([])
  })
})

describe('scans come to something, in their order', () => {
  test('each barcode of goods that have several adds them', async () => {
    const manager = await localProgram(counter().core, 'staff manage')
    const codes = ['2109900000017', '2109900000024']
    const body = {
      sku: 'TWICE',
      names: { 'en-GB': 'Sold in two packings' },
      catalogId: await manager.catalog('Knitwear'),
      taxRate: 0.25,
      variants: [{ barcodes: codes, prices: [{ priceGroupId: await manager.priceGroup(), price: 5 }] }],
    }
    expect((await manager.post('/manage/products', body)).status).toBe(200)
    await counter().newOrder()
    for (const code of codes) await counter().scan(code)
    await eventually(async () => quantityAt(0).inputValue()).toBe('2')
    await expect(counter().lines.count()).resolves.toBe(1)
  })

  test('an unknown code is told, and those after it are added', async () => {
    const { newOrder } = counter()
    const cartId = await newOrder()
    for (const code of [barcodeOf(0), '0000000000017', barcodeOf(1), barcodeOf(0).slice(0, 8), barcodeOf(2)])
      await counter().scan(code)
    await eventually(async () => contents(cartId)).toEqual(
      goods.slice(0, 3).map(({ variantSku }) => [variantSku, 1]),
    )
    await alert('Nothing found for “0000000000017”').waitFor()
    // A code that others merely begin with is not theirs.
    await alert(`Nothing found for “${barcodeOf(0).slice(0, 8)}”`).waitFor()
  })

  test('while the core is away they wait in sight, and so does a note; the work goes on where it should', async () => {
    const { page, program, core, press, newOrder, serveAgain, complaints } = counter()
    const cartId = await newOrder()
    await counter().scan(barcodeOf(0))
    await eventually(async () => contents(cartId)).toHaveLength(1)
    // Its answer must be here, too: a scan whose answer is lost goes on waiting, as one of four.
    await eventually(async () => counter().lines.count()).toBe(1)
    await core.kill()
    await press('Shift+F8')
    await page.keyboard.type('Rings back', { delay: 60 })
    await press('Enter')
    await eventually(async () => scanField().evaluate((field) => field === document.activeElement)).toBe(true)
    for (const index of [1, 2, 3]) await counter().scan(barcodeOf(index))
    const waiting = page.getByRole('status', { name: '3 scans wait' })
    await waiting.waitFor()
    for (const index of [1, 2, 3]) await waiting.getByText(barcodeOf(index)).waitFor()

    await serveAgain()
    await waiting.waitFor({ state: 'hidden' })
    await counter().scan(barcodeOf(4))
    await eventually(async () => contents(cartId)).toEqual(
      goods.slice(0, 5).map(({ variantSku }) => [variantSku, 1]),
    )
    expect((await program.readCart(cartId)).note).toBe('Rings back')
    expect(await scanField().evaluate((field) => field === document.activeElement)).toBe(true)
    expect(complaints).toEqual([])
  })
})

describe('scans that wait', () => {
  test('survive a reload, told in sight, and each goes into the cart once', async () => {
    const { page, newOrder } = counter()
    const cartId = await newOrder()
    // The first reaches the core, and its answer is lost with the page.
    let isLost = true
    await page.route(/\/lines\?/, async (route) => {
      if (isLost) await route.fetch()
      else await route.continue()
    })
    for (const index of [0, 1, 2]) await counter().scan(barcodeOf(index))
    await page.getByRole('status', { name: '3 scans wait' }).waitFor()
    await eventually(async () => contents(cartId)).toHaveLength(1)
    isLost = false
    await page.reload()

    const told = page.getByRole('status').filter({ hasText: '3 scans still waited' })
    for (const index of [0, 1, 2]) await told.getByText(barcodeOf(index)).waitFor()
    await eventually(async () => contents(cartId)).toEqual(
      goods.slice(0, 3).map(({ variantSku }) => [variantSku, 1]),
    )
    await told.getByRole('button').click()
    await told.waitFor({ state: 'hidden' })
    await page.unrouteAll()
    await page.reload()
    await eventually(async () => counter().lines.count()).toBe(3)
    expect(await contents(cartId)).toHaveLength(3)
  })

  test('are told where they come to nothing after their order is left', async () => {
    const { page, newOrder, goTo, complaints } = counter()
    await newOrder()
    const late = await keepFromCore(page, ({ pathname }) => pathname.endsWith('/products'))
    await counter().scan('0000000000024')
    await eventually(late.count).toBe(1)
    await goTo('/carts')
    await page.getByRole('heading', { name: 'Carts', exact: true }).waitFor()
    await late.letGo()
    await alert('“0000000000024” was scanned').waitFor()
    expect(complaints).toEqual([])
  })

  test('are not lost where the session ends: they are in the order once somebody signs in again, and what was scanned meanwhile is told', async () => {
    const { page, newOrder, core, complaints } = counter()
    const cartId = await newOrder()
    const late = await keepFromCore(
      page,
      ({ pathname }, method) => method === 'POST' && pathname.endsWith('/lines'),
    )
    for (const index of [0, 1]) await counter().scan(barcodeOf(index))
    await eventually(late.count).toBe(1)
    withFile(core.dataDir, (file) => {
      const ofConsole = `grant_id is not null`
      file.prepare(`update access_tokens set expires_at = '2020-01-01' where ${ofConsole}`).run()
      file.prepare('delete from refresh_tokens').run()
    })
    await late.letGo()
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
    expect(await contents(cartId)).toEqual([])
    await counter().scan(barcodeOf(2))
    await page.getByText(`Scanned: ${barcodeOf(2)}. It is kept`).waitFor()

    const { console: link } = await runCli<{ console: string }>('console-link', '--data', core.dataDir)
    const other = await page.context().newPage()
    await other.goto(link)
    await other.getByRole('heading', { name: 'Carts' }).waitFor()
    await other.close()
    await page.getByRole('status').filter({ hasText: '2 scans still waited' }).waitFor()
    await eventually(async () => contents(cartId)).toEqual(
      goods.slice(0, 2).map(({ variantSku }) => [variantSku, 1]),
    )
    await alert(`the console closed: ${barcodeOf(2)}`)
      .getByRole('button', { name: 'Add to this order' })
      .click()
    await eventually(async () => contents(cartId)).toHaveLength(3)
    expect(complaints).toEqual([])
  })
})

/** Places without an order, and what there says that they are shown; every day the first two of them. A new one joins with a line. */
const PLACES: Readonly<Record<string, string>> = {
  '/carts': 'Carts',
  '/till': 'Till',
  '/today': 'Today',
  '/takings': 'Takings and tax',
  '/settings/local-api': 'Local API',
  '/settings/drawer': 'Cash drawer',
}

describe('where no order is open', () => {
  test.for(Object.entries(PLACES))(
    'a scan at any stop of %s opens and writes nothing',
    async ([path, title]) => {
      const { page, goTo, complaints } = counter()
      await goTo(path)
      await page.getByRole('heading', { name: title }).first().waitFor()
      // What it shows is there.
      await page.waitForTimeout(700)
      const written: string[] = []
      page.on('request', (request) => {
        if (request.method() !== 'GET') written.push(`${request.method()} ${request.url()}`)
      })
      // What is asked there may stand behind it.
      const place = (): string => page.url().replace(/\?.*/, '')
      const before = place()
      const count = await page.evaluate(markStops, isSweepWhole)
      expect(count).toBeGreaterThan(5)
      for (let stop = -1; stop < count; stop += 1) {
        await page.evaluate((index) => window.focusStop(index), stop)
        await counter().scan(barcodeOf(0), { gap: stop % 2 === 0 ? 2 : 50 })
        await page.waitForTimeout(30)
        expect([stop, place()]).toEqual([stop, before])
        expect([stop, await page.getByRole('dialog').or(page.getByRole('menu')).count()]).toEqual([stop, 0])
      }
      // A gift card is looked for by what stands in no address: that writes nothing.
      const reading = /\/(oauth\/token|gift-cards\/lookup)$/
      expect(written.filter((request) => !reading.test(request))).toEqual([])
      expect(complaints).toEqual([])
      page.removeAllListeners('request')
    },
  )

  test('a scan presses nothing in the list of carts and says that nothing takes it', async () => {
    const { page, goTo } = counter()
    await goTo('/carts')
    await page.getByRole('row').nth(3).waitFor()
    const carts = (await counter().program.openCarts()).length
    for (const name of ['New order', /^Abandon/, /^Resume/]) {
      await page
        .getByRole('main')
        .getByRole('button', { name })
        .or(page.getByRole('link', { name }))
        .first()
        .focus()
      const before = await standing()
      await counter().scan(barcodeOf(0))
      await alert(`“${barcodeOf(0)}” was scanned, but no order is open.`).waitFor()
      expect(await standing()).toEqual(before)
      await alert(barcodeOf(0)).getByRole('button').click()
    }
    expect((await counter().program.openCarts()).length).toBe(carts)
  })

  test('a scan in the orders is what is searched for', async () => {
    const { page, program, goTo } = counter()
    const { order } = await program.anOrder()
    await goTo('/orders')
    await page.getByRole('row').nth(3).waitFor()
    await page.getByRole('button', { name: 'View' }).focus()
    await counter().scan(order.orderNumber)
    await page.getByRole('heading', { name: `Order ${order.orderNumber}` }).waitFor()
  })

  test('the paper of an order leads to it from where nothing takes scans, and from a cart without goods', async () => {
    const { page, program, goTo, complaints } = counter()
    const { order, paymentId } = await program.anOrder()
    await program.post(`/payments/${paymentId}/capture`, {})
    await program.post(`/payments/${paymentId}/refund`, { amount: 1 })
    const other = (await program.anOrder()).order
    const opened = page.getByRole('heading', { name: `Order ${order.orderNumber}` })
    for (const place of ['/today', `/orders/${other.id}`, `/carts/${await program.aCart()}`]) {
      await goTo(place)
      await (place.startsWith('/carts') ? scanField() : page.getByRole('heading').first()).waitFor()
      await counter().scan(order.orderNumber)
      await opened.waitFor()
    }
    // As it stands on the paper of a refund.
    await goTo('/today')
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    await counter().scan(`${order.orderNumber}-R1`)
    await opened.waitFor()

    // What lies over the page is not left, whatever is scanned.
    await goTo(`/orders/${other.id}`)
    await page.getByRole('button', { name: 'Capture payment' }).click()
    await page.getByRole('button', { name: 'Back', exact: true }).focus()
    await counter().scan(order.orderNumber)
    await alert(`“${order.orderNumber}” was scanned`).waitFor()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    expect(complaints).toEqual([])
  })

  test('the paper of an order among goods is told, with the way to it, and adds nothing', async () => {
    const { page, program } = counter()
    const { order } = await program.anOrder()
    const cartId = await fullOrder()
    const before = await contents(cartId)
    await counter().scan(order.orderNumber)
    const told = alert(`“${order.orderNumber}” is order ${order.orderNumber}. Nothing was added.`)
    await told.waitFor()
    expect(await contents(cartId)).toEqual(before)
    await told.getByRole('link', { name: 'Open the order' }).click()
    await page.getByRole('heading', { name: `Order ${order.orderNumber}` }).waitFor()
    await page.goBack()
    await eventually(async () => counter().lines.count()).toBe(before.length)
  })

  test('each scan in a refund is a piece that comes back, of what was sold and as many as were', async () => {
    const { core, page, program, goTo, press, complaints } = counter()
    const [one, two, elsewhere] = goods
    const placing = await program.aCartReadyToPlace({ quantities: [] })
    await program.addLine(placing.cartId, one, { quantity: 2 })
    await program.addLine(placing.cartId, two, { quantity: 1 })
    const { paymentId } = (await program.post('/payments', placing)).body as { paymentId: string }
    await program.post(`/payments/${paymentId}/capture`, {})
    const order = await program.readOrder(placing.cartId)
    // What is not sold any more comes back all the same.
    const manager = await localProgram(core, 'manage')
    const retire = async (state: string) =>
      (await manager.patch(`/manage/products/${two?.sku}`, { state })).status
    expect(await retire('retired')).toBe(200)

    await goTo(`/orders/${order.id}`)
    await page.getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pay back' })
    const amount = dialog.getByRole('textbox', { name: 'Amount' })
    await amount.and(page.locator(':focus')).waitFor()
    const pieces = async () =>
      dialog
        .getByRole('spinbutton')
        .evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value))
    await Promise.all([
      counter().scan(barcodeOf(0)),
      dialog.getByText(`1 × ${order.orderLines[0]?.productName} comes back`).waitFor(),
    ])
    // What is asked for next.
    const reason = dialog.getByRole('textbox', { name: 'Reason' })
    await reason.and(page.locator(':focus')).waitFor()
    await counter().scan(one?.variantSku ?? '')
    await eventually(pieces).toEqual(['2', '0'])
    await counter().scan(barcodeOf(1), { end: 'Tab' })
    await eventually(pieces).toEqual(['2', '1'])
    await counter().scan(barcodeOf(0))
    await alert(`All of it comes back already: ${order.orderLines[0]?.productName}`).waitFor()
    await counter().scan(elsewhere?.barcode ?? '')
    await alert(`“${elsewhere?.barcode}” is none of the goods of this order.`).waitFor()
    expect(await pieces()).toEqual(['2', '1'])
    const back = order.orderLines.reduce((sum, { total }) => sum + total, 0)
    expect(await amount.inputValue()).toBe(back.toFixed(2))

    await reason.fill('Too small')
    await counter().scan(barcodeOf(0))
    await alert('All of it comes back already').waitFor()
    expect(await reason.inputValue()).toBe('Too small')
    // What a hand has changed is not what the last scan says any more.
    const first = dialog.getByRole('spinbutton').first()
    await first.fill('1')
    await alert('All of it comes back already').waitFor({ state: 'hidden' })
    await counter().scan(barcodeOf(0))
    const said = dialog.getByText(`2 × ${order.orderLines[0]?.productName} comes back`)
    await said.waitFor()
    await first.fill('0')
    await said.waitFor({ state: 'hidden' })
    await first.fill('2')
    await reason.focus()
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    expect((await program.readOrder(order.id)).payments[0]?.refunded).toBeCloseTo(back, 2)
    expect(await retire('active')).toBe(200)
    expect(complaints).toEqual([])
  })

  test('a scan that falls into the pieces of a refund leaves the amount that was typed, unless it is of the order', async () => {
    const { page, program, goTo, press } = counter()
    const { order, paymentId } = await program.anOrder({ payment: 'Card terminal' })
    await program.post(`/payments/${paymentId}/capture`, {})
    await goTo(`/orders/${order.id}`)
    await page.getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pay back' })
    const amount = dialog.getByRole('textbox', { name: 'Amount' })
    await amount.fill('1.50')
    const pieces = dialog.getByRole('spinbutton').first()
    await pieces.focus()
    const foreign = goods.find(({ sku }) => order.orderLines.every((line) => line.sku !== sku))
    await counter().scan(foreign?.barcode ?? '')
    await alert(`“${foreign?.barcode}” is none of the goods of this order.`).waitFor()
    expect([await pieces.inputValue(), await amount.inputValue()]).toEqual(['0', '1.50'])
    await counter().scan(order.orderLines[0]?.variantSku ?? '')
    await eventually(async () => pieces.inputValue()).toBe('1')
    expect(await amount.inputValue()).not.toBe('1.50')
    await press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  test('a receipt of the terminal scanned as transaction id stands there, and captures nothing by itself', async () => {
    const { page, program, goTo, press } = counter()
    const { order } = await program.anOrder({ payment: 'Card terminal' })
    await goTo(`/orders/${order.id}`)
    await page.getByRole('button', { name: 'Capture payment' }).click()
    const field = page.getByRole('textbox', { name: 'Transaction id' })
    await field.and(page.locator(':focus')).waitFor()
    await counter().scan('TERM-20394711')
    await eventually(async () => field.inputValue()).toBe('TERM-20394711')
    await page.waitForTimeout(300)
    expect((await program.readOrder(order.id)).orderStatus.name).toBe('New order')
    await press('Enter')
    await page.getByRole('region', { name: 'Payment' }).getByText('TERM-20394711').waitFor()
  })
})

declare global {
  interface Window {
    /** Focuses a stop of the keyboard; the body where it is -1. */
    focusStop: (index: number) => void
  }
}

/**
 * Notes everything on the page that the keyboard can reach, or of each kind the first: what a key does is said by what
 * has the focus and by the part of the page around it.
 * @returns how many stops there are
 */
function markStops(isWhole: boolean): number {
  const PARTS = 'nav, header, table, ul, form, section, [role=radiogroup], [role=search], main'
  const kindOf = (one: HTMLElement): string =>
    [
      one.tagName,
      ...['type', 'role', 'aria-haspopup'].map((name) => one.getAttribute(name)),
      one.closest(PARTS)?.tagName,
    ].join()
  const kinds = new Set<string>()
  const stops = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex="0"]'),
  ]
    .filter((one) => one.checkVisibility() && one.tabIndex >= 0 && !one.matches(':disabled'))
    .filter((one) => isWhole || kinds.size !== kinds.add(kindOf(one)).size)
  window.focusStop = (index) => {
    if (index < 0 && document.activeElement instanceof HTMLElement) document.activeElement.blur()
    stops[index]?.focus()
  }
  return stops.length
}
