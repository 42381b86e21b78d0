import { describe, expect, it } from 'vitest'
import { orderStatuses } from '../../core/order-records/order-states.ts'
import {
  isGuid,
  ORDER_STATUSES,
  paymentStateOf,
  stepsOf,
} from '../../renderer/features/orders/order-status.ts'

const order = (name: string) => ({ orderStatus: { id: '', name } })
const history = (...kinds: string[]) =>
  kinds.map((kind, index) => ({
    date: `2026-11-20T09:0${String(index)}:00.000Z`,
    actor: 'Console',
    kind,
    text: kind,
  }))

describe('the states of an order', () => {
  it('are those of the core, by the same names', () => {
    expect([...ORDER_STATUSES].sort()).toEqual(
      Object.values(orderStatuses)
        .map(({ name }) => name)
        .sort(),
    )
  })

  it.each([
    ['New order', { canCancel: true, canComplete: false }],
    ['Paid', { canCancel: true, canComplete: true }],
    ['Completed order', { canCancel: false, canComplete: false }],
    ['Cancelled', { canCancel: false, canComplete: false }],
    ['Something new', { canCancel: false, canComplete: false }],
  ])('%s', (name, steps) => {
    expect(stepsOf(order(name))).toEqual(steps)
  })
})

describe('the state of a payment', () => {
  it.each([
    ['New order', ['order.placed'], 'pending'],
    ['Paid', ['order.placed', 'payment.captured', 'order.paid'], 'captured'],
    ['New order', ['order.placed', 'payment.voided'], 'voided'],
    ['Cancelled', ['order.placed', 'order.cancelled'], 'voided'],
    ['Cancelled', ['order.placed', 'payment.captured', 'order.paid', 'order.cancelled'], 'captured'],
  ])('%s after %j', (name, kinds, state) => {
    expect(paymentStateOf(order(name), history(...kinds))).toBe(state)
    expect(paymentStateOf(order(name), history(...kinds).reverse())).toBe(state)
  })
})

describe('a pasted id', () => {
  it.each(['01a1fd8a-3168-7004-915f-620f1d3d6455', '{01A1FD8A-3168-7004-915F-620F1D3D6455}'])(
    '%s',
    (text) => {
      expect(isGuid(` ${text} `)).toBe(true)
    },
  )
  it.each(['01a1fd8a', 'H-10042', ''])('is not %j', (text) => {
    expect(isGuid(text)).toBe(false)
  })
})
