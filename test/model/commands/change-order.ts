import fc from 'fast-check'
import { discounted, totalsOf } from '../discounts.ts'
import { orNull, Refused } from '../model.ts'
import {
  isPaidInPart,
  withCart,
  type Caller,
  type Cart,
  type Order,
  type Outcome,
  type Payment,
  type State,
} from '../state.ts'
import { stockGivenBack } from '../stock.ts'
import { renewed, reopened } from '../views.ts'
import { answerOrder } from './change-payment.ts'
import { command, mostly, NOBODYS_ID, pickOrder, place } from './command.ts'

/** Completes an order, cancels it, opens it again, or sets its note. */
export const changeOrder = command({
  name: 'change an order',
  weight: 8,
  picks: fc.record({
    order: place,
    isKnown: mostly(true, false),
    what: fc.constantFrom('complete', 'cancel', 'cancel', 'note', 'reopen'),
    note: fc.constantFrom('Fragile', ' ', 'Ring twice'),
    refund: fc.constantFrom(undefined, true, false),
  }),
  call: (state, picks) => {
    const picked = pickOrder(state, picks.order)
    if (!picked) return undefined
    const orderId = picks.isKnown ? picked.id : NOBODYS_ID
    const { what, note, refund } = picks
    const body = { complete: {}, cancel: { reason: note, refund }, note: { note }, reopen: { reason: note } }[
      what
    ]
    return {
      store: picked.store,
      method: 'POST',
      path: `/orders/${orderId}/${what}`,
      body,
      scopes: ['staff'],
      decide: (before, caller) => {
        if (what === 'note' && note.trim() === '') throw new Refused('BadRequest', 'note')
        const order = findOrder(before, caller, orderId)
        switch (what) {
          case 'note': {
            const events = [...order.events, { at: before.now, actor: caller.name, kind: 'order.note' }]
            const noted = { note: orNull(note) }
            const then = order.status === 'Reopened' ? withCartOf(before, caller, order, noted) : before
            return answerOrder(then, { ...order, events, ...noted })
          }
          case 'complete': {
            if (order.status !== 'Paid') throw new Refused('Conflict')
            const events = [...order.events, { at: before.now, actor: caller.name, kind: 'order.completed' }]
            return answerOrder(before, {
              ...order,
              events,
              status: 'Completed order',
              completedAt: before.now,
            })
          }
          case 'reopen':
            return openedAgain(before, caller, order)
          default:
            return cancelled(before, caller, order, refund)
        }
      },
    }
  },
})

const leftOf = ({ state, amount, refunded }: Payment): bigint =>
  state === 'captured' || state === 'partially refunded' ? amount - refunded : 0n

function cancelled(state: State, caller: Caller, order: Order, refund: boolean | undefined): Outcome {
  if (!['New order', 'Reopened', 'Paid'].includes(order.status)) throw new Refused('Conflict')
  if (order.payments.some((payment) => leftOf(payment) > 0n) && refund === undefined) {
    throw new Refused('BadRequest', 'refund')
  }
  const kinds = ['order.cancelled']
  const payments = order.payments.map((payment): Payment => {
    if (payment.state === 'pending') {
      kinds.push('payment.voided')
      return { ...payment, state: 'voided' }
    }
    if (refund !== true || leftOf(payment) === 0n) return payment
    kinds.push('payment.refunded')
    return { ...payment, state: 'refunded', refunded: payment.amount }
  })
  const then = order.status === 'Reopened' ? withCartOf(state, caller, order, { state: 'abandoned' }) : state
  const events = [...order.events, ...kinds.map((kind) => ({ at: state.now, actor: caller.name, kind }))]
  return answerOrder(stockGivenBack(then, order), {
    ...order,
    status: 'Cancelled',
    payments,
    events,
    taken: {},
  })
}

/** The cart of a reopened order is noted and ends as it does. */
function withCartOf(
  state: State,
  { store }: Caller,
  order: Order,
  change: Partial<Pick<Cart, 'note' | 'state'>>,
): State {
  const cart = state.carts.find(({ id }) => id === order.id)
  if (!cart) throw new Error('The model has an order without a cart.')
  const given = renewed(discounted({ ...cart, ...change }, store, state.now))
  totalsOf(given, 0n)
  return withCart(state, given)
}

function openedAgain(state: State, caller: Caller, order: Order): Outcome {
  const cart = state.carts.find(({ id }) => id === order.id)
  if (order.status !== 'New order' || isPaidInPart(order) || !cart) throw new Refused('Conflict')
  const opened = reopened(state, caller, order, cart, cart)
  const after = renewed(discounted(opened.cart, caller.store, state.now))
  totalsOf(after, 0n)
  const then = withCart(opened.state, after)
  return answerOrder(then, findOrder(then, caller, order.id))
}

export function findOrder({ orders }: State, { store }: Caller, orderId: string): Order {
  const order = orders.find(({ id }) => id === orderId)
  if (order?.store !== store.code) throw new Refused('NotFound')
  return order
}
