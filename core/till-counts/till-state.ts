import type { ReadDb } from '../database/engine.ts'
import type { Minor } from '../kernel/money.ts'
import {
  sumUncountedCash,
  type CashHanded,
  type OfTill,
} from '../orders/payments/payment-transaction.repository.ts'
import {
  findLastCount,
  listMovements,
  type TillCountRow,
  type TillMovementRow,
} from './till-count.repository.ts'

/** What moved the cash of a till since it was counted, in minor units. */
export interface CashMoved extends CashHanded {
  /** What the count before left in it; null where there is none: counting begins. */
  readonly opening: Minor | null
  readonly paidIn: Minor
  readonly paidOut: Minor
}

/** What came before a till was counted first counts for nothing: nobody knows what it held. */
const NOTHING: CashMoved = { opening: null, received: 0, refunded: 0, paidIn: 0, paidOut: 0 }

/** What a till should hold; null before it was counted first. */
export const expectedOf = ({ opening, paidIn, paidOut, received, refunded }: CashMoved): Minor | null =>
  opening === null ? null : opening + received - refunded + paidIn - paidOut

export interface TillState {
  /** How it was counted before. */
  readonly last: TillCountRow | undefined
  readonly moved: CashMoved
  /** What was put into it and taken out of it since, oldest first. */
  readonly movements: readonly TillMovementRow[]
}

/** How a till stands now. */
export async function readTill(db: ReadDb, till: OfTill): Promise<TillState> {
  const last = await findLastCount(db, till)
  if (!last) return { last, moved: NOTHING, movements: [] }
  const movements = await listMovements(db, till, null)
  return { last, movements, moved: movedSince(last, await sumUncountedCash(db, till), movements) }
}

/** What has moved the cash of a till since it was counted. */
export function movedSince(
  last: Pick<TillCountRow, 'float_amount'> | undefined,
  cash: CashHanded,
  movements: readonly TillMovementRow[],
): CashMoved {
  if (!last) return NOTHING
  const sumOf = (kind: TillMovementRow['kind']): Minor =>
    movements.reduce((sum, movement) => sum + (movement.kind === kind ? movement.amount : 0), 0)
  return { opening: last.float_amount, ...cash, paidIn: sumOf('in'), paidOut: sumOf('out') }
}
