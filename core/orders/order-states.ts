import { parseId } from '../kernel/ids.ts'
import type { Transitions } from '../kernel/transitions.ts'
import type { OrderTable } from './order.table.ts'
import type { OrderStatus } from './order-status.schema.ts'

export type OrderState = OrderTable['status']

/** The states of an order as the API names them; the identifiers are the same in every installation. */
export const orderStatuses: Readonly<Record<OrderState, OrderStatus>> = {
  new: { id: '0199a0b0-0000-7000-8000-000000000001', name: 'New order' },
  paid: { id: '0199a0b0-0000-7000-8000-000000000002', name: 'Paid' },
  completed: { id: '0199a0b0-0000-7000-8000-000000000003', name: 'Completed order' },
  cancelled: { id: '0199a0b0-0000-7000-8000-000000000004', name: 'Cancelled' },
  reopened: { id: '0199a0b0-0000-7000-8000-000000000005', name: 'Reopened' },
  return: { id: '0199a0b0-0000-7000-8000-000000000006', name: 'Return' },
}

export const orderTransitions: Transitions<OrderState> = {
  new: ['paid', 'reopened', 'cancelled'],
  reopened: ['new', 'cancelled'],
  paid: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
  return: [],
}

/** The state that an id or a name means, in any case; undefined where there is none. */
export function findOrderState(idOrName: string): OrderState | undefined {
  const wanted = parseId(idOrName.trim()) ?? idOrName.trim().toLowerCase()
  return (Object.keys(orderStatuses) as OrderState[]).find((state) => {
    const { id, name } = orderStatuses[state]
    return id === wanted || name.toLowerCase() === wanted
  })
}
