import fc from 'fast-check'
import { orNull, Refused } from '../model.ts'
import { withOrder, type Caller, type Order, type Outcome, type Payment, type State } from '../state.ts'
import { decimalsOf, fromWire, isExact, toWire } from '../money.ts'
import { orderBody } from '../views.ts'
import { command, idOf, isSameId, NOBODYS_ID, pickOrder, place, reference } from './command.ts'

/** What is done with a payment: received, given up, paid back in whole or in part. */
export const changePayment = command({
  name: 'change a payment',
  weight: 12,
  picks: fc.record({
    order: place,
    // The last payment first: those before it are void.
    payment: fc.oneof(
      { weight: 5, arbitrary: fc.constant({ at: 0, how: 'right' as const }) },
      { weight: 1, arbitrary: reference },
    ),
    what: fc.constantFrom('capture', 'capture', 'refund', 'refund', 'void'),
    transaction: fc.constantFrom(undefined, null, '', 'T1-4711'),
    amount: fc.constantFrom('all', 'half', 'unit', 'rest', 'more', 'nothing', 'too little'),
  }),
  call: (state, picks) => {
    const order = pickOrder(state, picks.order)
    if (!order) return undefined
    const payments = order.payments.toReversed()
    const foreign = state.orders
      .filter(({ store }) => store !== order.store)
      .flatMap((other) => other.payments)
    const paymentId = idOf(picks.payment, payments, foreign)
    const payment = payments.find(({ id }) => isSameId(paymentId, id))
    const { currency } = order.placed
    const amount = amountBy(picks.amount, payment, currency)
    const bodies = {
      capture: { transactionId: picks.transaction },
      void: { reason: 'Chosen by mistake' },
      refund: { amount },
    }
    return {
      store: order.store,
      method: 'POST',
      path: `/payments/${paymentId === NOBODYS_ID ? NOBODYS_ID : paymentId}/${picks.what}`,
      body: bodies[picks.what],
      scopes: ['staff'],
      decide: (before, caller) => {
        if (picks.what === 'refund' && amount !== undefined && amount <= 0)
          throw new Refused('BadRequest', 'amount')
        const found = findPayment(before, caller, paymentId)
        if (picks.what === 'capture') return captured(before, caller, found, orNull(picks.transaction))
        if (picks.what === 'void') return voided(before, caller, found)
        return refunded(before, caller, found, amount, currency)
      },
    }
  },
})

function amountBy(how: string, payment: Payment | undefined, currency: string): number | undefined {
  const left = payment ? payment.amount - payment.refunded : 0n
  const unit = toWire(1n, currency)
  switch (how) {
    case 'half':
      return toWire(left / 2n, currency)
    case 'unit':
      return unit
    case 'rest':
      return toWire(left, currency)
    case 'more':
      return isExact(left + 1n) ? toWire(left + 1n, currency) : unit
    case 'nothing':
      return 0
    case 'too little':
      return Number(`4e-${decimalsOf(currency) + 1}`)
    default:
      return undefined
  }
}

interface Found {
  readonly order: Order
  readonly payment: Payment
}

function findPayment({ orders }: State, { store }: Caller, sent: string): Found {
  for (const order of orders) {
    const payment = order.payments.find(({ id }) => isSameId(sent, id))
    if (payment && order.store === store.code) return { order, payment }
  }
  throw new Refused('NotFound')
}

/** The order with another state of one payment, and an entry in its history. */
function withPayment({ order, payment }: Found, now: number, actor: string, kind: string): Order {
  return {
    ...order,
    payments: order.payments.map((other) => (other.id === payment.id ? payment : other)),
    events: [...order.events, { at: now, actor, kind }],
  }
}

export function answerOrder(state: State, order: Order): Outcome {
  const then = withOrder(state, order)
  return { status: 200, body: orderBody(then, order), next: () => then }
}

function captured(
  state: State,
  { name }: Caller,
  { order, payment }: Found,
  transactionId: string | null,
): Outcome {
  if (payment.state !== 'pending') throw new Refused('Conflict')
  const received = {
    ...payment,
    state: 'captured' as const,
    transactionId: transactionId ?? payment.transactionId,
  }
  const after = withPayment({ order, payment: received }, state.now, name, 'payment.captured')
  const isPaid = after.payments.every((other) => other.state === 'voided' || other.state === 'captured')
  if (order.status !== 'New order' || !isPaid) return answerOrder(state, after)
  const events = [...after.events, { at: state.now, actor: name, kind: 'order.paid' }]
  return answerOrder(state, { ...after, status: 'Paid', events })
}

function voided(state: State, { name }: Caller, { order, payment }: Found): Outcome {
  if (payment.state !== 'pending') throw new Refused('Conflict')
  return answerOrder(
    state,
    withPayment({ order, payment: { ...payment, state: 'voided' } }, state.now, name, 'payment.voided'),
  )
}

function refunded(
  state: State,
  { name }: Caller,
  { order, payment }: Found,
  amount: number | undefined,
  currency: string,
): Outcome {
  if (payment.state !== 'captured' && payment.state !== 'partially refunded') throw new Refused('Conflict')
  const left = payment.amount - payment.refunded
  const back = amount === undefined ? left : fromWire(amount, currency)
  if (back <= 0n) throw new Refused('BadRequest', 'amount')
  if (back > left) throw new Refused('Conflict', 'amount')
  const after = {
    ...payment,
    refunded: payment.refunded + back,
    state: back === left ? ('refunded' as const) : ('partially refunded' as const),
  }
  return answerOrder(state, withPayment({ order, payment: after }, state.now, name, 'payment.refunded'))
}
