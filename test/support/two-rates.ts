import type { CartChoices, Clerk, PlacedOrder } from './clerk.ts'

/** An order of two goods at rates of their own, of which the first costs 125.00 with 25 %, the other 21.40 with 7 %. @param prices of a piece of each, without tax */
export async function anOrderOfTwoRates(
  clerk: Clerk,
  choices: CartChoices = {},
  prices: readonly [number, number] = [100, 10],
): Promise<PlacedOrder> {
  const placing = await clerk.aCartReadyToPlace({
    quantities: [1, 2],
    shipping: null,
    payment: 'Card terminal',
    ...choices,
  })
  const { orderLines } = await clerk.readCart(placing.cartId)
  for (const [index, body] of [
    { price: prices[0], taxRate: 0.25 },
    { price: prices[1], taxRate: 0.07 },
  ].entries())
    await clerk.patch(`/carts/${placing.cartId}/lines/${orderLines[index]?.id}`, body)
  const { paymentId } = (await clerk.post('/payments', placing)).body as { paymentId: string }
  return { order: await clerk.readOrder(placing.cartId), paymentId, placing }
}
