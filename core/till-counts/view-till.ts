import type { ReadDb } from '../database/engine.ts'
import type { DrawerOpenings } from '../drawer-openings/drawer-opening.schema.ts'
import { openingsBetween } from '../drawer-openings/view-drawer.ts'
import { coinsAndNotesOf } from '../kernel/cash.ts'
import { toMajor, toMinor, type Minor } from '../kernel/money.ts'
import type { Context } from '../operations/context.ts'
import type { OfTill } from '../orders/payments/payment-transaction.repository.ts'
import { getCurrency, getStore } from '../stores/store.repository.ts'
import { requireKnownCurrency } from '../stores/store.ts'
import { requireTill, type TillRecord } from '../tills/till.repository.ts'
import { expectedOf, readTill, type CashMoved, type TillState } from './till-state.ts'
import {
  findCountBefore,
  getCountRow,
  listMovements,
  type TillCountRow,
  type TillMovementRow,
} from './till-count.repository.ts'
import type {
  PieceCount,
  Till,
  TillCount,
  TillCountWithMovements,
  TillMovement,
  TillQuery,
} from './till-count.schema.ts'

/** A till that somebody asks for. */
export interface AskedTill {
  readonly of: OfTill
  /** Null is the store's own, which has no name. */
  readonly till: TillRecord | null
  readonly currency: string
}

/**
 * The till that is asked for, of those that the store has or had, in a currency that it sells in or has sold in.
 * @param query the store's own till where none is named, its first currency where none is
 * @param find which of its tills is meant
 * @throws CommerceError BadRequest, naming the field, for any other
 */
export async function tillAskedFor(
  db: ReadDb,
  { storeId }: Pick<Context, 'storeId'>,
  {
    currency,
    tillId,
  }: { readonly currency?: string | undefined; readonly tillId?: string | null | undefined },
  find = requireTill,
): Promise<AskedTill> {
  const store = await getStore(db, storeId)
  const found = currency === undefined ? store.currencies[0] : requireKnownCurrency(store, currency)
  if (!found) throw new Error(`The store ${storeId} takes no currency.`)
  const till = await find(db, storeId, tillId)
  return { till, currency: found.isoCode, of: { storeId, currencyId: found.id, tillId: till?.id ?? null } }
}

/** A till that is counted is another one: its first version is that of one that never was. */
export const versionOfTill = (last: Pick<TillCountRow, 'number'> | undefined): number =>
  (last?.number ?? 0) + 1

function viewTill(
  { currency, till }: AskedTill,
  { last, moved, movements }: TillState,
  openings: DrawerOpenings,
): Till {
  return {
    till: named(till),
    currency,
    countedAt: last?.date ?? null,
    ...viewMoved(moved, currency),
    movements: movements.map((movement) => viewMovement(movement, currency)),
    ...openings,
    coinsAndNotes: [...coinsAndNotesOf(currency)],
  }
}

const named = (till: TillRecord | null): Till['till'] => till && { id: till.id, name: till.name }

/** What a till of a store should hold now. */
export async function getTill(
  db: ReadDb,
  context: Context,
  query: TillQuery,
): Promise<{ till: Till; version: number }> {
  const asked = await tillAskedFor(db, context, query)
  const state = await readTill(db, asked.of)
  const after = state.last?.last_opening ?? 0
  const openings = await openingsBetween(db, { ...asked.of, after, until: undefined })
  return { till: viewTill(asked, state, openings), version: versionOfTill(state.last) }
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
  const { isoCode: currency } = await getCurrency(db, row.currency_id)
  const till = await requireTill(db, storeId, row.till_id)
  const of = { storeId, currencyId: row.currency_id, tillId: row.till_id }
  const movements = await listMovements(db, of, id)
  return viewWhole({ till, currency, of }, row, { movements, ...(await openingsOf(db, of, row)) })
}

/** How often its drawer was opened without a sale from the count before until this one. */
export async function openingsOf(
  db: ReadDb,
  of: OfTill,
  { last_opening: until, number }: Pick<TillCountRow, 'last_opening' | 'number'>,
): Promise<DrawerOpenings> {
  const before = await findCountBefore(db, of, number)
  return openingsBetween(db, { ...of, after: before?.last_opening ?? 0, until })
}

/** A count with what it has counted. */
export const viewWhole = (
  asked: AskedTill,
  row: TillCountRow,
  { movements, ...openings }: { readonly movements: readonly TillMovementRow[] } & DrawerOpenings,
): TillCountWithMovements => ({
  ...viewCount(asked, row),
  movements: movements.map((movement) => viewMovement(movement, asked.currency)),
  ...openings,
})

export function viewCount({ currency, till }: AskedTill, row: TillCountRow): TillCount {
  const major = (amount: Minor): number => toMajor(amount, currency)
  const moved: CashMoved = { ...row, paidIn: row.paid_in, paidOut: row.paid_out }
  const expected = expectedOf(moved)
  return {
    id: row.id,
    number: row.number,
    date: row.date,
    actor: row.actor,
    till: named(till),
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

/** What they come to. */
export const sumOfPieces = (pieces: readonly PieceCount[], isoCode: string): Minor =>
  pieces.reduce((sum, { count, value }) => sum + count * toMinor(value, isoCode), 0)

export const piecesIn = (text: string): PieceCount[] =>
  (JSON.parse(text) as readonly (readonly [value: number, count: number])[]).map(([value, count]) => ({
    value,
    count,
  }))
