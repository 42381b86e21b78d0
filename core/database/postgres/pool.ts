import pg from 'pg'
import { ConnectionLost, spoilsSession, PoolExhausted } from './errors.ts'
import { Session, sessionConfig } from './session.ts'

/** Sessions of one process; the server must have room for all processes' and one more of each, which listens. */
export const MAX_SESSIONS = 10
/** Sessions beyond the first are given back to the server when nobody has used them for so long, in milliseconds. */
const IDLE = 60_000

/** A session for one transaction. */
export interface Taken {
  readonly session: Session
  /** To be called once, when all that it is to run has been sent. @param failure what went wrong, where something has */
  give(failure?: unknown): void
}

/** The sessions of one process, each of one transaction at a time. */
export class SessionPool {
  readonly #pool: pg.Pool
  readonly #max: number
  readonly #sessions = new WeakMap<pg.PoolClient, Session>()

  /** @param patience how long one waits for a session, new or free, in milliseconds */
  constructor(address: string, max: number, patience: number) {
    this.#max = max
    this.#pool = new pg.Pool({
      ...sessionConfig(address),
      max,
      min: 1,
      connectionTimeoutMillis: patience,
      idleTimeoutMillis: IDLE,
    })
    // A session that ends while nobody uses it is taken out by the pool: the next one is new.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => void this.#sessions.set(client, new Session(client)))
  }

  /**
   * @throws PoolExhausted where none is free for too long, ConnectionLost or pg's DatabaseError where none can be
   *   opened
   */
  async take(): Promise<Taken> {
    const mustWait = this.#pool.totalCount >= this.#max && this.#pool.idleCount === 0
    let client: pg.PoolClient
    try {
      client = await this.#pool.connect()
    } catch (error) {
      if (error instanceof pg.DatabaseError) throw error
      const isRefused = error instanceof Error && 'code' in error
      throw mustWait && !isRefused ? new PoolExhausted() : new ConnectionLost(error)
    }
    const session = this.#sessions.get(client)
    if (!session) throw new Error('The pool has given out a session that it has not opened.')
    return {
      session,
      give: (failure) => client.release(spoilsSession(failure) || !session.isOpen),
    }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}
