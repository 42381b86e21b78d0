import type { Transitions } from '../kernel/transitions.ts'
import type { PaymentTable } from './payment.table.ts'

export type PaymentState = PaymentTable['state']

/** A part of the amount may be refunded before: the payment is then still captured. */
export const paymentTransitions: Transitions<PaymentState> = {
  pending: ['captured', 'voided'],
  captured: ['refunded'],
  refunded: [],
  voided: [],
}
