import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Order, OrderTransaction } from '../../renderer/api/orders.ts'
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
const refund = (time: string, amount: number, cashRounding = 0) =>
  ({ date: `2026-11-30T${time}Z`, kind: 'refund', amount, cashRounding }) as OrderTransaction

it('what came back at one visit is told together, onto the card and in coins that there are', () => {
  const order = orderIn('DKK')
  expect(paidBackOf(order, [])).toBeUndefined()
  const refunds = [
    refund('09:00:00.000', 100),
    refund('11:00:00.000', 20.1),
    refund('11:04:00.000', 30.3, 0.2),
  ]
  expect(paidBackOf(order, refunds)).toMatchObject({ amount: 50.6, orderNumber: 'DEMO-7' })
  // All payments of an order that is cancelled are paid back at one moment.
  const cancelled = [refund('11:00:00.000', 0.1), refund('11:00:00.000', 0.2)]
  expect(paidBackOf(order, cancelled)?.amount).toBe(0.3)
})

it('what an exchange was begun for counts in no other one, and may be begun for again', () => {
  const order = orderIn('KWD')
  const refunds = [refund('11:00:00.000', 1.234), refund('11:01:00.000', 0.001)]
  const first = paidBackOf(order, refunds)
  expect(first?.amount).toBe(1.235)
  if (first) noteExchange('new-cart', first)
  expect(exchangeOf('new-cart')).toEqual({ amount: 1.235, orderNumber: 'DEMO-7' })
  expect(exchangeOf('another')).toBeUndefined()
  expect(paidBackOf(order, refunds)?.amount).toBe(1.235)
  const more = [...refunds, refund('11:02:00.000', 2)]
  expect(paidBackOf(order, more)?.amount).toBe(2)
})
