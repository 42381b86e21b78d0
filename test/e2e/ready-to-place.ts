import type { counterOfDemoShop } from './counter.ts'

type Counter = ReturnType<ReturnType<typeof counterOfDemoShop>>

/** Opens a cart that lacks nothing but the key that places it. @returns its id */
export async function openReadyToPlace({ goTo, page, program }: Counter): Promise<string> {
  const { cartId } = await program.aCartReadyToPlace({
    quantities: [1],
    shipping: 'Collection in the shop',
  })
  await goTo(`/carts/${cartId}`)
  await page.getByRole('radio', { name: /^Cash/ }).click()
  await page.getByText('Everything is there.').waitFor()
  return cartId
}
