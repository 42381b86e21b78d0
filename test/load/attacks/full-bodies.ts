import type { Attack } from '../attack.ts'
import { askAgainAndAgain, repeat, requestText } from '../raw.ts'

/** As long as a body may be, and valid: the core has to read, parse and check them all. */
export const fullBodies: Attack = {
  name: 'full-bodies',
  title: '100 bodies of almost 1 MiB at a time',
  run: async (target, tally, signal) => {
    const { cultureCode, currency } = target
    const body = JSON.stringify({ cultureCode, currency, more: 'x'.repeat(1000 * 1024) })
    const text = requestText(target, { method: 'POST', path: '/carts', body })
    await repeat(100, signal, async () => askAgainAndAgain(target, tally, signal, text))
  },
}
