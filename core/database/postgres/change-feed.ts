import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { StoreChange } from '../../kernel/change.ts'
import type { ChangeFeed, ChangeListener } from '../engine.ts'
import { leaveAtOnce, sessionConfig } from './session.ts'

const CHANNEL = 'backcounter_changes'
/** Changes of so long are told together, in milliseconds: to tell takes a lock that the whole server has one of. */
const GATHERING = 25
/** Bytes that a server passes on at once, with room for what is around them. */
const MAX_BYTES = 7500
/** How often the session is asked whether it is still there, and how long an answer may take, in milliseconds. */
const HEARTBEAT = 5000
const MAX_SILENCE = 4000
const FIRST_PAUSE = 200
const LONGEST_PAUSE = 5000

/** What is told: changes, or that some could not be told. */
type Told = readonly Telling[] | 'missed'
/** A change in few characters. */
type Telling = readonly [StoreChange['type'], string, string, number, string?]

/**
 * Tells the desks of one database of each other's changes, on a session of its own. Screens use it and nothing else does:
 * what is missed makes a screen old until it reads afresh, and never a wrong answer.
 */
export class PostgresChanges implements ChangeFeed {
  readonly #address: string
  readonly #listeners = new Set<ChangeListener>()
  #client: pg.Client | undefined
  #waiting: StoreChange[] = []
  /** Whether something of this process could not be told. */
  #hasFailed = false
  #gathering: NodeJS.Timeout | undefined
  /** Resolves when the session has. */
  #ended: Promise<void> = Promise.resolve()
  readonly #stop = new AbortController()
  readonly #running: Promise<void>

  constructor(address: string) {
    this.#address = address
    this.#running = this.#run()
  }

  send(change: StoreChange): void {
    this.#waiting.push(change)
    this.#gathering ??= setTimeout(() => void this.#tell(), GATHERING)
  }

  listen(listener: ChangeListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    clearTimeout(this.#gathering)
    await this.#tell()
    this.#stop.abort()
    await this.#client?.end().catch(() => undefined)
    await this.#running
  }

  /** Listens, and again where the session has ended, until it is closed. */
  async #run(): Promise<void> {
    let wait = FIRST_PAUSE
    for (let isFirst = true; !this.#isClosed(); isFirst = false) {
      try {
        const client = await this.#open()
        // It may have been closed meanwhile.
        if (this.#isClosed()) await client.end()
        // What has happened meanwhile nobody has heard.
        if (!isFirst) this.#miss()
        wait = FIRST_PAUSE
        await this.#watch(client)
      } catch {
        // It is tried again.
      }
      await pause(wait, undefined, { signal: this.#stop.signal }).catch(() => undefined)
      wait = Math.min(wait * 2, LONGEST_PAUSE)
    }
  }

  #isClosed(): boolean {
    return this.#stop.signal.aborted
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client({
      ...sessionConfig(this.#address),
      connectionTimeoutMillis: LONGEST_PAUSE,
      // A session that does not answer is cut off.
      query_timeout: MAX_SILENCE,
    })
    this.#ended = new Promise((resolve) => client.on('error', () => undefined).once('end', resolve))
    try {
      await client.connect()
      leaveAtOnce(client)
      await this.#listen(client)
      return client
    } catch (error) {
      // A server that stands in for another, say, takes no listeners: the next try opens another session.
      this.#client = undefined
      client.end().catch(() => undefined)
      throw error
    }
  }

  async #listen(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ own: number }>('select pg_backend_pid() as own')
    client.on('notification', ({ processId, payload }) => {
      if (processId !== rows[0]?.own) this.#hear(payload ?? '')
    })
    await client.query(`listen ${CHANNEL}`)
    this.#client = client
    if (this.#hasFailed) await this.#notify('missed')
    this.#hasFailed = false
  }

  /** Resolves when the session has ended. */
  async #watch(client: pg.Client): Promise<void> {
    const heartbeat = setInterval(() => void client.query('select 1').catch(() => undefined), HEARTBEAT)
    await this.#ended
    clearInterval(heartbeat)
    this.#client = undefined
  }

  async #tell(): Promise<void> {
    this.#gathering = undefined
    const changes = this.#waiting
    this.#waiting = []
    for (const told of inPieces(changes)) {
      try {
        await this.#notify(told)
      } catch {
        this.#hasFailed = true
      }
    }
  }

  async #notify(told: Told): Promise<void> {
    if (!this.#client) throw new Error('There is no session.')
    await this.#client.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(told)])
  }

  #hear(payload: string): void {
    const told = toldIn(payload)
    if (told === 'missed') this.#miss()
    else
      for (const [type, storeId, id, version, noun] of told) {
        for (const listener of this.#listeners) listener.changed({ type, noun, storeId, id, version })
      }
  }

  #miss(): void {
    for (const listener of this.#listeners) listener.missed()
  }
}

/** What is told; of what another program tells, or a later version in its own way, only that something was missed. */
function toldIn(payload: string): Told {
  try {
    const told: unknown = JSON.parse(payload)
    return Array.isArray(told) && told.every(Array.isArray)
      ? (told as unknown as readonly Telling[])
      : 'missed'
  } catch {
    return 'missed'
  }
}

/** Changes in pieces that the server passes on; of each cart, order or record the last one tells all. */
function inPieces(changes: readonly StoreChange[]): Told[] {
  const last = new Map(changes.map((change) => [`${change.type} ${change.id}`, change]))
  const pieces: Telling[][] = []
  let bytes = MAX_BYTES
  for (const change of last.values()) {
    const telling = tellingOf(change)
    const size = JSON.stringify(telling).length + 1
    if (bytes + size > MAX_BYTES) {
      pieces.push([])
      bytes = 0
    }
    pieces.at(-1)?.push(telling)
    bytes += size
  }
  return pieces
}

const tellingOf = ({ type, storeId, id, version, noun }: StoreChange): Telling =>
  noun === undefined ? [type, storeId, id, version] : [type, storeId, id, version, noun]
