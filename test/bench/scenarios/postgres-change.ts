import type { Lab } from '../lab.ts'
import { time } from '../load/drive.ts'
import { placeOrder } from '../load/place-order.ts'
import type { Contestant, Scenario } from '../scenario.ts'
import type { Desks } from '../servers/postgres.ts'

/** Clients that place orders meanwhile, half of them at each of the two. */
const CLIENTS = 6

/** From a request that changes a cart at one process to the event of it in the stream of another one on that database. */
export const postgresChange: Scenario = {
  name: 'postgres-change',
  title: 'Change at one desk, told at another',
  unit: 'ms',
  contestants: async (lab: Lab) => {
    const desks = await lab.desks(2)
    return [contestant(desks, 0), contestant(desks, CLIENTS)]
  },
}

const contestant = (desks: Desks, clients: number): Contestant => ({
  name: clients === 0 ? desks.name : `the same, ${clients} clients`,
  prepare: async () => {
    const [here, there] = desks.clients
    if (!here || !there) throw new Error('It takes two desks.')
    const { cultureCode, currency } = desks.shop
    const { cartId } = await here.post<{ cartId: string }>('/carts', {
      cultureCode,
      currency: currency.isoCode,
    })
    let heard: ((now: number) => void) | undefined
    const told = time(async (n) => {
      const start = performance.now()
      const news = new Promise<number>((resolve) => (heard = resolve))
      await here.send('PATCH', `/carts/${cartId}`, { note: `Change ${n}` })
      return (await news) - start
    })
    return async (seconds, signal) => {
      const letGo = await there.listen('/events', (text) => {
        if (text.includes(cartId)) heard?.(performance.now())
      })
      let isOver = false
      const orders = Array.from({ length: clients }, async (_, client) => {
        for (let n = client; !isOver; n += clients)
          await placeOrder(desks.clients[client % 2] ?? here, desks.shop, n)
      })
      try {
        return await told(seconds, signal)
      } finally {
        isOver = true
        letGo()
        await Promise.all(orders)
      }
    }
  },
})
