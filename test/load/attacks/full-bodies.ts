import type { Attack } from '../attack.ts'
import { open, readAnswers, repeat, requestText } from '../raw.ts'

/** As long as a body may be, and valid: the core has to read, parse and check them all. */
export const fullBodies: Attack = {
  name: 'full-bodies',
  title: '100 bodies of almost 1 MiB at a time',
  run: async (target, tally, signal) => {
    const { cultureCode, currency } = target
    const body = JSON.stringify({ cultureCode, currency, more: 'x'.repeat(1000 * 1024) })
    const text = requestText(target, { method: 'POST', path: '/carts', body })
    await repeat(100, signal, async () => {
      const socket = await open(target, tally, signal)
      if (!socket) return
      await new Promise((resolve) => {
        readAnswers(socket, tally, () => socket.write(text))
        socket.once('close', resolve)
        socket.write(text)
      })
    })
  },
}
