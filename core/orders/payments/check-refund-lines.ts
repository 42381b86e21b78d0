import type { ReadDb } from '../../database/engine.ts'
import { grouped } from '../../database/queries/grouped.ts'
import { listRestocked } from '../../stock/stock-movement.repository.ts'
import type { OrderRow } from '../order.repository.ts'
import type { LineRecord } from '../order-contents.ts'
import type { MovedOfOrder } from './payment-transaction.repository.ts'
import { listRefundLines, piecesByLine, type RefundLineRow } from './refund-line.repository.ts'

/** Says what does not agree with the goods that came back of an order, by its lines and what came and went of its payments. */
type CheckRefundLines = (
  order: OrderRow,
  lines: readonly LineRecord[],
  moved: readonly MovedOfOrder[],
) => string[]

/**
 * Reads what came back of orders, for each to be checked: of no line more than was sold, of a return everything, with a refund that
 * there is, and no more of it went into the stock.
 */
export async function refundLinesToCheck(db: ReadDb, orderIds: readonly string[]): Promise<CheckRefundLines> {
  const refundLinesOf = grouped(await listRefundLines(db, orderIds), 'order_id')
  const restockedOf = grouped(await listRestocked(db, orderIds), 'orderId')
  return ({ id, status }, lines, moved) => {
    const refundLines = refundLinesOf(id)
    const pieces = piecesByLine(refundLines.map((row) => ({ lineId: row.line_id, quantity: row.quantity })))
    const returned = (line: LineRecord): number => pieces.get(line.id) ?? 0
    const wrong = lines.filter(
      (line) => returned(line) > line.quantity || (status === 'return' && returned(line) < line.quantity),
    )
    return [
      ...refundLines.flatMap((row) => placeFaults(row, lines, moved)),
      ...wrong.map(
        (line) => `of ${line.productName} ${returned(line)} came back, and it has ${line.quantity}`,
      ),
      ...restockedOf(id).flatMap(({ quantity, variantId }) => {
        const same = lines.filter((line) => line.variantId === variantId)
        const back = same.reduce((sum, line) => sum + returned(line), 0)
        const name = same[0]?.productName ?? variantId
        return quantity > back ? [`of ${name} ${quantity} went into the stock, and ${back} came back`] : []
      }),
    ]
  }
}

function placeFaults(
  { line_id: lineId, refund_place: place }: RefundLineRow,
  lines: readonly LineRecord[],
  moved: readonly MovedOfOrder[],
): string[] {
  const texts: string[] = []
  if (moved.every((transaction) => transaction.refund_place !== place)) {
    texts.push(`goods came back with its refund ${place}, which there is not`)
  }
  if (lines.every(({ id }) => id !== lineId)) {
    texts.push(`what came back with its refund ${place} is no line of it`)
  }
  return texts
}
