import type { WriteDb } from '../database/engine.ts'
import { timestamp } from '../kernel/clock.ts'
import { conflict, said, type Said } from '../kernel/errors.ts'
import { requireTransition } from '../kernel/transitions.ts'
import type { Context } from '../operations/context.ts'
import { orderStatuses, orderTransitions, type OrderState } from './order-states.ts'
import { updateOrder, type OrderRow } from './order.repository.ts'
import { giveStockBack } from './stock-of-order.ts'

/** @throws CommerceError Conflict, saying which state the order is in, where it cannot become another */
export const requireMove = (order: OrderRow, to: OrderState): void =>
  requireTransition(orderTransitions, order.status, to, () => stateText(order), STATE)

/** @throws CommerceError Conflict, saying which state the order is in, where it is none of these */
export function requireState(order: OrderRow, states: readonly OrderState[]): void {
  if (!states.includes(order.status)) throw conflict(STATE, stateText(order))
}

const STATE = 'order.state'
const stateText = ({ order_number: number, status }: OrderRow): Said =>
  said`The order ${{ number }} is in the state "${{ state: orderStatuses[status].name }}".`

/**
 * Moves an order to another state; one that is cancelled gives back what it has taken from the stock.
 * @throws CommerceError Conflict, saying which state it is in
 */
export async function moveOrder(
  db: WriteDb,
  context: Context,
  order: OrderRow,
  to: OrderState,
): Promise<OrderRow> {
  requireMove(order, to)
  if (to === 'cancelled') await giveStockBack(db, context, order.id)
  const completed = to === 'completed' ? { completed_at: timestamp(context.now) } : {}
  return updateOrder(db, context, order, { status: to, ...completed })
}
