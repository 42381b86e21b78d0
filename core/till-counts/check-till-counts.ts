import type { Engine, ReadDb } from '../database/engine.ts'
import { inChunks } from '../database/queries/in-chunks.ts'
import { plainAmount, type Minor } from '../kernel/money.ts'
import { sumCountedCash } from '../orders/payments/payment-transaction.repository.ts'
import { movedSince } from './till-state.ts'
import {
  findStrayMoney,
  lastCountNumberBefore,
  listCountedMovements,
  listCountsAfter,
  type CountInTurn,
} from './till-count.repository.ts'
import { piecesIn, sumOfPieces } from './view-till.ts'

/** Counts that are held in memory at a time. */
const CHUNK = 500

/** Something about a count of a till that must not be. */
export interface TillCountFault {
  readonly countId: string
  /** How a person knows it. */
  readonly count: string
  readonly text: string
}

/**
 * Reckons every count of a till anew from the count before it and from the money that it has counted, and compares.
 * @returns how many counts there are, and what does not agree
 */
export async function checkTillCounts(
  database: Pick<Engine, 'read'>,
): Promise<{ tillCounts: number; faults: TillCountFault[] }> {
  const faults: TillCountFault[] = []
  let tillCounts = 0
  const list = async (db: ReadDb, after: string) => listCountsAfter(db, after, CHUNK)
  for await (const { found, rows } of inChunks(database, list, checkChunk)) {
    faults.push(...found)
    tillCounts += rows.length
  }
  return { tillCounts, faults: [...faults, ...(await database.read(checkStrays))] }
}

async function checkChunk(db: ReadDb, counts: readonly CountInTurn[]): Promise<TillCountFault[]> {
  const ids = counts.map(({ id }) => id)
  const cash = await sumCountedCash(db, ids)
  const missing = await findMissingBefore(db, counts)
  const movements = Map.groupBy(await listCountedMovements(db, ids), (movement) => movement.till_count_id)
  return counts.flatMap((row) => {
    const before = row.left === null ? undefined : { float_amount: row.left }
    const handed = cash.get(row.id) ?? { received: 0, refunded: 0 }
    const moved = movedSince(before, handed, movements.get(row.id) ?? [])
    const texts = compare(row.isoCode, [
      ['opening', row.opening, moved.opening],
      ['received', row.received, moved.received],
      ['refunded', row.refunded, moved.refunded],
      ['paidIn', row.paid_in, moved.paidIn],
      ['paidOut', row.paid_out, moved.paidOut],
      [
        'counted',
        row.counted,
        row.pieces === null ? row.counted : sumOfPieces(piecesIn(row.pieces), row.isoCode),
      ],
    ])
    if (missing.has(row.id)) texts.push('the count before it is missing')
    const count = `Count ${row.number} of ${row.tillName ?? 'the till'} in ${row.storeCode}, ${row.isoCode}`
    return texts.map((text) => ({ countId: row.id, count, text }))
  })
}

/** Counts that do not follow the one before, with no number in between that was given out before a restore. */
async function findMissingBefore(db: ReadDb, counts: readonly CountInTurn[]): Promise<Set<string>> {
  const missing = new Set<string>()
  for (const { currency_id, id, number, numberBefore, store_id, till_id } of counts) {
    if (numberBefore === number - 1 || number === 1) continue
    const of = { storeId: store_id, currencyId: currency_id, tillId: till_id }
    if ((await lastCountNumberBefore(db, of)) < number - 1) missing.add(id)
  }
  return missing
}

type Compared = readonly [name: string, kept: Minor | null, reckoned: Minor | null]

function compare(isoCode: string, pairs: readonly Compared[]): string[] {
  const say = (amount: Minor | null): string => (amount === null ? 'nothing' : plainAmount(amount, isoCode))
  return pairs
    .filter(([, kept, reckoned]) => kept !== reckoned)
    .map(([name, kept, reckoned]) => `${name} is ${say(kept)}, its parts make ${say(reckoned)}`)
}

/** What a count is said to have counted, and has not, or another is to count once more. */
async function checkStrays(db: ReadDb): Promise<TillCountFault[]> {
  const strays = await findStrayMoney(db)
  return strays.map(({ countId, id }) => ({
    countId,
    count: `Count ${countId}`,
    text: `it is not the one count of ${id}, which says so`,
  }))
}
