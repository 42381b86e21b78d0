import type { Selectable } from 'kysely'
import type { ReadDb, WriteDb } from '../../database/engine.ts'
import { insertRows, prepared } from '../../database/queries/prepared.ts'
import type { ReturnedLine } from './payment.schema.ts'
import type { RefundLineTable } from './payment.table.ts'

export type RefundLineRow = Selectable<RefundLineTable>

/** How many pieces of each line came back, by the line's id. */
export type ReturnedPieces = ReadonlyMap<string, number>

/** How many pieces of each line of an order came back with its refunds so far. */
export async function returnedPieces(db: ReadDb, orderId: string): Promise<ReturnedPieces> {
  const rows = await refundLines.all(db, { orderId })
  return piecesByLine(rows.map(({ line_id: lineId, quantity }) => ({ lineId, quantity })))
}

/** How many pieces of each line. */
export function piecesByLine(lines: readonly ReturnedLine[]): ReturnedPieces {
  const pieces = new Map<string, number>()
  for (const { lineId, quantity } of lines) pieces.set(lineId, (pieces.get(lineId) ?? 0) + quantity)
  return pieces
}

/** What came back with the refunds of orders, those of each in turn. */
export const listRefundLines = async (db: ReadDb, orderIds: readonly string[]): Promise<RefundLineRow[]> =>
  orderIds.length === 0 ? [] : linesIn(db, orderIds).execute()

const linesIn = (db: ReadDb, orderIds: readonly string[]) =>
  db
    .selectFrom('refund_lines')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('refund_place')

const refundLines = prepared((db, { orderId }: { orderId: string }) => linesIn(db, [orderId]))

/**
 * Keeps what came back with a refund.
 * @param place of the refund among those of the order
 * @param lines each line once
 */
export const recordRefundLines = async (
  db: WriteDb,
  refund: PlaceOfRefund,
  lines: readonly ReturnedLine[],
): Promise<void> => insertRows(db, 'refund_lines', refundLineRows(refund, lines))

/** A refund by its place among those of its order. */
interface PlaceOfRefund {
  readonly orderId: string
  readonly place: number
}

export const refundLineRows = (
  { orderId, place }: PlaceOfRefund,
  lines: readonly ReturnedLine[],
): RefundLineRow[] =>
  lines.map(({ lineId, quantity }) => ({
    order_id: orderId,
    refund_place: place,
    line_id: lineId,
    quantity,
  }))
