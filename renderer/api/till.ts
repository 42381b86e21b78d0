import type {
  CountTillBody,
  MoveCashBody,
  Till,
  TillCountsAnswer,
  TillCountWithMovements,
  TillMovement,
} from '../../core/till-counts/till-count.schema.ts'
import type { ManagedTill, TillBody } from '../../core/tills/till.schema.ts'
import { get, ifSeen, post, queryString, request, versioned, writeHeaders, type Versioned } from './client.ts'
import { recordsAt } from './records.ts'

export type {
  PieceCount,
  TillCount,
  TillCountWithMovements,
  TillMovement,
} from '../../core/till-counts/till-count.schema.ts'

export type { ManagedTill, TillBody } from '../../core/tills/till.schema.ts'

export const tills = recordsAt<ManagedTill, ManagedTill, TillBody>('/manage/tills', 'tills')

/** A till in one currency; without an id it is the store's own, which has no name. */
export interface OfTill {
  readonly currency: string
  readonly tillId: string | undefined
}

/** What the till should hold, in the version that it has until it is counted again. */
export type SeenTill = Versioned<Till>

/** What a till should hold. */
export async function getTill(of: OfTill, signal?: AbortSignal): Promise<SeenTill> {
  const answer = await request('GET', `/till${queryString({ ...of })}`, { signal })
  return versioned<Till>(answer, (till) => till.currency)
}

/** How it was counted, newest first. */
export function listTillCounts(
  query: OfTill & { maxItems: number; nextPagingToken?: string },
  signal?: AbortSignal,
): Promise<TillCountsAnswer> {
  return get('/till/counts', { ...query }, signal)
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
  body: Omit<CountTillBody, 'currency' | 'expected' | 'tillId'>,
  idempotencyKey: string,
): Promise<TillCountWithMovements> {
  const { currency, expected, till } = seen
  return post(
    '/till/counts',
    { ...body, currency, expected, tillId: till?.id ?? null },
    ifSeen(seen, idempotencyKey),
  )
}

/** Keeps that money was put into the till or taken out of it, and why. */
export function moveCash(body: MoveCashBody, idempotencyKey: string): Promise<TillMovement> {
  return post('/till/movements', body, writeHeaders({ idempotencyKey }))
}
