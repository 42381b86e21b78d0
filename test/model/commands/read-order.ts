import fc from 'fast-check'
import { anything, anyText } from '../match.ts'
import { Refused } from '../model.ts'
import { withCustomerId, type Call, type Order } from '../state.ts'
import { moment, orderBody } from '../views.ts'
import { findOrder } from './change-order.ts'
import { at, command, pickOrder, place } from './command.ts'

/** Sections 2.10 and 4.11. */
export const readOrder = command({
  name: 'read an order',
  weight: 3,
  picks: fc.record({ order: place, payment: fc.option(place, { nil: undefined, freq: 1 }) }),
  call: (state, picks) => {
    const order = pickOrder(state, picks.order)
    if (!order) return undefined
    const payment = picks.payment === undefined ? undefined : at(order.payments, picks.payment)
    return readingOrder(order, payment && `/orders/payments/${payment.id}`)
  },
})

/** The call that reads an order. */
export const readingOrder = (order: Order, path = `/orders/${order.id}`): Call => ({
  store: order.store,
  method: 'GET',
  path,
  scopes: ['storefront', 'support'],
  decide: (before, caller) => {
    const found = findOrder(before, caller, order.id)
    return {
      status: 200,
      body: orderBody(before, found),
      next: ({ body }) => withCustomerId(before, found, (body as { customer: { id: string } }).customer.id),
    }
  },
})

/** The call that reads an order's history. */
export const readingEvents = (order: Order): Call => ({
  store: order.store,
  method: 'GET',
  path: `/orders/${order.id}/events`,
  scopes: ['support', 'staff'],
  decide: (before, { store }) => {
    const found = before.orders.find(({ id }) => id === order.id)
    if (found?.store !== store.code) throw new Refused('NotFound')
    // By date, and those of one moment as they happened: the clock may have been set back.
    const events = found.events.toSorted((a, b) => a.at - b.at)
    return {
      status: 200,
      body: {
        events: events.map((event) => ({
          date: moment(event.at),
          actor: event.actor,
          kind: event.kind,
          text: anyText,
          details: anything,
        })),
        nextPagingToken: null,
      },
      next: () => before,
    }
  },
})
