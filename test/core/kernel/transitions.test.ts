import { describe, expect, it } from 'vitest'
import { CommerceError } from '../../../core/kernel/errors.ts'
import { requireTransition, type Transitions } from '../../../core/kernel/transitions.ts'
import { findOrderState, orderStatuses, orderTransitions } from '../../../core/orders/order-states.ts'
import { paymentTransitions } from '../../../core/orders/payments/payment.ts'

/** Every step that the table allows, as `from → to`. */
const stepsOf = (table: Transitions<string>): string[] =>
  Object.entries(table).flatMap(([from, targets]) => targets.map((to) => `${from} → ${to}`))

describe('the steps of an order and of a payment (decisions, payment and order)', () => {
  it('are these and no others', () => {
    expect(stepsOf(orderTransitions)).toStrictEqual([
      'new → paid',
      'new → reopened',
      'new → cancelled',
      'reopened → new',
      'reopened → cancelled',
      'paid → completed',
      'paid → cancelled',
    ])
    expect(stepsOf(paymentTransitions)).toStrictEqual([
      'pending → captured',
      'pending → voided',
      'captured → partially_refunded',
      'captured → refunded',
      'partially_refunded → partially_refunded',
      'partially_refunded → refunded',
    ])
  })

  it.each(['paid', 'cancelled'] as const)('from new to %s may be taken', (to) => {
    expect(() => requireTransition(orderTransitions, 'new', to, () => 'no')).not.toThrow()
  })

  it('that are not there are a conflict that says the state', () => {
    const step = () =>
      requireTransition(orderTransitions, 'completed', 'cancelled', (from, to) => `${from}, not ${to}`)
    expect(step).toThrow(CommerceError)
    expect(step).toThrow(
      expect.objectContaining({
        kind: 'Conflict',
        faults: [{ text: 'completed, not cancelled', field: undefined }],
      }),
    )
  })
})

describe('an order status', () => {
  it('is found by id or name, in any case', () => {
    for (const [state, { id, name }] of Object.entries(orderStatuses)) {
      for (const text of [id, id.toUpperCase(), name, name.toLowerCase(), ` ${name} `]) {
        expect(findOrderState(text)).toBe(state)
      }
    }
    expect(findOrderState('new')).toBeUndefined()
    expect(findOrderState('constructor')).toBeUndefined()
  })
})
