import { References, type Kept, type ReferenceTables } from '../references.ts'
import { migrations } from '../schema/migrations/index.ts'
import { DatabaseNewer } from './errors.ts'

/** How long what is kept of reference data is trusted without a look at the epochs, in milliseconds. */
const TRUST = 1000

/** The row of what all stores share, and of changes of which nobody can tell whose data they are of. */
const SHARED = ''

const MIGRATIONS = Object.keys(migrations).length
/**
 * How often the database has been migrated. Whoever reads it keeps others from migrating until its transaction ends, because
 * they lock the table (`migrate.ts`).
 */
const MIGRATED = '(select count(*) from kysely_migration) as migrated'
/** One that stands in for another has started at another moment; and after a crash a server may give out a number again. */
export const SERVER = 'pg_postmaster_start_time()::text as server'

/** How often reference data of a store has changed. A store without a row has never changed any. */
export interface Epoch {
  readonly store_id: string
  readonly epoch: number
  /** When the server was started that says so. */
  readonly server: string
}

/** An epoch as a transaction sees it, which has to know the schema of its database. */
export interface SeenEpoch extends Epoch {
  readonly migrated: number
}

/** A statement of a transaction's frame, with its parameters. */
type Frame = readonly [sql: string, parameters: readonly string[]]

/**
 * Looks at the epochs that a transaction depends on: its store's and the shared one; all, where it is of no store.
 * @param more columns of each row
 */
export function lookAtEpochs(storeId: string | undefined, more: string): Frame {
  const all = `select store_id, epoch, ${SERVER}, ${MIGRATED}, ${more} from reference_epochs`
  return storeId === undefined ? [all, []] : [`${all} where store_id in ('${SHARED}', $1)`, [storeId]]
}

/** Raises the epoch of a store, or the shared one; to be the last statement, because others wait for its row. */
export const raiseEpoch = (storeId = SHARED): Frame => [
  `insert into reference_epochs (store_id, epoch) values ($1, 1)
   on conflict (store_id) do update set epoch = reference_epochs.epoch + 1 returning store_id, epoch, ${SERVER}`,
  [storeId],
]

/**
 * Whether what this process keeps of reference data is what the database holds. The database counts, in a row for each
 * store and one for all, how often that data has changed: whoever changes it raises the count last, in the same
 * transaction. Each transaction reads its store's with its beginning; a read without one trusts what was seen in the last
 * second. What is kept of one store is not forgotten where another store changes what is its own. A server that stands in for
 * another may lack the last changes and count others in their place: what is kept of the one is nothing of the other.
 */
export class ReferenceEpochs {
  readonly tables: ReferenceTables
  readonly #epochs = new Map<string, number>()
  /** By store; of undefined are those who asked for all. */
  readonly #lookedAt = new Map<string | undefined, number>()
  readonly #references = new Map<string | undefined, References>()
  #server: string | undefined
  readonly #now: () => number

  /** @param now milliseconds of a clock that only goes forward */
  constructor(tables: ReferenceTables, now: () => number = () => performance.now()) {
    this.tables = tables
    this.#now = now
  }

  now(): number {
    return this.#now()
  }

  /** What is kept of a store; of undefined is what was read before its store was known, and goes with any change. */
  referencesOf(storeId: string | undefined): References {
    let references = this.#references.get(storeId)
    if (!references) {
      references = new References(this.tables)
      this.#references.set(storeId, references)
    }
    return references
  }

  /** Whether it was looked at so lately that what is kept may be used. */
  isFresh(storeId: string | undefined): boolean {
    const lookedAt = Math.max(
      this.#lookedAt.get(storeId) ?? -Infinity,
      this.#lookedAt.get(undefined) ?? -Infinity,
    )
    return this.#now() - lookedAt < TRUST
  }

  /**
   * Notes what a transaction has seen, and forgets what is older.
   * @param epochs as `lookAtEpochs` finds them for the store
   * @param since when the question was sent: what has changed later was not seen
   * @returns the references of that transaction; undefined where others are ahead of it
   * @throws DatabaseNewer where a later version of the program has migrated the database since it was opened
   */
  see(storeId: string | undefined, epochs: readonly SeenEpoch[], since: number): References | undefined {
    if (epochs.some(({ migrated }) => migrated > MIGRATIONS)) throw new DatabaseNewer()
    this.#meet(epochs[0]?.server)
    const seen = new Map(epochs.map(({ epoch, store_id }) => [store_id, epoch]))
    if (!seen.has(SHARED))
      throw new Error('The database has lost the row that counts changes of reference data.')
    const asked =
      storeId === undefined ? new Set([...this.#epochs.keys(), ...seen.keys()]) : [SHARED, storeId]
    let isBehind = false
    for (const store of asked) {
      const epoch = seen.get(store) ?? 0
      this.#note(store, epoch)
      if (epoch < this.#known(store)) isBehind = true
    }
    if (isBehind) return undefined
    this.#lookedAt.set(storeId, Math.max(this.#lookedAt.get(storeId) ?? -Infinity, since))
    return this.referencesOf(storeId)
  }

  /** Notes what this process has raised itself, once it lasts. */
  raised(epochs: readonly Epoch[]): void {
    for (const { epoch, server, store_id } of epochs) if (server === this.#server) this.#note(store_id, epoch)
  }

  /** What is kept of one read; undefined where it has not been looked at for too long. */
  keptBy(read: object, storeId: string | undefined): Kept | undefined {
    return this.isFresh(storeId) ? this.referencesOf(storeId).keptBy(read) : undefined
  }

  /** Forgets everything where it is another server. */
  #meet(server: string | undefined): void {
    if (server === this.#server) return
    this.#server = server
    this.#epochs.clear()
    this.#lookedAt.clear()
    for (const references of this.#references.values()) references.forget()
  }

  #known(store: string): number {
    return this.#epochs.get(store) ?? 0
  }

  #note(store: string, epoch: number): void {
    if (epoch <= this.#known(store)) return
    this.#epochs.set(store, epoch)
    for (const [whose, references] of this.#references) {
      if (store === SHARED || whose === store || whose === undefined) references.forget()
    }
  }
}
