import type { Locator } from 'playwright'
import { describe, expect, test } from 'vitest'
import { PlaceOrderAnswer } from '../../core/orders/payments/payment.schema.ts'
import { ManagedStore, ManagedStoresAnswer } from '../../core/store-settings/store-settings.schema.ts'
import type { Clerk } from '../support/clerk.ts'
import { counterOfDemoShop } from './counter.ts'
import { cutTexts } from './cut-texts.ts'
import { eventually } from './eventually.ts'
import { localProgram } from './local-program.ts'
import { pagesOf } from './pages-of.ts'

const counter = counterOfDemoShop()

const sheet = (): Locator => counter().page.getByRole('region', { name: 'Preview' }).getByRole('article')
const focused = (): Locator => counter().page.locator(':focus')

/** The page asks its browser to print; what that does then is the browser's. @returns how often it has asked */
async function countPrints(): Promise<() => Promise<number>> {
  const { page } = counter()
  await page.evaluate(() => {
    const counted = window as unknown as { prints: number }
    counted.prints = 0
    window.print = () => void (counted.prints += 1)
  })
  return async () => page.evaluate(() => (window as unknown as { prints: number }).prints)
}

async function choose(field: string, option: string): Promise<void> {
  const { page } = counter()
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** An order of kroner that costs 99.70, of which 99.50 can be paid in coins. */
async function anOddOrder(program: Clerk) {
  const placing = await program.aCartReadyToPlace({
    currency: 'DKK',
    priceGroup: 'Shop price, DKK',
    quantities: [1],
    shipping: null,
    payment: 'Cash',
  })
  const { orderLines } = await program.readCart(placing.cartId)
  await program.patch(`/carts/${placing.cartId}/lines/${orderLines[0]?.id}`, { price: 79.76, taxRate: 0.25 })
  const { paymentId } = (await program.post('/payments', placing)).ok(PlaceOrderAnswer)
  return { order: await program.readOrder(placing.cartId), paymentId }
}

describe('an order on paper', () => {
  test('is two keys away from the printer, and one from the order again', async () => {
    const { page, program, press, goTo, complaints } = counter()
    const { order } = await program.anOrder({ payment: 'Invoice', quantities: [1, 2] })
    await goTo(`/orders/${order.id}?placed`)
    await page.getByRole('region', { name: 'Order placed' }).waitFor()
    const prints = await countPrints()
    await press('Control+p')
    await page.getByRole('button', { name: 'Print' }).and(focused()).waitFor()
    await press('Enter')
    expect(await prints()).toBe(1)
    await press('Control+p')
    expect(await prints()).toBe(2)

    const text = await sheet().innerText()
    for (const part of [
      'Harbour Outfitters',
      'Havnegade 12',
      '9990 Skagen',
      'Tax number DK12345674',
      'Goods may be exchanged within 30 days',
      'Receipt',
      order.orderNumber,
      `€${order.orderTotal.toFixed(2)}`,
    ])
      expect(text).toContain(part)
    for (const { productName } of order.orderLines) expect(text).toContain(productName)
    const taxes = sheet().getByRole('table', { name: 'Tax by rate' })
    const total = await taxes.getByRole('row', { name: /^Total/ }).innerText()
    expect(total).toContain(order.tax.toFixed(2))
    expect(total).toContain(order.orderTotal.toFixed(2))
    await press('Escape')
    await page.getByRole('heading', { name: `Order ${order.orderNumber}` }).waitFor()
    await page.getByRole('region', { name: 'Order placed' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('has what the shop says of itself by now, also where that is changed while it is about to be printed', async () => {
    const { core, program, goTo, complaints } = counter()
    const { order } = await program.anOrder()
    await goTo(`/orders/${order.id}/print`)
    await sheet().getByText('Tax number DK12345674').waitFor()
    const manager = await localProgram(core, 'manage')
    const [shop] = (await manager.get('/manage/stores')).ok(ManagedStoresAnswer).stores
    const change = async (taxNumber: string | null | undefined) =>
      (await manager.patch(`/manage/stores/${shop?.id}`, { taxNumber })).ok(ManagedStore)
    await change('DK87654321')
    await sheet().getByText('Tax number DK87654321').waitFor()
    await goTo('/takings/print')
    await sheet().getByText('Tax number DK87654321').waitFor()
    await change(shop?.taxNumber)
    await sheet().getByText('Tax number DK12345674').waitFor()
    expect(complaints).toEqual([])
  })

  test('follows what is received and paid back meanwhile, in coins as it was, whatever is taken by now', async () => {
    const { core, page, goTo, complaints } = counter()
    const program = await localProgram(core, 'manage price')
    const { order, paymentId } = await anOddOrder(program)
    await goTo(`/orders/${order.id}/print?document=receipt`)
    await sheet().getByText('To be paid by Cash').waitFor()
    const money = async () => {
      const rows = await sheet().locator('dl').last().locator('div').allInnerTexts()
      return rows.map((row) => row.replace(/\s+/gu, ' '))
    }
    expect(await money()).toEqual(['To be paid by Cash DKK 99.70', 'Rounding -DKK 0.20'])
    await page.getByRole('combobox', { name: 'Document' }).focus()
    await program.post(`/payments/${paymentId}/capture`, {})
    await sheet().getByText('Paid by Cash').waitFor()
    await program.post(`/payments/${paymentId}/refund`, { amount: 20.3 })
    await sheet().getByText('Refunded').waitFor()
    expect(await page.getByRole('combobox', { name: 'Document' }).and(focused()).count()).toBe(1)
    const told = [
      'Paid by Cash DKK 99.70',
      'Rounding -DKK 0.20',
      'Refunded -DKK 20.30',
      'Rounding -DKK 0.20',
      'Balance DKK 79.40',
    ]
    expect(await money()).toEqual(told)

    const cash = `/manage/payment-methods/${await program.paymentMethod('Cash')}`
    expect((await program.patch(cash, { takesCash: false })).status).toBe(200)
    await page.reload()
    await sheet().getByText('Refunded').waitFor()
    expect(await money()).toEqual(told)
    await program.patch(cash, { takesCash: true })
    expect(complaints).toEqual([])
  })

  test('is of a refund, too: one Enter behind it, with the goods and the tax of it, on a roll and as a credit note', async () => {
    const { page, program, press, goTo, complaints } = counter()
    const placing = await program.aCartReadyToPlace({ quantities: [2, 3] })
    await program.post('/payments', placing)
    const order = await program.readOrder(placing.cartId)
    const [payment] = order.payments
    await program.post(`/payments/${payment?.id}/capture`, {})
    const [one] = order.orderLines
    const unit = (one?.total ?? 0) / 2
    const money = (amount: number) => `€${amount.toFixed(2)}`

    await goTo(`/orders/${order.id}`)
    await page.getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pay back' })
    await dialog.getByLabel(`Pieces that come back: ${one?.productName}`).fill('1')
    await dialog.getByLabel('Reason').fill('Cracked')
    await dialog.getByRole('button', { name: 'Refund', disabled: false }).click()
    await page.getByRole('link', { name: 'Print refund 1' }).and(focused()).waitFor()
    await press('Enter')
    await page.getByRole('button', { name: 'Print' }).and(focused()).waitFor()

    const text = async () => (await sheet().innerText()).replaceAll(/[\s\u00a0]+/gu, ' ')
    const told = [
      `${order.orderNumber}-R1`,
      `For order ${order.orderNumber} of `,
      one?.productName ?? '',
      `1 × ${money(unit)}`,
      `Refunded ${money(unit)}`,
      `${payment?.paymentMethod.displayName} ${money(unit)}`,
    ]
    for (const part of ['Refund receipt', ...told]) expect(await text()).toContain(part)
    // Why is between those who work here.
    expect(await text()).not.toContain('Cracked')
    const taxes = sheet()
      .getByRole('table', { name: 'Tax by rate' })
      .getByRole('row', { name: /^Total/ })
    expect(await taxes.innerText()).toContain(((one?.tax ?? 0) * 1).toFixed(2))
    expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(1)

    await choose('Document', `Credit note ${order.orderNumber}-R1`)
    await sheet().getByRole('heading', { name: 'Credit note' }).waitFor()
    for (const part of ['Billing address', ...told]) expect(await text()).toContain(part)
    expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toEqual([[210, 297]])
    // It is what the address says, and not what the desk prints next.
    await page.reload()
    await sheet().getByRole('heading', { name: 'Credit note' }).waitFor()

    // The rest of it, delivery too, goes back elsewhere: for nothing in particular.
    await program.post(`/payments/${payment?.id}/refund`, {})
    await choose('Document', `Refund receipt ${order.orderNumber}-R2`)
    await sheet().getByText(`${order.orderNumber}-R2`).waitFor()
    expect(await text()).not.toContain(one?.productName)
    await choose('Document', 'Receipt')
    await sheet().getByRole('heading', { name: 'Receipt', exact: true }).waitFor()
    await press('Escape')
    await page.getByRole('heading', { name: `Order ${order.orderNumber}` }).waitFor()
    expect(complaints).toEqual([])
  })

  test('goes with a gift without prices and without who gave it, and the next one has them again', async () => {
    const { page, program, press, goTo, complaints } = counter()
    const { order } = await program.anOrder({ quantities: [1, 2] })
    await goTo(`/orders/${order.id}/print`)
    await sheet().getByRole('heading', { name: 'Receipt', exact: true }).waitFor()
    await choose('Document', 'Gift receipt')
    await sheet().getByRole('heading', { name: 'Gift receipt' }).waitFor()
    const text = await sheet().innerText()
    expect(text).not.toMatch(/€|\d[.,]\d\d|Tax by rate|Paid|To be paid/)
    expect(text).not.toContain(order.billingAddress.lastName)
    for (const { productName } of order.orderLines) expect(text).toContain(productName)
    // Whoever exchanges it has it scanned.
    await sheet().getByRole('img', { name: order.orderNumber }).waitFor()
    expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(1)
    await page.reload()
    await sheet().getByRole('heading', { name: 'Gift receipt' }).waitFor()
    await press('Escape')
    await page.getByRole('heading', { name: `Order ${order.orderNumber}` }).waitFor()
    await press('Control+p')
    await sheet().getByRole('heading', { name: 'Receipt', exact: true }).waitFor()
    expect(complaints).toEqual([])
  })

  test('says on each document that it is cancelled, also where that is done meanwhile', async () => {
    const { program, goTo, complaints } = counter()
    const { order } = await program.anOrder({ payment: 'Invoice' })
    await goTo(`/orders/${order.id}/print`)
    await sheet().getByText(order.orderNumber).waitFor()
    const cancelled = sheet().getByText('Cancelled', { exact: true })
    expect(await cancelled.count()).toBe(0)
    await program.post(`/orders/${order.id}/cancel`, { reason: 'Changed their mind' })
    await cancelled.waitFor()
    for (const document of ['Invoice', 'Packing slip', 'Receipt']) {
      await choose('Document', document)
      await sheet().getByRole('heading', { name: document }).waitFor()
      await cancelled.waitFor()
    }
    expect(complaints).toEqual([])
  })

  /** Where the texts of the table's last row are, each apart from the next and all of them on the paper. */
  async function expectTaxesApart(): Promise<void> {
    const last = sheet().getByRole('table', { name: 'Tax by rate' }).getByRole('row').last()
    await last.waitFor()
    const texts = await last.locator('th, td').evaluateAll((cells) =>
      cells.map((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return range.getBoundingClientRect().toJSON() as DOMRect
      }),
    )
    for (const [index, { left }] of texts.entries()) {
      const before = texts[index - 1]
      if (before) expect(left - before.right).toBeGreaterThan(4)
    }
    const paper = await sheet().boundingBox()
    expect(texts.at(-1)?.right).toBeLessThanOrEqual((paper?.x ?? 0) + (paper?.width ?? 0))
  }

  test('says of each of its goods at which rate it is taxed, where those are several', async () => {
    const { core, goTo } = counter()
    const manager = await localProgram(core, 'staff price')
    const printed = async (taxRate: number): Promise<string[]> => {
      const placing = await manager.aCartReadyToPlace({ quantities: [1, 1] })
      const { orderLines } = await manager.readCart(placing.cartId)
      for (const [place, line] of orderLines.entries()) {
        const said = { price: 10, taxRate: place === 0 ? taxRate : 0.25 }
        expect((await manager.patch(`/carts/${placing.cartId}/lines/${line.id}`, said)).status).toBe(200)
      }
      expect((await manager.post('/payments', placing)).status).toBe(200)
      await goTo(`/orders/${placing.cartId}/print`)
      const goods = sheet().getByRole('listitem')
      await goods.nth(1).waitFor()
      return goods.allInnerTexts()
    }
    const [low, usual] = await printed(0.07)
    expect(low).toContain('· 7%')
    expect(usual).toContain('· 25%')
    expect((await printed(0.25)).join()).not.toContain('%')
  })

  test('has room on a receipt for the taxes of thousands of kroner, each apart from the next', async () => {
    const { page, program, goTo } = counter()
    const { order } = await program.anOrder({
      currency: 'DKK',
      priceGroup: 'Shop price, DKK',
      quantities: [40],
    })
    expect(order.orderTotal).toBeGreaterThan(10_000)
    await goTo(`/orders/${order.id}/print`)
    await expectTaxesApart()
    await page.keyboard.press('Escape')
  })

  test('has room for the taxes of what costs millions, on a roll and on a sheet', async () => {
    const { core, goTo } = counter()
    const manager = await localProgram(core, 'staff price')
    for (const price of [12_345, 1_234_567.89, 1_234_567_890.12]) {
      const placing = await manager.aCartReadyToPlace({ quantities: [9] })
      const { orderLines } = await manager.readCart(placing.cartId)
      const line = `/carts/${placing.cartId}/lines/${orderLines[0]?.id}`
      expect((await manager.patch(line, { price })).status).toBe(200)
      expect((await manager.post('/payments', placing)).status).toBe(200)
      const { orderNumber } = await manager.readOrder(placing.cartId)
      await goTo(`/orders/${placing.cartId}/print`)
      for (const kind of ['Invoice', 'Receipt']) {
        await choose('Document', kind)
        await sheet().filter({ hasText: kind }).getByText(orderNumber).first().waitFor()
        await expectTaxesApart()
      }
    }
  })

  test('speaks the language of the order, whatever the clerk reads', async () => {
    const { page, program, goTo } = counter()
    const { order } = await program.anOrder({
      cultureCode: 'da-DK',
      currency: 'DKK',
      priceGroup: 'Shop price, DKK',
    })
    await goTo(`/orders/${order.id}/print`)
    await page.getByRole('heading', { name: `Print order ${order.orderNumber}` }).waitFor()
    const text = await sheet().innerText()
    expect(text).toContain('Kvittering')
    expect(text).toContain('CVR-nummer DK12345674')
    expect(text).toContain('Varer kan byttes')
    expect(text).toContain('Netto')
    expect(text).toMatch(/\d,\d\d\s?kr\./)
    expect(await sheet().getAttribute('lang')).toBe('da-DK')
  })

  test('writes each address as its country does, and so does the page of the order', async () => {
    const { page, program, goTo } = counter()
    const placing = await program.aCartReadyToPlace()
    const manhattan = { line1: '350 Fifth Avenue', city: 'New York', state: 'NY', postalCode: '10118' }
    await program.setBilling(placing.cartId, manhattan, 'United States of America')
    expect((await program.post('/payments', placing)).status).toBe(200)
    await goTo(`/orders/${placing.cartId}`)
    const billing = page.getByRole('region', { name: 'Billing address' })
    await billing.getByText('New York, NY 10118').waitFor()
    await page.getByRole('region', { name: 'Shipment' }).getByText('9990 Skagen').waitFor()
    await goTo(`/orders/${placing.cartId}/print`)
    await sheet().waitFor()
    await choose('Document', 'Invoice')
    await sheet().getByText('New York, NY 10118').waitFor()
    await sheet().getByText('9990 Skagen').first().waitFor()
    await choose('Document', 'Receipt')
  })

  test('says nothing of a walk-in who collects but what was sold', async () => {
    const { page, program, goTo } = counter()
    const placing = await program.aCartReadyToPlace({ shipping: 'Collection in the shop' })
    await program.patch(`/carts/${placing.cartId}`, { walkIn: true })
    expect((await program.post('/payments', placing)).status).toBe(200)
    await goTo(`/orders/${placing.cartId}`)
    const shipment = page.getByRole('region', { name: 'Shipment' })
    await shipment.getByText('Collection in the shop').waitFor()
    expect(await shipment.innerText()).not.toContain('billing address')
    await goTo(`/orders/${placing.cartId}/print`)
    await sheet().waitFor()
    const text = await sheet().innerText()
    expect(text).toContain('25%')
    expect(text).not.toMatch(/Walk-in|0%\s+€0.00/)
  })

  test('is a receipt on a roll as long as it, an invoice and a packing slip on sheets', async () => {
    const { page, program, goTo } = counter()
    const { order, paymentId } = await program.anOrder({ quantities: [1, 2, 3] })
    await goTo(`/orders/${order.id}/print`)
    await sheet().waitFor()
    const pdf = async () => pagesOf(await page.pdf({ preferCSSPageSize: true }))
    const height = ((await sheet().boundingBox())?.height ?? 0) * (25.4 / 96)
    const [[width, length] = [], ...more] = await pdf()
    expect(width).toBe(80)
    expect(Math.abs((length ?? 0) - height)).toBeLessThan(4)
    expect(more).toEqual([])

    await choose('Document', 'Invoice')
    await sheet().getByText('Invoice').first().waitFor()
    expect(await pdf()).toEqual([[210, 297]])
    expect(await sheet().innerText()).toContain(`€${order.orderTotal.toFixed(2)}`)
    await choose('Paper', 'Letter')
    await eventually(pdf).toEqual([[216, 279]])

    await choose('Document', 'Packing slip')
    await sheet().getByText('Packing slip').waitFor()
    expect(await sheet().innerText()).not.toContain('€')
    // What comes back before it is packed is not.
    const [one] = order.orderLines
    await program.post(`/payments/${paymentId}/capture`, {})
    const back = { amount: 1, lines: [{ lineId: one?.id, quantity: 1 }], reason: 'broken' }
    expect((await program.post(`/payments/${paymentId}/refund`, back)).status).toBe(200)
    await eventually(async () => sheet().getByRole('row').count()).toBe(3)
    // What this desk prints is kept.
    await page.reload()
    await sheet().getByText('Packing slip').waitFor()
    await choose('Document', 'Receipt')
  })

  test('has all of it on the paper, whatever addresses of pages stand in an order', async () => {
    const { program, goTo } = counter()
    const address = `https://example.com/${'a1b2c3d4e5'.repeat(12)}`
    const placing = await program.aCartReadyToPlace({ quantities: [1] })
    const [product] = await program.products({ maxItems: 1 })
    const customProperties = [{ key: 'picture', value: address }]
    await program.addLine(placing.cartId, product, { quantity: 99, customProperties })
    await program.post('/payments', placing)
    const path = `/orders/${placing.cartId}/track-and-trace`
    expect((await program.post(path, { trackAndTrace: address })).status).toBe(200)
    await goTo(`/orders/${placing.cartId}/print`)
    for (const kind of ['Receipt', 'Invoice', 'Packing slip']) {
      await choose('Document', kind)
      await sheet().getByText(kind, { exact: true }).waitFor()
      await sheet().getByText(address).first().waitFor()
      expect(await cutTexts(counter().page)).toEqual([])
      const beyond = await sheet().evaluate((paper) => {
        const { right } = paper.getBoundingClientRect()
        const range = document.createRange()
        const isBeyond = (element: Element): boolean => {
          range.selectNodeContents(element)
          return range.getBoundingClientRect().right > right
        }
        return [...paper.querySelectorAll('*')].filter(isBeyond).map(({ textContent }) => textContent)
      })
      expect({ kind, beyond }).toEqual({ kind, beyond: [] })
    }
    await choose('Document', 'Receipt')
  })

  test('on several sheets says on each of which order it is, and which of how many, in the language of the order', async () => {
    const { page, program, goTo, complaints } = counter()
    const { order } = await program.anOrder({
      cultureCode: 'da-DK',
      currency: 'DKK',
      priceGroup: 'Shop price, DKK',
      quantities: Array.from({ length: 12 }, (_, index) => index + 1),
    })
    await page.route(
      ({ pathname }) => pathname.endsWith(`/orders/${order.id}`),
      async (route) => {
        const response = await route.fetch()
        const read = (await response.json()) as typeof order
        const orderLines = [0, 1, 2, 3, 4].flatMap((time) =>
          read.orderLines.map((line) => ({ ...line, id: line.id.replace(/.$/, String(time)) })),
        )
        await route.fulfill({ response, json: { ...read, orderLines } })
      },
    )
    await goTo(`/orders/${order.id}/print`)
    await sheet().waitFor()
    // What a browser has understood of the rules of paper.
    const rules = async () =>
      page.evaluate(() =>
        document.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules]).map(({ cssText }) => cssText),
      )
    expect((await rules()).join()).not.toContain('@bottom')
    for (const [document, title] of [
      ['Packing slip', 'Følgeseddel'],
      ['Invoice', 'Faktura'],
    ] as const) {
      await choose('Document', document)
      await sheet().getByRole('heading', { name: title }).waitFor()
      const paper = (await rules()).join()
      expect(paper).toContain(`@bottom-left { content: "${title} ${order.orderNumber}"`)
      expect(paper).toContain('@bottom-right { content: counter(page) " / " counter(pages)')
    }
    expect(pagesOf(await page.pdf({ preferCSSPageSize: true })).length).toBeGreaterThan(2)
    await page.unrouteAll()
    await choose('Document', 'Receipt')
    expect(complaints).toEqual([])
  })

  test('in Arabic says how many, for how much and of what in this order, whatever the sku begins with', async () => {
    const { page, program, goTo, complaints } = counter()
    const { order } = await program.anOrder({ payment: 'Invoice', quantities: [3] })
    await page.route(
      ({ pathname }) => pathname.endsWith(`/orders/${order.id}`),
      async (route) => {
        const response = await route.fetch()
        const read = (await response.json()) as typeof order
        const orderLines = read.orderLines.map((line) => ({ ...line, variantSku: '4711-12' }))
        await route.fulfill({ response, json: { ...read, cultureCode: 'ar-EG', orderLines } })
      },
    )
    await goTo(`/orders/${order.id}/print?document=receipt`)
    const line = sheet().getByText(/4711-12/)
    await line.waitFor()
    const places = await line.evaluate((element) =>
      ['3', '×', '€', '·', '4711', '12'].map((part) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const at = node.textContent?.indexOf(part) ?? -1
          if (at < 0) continue
          const range = document.createRange()
          range.setStart(node, at)
          range.setEnd(node, at + part.length)
          return range.getBoundingClientRect().left
        }
        return Number.NaN
      }),
    )
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    await page.unrouteAll()
    expect(complaints).toEqual([])
  })
})
