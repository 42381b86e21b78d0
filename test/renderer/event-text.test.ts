import { describe, expect, it } from 'vitest'
import { eventText } from '../../renderer/features/orders/event-text.ts'
import { i18n, LOCALES, speak } from '../../renderer/i18n/index.ts'
import type { OrderEvent } from '../../renderer/api/orders.ts'

// Only the root element of a page is told its language.
globalThis.document = { documentElement: {} } as Document

const { t } = i18n.global
const say = (kind: string, details: OrderEvent['details']): string =>
  eventText(
    { date: '2026-11-22T10:00:00.000Z', actor: 'Till', kind, text: 'as the core says it', details },
    (key, named) => t(key, named ?? {}),
    'en-GB',
  )

describe('a history speaks the language of the console', () => {
  it.each(LOCALES)('%s, with its amounts and reasons', async (locale) => {
    await speak(locale)
    const refunded = say('payment.refunded', {
      amount: 12.5,
      currency: 'EUR',
      method: 'Cash',
      reason: 'Torn',
    })
    expect(refunded).toMatch(/€12\.50/)
    expect(refunded).toMatch(/Cash/)
    expect(refunded).toMatch(/ · Torn$/)
    expect(say('payment.voided', { method: 'Cash', cause: 'reopened' })).toContain(say('order.reopened', {}))
    expect(say('order.placed', { orderNumber: 'H7', again: true })).not.toBe(
      say('order.placed', { orderNumber: 'H7' }),
    )
    expect(
      say('payment.captured', { amount: 1, currency: 'EUR', method: 'Cash', transactionId: 'T1' }),
    ).toMatch(/T1$/)
  })

  it('but not of what it does not know, and of what is older than the details', () => {
    expect(say('order.teleported', {})).toBe('as the core says it')
    expect(say('order.paid', null)).toBe('as the core says it')
  })
})
