import type { StoreChange } from '../kernel/change.ts'
import type { DatabaseCondition } from './condition.ts'
import type { Handle } from './handle.ts'
import type { Kept } from './references.ts'
import type { RunningCore, Safekeeping } from './safekeeping.ts'

/** A handle inside a read: one consistent state of the database, and no way to write. */
export type ReadDb = Pick<
  Handle,
  'selectFrom' | 'withRecursive' | 'compiling' | 'run' | 'keptBy' | 'ofReferences'
>

/** A handle inside the one transaction of a write. */
export type WriteDb = Handle

/**
 * What the core knows of its storage; how it is stored is the engine's alone. Operations get their handle as an
 * argument, because a second transaction inside the first would wait for it.
 */
export interface Engine {
  /** How a person knows the storage: a file, or a server and its database, without any secret. */
  readonly name: string
  /** Where it is, for work on another thread. */
  readonly location: EngineLocation
  /** What it has come to know of the storage while it runs. */
  readonly condition: DatabaseCondition
  /** For single reads outside of any transaction. */
  readonly reader: Handle
  /**
   * Runs a read on one consistent state. It may run again, on a handle of its own and a state of its own.
   * @param storeId where it reads nothing but this store's data and what all stores share: then it may use what is kept of
   *   that store, whatever the others change
   */
  read<T>(work: (db: ReadDb) => Promise<T>, storeId?: string): Promise<T>
  /**
   * Runs a write whole or not at all: all of it lasts when this resolves, nothing of it when it rejects. Where others
   * stood in its way it may run again, on a handle of its own: what the work collects, it makes anew each time, and it
   * writes to nothing outside.
   */
  transact<T>(work: (db: WriteDb) => Promise<T>, about?: AboutWork): Promise<T>
  /**
   * What a cached read has found before and would find now; undefined where that cannot be said at once.
   * @param storeId as the read that found it was given
   */
  keptBy(read: object, storeId?: string): Kept | undefined
  /** Changes from process to process; undefined where one process alone serves the storage. */
  readonly changes: ChangeFeed | undefined
  /** The clock that all processes share which have the storage open; undefined where one process alone serves it. */
  readonly sharedClock: (() => Promise<Date>) | undefined
  /** How large it is. */
  bytes(): Promise<number>
  /**
   * Has the storage look at tables into which much was written at once: until then a server plans by what was there before,
   * and may compare each row with each. Undefined where plans do not go by what is in the tables.
   */
  readonly refreshStatistics: ((tables: readonly string[]) => Promise<void>) | undefined
  /** The folder of this machine that is the core's alone; undefined where there is none, as for a piece of work. */
  readonly deskDir: string | undefined
  /** Undefined where the storage is kept safe by others, as a server is. */
  readonly safekeeping: Safekeeping | undefined
  /**
   * Notes where the core is, for commands that lead there; undefined where there is no folder for it.
   * @returns what takes the note away
   */
  readonly noteRunningCore: ((core: RunningCore) => () => void) | undefined
  /** Finishes the writes that have begun, and lets go of the storage. */
  close(): Promise<void>
}

/** What an engine may know of a write beforehand. */
export interface AboutWork {
  /** Where it reads and changes nothing but this store's data and what all stores share. */
  readonly storeId?: string | undefined
  /**
   * Whether the work finds out by itself that it has been done before, and then answers what it did: such a work is run
   * again also where nobody can tell whether it was committed.
   */
  readonly isKnownAgain?: boolean
  /** The file of a `WriteDraft` that the work runs. It shares its transaction with no other write. */
  readonly draft?: string | undefined
}

/** Tells the processes that serve one storage of each other's changes, for their screens. */
export interface ChangeFeed {
  /** Sends a change of this process, once it lasts. Never fails: who hears nothing reads afresh sooner or later. */
  send(change: StoreChange): void
  /** @returns what ends it */
  listen(listener: ChangeListener): () => void
}

export interface ChangeListener {
  /** A change that another process has made. */
  changed(change: StoreChange): void
  /** Some changes have been missed: whatever a screen shows may be old. */
  missed(): void
}

/** Where a storage is; plain data, so that it can be sent to another thread. */
export type EngineLocation =
  | { readonly kind: 'sqlite'; readonly dataDir: string }
  /** @see openPostgres for what an address is */
  | {
      readonly kind: 'postgres'
      readonly address: string
      /** The folder of the desk that opens it, which no other may have at the same time; none for a piece of work. */
      readonly deskDir?: string | undefined
    }
