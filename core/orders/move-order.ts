import type { WriteDb } from '../database/engine.ts'
import { timestamp } from '../kernel/clock.ts'
import { said } from '../kernel/errors.ts'
import { requireTransition } from '../kernel/transitions.ts'
import type { Context } from '../operations/context.ts'
import { orderStatuses, orderTransitions, type OrderState } from './order-states.ts'
import { updateOrder, type OrderRow } from './order.repository.ts'

/** @throws CommerceError Conflict, saying which state the order is in, where it cannot become another */
export const requireMove = ({ order_number: number, status }: OrderRow, to: OrderState): void =>
  requireTransition(
    orderTransitions,
    status,
    to,
    (from) => said`The order ${{ number }} is in the state "${{ state: orderStatuses[from].name }}".`,
    'order.state',
  )

/**
 * Moves an order to another state.
 * @throws CommerceError Conflict, saying which state it is in
 */
export async function moveOrder(
  db: WriteDb,
  context: Context,
  order: OrderRow,
  to: OrderState,
): Promise<OrderRow> {
  requireMove(order, to)
  const completed = to === 'completed' ? { completed_at: timestamp(context.now) } : {}
  return updateOrder(db, context, order, { status: to, ...completed })
}
