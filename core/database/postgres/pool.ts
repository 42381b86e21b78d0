import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isOutOfRoom } from '../error-codes.ts'
import { ConnectionLost, spoilsSession, PoolExhausted } from './errors.ts'
import { leaveAtOnce, Session, sessionConfig } from './session.ts'

/** Sessions of one process; the server must have room for all processes' and one more of each, which listens. */
export const MAX_SESSIONS = 10
/** Sessions beyond the first are given back to the server when nobody has used them for so long, in milliseconds. */
const IDLE = 60_000
/** So long after a server had no room for more sessions none is asked of it, in milliseconds. */
const FULL = 30_000
/** So long a new session may say nothing, as one of a pooler does that has none for it, where there are others to wait for. */
const SILENCE = 2000

/** A session that was opened, and has not answered. */
class Silent extends Error {}

/** A session for one transaction. */
export interface Taken {
  readonly session: Session
  /** To be called once, when all that it is to run has been sent. @param failure what went wrong, where something has */
  give(failure?: unknown): void
}

/** A session that is open, and to which generation it belongs. */
interface Opened {
  readonly session: Session
  readonly generation: number
}

/** The sessions of one process, each of one transaction at a time. */
export class SessionPool {
  readonly #pool: pg.Pool
  readonly #max: number
  #fitting: NodeJS.Timeout | undefined
  readonly #opened = new WeakMap<pg.PoolClient, Opened>()
  /** Those that somebody uses. */
  readonly #taken = new Set<Session>()
  /** What has befallen one session has befallen all that were open then: those opened later are of the next generation. */
  #generation = 0

  /** @param patience how long one waits for a session, new or free, in milliseconds */
  constructor(address: string, max: number, patience: number) {
    this.#max = max
    this.#pool = new pg.Pool({
      ...sessionConfig(address),
      max,
      min: 1,
      connectionTimeoutMillis: patience,
      idleTimeoutMillis: IDLE,
      // Waited for: it is lent once it has answered.
      onConnect: async (client) => this.#hear(client as pg.Client, patience),
    })
    // A session that ends while nobody uses it is taken out by the pool: the next one is new.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => {
      leaveAtOnce(client)
      this.#opened.set(client, { session: new Session(client), generation: this.#generation })
    })
  }

  /**
   * A session of which nobody has heard anything bad: one that has come to nothing is not followed by others that were
   * open when it did.
   * @throws PoolExhausted where all are busy for too long, ConnectionLost or pg's DatabaseError where none can be opened
   */
  async take(): Promise<Taken> {
    for (;;) {
      const client = await this.#connect()
      const opened = this.#opened.get(client)
      if (!opened) throw new Error('The pool has given out a session that it has not opened.')
      if (opened.generation === this.#generation) return this.#lend(client, opened)
      client.release(true)
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    const since = performance.now()
    try {
      return await this.#pool.connect()
    } catch (error) {
      if ((isOutOfRoom(error) || error instanceof Silent) && this.#fit()) return this.#connect()
      if (error instanceof pg.DatabaseError) throw error
      throw this.#areBusy(since) ? new PoolExhausted() : new ConnectionLost(error)
    }
  }

  /** @throws Silent */
  async #hear(client: pg.Client, patience: number): Promise<void> {
    const heard = new AbortController()
    const silence = pause(this.#open > 0 ? SILENCE : patience, undefined, { signal: heard.signal }).then(
      () => {
        // It would be waited for before it is ended.
        client.connection.stream.destroy()
        throw new Silent()
      },
    )
    try {
      await Promise.race([silence, client.query('select 1')])
    } finally {
      heard.abort()
      silence.catch(() => undefined)
    }
  }

  /** How many sessions there are that have answered. */
  get #open(): number {
    return this.#taken.size + this.#pool.idleCount
  }

  /**
   * Makes do with the sessions that there are, where the server has no room for more: whoever needs one waits for its turn.
   * @returns whether there are any
   */
  #fit(): boolean {
    const { options } = this.#pool
    if (this.#open === 0) return false
    options.max = this.#open
    clearTimeout(this.#fitting)
    this.#fitting = setTimeout(() => (options.max = this.#max), FULL).unref()
    return true
  }

  /**
   * Whether there is no session because others use all of them. Where one could have been opened, or the server has said
   * nothing to anybody for as long as one has waited, it is the server that is not there.
   */
  #areBusy(since: number): boolean {
    return (
      this.#taken.size >= this.#pool.options.max &&
      [...this.#taken].some((session) => !session.isUnheard(since))
    )
  }

  #lend(client: pg.PoolClient, { generation, session }: Opened): Taken {
    this.#taken.add(session)
    return {
      session,
      give: (failure) => {
        this.#taken.delete(session)
        const isUseless = spoilsSession(failure) || !session.isOpen
        if (isUseless && generation === this.#generation) this.#generation++
        client.release(isUseless)
      },
    }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}
