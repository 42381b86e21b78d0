import type { ReadDb } from '../database/engine.ts'
import { coinsAndNotesOf } from '../kernel/cash.ts'
import { toMajor, type Minor } from '../kernel/money.ts'
import type { Context } from '../operations/context.ts'
import { getCurrency, getStore } from '../stores/store.repository.ts'
import type { Currency } from '../stores/store.schema.ts'
import { requireKnownCurrency } from '../stores/store.ts'
import { expectedOf, readTill, type CashMoved, type TillState } from './till-state.ts'
import { getCountRow, listMovements, type TillCountRow, type TillMovementRow } from './till.repository.ts'
import type { PieceCount, Till, TillCount, TillCountWithMovements, TillMovement } from './till.schema.ts'

/**
 * The currency of a till: that of the store that is asked for, which may be one that it has sold in before.
 * @param isoCode the store's first where undefined
 * @throws CommerceError BadRequest, naming the currency, for any other
 */
export async function currencyOfTill(
  db: ReadDb,
  { storeId }: Pick<Context, 'storeId'>,
  isoCode: string | undefined,
): Promise<Currency> {
  const store = await getStore(db, storeId)
  const currency = isoCode === undefined ? store.currencies[0] : requireKnownCurrency(store, isoCode)
  if (!currency) throw new Error(`The store ${storeId} takes no currency.`)
  return currency
}

/** A till that is counted is another one: its first version is that of one that never was. */
export const versionOfTill = (last: Pick<TillCountRow, 'number'> | undefined): number =>
  (last?.number ?? 0) + 1

export function viewTill({ last, moved, movements }: TillState, currency: string): Till {
  return {
    currency,
    countedAt: last?.date ?? null,
    ...viewMoved(moved, currency),
    movements: movements.map((movement) => viewMovement(movement, currency)),
    coinsAndNotes: [...coinsAndNotesOf(currency)],
  }
}

/** What the till of a store should hold now. */
export async function getTill(
  db: ReadDb,
  context: Context,
  isoCode: string | undefined,
): Promise<{ till: Till; version: number }> {
  const { id, isoCode: currency } = await currencyOfTill(db, context, isoCode)
  const state = await readTill(db, { storeId: context.storeId, currencyId: id })
  return { till: viewTill(state, currency), version: versionOfTill(state.last) }
}

/**
 * How a till was counted.
 * @throws CommerceError NotFound
 */
export async function getTillCount(
  db: ReadDb,
  { storeId }: Pick<Context, 'storeId'>,
  id: string,
): Promise<TillCountWithMovements> {
  const row = await getCountRow(db, storeId, id)
  const { isoCode } = await getCurrency(db, row.currency_id)
  const movements = await listMovements(db, { storeId, currencyId: row.currency_id }, id)
  return {
    ...viewCount(row, isoCode),
    movements: movements.map((movement) => viewMovement(movement, isoCode)),
  }
}

export function viewCount(row: TillCountRow, currency: string): TillCount {
  const major = (amount: Minor): number => toMajor(amount, currency)
  const moved: CashMoved = { ...row, paidIn: row.paid_in, paidOut: row.paid_out }
  const expected = expectedOf(moved)
  return {
    id: row.id,
    number: row.number,
    date: row.date,
    actor: row.actor,
    currency,
    ...viewMoved(moved, currency),
    counted: major(row.counted),
    difference: expected === null ? null : major(row.counted - expected),
    float: major(row.float_amount),
    deposit: major(row.counted - row.float_amount),
    ...(row.pieces !== null && { pieces: piecesIn(row.pieces) }),
    note: row.note,
  }
}

function viewMoved(
  moved: CashMoved,
  currency: string,
): Pick<Till, 'opening' | 'received' | 'refunded' | 'paidIn' | 'paidOut' | 'expected'> {
  const { opening, paidIn, paidOut, received, refunded } = moved
  const major = (amount: Minor): number => toMajor(amount, currency)
  const expected = expectedOf(moved)
  return {
    opening: opening === null ? null : major(opening),
    received: major(received),
    refunded: major(refunded),
    paidIn: major(paidIn),
    paidOut: major(paidOut),
    expected: expected === null ? null : major(expected),
  }
}

export const viewMovement = (
  { id, date, actor, kind, amount, reason }: TillMovementRow,
  currency: string,
): TillMovement => ({ id, date, actor, kind, amount: toMajor(amount, currency), reason })

/** How many of each coin and note, as they are kept. */
export const piecesText = (pieces: readonly PieceCount[]): string =>
  JSON.stringify(pieces.map(({ count, value }) => [value, count]))

const piecesIn = (text: string): PieceCount[] =>
  (JSON.parse(text) as readonly (readonly [value: number, count: number])[]).map(([value, count]) => ({
    value,
    count,
  }))
