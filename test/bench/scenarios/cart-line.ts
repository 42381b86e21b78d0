import type { Lab } from '../lab.ts'
import { makeCart } from '../load/carts.ts'
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
    const { add, cartId } = await makeCart({ client, shop }, lines)
    return time(async () => {
      const start = performance.now()
      const lineId = await add()
      const milliseconds = performance.now() - start
      await client.send('DELETE', `/carts/${cartId}/lines/${lineId}`)
      return milliseconds
    })
  },
})
