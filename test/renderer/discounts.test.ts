import { describe, expect, it } from 'vitest'
import type { Cart } from '../../core/carts/cart.schema.ts'
import { discountedTotals, lineDiscounts, priceBefore } from '../../renderer/ui/discounts.ts'
import type { Clerk } from '../support/clerk.ts'
import { cents, generousShop, giveCode } from '../support/discounts.ts'

const aClerk = async (): Promise<Clerk> => (await generousShop()).as('staff')

const sum = (amounts: readonly { amount: number }[]) =>
  amounts.reduce((total, { amount }) => total + cents(amount), 0)

/** A cart with odd prices, delivered, and with a tenth off its lines where asked for. */
async function aCart(clerk: Clerk, code?: string): Promise<Cart> {
  const { cartId } = await clerk.aCartReadyToPlace({ quantities: [1, 3, 7] })
  if (code !== undefined) await giveCode(clerk, cartId, code)
  return clerk.readCart(cartId)
}

describe('discounts on the screen', () => {
  it('add up with everything else to the total of the order, to the cent', async () => {
    const clerk = await aClerk()
    for (const code of [undefined, 'LINES']) {
      const cart = await aCart(clerk, code)
      const rows = discountedTotals(cart, 'EUR')
      const total =
        cents(rows.goods) -
        sum(rows.goodsDiscounts) +
        cents(rows.shipping) -
        sum(rows.shippingDiscounts) -
        sum(rows.orderDiscounts) +
        cents(cart.paymentTotal)
      expect(total).toBe(cents(cart.orderTotal))
      expect(cents(rows.goods) - sum(rows.goodsDiscounts)).toBe(cents(cart.subTotal))
      expect(cents(rows.shipping) - sum(rows.shippingDiscounts)).toBe(cents(cart.shippingTotal))
    }
  })

  it('carry the names of their campaigns, each where it takes off', async () => {
    const { goodsDiscounts, shippingDiscounts, orderDiscounts } = discountedTotals(
      await aCart(await aClerk(), 'LINES'),
      'EUR',
    )
    expect(goodsDiscounts.map(({ campaign, item }) => [campaign, item])).toEqual([['Lines', 'Lines, item']])
    expect(shippingDiscounts.map(({ campaign }) => campaign)).toEqual(['Delivery'])
    expect(orderDiscounts.map(({ campaign, amount }) => [campaign, amount])).toEqual([['Order', 3]])
  })

  it('are on every line what it would cost more without them', async () => {
    const clerk = await aClerk()
    const before = await aCart(clerk)
    const after = await aCart(clerk, 'LINES')
    for (const [index, line] of after.orderLines.entries()) {
      const undiscounted = before.orderLines[index]
      expect(cents(priceBefore(line, 'EUR')) * line.quantity).toBe(cents(undiscounted?.total))
      expect(sum(lineDiscounts(line, 'EUR'))).toBe(cents(undiscounted?.total) - cents(line.total))
      expect(sum(lineDiscounts(line, 'EUR'))).toBeGreaterThan(0)
    }
  })
})
