import pg from 'pg'
import { endsSession } from '../error-codes.ts'
import { Overtaken } from '../overtaken.ts'

/** The connection has gone, or could not be had, and with it whatever was under way. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
  readonly code = 'CONNECTION_LOST'

  constructor(cause?: unknown) {
    super('The connection to the database server was lost.', { cause })
  }
}

/** A write whose end nobody can tell: the connection was lost while it was committed. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown'
  readonly code = 'COMMIT_UNKNOWN'

  constructor(cause?: unknown) {
    super('It is not known whether the transaction was committed.', { cause })
  }
}

/** A later version of the program has migrated the database since this one has opened it: it does not know what to write any more. */
export class DatabaseNewer extends Error {
  override readonly name = 'DatabaseNewer'
  readonly code = 'DATABASE_NEWER'

  constructor() {
    super('The database has been migrated by a newer version of Backcounter.')
  }
}

/** No session was free for as long as one waits. */
export class PoolExhausted extends Error {
  override readonly name = 'PoolExhausted'
  readonly code = 'POOL_EXHAUSTED'

  constructor() {
    super('All sessions with the database server are busy.')
  }
}

/** Others stand in the way, and will not always: a serialization failure, a deadlock. */
const contended = new Set(['40001', '40P01'])
/** Another desk has changed a table since a statement was prepared: a new session prepares it anew. */
const STALE_PLAN = '0A000'
/**
 * How often a write is run again because of what others have done since it read: whoever reads anew sees it. What a row
 * refers to may be gone each time, as where a customer is merged into one who is merged into a third.
 */
const RUNS_AGAIN: ReadonlyMap<string, number> = new Map([
  /** A row of the same key is there already. */
  ['23505', 1],
  /** What a row refers to has been deleted since it was read, or is referred to by then. */
  ['23503', 3],
  /** A row is in another version than it was seen in. @see advanceVersion */
  ['23502', 1],
])

/** @returns the SQLSTATE of what the server has answered */
const stateOf = (error: unknown): string => (error instanceof pg.DatabaseError ? (error.code ?? '') : '')

/** Whether a session has ended, or could not be had. */
export const isCutOff = (error: unknown): boolean => error instanceof ConnectionLost || endsSession(error)

/** Whether a session that has answered so is of no use any more. */
export const spoilsSession = (error: unknown): boolean => isCutOff(error) || stateOf(error) === STALE_PLAN

/** Whether others have been quicker, or in the way: whoever comes after them gets through. */
export const isContended = (error: unknown): boolean =>
  contended.has(stateOf(error)) || error instanceof Overtaken

/**
 * Whether a write of which nothing is there may work when it is run again.
 * @param earlier why it was run again before. Who is cut off tries once more, as the server may be back
 */
export function mayWorkAgain(reason: unknown, earlier: readonly unknown[]): boolean {
  const state = stateOf(reason)
  if (isContended(reason) || state === STALE_PLAN) return true
  const runs = isCutOff(reason) ? 1 : (RUNS_AGAIN.get(state) ?? 0)
  return earlier.filter((one) => stateOf(one) === state).length < runs
}
