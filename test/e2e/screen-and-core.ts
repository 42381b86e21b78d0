import type { Page } from 'playwright'
import { CartsAnswer } from '../../core/carts/cart.schema.ts'
import type { Clerk } from '../support/clerk.ts'

/** What is open on the screen. */
export function openAt(page: Page): { cartId: string | undefined; orderId: string | undefined } {
  const { hash } = new URL(page.url())
  const idBehind = (list: string) => new RegExp(`^#/${list}/([0-9a-f-]{36})`).exec(hash)?.[1]
  return { cartId: idBehind('carts'), orderId: idBehind('orders') }
}

/**
 * Where the screen of an open cart, or of an order, says something else than the core: goods, quantities and totals, and what has
 * become of the order. Nothing of any other screen.
 */
export async function differences(page: Page, program: Clerk): Promise<string[]> {
  const { cartId, orderId } = openAt(page)
  if (orderId !== undefined) return orderDifferences(page, program, orderId)
  if (cartId === undefined || !(await isOpenCart(program, cartId))) return []
  return cartDifferences(page, program, cartId)
}

/** Whether a cart is neither placed nor abandoned. */
export async function isOpenCart(program: Clerk, cartId: string): Promise<boolean> {
  const { carts } = (await program.get('/carts', { search: cartId, state: 'open' })).ok(CartsAnswer)
  return carts.length > 0
}

async function orderDifferences(page: Page, program: Clerk, orderId: string): Promise<string[]> {
  const { orderStatus, orderTotal } = await program.readOrder(orderId)
  const text = await page.getByRole('main').innerText()
  const status = orderStatus.name.replace(' order', '')
  return [
    ...(text.includes(status) ? [] : [`${status} is not in: ${text}`]),
    ...(await totalDifferences(page, orderTotal)),
  ]
}

async function cartDifferences(page: Page, program: Clerk, cartId: string): Promise<string[]> {
  const { orderLines, orderTotal } = await program.readCart(cartId)
  const rows = await rowsOf(page)
  const missing = orderLines.flatMap(({ quantity, sku, variantSku }) => {
    const code = variantSku ?? sku
    const isShown = rows.some((row) => row.text.includes(code) && (row.quantity ?? quantity) === quantity)
    return isShown ? [] : [`${quantity} × ${code} is not in ${JSON.stringify(rows)}`]
  })
  return [
    ...missing,
    ...(rows.length === orderLines.length ? [] : [`${rows.length} rows, and not ${orderLines.length}`]),
    ...(await totalDifferences(page, orderTotal)),
  ]
}

/** The goods on the screen; what is typed and no quantity stays there, is said to be none, and is none here. */
const rowsOf = async (page: Page): Promise<{ text: string; quantity: number | undefined }[]> =>
  page
    .getByRole('table', { name: 'Goods' })
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => {
        const field = row.querySelector<HTMLInputElement>('[role=spinbutton]')
        const isFaulty = field?.getAttribute('aria-invalid') === 'true'
        const quantity = Number(field?.value.replaceAll(',', ''))
        return { text: row.textContent, quantity: isFaulty ? undefined : quantity }
      }),
    )

/** A total in a currency of two decimals, in whichever language. */
async function totalDifferences(page: Page, total: number): Promise<string[]> {
  const shown = await page.getByRole('group', { name: 'Totals' }).locator('[aria-live]').allTextContents()
  return shown
    .filter((text) => Number(text.replaceAll(/\D/g, '')) !== Math.round(total * 100))
    .map((text) => `${text}, and not ${total}`)
}
