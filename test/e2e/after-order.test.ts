import type { Locator } from 'playwright'
import { describe, expect, test } from 'vitest'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'

const counter = counterOfDemoShop()

/** A placed order, opened in the console. */
async function openedOrder() {
  const { page, program, goTo } = counter()
  const { order } = await program.anOrder({ payment: 'Card terminal', quantities: [2, 1] })
  await goTo(`/orders/${order.id}`)
  await page.getByRole('heading', { name: `Order ${order.orderNumber}` }).waitFor()
  await status('New').waitFor()
  return order
}

/** The order's state beside its number. */
const status = (text: string): Locator =>
  counter().page.locator('main').getByText(text, { exact: true }).first()

/** What has happened to the order, newest first. */
const history = async (): Promise<string> =>
  counter().page.getByRole('region', { name: 'History' }).getByRole('listitem').allInnerTexts().then(String)

describe('after the order', () => {
  test('the payment is captured with its transaction id, and the order completed', async () => {
    const order = await openedOrder()
    const { page, program, press, complaints } = counter()
    await page.getByRole('button', { name: 'Capture payment' }).click()
    const dialog = page.getByRole('dialog', { name: 'Capture this payment?' })
    await dialog.getByRole('textbox', { name: 'Transaction id' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('TERM-4711')
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await status('Paid').waitFor()
    await page.getByRole('region', { name: 'Payment' }).getByText('TERM-4711').waitFor()

    await page.getByRole('button', { name: 'Complete order' }).click()
    await status('Completed').waitFor()
    await eventually(history).toMatch(/^Completed.*Paid.*TERM-4711.*placed/s)
    expect(await page.getByRole('button', { name: 'Cancel order' }).count()).toBe(0)

    const { orderStatus, completedDate, payments } = await program.readOrder(order.id)
    expect(orderStatus.name).toBe('Completed order')
    expect(completedDate).not.toBeNull()
    expect(payments[0]?.transactionId).toBe('TERM-4711')
    expect(complaints).toEqual([])
  })

  test('a payment that will not come is voided, with the reason in the history', async () => {
    await openedOrder()
    const { page } = counter()
    await page.getByRole('button', { name: 'Void', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Void this payment?' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Card declined twice')
    await dialog.getByRole('button', { name: 'Void' }).click()
    await page.getByRole('region', { name: 'Payment' }).getByText('Voided').waitFor()
    await eventually(history).toContain('Card declined twice')
    expect(await page.getByRole('button', { name: 'Capture payment' }).count()).toBe(0)
  })

  test('an order is cancelled with a reason; what was open of its payment goes with it', async () => {
    const order = await openedOrder()
    const { page, program } = counter()
    await page.getByRole('button', { name: 'Cancel order' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Changed her mind')
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await status('Cancelled').waitFor()
    await page.getByRole('region', { name: 'Payment' }).getByText('Voided').waitFor()
    await eventually(history).toContain('Changed her mind')
    expect((await program.readOrder(order.id)).orderStatus.name).toBe('Cancelled')
  })

  test('an order is copied to a new cart with the same goods, ready to be changed', async () => {
    const order = await openedOrder()
    const { page, program, lines } = counter()
    await page.getByRole('button', { name: 'Copy to new cart' }).click()
    await page.waitForURL(/#\/carts\/./)
    await eventually(async () => lines.count()).toBe(order.orderLines.length)
    for (const { productName, quantity } of order.orderLines) {
      const field = page.getByRole('spinbutton', { name: `Quantity: ${productName}`, exact: true })
      expect(await field.inputValue()).toBe(String(quantity))
    }
    const copy = await program.readCart(/carts\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '')
    expect(copy.id).not.toBe(order.id)
    expect(copy.subTotal).toBe(order.subTotal)
  })
})
