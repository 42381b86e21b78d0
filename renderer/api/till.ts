import type {
  CountTillBody,
  MoveCashBody,
  Till,
  TillCountsAnswer,
  TillCountWithMovements,
  TillMovement,
} from '../../core/till/till.schema.ts'
import { get, ifSeen, post, queryString, request, versioned, writeHeaders, type Versioned } from './client.ts'

export type {
  PieceCount,
  TillCount,
  TillCountWithMovements,
  TillMovement,
} from '../../core/till/till.schema.ts'

/** What the till should hold, in the version that it has until it is counted again. */
export type SeenTill = Versioned<Till>

/** What the till should hold in a currency. */
export async function getTill(currency: string, signal?: AbortSignal): Promise<SeenTill> {
  const answer = await request('GET', `/till${queryString({ currency })}`, { signal })
  return versioned<Till>(answer, (till) => till.currency)
}

/** How it was counted, newest first. */
export function listTillCounts(
  query: { currency: string; maxItems: number; nextPagingToken?: string },
  signal?: AbortSignal,
): Promise<TillCountsAnswer> {
  return get('/till/counts', query, signal)
}

export function getTillCount(id: string, signal?: AbortSignal): Promise<TillCountWithMovements> {
  return get(`/till/counts/${encodeURIComponent(id)}`, {}, signal)
}

/**
 * Keeps how the till was counted, where nobody has counted it since it was seen and no money came or went: else 409.
 * @param idempotencyKey under which the same try may be repeated, here and below
 */
export function countTill(
  seen: SeenTill,
  body: Omit<CountTillBody, 'currency' | 'expected'>,
  idempotencyKey: string,
): Promise<TillCountWithMovements> {
  const { currency, expected } = seen
  return post('/till/counts', { ...body, currency, expected }, ifSeen(seen, idempotencyKey))
}

/** Keeps that money was put into the till or taken out of it, and why. */
export function moveCash(body: MoveCashBody, idempotencyKey: string): Promise<TillMovement> {
  return post('/till/movements', body, writeHeaders({ idempotencyKey }))
}
