import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { hire } from '../support/desks.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { localProgram } from './local-program.ts'
import { openReadyToPlace } from './ready-to-place.ts'

const counter = counterOfDemoShop()

const button = (name: string) => counter().page.getByRole('button', { name, exact: true })
const goodsOf = (display: Page) => display.getByRole('list', { name: 'Goods' }).getByRole('listitem')
const SHOP = 'Harbour Outfitters'

/** Opens the display as a clerk does, by the keyboard. */
async function openDisplay(): Promise<Page> {
  const { page, press } = counter()
  const opened = page.waitForEvent('popup')
  await press('Control+k')
  await page.keyboard.type('customer display', { delay: 40 })
  await page.getByRole('option', { name: 'Open the customer display' }).waitFor()
  await press('Enter')
  const display = await opened
  await display.setViewportSize({ width: 1024, height: 700 })
  await display.getByText('Welcome').waitFor()
  return display
}

describe('the customer display', () => {
  test('welcomes, shows what is scanned and what it comes to, what is to be paid, and what comes back', async () => {
    const { complaints, goTo, page, press, program } = counter()
    const products = await program.products({ priceGroup: 'Season, EUR', search: 'jacket', maxItems: 2 })
    await goTo('/carts')
    const display = await openDisplay()
    await display.getByRole('heading', { name: SHOP }).waitFor()
    const asked: string[] = []
    display.on('request', (request) => asked.push(request.url()))

    const cartId = await counter().newOrder()
    for (const { barcode } of products) await counter().scan(barcode ?? '')
    await eventually(async () => goodsOf(display).count()).toBe(2)
    await counter().scan(products[0]?.barcode ?? '')
    const cart = async () => program.readCart(cartId)
    await eventually(async () => (await cart()).orderLines.map(({ quantity }) => quantity)).toEqual([2, 1])
    await goodsOf(display).first().getByText('2 ×').waitFor()
    // To the cent what stands before the clerk.
    const totals = async (of: Page) => of.getByRole('group', { name: 'Totals' }).innerText()
    await eventually(async () => totals(display)).toBe(await totals(page))

    await openReadyToPlace(counter())
    await goodsOf(display).first().waitFor()
    await press('F9')
    await page.getByRole('region', { name: 'Order placed' }).waitFor()
    const told = page.getByRole('region', { name: 'Order placed' }).getByText(/^€[\d.,]+$/)
    const due = await told.first().innerText()
    await display.getByText('To pay').waitFor()
    await display.getByText(due, { exact: true }).waitFor()

    await button('Capture payment').click()
    const dialog = page.getByRole('dialog', { name: 'Capture this payment?' })
    await dialog.waitFor()
    await dialog.getByRole('textbox', { name: 'Given' }).fill('1000')
    await press('Enter')
    await display.getByText('Thank you').waitFor()
    await display.getByText('You get back').waitFor()
    const change = 1000 - Number(due.replace(/[^\d.]/g, ''))
    await display.getByText(`€${change.toFixed(2)}`, { exact: true }).waitFor()

    await goTo('/orders')
    await display.getByText('Welcome').waitFor()
    expect(asked.filter((url) => url.includes('/api/'))).toEqual([])
    await display.close()
    expect(complaints).toEqual([])
  })

  test('says of goods that are taken back what the customer gets back, and by what, and then that they have got it', async () => {
    const { complaints, goTo, page, press, program } = counter()
    const dialog = page.getByRole('dialog', { name: 'Take goods back' })
    const begin = async (): Promise<string> => {
      const cartId = await openReadyToPlace(counter())
      await display.getByText('Total', { exact: true }).waitFor()
      await press('Control+Shift+F9')
      await dialog.getByRole('textbox', { name: 'Reason' }).and(page.locator(':focus')).waitFor()
      await display.getByText('You get back').waitFor()
      expect(await display.getByText('Total', { exact: true }).count()).toBe(0)
      const { orderTotal, paymentTotal } = await program.readCart(cartId)
      return `€${(orderTotal - paymentTotal).toFixed(2)}`
    }
    const confirm = async (): Promise<void> => {
      await page.keyboard.type('No receipt', { delay: 120 })
      await dialog.locator('button[type="submit"]:not([aria-disabled])').waitFor()
      await press('Enter')
    }
    const isPaidBack = async (amount: string, way: string): Promise<void> => {
      const told = display.getByRole('status')
      for (const text of ['Paid back', amount, way, 'Thank you']) {
        await told.getByText(text, { exact: true }).waitFor()
      }
    }
    await goTo('/carts')
    const display = await openDisplay()

    const cash = await begin()
    const told = display.getByRole('status')
    await told.getByText(cash, { exact: true }).waitFor()
    await told.getByText('in cash').waitFor()
    await goodsOf(display).first().waitFor()
    // Not taken back after all: it is bought.
    await press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await display.getByText('Total', { exact: true }).waitFor()
    expect(await display.getByText('You get back').count()).toBe(0)
    await press('Control+Shift+F9')
    await dialog.getByRole('textbox', { name: 'Reason' }).and(page.locator(':focus')).waitFor()
    await confirm()
    await isPaidBack(cash, 'in cash')
    await goTo('/orders')
    await display.getByText('Welcome').waitFor()

    const onCard = await begin()
    await dialog.getByRole('combobox', { name: 'Paid back by' }).click()
    await page.getByRole('option', { name: 'Gift card' }).click()
    await told.getByText('on a gift card').waitFor()
    await dialog.getByRole('textbox', { name: 'Reason' }).focus()
    await confirm()
    const made = page.getByRole('dialog', { name: 'The code of the gift card' })
    await made.waitFor()
    const [code = ''] = /\b[A-Z2-9]{4}(-[A-Z2-9]{4}){3}\b/.exec(await made.innerText()) ?? []
    expect(code).not.toBe('')
    expect(await display.locator('body').innerText()).not.toContain(code)
    await press('Escape')
    await isPaidBack(onCard, 'on a gift card')
    await display.close()
    expect(complaints).toEqual([])
  })

  test('says nothing of who buys', async () => {
    const { complaints, goTo, program } = counter()
    await goTo('/carts')
    const display = await openDisplay()
    const { cartId } = await program.aCartReadyToPlace({ quantities: [1] })
    const { billingAddress } = await program.readCart(cartId)
    const secrets = [billingAddress?.lastName, billingAddress?.line1, billingAddress?.emailAddress]
    expect(secrets.filter(Boolean)).not.toEqual([])
    await goTo(`/carts/${cartId}`)
    await goodsOf(display).first().waitFor()
    const shown = await display.locator('body').innerText()
    for (const secret of secrets) if (secret) expect(shown).not.toContain(secret)
    await display.close()
    expect(complaints).toEqual([])
  })

  test('follows the window that the clerk looks at, and is cleared where that one is closed', async () => {
    const { complaints, goTo, page, program } = counter()
    const [one, two] = [
      (await program.aCartReadyToPlace({ quantities: [1] })).cartId,
      (await program.aCartReadyToPlace({ quantities: [1, 2] })).cartId,
    ]
    await goTo('/carts')
    const display = await openDisplay()
    await goTo(`/carts/${one}`)
    await eventually(async () => goodsOf(display).count()).toBe(1)
    const second = await page.context().newPage()
    await second.goto(page.url().replace(one, two))
    await eventually(async () => goodsOf(display).count()).toBe(2)
    // Loaded anew, it asks what there is to see.
    await display.reload()
    await eventually(async () => goodsOf(display).count()).toBe(2)
    await second.close()
    await display.getByText('Welcome').waitFor()
    await display.close()
    expect(complaints).toEqual([])
  })

  // The last: from then on the desk asks who is at it.
  test('shows nothing while nobody is at the desk', async () => {
    const { complaints, core, goTo, page, press, program } = counter()
    await goTo('/carts')
    const display = await openDisplay()
    const { cartId } = await program.aCartReadyToPlace({ quantities: [1] })
    await goTo(`/carts/${cartId}`)
    await goodsOf(display).first().waitFor()
    await hire(await localProgram(core, 'admin'), 'Olga Bank', 'owner', '2580')
    await page.getByRole('dialog', { name: 'This desk is locked' }).waitFor()
    await display.getByText('Welcome').waitFor()
    await page.keyboard.type('2580', { delay: 120 })
    await press('Enter')
    await goodsOf(display).first().waitFor()
    await display.close()
    expect(complaints).toEqual([])
  })
})
