import type { Lab } from '../lab.ts'
import { time } from '../load/drive.ts'
import type { Contestant, Scenario } from '../scenario.ts'
import type { Server } from '../servers/server.ts'

/** One more line in a small cart, and the last that a large one may have; it is taken out again in between. */
export const cartLine: Scenario = {
  name: 'cart-line',
  title: 'A line added to a cart',
  unit: 'ms',
  contestants: async (lab: Lab) => {
    const [core, before] = await lab.cores()
    if (!core) return []
    return [
      contestant(core, 3),
      ...(before ? [contestant(before, 3)] : []),
      contestant(core, 50),
      contestant(core, 499),
      contestant(await lab.bare(), 499),
    ]
  },
}

const contestant = ({ name, client, shop }: Server, lines: number): Contestant => ({
  name: `${name}, ${lines} lines`,
  prepare: async () => {
    const { cultureCode, priceGroupId } = shop
    const { cartId } = await client.post<{ cartId: string }>('/carts', {
      cultureCode,
      currency: shop.currency.isoCode,
    })
    const add = async (n: number): Promise<string> => {
      const product = shop.products[n % shop.products.length]
      if (!product) throw new Error('The demo shop has nothing to sell.')
      const { sku, variantSku, catalogId } = product
      const { lineId } = await client.post<{ lineId: string }>(`/carts/${cartId}/lines`, {
        ...{ sku, variantSku, catalogId, priceGroupId, cultureCode },
        addToExistingOrderline: false,
      })
      return lineId
    }
    for (let n = 0; n < lines; n++) await add(n)
    return time(async (n) => {
      const start = performance.now()
      const lineId = await add(lines + n)
      const milliseconds = performance.now() - start
      await client.send('DELETE', `/carts/${cartId}/lines/${lineId}`)
      return milliseconds
    })
  },
})
