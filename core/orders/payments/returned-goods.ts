import type { WriteDb } from '../../database/engine.ts'
import { badRequest, conflict, said } from '../../kernel/errors.ts'
import type { EventDetails } from '../order-event-texts.ts'
import { cardsOut, cardsThatCount } from './issued-gift-cards.ts'
import type { ReturnedLine } from './payment.schema.ts'
import { piecesByLine, returnedPieces } from './refund-line.repository.ts'

/** Pieces of a line that come back, by the name that it was sold under. */
export interface NamedReturn extends ReturnedLine {
  readonly productName: string
}

/** What the history of an order says of them, if any come back. */
export const returnTold = (returned: readonly NamedReturn[]): Pick<EventDetails, 'lines'> =>
  returned.length === 0
    ? {}
    : { lines: returned.map(({ productName, quantity }) => ({ quantity, productName })) }

/**
 * The pieces that come back with a refund, each line once.
 * @throws CommerceError BadRequest for a line that is none of the order's; Conflict where a line has not so many pieces left
 *   that did not come back with an earlier refund, and of which no gift card was issued
 */
export async function requireNotReturned(
  db: WriteDb,
  orderId: string,
  wanted: readonly ReturnedLine[],
): Promise<NamedReturn[]> {
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
