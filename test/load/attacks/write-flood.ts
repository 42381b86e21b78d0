import type { Attack } from '../attack.ts'
import { askAgainAndAgain, repeat, requestText } from '../raw.ts'

export const writeFlood: Attack = {
  name: 'write-flood',
  title: '1 000 connections that make carts, again and again',
  run: async (target, tally, signal) => {
    const { cultureCode, currency } = target
    const body = JSON.stringify({ cultureCode, currency })
    const text = requestText(target, { method: 'POST', path: '/carts', body })
    await repeat(1000, signal, async () => askAgainAndAgain(target, tally, signal, text))
  },
}
