import { roundingInCash } from '../kernel/cash.ts'
import type { Minor } from '../kernel/money.ts'
import type { EventDetails, OrderEventKind } from '../orders/order-event-texts.ts'
import type { OrderState } from '../orders/order-states.ts'
import { moneyTold } from '../orders/payments/move-money.ts'
import type { PaymentState } from '../orders/payments/payment.ts'
import type { NamedReturn } from '../orders/payments/returned-goods.ts'
import type { Sale } from './draw-sale.ts'
import type { Random } from './random.ts'

const SECOND = 1000
const MINUTE = 60_000
const DAY = 86_400_000

/** Orders that are cancelled unpaid, where the money takes days; and after they were paid. */
const NEVER_PAID = 0.09
const REGRETTED = 0.015
const READY_AT_ONCE = 0.93

export interface LifeEvent {
  readonly at: number
  readonly kind: OrderEventKind
  readonly details?: EventDetails
  /** What came back with a refund. */
  readonly returned?: readonly NamedReturn[]
}

/** What has become of an order until now. */
export interface Life {
  readonly status: OrderState
  readonly version: number
  readonly completedAt: number | null
  readonly payment: {
    readonly state: PaymentState
    readonly refunded: Minor
    readonly transactionId: string | null
    readonly receivedInCash: boolean | null
  }
  /** How much more than the payment was handed over in coins and notes, or less. */
  readonly cashRounding: Minor
  /** The order's history after it was placed. */
  readonly events: readonly LifeEvent[]
}

/** Draws how an order goes on after it is placed: paid, completed or cancelled, as far as there was time for it. */
export function drawLife(
  sale: Sale,
  {
    amount,
    currency,
    regrets,
    now,
  }: { amount: Minor; currency: string; regrets: readonly string[]; now: number },
  random: Random,
): Life {
  const { placedAt, delivery, payment } = sale
  const { methodName } = payment.terms
  const cashRounding = payment.takesCash ? roundingInCash(amount, currency) : 0
  const reference = payment.reference === undefined ? null : random.fill(payment.reference)
  const paidAt = placedAt + payingTime(sale, random)
  const isNeverPaid = payment.days > 0 && random.chance(NEVER_PAID)
  const isRegretted = random.chance(REGRETTED)
  const regret = { reason: random.pick(regrets) }
  const regrettedAt = (isNeverPaid ? placedAt : paidAt) + random.between(1, 3) * DAY
  const isHandedOver = delivery.isCollected && random.chance(READY_AT_ONCE)
  const completedAt = paidAt + (isHandedOver ? random.between(20, 180) * SECOND : random.between(1, 3) * DAY)

  const pending = { state: 'pending', refunded: 0, transactionId: null, receivedInCash: null } as const
  if (isNeverPaid && regrettedAt < now) {
    const events: LifeEvent[] = [
      { at: regrettedAt, kind: 'order.cancelled', details: regret },
      { at: regrettedAt, kind: 'payment.voided', details: { method: methodName, cause: 'cancelled' } },
    ]
    return {
      status: 'cancelled',
      version: 2,
      completedAt: null,
      payment: { ...pending, state: 'voided' },
      cashRounding,
      events,
    }
  }
  if (isNeverPaid || paidAt >= now) {
    return { status: 'new', version: 1, completedAt: null, payment: pending, cashRounding, events: [] }
  }

  const money = moneyTold(methodName, { amount, cashRounding }, currency)
  const noted = reference === null ? {} : { transactionId: reference }
  const paid: LifeEvent[] = [
    { at: paidAt, kind: 'payment.captured', details: { ...money, ...noted } },
    { at: paidAt, kind: 'order.paid' },
  ]
  const captured = {
    state: 'captured',
    refunded: 0,
    transactionId: reference,
    receivedInCash: payment.takesCash,
  } as const
  if (isRegretted && !isHandedOver && regrettedAt < now) {
    const events: LifeEvent[] = [
      ...paid,
      { at: regrettedAt, kind: 'order.cancelled', details: regret },
      { at: regrettedAt + MINUTE, kind: 'payment.refunded', details: money },
    ]
    const refunded = { ...captured, state: 'refunded', refunded: amount } as const
    return { status: 'cancelled', version: 4, completedAt: null, payment: refunded, cashRounding, events }
  }
  if (isRegretted || completedAt >= now) {
    return { status: 'paid', version: 2, completedAt: null, payment: captured, cashRounding, events: paid }
  }
  const events: LifeEvent[] = [...paid, { at: completedAt, kind: 'order.completed' }]
  return { status: 'completed', version: 3, completedAt, payment: captured, cashRounding, events }
}

function payingTime({ delivery, payment }: Sale, random: Random): number {
  if (payment.days > 0) return random.between(1, payment.days) * DAY
  return delivery.isCollected ? random.between(20, 120) * SECOND : random.between(2, 40) * MINUTE
}
