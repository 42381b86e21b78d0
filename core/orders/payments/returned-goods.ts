import type { ReadDb, WriteDb } from '../../database/engine.ts'
import { badRequest, conflict, said } from '../../kernel/errors.ts'
import type { EventDetails } from '../order-event-texts.ts'
import { cardsOut, cardsThatCount } from './issued-gift-cards.ts'
import type { ReturnedLine } from './payment.schema.ts'

type Returned = NonNullable<EventDetails['lines']>

/**
 * What is written of pieces that come back with a refund: each line once, by the name that it was sold under.
 * @throws CommerceError BadRequest for a line that is none of the order's; Conflict where a line has not so many pieces left
 *   that did not come back with an earlier refund, and of which no gift card was issued
 */
export async function requireNotReturned(
  db: WriteDb,
  orderId: string,
  wanted: readonly ReturnedLine[],
): Promise<Returned> {
  const sold = await db
    .selectFrom('order_lines')
    .select(['id', 'quantity', 'product_name'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  const index = wanted.findIndex(({ lineId }) => !sold.some(({ id }) => id === lineId))
  if (index !== -1)
    throw badRequest('payment.refund-line', 'is no line of this order', `lines.${index}.lineId`)
  const before = await returnedPieces(db, orderId)
  const now = piecesByLine(wanted)
  const cards = Map.groupBy(await cardsThatCount(db, orderId), ({ order_line_id: lineId }) => lineId)
  return sold.flatMap(({ id, quantity: all, product_name: productName }) => {
    const [quantity, left] = [now.get(id) ?? 0, all - (before.get(id) ?? 0)]
    if (quantity > left) {
      const text = said`of ${{ productName }} only ${{ left }} can still come back`
      throw conflict('payment.refund-lines', text, 'lines')
    }
    const issued = cards.get(id) ?? []
    if (quantity > 0 && quantity > left - issued.length) throw cardsOut(issued)
    return quantity === 0 ? [] : [{ lineId: id, quantity, productName }]
  })
}

/** How many pieces of each line of an order came back with its refunds so far. */
export const returnedPieces = async (db: ReadDb, orderId: string): Promise<ReadonlyMap<string, number>> =>
  piecesByLine(await returnedBefore(db, orderId))

/** What came back with the refunds of an order so far, as its history tells. */
async function returnedBefore(db: ReadDb, orderId: string): Promise<Returned> {
  const refunds = await db
    .selectFrom('order_events')
    .select('details')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'payment.refunded')
    .execute()
  return refunds.flatMap(({ details }) => (JSON.parse(details ?? '{}') as EventDetails).lines ?? [])
}

/** How many pieces of each line. */
export function piecesByLine(lines: readonly ReturnedLine[]): ReadonlyMap<string, number> {
  const pieces = new Map<string, number>()
  for (const { lineId, quantity } of lines) pieces.set(lineId, (pieces.get(lineId) ?? 0) + quantity)
  return pieces
}
