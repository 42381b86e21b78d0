import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../attack.ts'
import { open, repeat, requestText } from '../raw.ts'

/** Half of them in the middle of the body, half while the core works. */
export const abortedRequests: Attack = {
  name: 'aborted-requests',
  title: '300 clients that ask and go away',
  run: async (target, tally, signal) => {
    const { cultureCode, currency } = target
    const body = JSON.stringify({ cultureCode, currency })
    const text = requestText(target, { method: 'POST', path: '/carts', body })
    let number = 0
    await repeat(300, signal, async () => {
      const socket = await open(target, tally, signal)
      if (!socket) return
      socket.write(number++ % 2 === 0 ? text : text.slice(0, -5))
      await sleep(Math.random() * 5)
      if (Math.random() < 0.5) socket.resetAndDestroy()
      else socket.destroy()
    })
  },
}
