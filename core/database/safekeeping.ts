import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../kernel/clock.ts'
import type { Handle } from './handle.ts'
import type { KeptChange } from './kept-changes.ts'

/** Takes something that has to go on from data that are replaced to those in their place; nobody else has either of them open. */
export type CarryOver = (from: Handle, to: Handle) => Promise<void>

/** How an engine that keeps its data in a folder looks after it. */
export interface Safekeeping {
  readonly dataDir: string
  /** Bytes of the data and what is not folded into it yet, and those that are free on its disk. */
  space(): { readonly used: number; readonly free: number }
  /** Backups that have been made by themselves or asked for, newest first. */
  backups(now: Date): readonly BackupFile[]
  plan(): BackupPlan
  /** Who has changed it and how, newest first; no more than the last of them. */
  planChanges(): readonly KeptChange[]
  /**
   * Keeps it beside the data, so that a restored backup does not bring another.
   * @param change who has done so, and how
   */
  setPlan(plan: BackupPlan, change: KeptChange): void
  /**
   * Puts the copy of a backup that has been made beside the data in their place, while the core goes on: whoever reads or
   * writes meanwhile waits. What is replaced is kept.
   * @param kept tables that stay as they are now: who may is not a matter of yesterday
   * @param carried what else goes on, each by itself: what of the data is damaged may be why they are replaced
   * @returns the file that was replaced; null where there is none any more
   * @throws DatabaseOpenError `busy` where another program has the data open; everything is as it was then
   */
  replace(now: Date, kept: readonly string[], carried: readonly CarryOver[]): Promise<string | null>
  /** @param listener is called whenever other data have taken the place of those that were served */
  onReplaced(listener: () => void): void
  /**
   * Looks after the storage while a core runs on it.
   * @returns what ends it
   */
  start(core: SafekeepingCore): () => void
}

/** A copy of the data that the program has made. It was whole, checked and on disk when it got its name. */
export interface BackupFile {
  readonly file: string
  /** When it was begun. */
  readonly date: Date
  /** The migration it was made before; null for every other. */
  readonly before: string | null
}

/** What of a shop people count. */
export interface ContentCounts {
  readonly orders: number
  readonly carts: number
  readonly customers: number
  readonly products: number
}

export interface ContentSummary extends ContentCounts {
  readonly newestOrder: { readonly orderNumber: string; readonly date: string } | null
}

/** What restoring a backup would change; of data that cannot be read, or are gone, nobody knows. */
export interface BackupComparison {
  readonly backup: ContentSummary
  readonly now: ContentSummary | null
  /** What is there now and not in the backup. */
  readonly lost: ContentCounts | null
  /** What is in the backup and not there now. */
  readonly back: ContentCounts | null
}

/** How often backups are made by themselves, and which of them are kept. */
export interface BackupPlan {
  readonly everyHours: number
  /** So many are kept, whenever they were made. */
  readonly newest: number
  /** The newest one of so many days that have one, and of so many weeks. */
  readonly days: number
  readonly weeks: number
}

/** As long as nobody has chosen another. */
export const USUAL_PLAN: BackupPlan = { everyHours: 24, newest: 1, days: 7, weeks: 4 }

/** When it is looked whether something is due: first so long after the start, then every so often; in milliseconds. */
export interface Looks {
  readonly first: number
  readonly every: number
}

/** Of a shop's day. */
export const HOURLY: Looks = { first: 5000, every: 3_600_000 }

/** What safekeeping uses of the core. */
export interface SafekeepingCore {
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'error'>
  /** Left out, they are those of a shop's day. */
  readonly looks?: Looks | undefined
  /** What takes long, done where nobody waits for it. */
  readonly work: {
    /** @returns what is wrong with the pages of the storage */
    checkPages(): Promise<readonly string[]>
    addBackup(now: Date): Promise<unknown>
  }
}

/** Where programs and browsers reach a core. */
export interface RunningCore {
  /** Such as `http://127.0.0.1:4780`. */
  readonly api: string
  /** Whether it serves the console there. */
  readonly hasConsole: boolean
  /** Where its shop is, as a person knows that: its file, or its server. A core of an earlier version does not say. */
  readonly shop?: string
}
