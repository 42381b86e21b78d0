import fc from 'fast-check'
import { orNull, Refused } from '../model.ts'
import {
  isPaidInPart,
  withOrder,
  type Caller,
  type Order,
  type Outcome,
  type Payment,
  type State,
} from '../state.ts'
import { decimalsOf, fromWire, inCoins, isExact, toWire } from '../money.ts'
import { orderBody } from '../views.ts'
import type { StoreCode } from '../world.ts'
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
    isPart: fc.oneof(
      { weight: 3, arbitrary: fc.constant(false) },
      { weight: 2, arbitrary: fc.constant(true) },
    ),
    method: fc.option(reference, { nil: undefined, freq: 2 }),
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
    const part = picks.isPart ? amount : undefined
    const methods = (code: StoreCode) => state.world.stores[code].paymentMethods
    const foreignStore = order.store === 'harbour' ? 'uptown' : 'harbour'
    const paymentMethodId = picks.method && idOf(picks.method, methods(order.store), methods(foreignStore))
    const bodies = {
      capture: { transactionId: picks.transaction, amount: part, paymentMethodId },
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
        const sent = { capture: part, refund: amount, void: undefined }[picks.what]
        if (sent !== undefined && sent <= 0) throw new Refused('BadRequest', 'amount')
        const found = findPayment(before, caller, paymentId)
        const transactionId = orNull(picks.transaction)
        if (picks.what === 'capture')
          return captured(before, caller, found, { transactionId, part, paymentMethodId })
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

interface Received {
  readonly transactionId: string | null
  readonly part: number | undefined
  readonly paymentMethodId: string | undefined
}

/** All of it or a part, by its own method or by another, which takes its place. */
function captured(
  state: State,
  { name, store }: Caller,
  { order, payment }: Found,
  { part, paymentMethodId, transactionId }: Received,
): Outcome {
  if (payment.state !== 'pending') throw new Refused('Conflict')
  const amount = part === undefined ? payment.amount : fromWire(part, order.placed.currency)
  if (amount > payment.amount || (part !== undefined && amount <= 0n))
    throw new Refused('BadRequest', 'amount')
  const isOther = paymentMethodId !== undefined && !isSameId(paymentMethodId, payment.methodId)
  const method = store.paymentMethods.find(({ id }) => isSameId(paymentMethodId ?? '', id))
  if (isOther && !method?.countries.has(order.placed.billing?.countryId ?? ''))
    throw new Refused('BadRequest', 'paymentMethodId')
  const { redeemsGiftCards = false, takesCash = false } =
    (isOther ? method : store.paymentMethods.find(({ id }) => id === payment.methodId)) ?? {}
  if (takesCash && amount < payment.amount && amount !== inCoins(amount, order.placed.currency))
    throw new Refused('BadRequest', 'amount')
  // No command knows the code of a card.
  if (redeemsGiftCards && amount > 0n) throw new Refused('BadRequest', 'giftCardCode')
  const received: Payment = {
    ...payment,
    ...(isOther && method && { id: '', methodId: method.id, methodName: method.name }),
    amount,
    state: 'captured',
    transactionId: transactionId ?? payment.transactionId,
  }
  const rest: Payment = {
    ...payment,
    id: '',
    amount: payment.amount - amount,
    fixedFee: 0n,
    feeRate: 0n,
    fee: 0n,
  }
  const payments = [
    ...order.payments.map((other) => {
      if (other.id !== payment.id) return other
      return isOther ? { ...payment, state: 'voided' as const } : received
    }),
    ...(isOther ? [received] : []),
    ...(rest.amount > 0n ? [rest] : []),
  ]
  const isPaid = order.status === 'New order' && payments.every((other) => other.state !== 'pending')
  const kinds = [
    ...(isOther ? ['payment.voided'] : []),
    'payment.captured',
    ...(isPaid ? ['order.paid'] : []),
  ]
  const events = [...order.events, ...kinds.map((kind) => ({ at: state.now, actor: name, kind }))]
  const after: Order = { ...order, payments, events, ...(isPaid && { status: 'Paid' as const }) }
  const { body } = answerOrder(state, after)
  return {
    status: 200,
    body,
    next: (answer) => {
      const told = (answer.body as { payments: { id: string }[] }).payments.map(({ id }) => id)
      const added = told.filter((id) => payments.every((other) => other.id !== id))
      const named = payments.map((other) => (other.id === '' ? { ...other, id: added.shift() ?? '' } : other))
      return withOrder(state, { ...after, payments: named })
    },
  }
}

function voided(state: State, { name }: Caller, { order, payment }: Found): Outcome {
  if (payment.state !== 'pending' || isPaidInPart(order)) throw new Refused('Conflict')
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
  if (isPaidInPart(order)) throw new Refused('Conflict')
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
