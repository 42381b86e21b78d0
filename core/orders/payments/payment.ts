import type { Selectable } from 'kysely'
import { inCash } from '../../kernel/cash.ts'
import type { Minor } from '../../kernel/money.ts'
import type { Transitions } from '../../kernel/transitions.ts'
import type { OrderRow } from '../order.repository.ts'
import type { PaymentStateName } from './payment.schema.ts'
import type { PaymentTable } from './payment.table.ts'

export type PaymentState = PaymentTable['state']

/** The states of a payment as the API names them. */
export const paymentStates: Readonly<Record<PaymentState, PaymentStateName>> = {
  pending: 'Pending',
  captured: 'Captured',
  partially_refunded: 'Partially refunded',
  refunded: 'Refunded',
  voided: 'Voided',
}

export const paymentTransitions: Transitions<PaymentState> = {
  pending: ['captured', 'voided'],
  captured: ['partially_refunded', 'refunded'],
  partially_refunded: ['partially_refunded', 'refunded'],
  refunded: [],
  voided: [],
}

/**
 * What an order shows of its payments: those that count or, where none does, the one that it had last, which was for what it costs.
 * Which that is the ids do not say where they are of desks whose clocks differ.
 * @param payments every one of the order, oldest first
 */
export function paymentsToShow<P extends Pick<Selectable<PaymentTable>, 'state' | 'amount' | 'fee_total'>>(
  order: Pick<OrderRow, 'order_total' | 'payment_total'>,
  payments: readonly P[],
): readonly P[] {
  const counting = payments.filter(({ state }) => state !== 'voided')
  if (counting.length > 0) return counting
  const isFor = ({ amount, fee_total }: P): boolean =>
    amount === order.order_total && fee_total === order.payment_total
  const last = payments.findLast(isFor) ?? payments.at(-1)
  return last ? [last] : []
}

interface Held {
  readonly state: PaymentState
  readonly amount: Minor
  readonly refunded: Minor
}

/** What the shop still holds of a payment: received and not paid back. */
export const heldOf = ({ state, amount, refunded }: Held): Minor =>
  state === 'pending' || state === 'voided' ? 0 : amount - refunded

/** The same of all payments of an order. */
export const heldOfAll = (payments: readonly Held[]): Minor =>
  payments.reduce((sum, payment) => sum + heldOf(payment), 0)

/** What goes back of coins and notes that were given for an amount; less than nothing where they are not enough. */
export const changeOf = (given: Minor, amount: Minor, isoCode: string): Minor =>
  given - inCash(amount, isoCode)
