import { describe, expect, it } from 'vitest'
import { orderStatuses } from '../../core/orders/order-states.ts'
import type { Payment } from '../../renderer/api/orders.ts'
import {
  balanceOf,
  ORDER_STATUSES,
  stepsOf,
  type PaymentState,
} from '../../renderer/features/orders/order-status.ts'
import { isGuid } from '../../renderer/ui/guid.ts'

const payment = (state: PaymentState, amount = 10, refunded = 0) => ({ state, amount, refunded }) as Payment
const order = (name: string, ...payments: Payment[]) => ({ orderStatus: { id: '', name }, payments })

describe('the states of an order', () => {
  it('are those of the core, by the same names', () => {
    expect([...ORDER_STATUSES].sort()).toEqual(
      Object.values(orderStatuses)
        .map(({ name }) => name)
        .sort(),
    )
  })

  const nothing = {
    canCancel: false,
    canComplete: false,
    canReopen: false,
    canSendElsewhere: false,
    isReopened: false,
  }
  const isHere = { ...nothing, canCancel: true, canSendElsewhere: true }
  it.each([
    ['New order', 'Pending', { ...isHere, canReopen: true }],
    ['New order', 'Voided', { ...isHere, canReopen: true }],
    ['New order', 'Partially refunded', isHere],
    ['Reopened', 'Voided', { ...nothing, canCancel: true, isReopened: true }],
    ['Paid', 'Captured', { ...isHere, canComplete: true }],
    ['Completed order', 'Captured', nothing],
    ['Cancelled', 'Refunded', nothing],
    ['Something new', 'Pending', nothing],
  ] as const)('%s, %s', (name, state, steps) => {
    expect(stepsOf(order(name, payment(state)))).toEqual(steps)
  })
})

describe('what is held of a payment', () => {
  it.each([
    ['Pending', 0, 0],
    ['Voided', 0, 0],
    ['Captured', 0, 93.7],
    ['Partially refunded', 0.1, 93.6],
    ['Partially refunded', 93.69, 0.01],
    ['Refunded', 93.7, 0],
  ] as const)('%s, %d paid back', (state, refunded, balance) => {
    expect(balanceOf(payment(state, 93.7, refunded), 2)).toBe(balance)
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
