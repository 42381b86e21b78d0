import fc from 'fast-check'
import { orNull, Refused, type Caller, type Order, type State } from '../model.ts'
import { answerOrder } from './change-payment.ts'
import { command, mostly, NOBODYS_ID, pickOrder, place } from './command.ts'

/** Completes an order, cancels it, or sets its note. */
export const changeOrder = command({
  name: 'change an order',
  weight: 6,
  picks: fc.record({
    order: place,
    isKnown: mostly(true, false),
    what: fc.constantFrom('complete', 'cancel', 'note'),
    note: fc.constantFrom('Fragile', ' ', 'Ring twice'),
  }),
  call: (state, picks) => {
    const picked = pickOrder(state, picks.order)
    if (!picked) return undefined
    const orderId = picks.isKnown ? picked.id : NOBODYS_ID
    const body = { complete: {}, cancel: { reason: picks.note }, note: { note: picks.note } }[picks.what]
    return {
      store: picked.store,
      method: 'POST',
      path: `/orders/${orderId}/${picks.what}`,
      body,
      scopes: ['staff'],
      decide: (before, caller) => {
        if (picks.what === 'note' && picks.note.trim() === '') throw new Refused('BadRequest', 'note')
        const order = findOrder(before, caller, orderId)
        const events = [...order.events, { at: before.now, actor: caller.name, kind: kinds[picks.what] }]
        const after = { ...order, events }
        if (picks.what === 'note') return answerOrder(before, { ...after, note: orNull(picks.note) })
        if (picks.what === 'complete') {
          if (order.status !== 'Paid') throw new Refused('Conflict')
          return answerOrder(before, { ...after, status: 'Completed order', completedAt: before.now })
        }
        if (order.status !== 'New order' && order.status !== 'Paid') throw new Refused('Conflict')
        return answerOrder(before, { ...after, status: 'Cancelled', payments: withoutPending(order) })
      },
    }
  },
})

const kinds = { complete: 'order.completed', cancel: 'order.cancelled', note: 'order.note' }

const withoutPending = ({ payments }: Order): Order['payments'] =>
  payments.map((payment) =>
    payment.state === 'pending' ? { ...payment, state: 'voided' as const } : payment,
  )

export function findOrder({ orders }: State, { store }: Caller, orderId: string): Order {
  const order = orders.find(({ id }) => id === orderId)
  if (order?.store !== store.code) throw new Refused('NotFound')
  return order
}
