import type { Attack } from '../attack.ts'
import { askAgainAndAgain, repeat, requestText } from '../raw.ts'

/** Reads that make the core work: every product with its price. */
export const requestFlood: Attack = {
  name: 'request-flood',
  title: '1 000 connections that list all products, again and again',
  run: async (target, tally, signal) => {
    const { cultureCode, priceGroupId } = target
    const text = requestText(target, {
      path: `/products?cultureCode=${cultureCode}&priceGroupId=${priceGroupId}&maxItems=1000`,
    })
    await repeat(1000, signal, async () => askAgainAndAgain(target, tally, signal, text))
  },
}
