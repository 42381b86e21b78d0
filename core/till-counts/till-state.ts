import type { ReadDb } from '../database/engine.ts'
import { timestamp } from '../kernel/clock.ts'
import type { Minor } from '../kernel/money.ts'
import { sumCash, type CashOfTill, type OfTill } from '../orders/payments/payment-transaction.repository.ts'
import {
  findLastCount,
  listMovements,
  type TillCountRow,
  type TillMovementRow,
} from './till-count.repository.ts'

/**
 * Money that came or went so long before a count may have been written only after it: by a desk whose clock differs, in a
 * transaction that took its time, or since a clock that was ahead has been put right. It was not counted then, and is with the
 * next count. What is older is not looked through.
 */
const LATE_MS = 7 * 24 * 60 * 60 * 1000

/** What moved the cash of a till since it was counted, in minor units. */
export interface CashMoved {
  /** What the count before left in it; null where there is none: counting begins. */
  readonly opening: Minor | null
  readonly received: Minor
  readonly refunded: Minor
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
export async function readTill(db: ReadDb, till: OfTill, now: Date): Promise<TillState> {
  const last = await findLastCount(db, till)
  return { last, ...(await movedSince(db, cashSince(till, last, now), last, null)) }
}

/**
 * What has moved the cash of a till since it was counted.
 * @param countId the next count, where it has counted it already; null for what none has counted yet
 */
export async function movedSince(
  db: ReadDb,
  cash: CashOfTill,
  last: TillCountRow | undefined,
  countId: string | null,
): Promise<Pick<TillState, 'moved' | 'movements'>> {
  if (!last) return { moved: NOTHING, movements: [] }
  const movements = await listMovements(db, cash, countId)
  const sumOf = (kind: TillMovementRow['kind']): Minor =>
    movements.reduce((sum, movement) => sum + (movement.kind === kind ? movement.amount : 0), 0)
  const handed = await sumCash(db, cash, countId)
  return {
    movements,
    moved: { opening: last.float_amount, ...handed, paidIn: sumOf('in'), paidOut: sumOf('out') },
  }
}

/** The money of a till that the count after the last one has to count. */
export const cashSince = (till: OfTill, last: TillCountRow | undefined, now: Date): CashOfTill => ({
  ...till,
  since: timestamp(new Date(Math.min(Date.parse(last?.date ?? timestamp(now)), now.getTime()) - LATE_MS)),
})
