import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Order, OrderEvent } from '../../renderer/api/orders.ts'
import { exchangeOf, noteExchange, paidBackOf } from '../../renderer/features/orders/exchanges.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const orderIn = (isoCode: string) =>
  ({ id: 'sold', orderNumber: 'DEMO-7', billingCurrency: { id: '', isoCode } }) as Order
const refund = (time: string, details: { amount: number; cash?: number }) =>
  ({ date: `2026-11-30T${time}Z`, kind: 'payment.refunded', details }) as OrderEvent
const captured = { date: '2026-11-30T08:00:00.000Z', kind: 'payment.captured' } as OrderEvent

it('what came back at one visit is told together, onto the card and in coins that there are', () => {
  const order = orderIn('DKK')
  expect(paidBackOf(order, [captured])).toBeUndefined()
  const events = [
    captured,
    refund('09:00:00.000', { amount: 100 }),
    refund('11:00:00.000', { amount: 20.1 }),
    refund('11:04:00.000', { amount: 30.3, cash: 30.5 }),
  ]
  expect(paidBackOf(order, events)).toMatchObject({ amount: 50.6, orderNumber: 'DEMO-7' })
  // All payments of an order that is cancelled are paid back at one moment.
  const cancelled = [refund('11:00:00.000', { amount: 0.1 }), refund('11:00:00.000', { amount: 0.2 })]
  expect(paidBackOf(order, cancelled)?.amount).toBe(0.3)
})

it('what an exchange was begun for counts in no other one, and may be begun for again', () => {
  const order = orderIn('KWD')
  const events = [refund('11:00:00.000', { amount: 1.234 }), refund('11:01:00.000', { amount: 0.001 })]
  const first = paidBackOf(order, events)
  expect(first?.amount).toBe(1.235)
  if (first) noteExchange('new-cart', first)
  expect(exchangeOf('new-cart')).toEqual({ amount: 1.235, orderNumber: 'DEMO-7' })
  expect(exchangeOf('another')).toBeUndefined()
  expect(paidBackOf(order, events)?.amount).toBe(1.235)
  const more = [...events, refund('11:02:00.000', { amount: 2 })]
  expect(paidBackOf(order, more)?.amount).toBe(2)
})
