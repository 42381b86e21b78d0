import type { Static } from 'typebox'
import { orNull } from '../kernel/optional-text.ts'
import type { WriteDb } from '../database/engine.ts'
import { conflict, said } from '../kernel/errors.ts'
import type { Context } from '../operations/context.ts'
import { moveOrder } from './move-order.ts'
import { recordEvent } from './order-events.ts'
import { lockOrderRow, updateOrder } from './order.repository.ts'
import type { TrackAndTraceBody } from './order.schema.ts'

/** The goods are with the customer. Only a paid order can be completed. */
export async function completeOrder(db: WriteDb, context: Context, orderId: string): Promise<void> {
  await moveOrder(db, context, await lockOrderRow(db, context.storeId, orderId), 'completed')
  await recordEvent(db, context, orderId, 'order.completed')
}

/**
 * Sets by what the parcel of an order is followed, in any state; what it was before stays in the history.
 * @param expectedTrackAndTrace what the caller has seen in its place, where they say so
 * @throws CommerceError Conflict where the order has no shipment, or where that is not it any more
 */
export async function setTrackAndTrace(
  db: WriteDb,
  context: Context,
  orderId: string,
  { trackAndTrace, expectedTrackAndTrace }: Static<typeof TrackAndTraceBody>,
): Promise<void> {
  const order = await lockOrderRow(db, context.storeId, orderId)
  if (order.shipment_id === null) throw conflict('order.no-shipment', 'The order has no shipment.')
  if (expectedTrackAndTrace !== undefined && orNull(expectedTrackAndTrace) !== order.track_and_trace) {
    const now = order.track_and_trace ?? '–'
    throw conflict(
      'order.track-and-trace-changed',
      said`has been set to “${{ now }}” in the meantime`,
      'trackAndTrace',
    )
  }
  const track_and_trace = orNull(trackAndTrace)
  await updateOrder(db, context, order, { track_and_trace })
  await recordEvent(db, context, orderId, 'order.track-and-trace', { trackAndTrace: track_and_trace })
}
