import { join } from 'node:path'
import type { ScratchFolder } from '../database/scratch-folder.ts'
import { asCommerceError, codesIn, errorBody } from '../http/errors.ts'
import type { ErrorBody } from '../http/schema.ts'
import type { Author } from '../history/record-events.ts'
import { CommerceError, tooManyRequests } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import type { FileExport } from './export-file.ts'
import type { FileImport } from './import-file.ts'
import type { ExportKind, ImportReport } from './transfer.schema.ts'

/** Jobs of which it is known how they ended; the oldest are forgotten. */
const MAX_ENDED = 50

/** Jobs under way at a time: one works, on a thread, the others wait for it. Threads side by side keep their memory. */
const MAX_RUNNING = 4
/** After so many seconds one may have ended. */
const RETRY_AFTER = 5

/** So often it is looked at whether whoever has begun a job still may, in milliseconds. */
const LOOK_EVERY = 1000

/** How far a job has come is told no oftener, in milliseconds. */
const TELL_EVERY = 250

/** Does the work of imports and exports where it keeps nobody waiting, one after another; a signal ends the wait for a turn, too. */
export interface TransferWork {
  /** Histories say that it was done when its turn has come. */
  importFile(given: WantedImport, watch: JobWatch): Promise<ImportReport>
  /** @returns the number of rows */
  exportFile(given: FileExport, watch: JobWatch): Promise<number>
}

/** An import, and who wants it. */
interface WantedImport extends Omit<FileImport, 'onProgress' | 'onStore' | 'author'> {
  readonly author: Omit<Author, 'now'>
}

interface JobWatch {
  readonly signal: AbortSignal
  readonly onProgress: (rows: number) => void
  readonly onLasting: () => void
}

/** An import or an export. It is known to the process that it runs in, for as long as that runs. */
export interface Job {
  readonly id: string
  readonly storeId: string
  readonly type: 'import' | 'export'
  readonly kind: ExportKind
  /** Where its file is, for as long as it is known. */
  readonly folder: ScratchFolder
  state: 'running' | 'done' | 'failed' | 'cancelled'
  /** How many have been looked at. */
  rows: number
  /** Whether all were, and what comes of them is being stored; not where they are looked at again, as somebody else has written. */
  isStoring: boolean
  report: ImportReport | null
  /** Why it has failed. */
  error: string | null
  /** The same, as an answer would say it. */
  errors: ErrorBody['errors']
  /** Ends it, unless its rows are being stored already: then it ends as it would have. */
  readonly cancel: () => void
}

/** The file of a job. */
export const fileIn = ({ path }: ScratchFolder): string => join(path, 'file.csv')

/** The imports and exports of this process. */
export class TransferJobs {
  readonly #jobs = new Map<string, Job>()
  /** The ids of all that were begun, also of those that are forgotten. */
  readonly #begun = new Set<string>()
  readonly #onChange: (job: Job) => void
  readonly #onFailure: (error: unknown) => void
  /** When somebody was last told how far the one job that works has come. */
  #toldAt = 0

  /**
   * @param onChange is told now and then how far a job has come, and when it has ended
   * @param onFailure is told of what nobody has foreseen
   */
  constructor(onChange: (job: Job) => void, onFailure: (error: unknown) => void) {
    this.#onChange = onChange
    this.#onFailure = onFailure
  }

  find(type: Job['type'], storeId: string, id: string): Job | undefined {
    const job = this.#jobs.get(id)
    return job?.type === type && job.storeId === storeId ? job : undefined
  }

  /**
   * Whether a job has come to nothing that its client could have helped: it has failed on our side, or another process has
   * begun it, which has ended or is another desk's, so that nobody can ask for it here.
   */
  isLost(id: string): boolean {
    return !this.#begun.has(id) || this.#jobs.get(id)?.errors.some(({ error }) => isOurs(error)) === true
  }

  /** @throws CommerceError TooManyRequests where as many run as may */
  requirePlace(): void {
    const running = [...this.#jobs.values()].filter(({ state }) => state === 'running').length
    if (running >= MAX_RUNNING) {
      const text = `${running} imports and exports are running; please try again when one of them has ended.`
      throw tooManyRequests('transfer.busy', text, RETRY_AFTER)
    }
  }

  /**
   * Begins a job; what it does goes on when this has returned.
   * @param isKept is waited for: where it says no, there is no such job
   * @param mayGoOn whether whoever has begun it still may: else it is cancelled
   * @throws CommerceError TooManyRequests where as many run as may
   */
  begin(
    { isKept, mayGoOn }: { readonly isKept: Promise<boolean>; readonly mayGoOn: () => Promise<boolean> },
    job: Pick<Job, 'storeId' | 'type' | 'kind' | 'folder'>,
    work: (watch: JobWatch) => Promise<{ readonly rows: number; readonly report?: ImportReport }>,
  ): Job {
    this.requirePlace()
    const ending = new AbortController()
    const begun: Job = {
      ...job,
      id: newId(),
      state: 'running',
      rows: 0,
      isStoring: false,
      report: null,
      error: null,
      errors: [],
      cancel: () => ending.abort(),
    }
    this.#jobs.set(begun.id, begun)
    this.#begun.add(begun.id)
    void isKept.then(async (is) => {
      if (is) return this.#watched(begun, mayGoOn, async () => this.#run(begun, ending.signal, work))
      this.#begun.delete(begun.id)
      return this.forget(begun)
    })
    return begun
  }

  /** Looks from the beginning, as its file may have taken long to come. */
  async #watched(job: Job, mayGoOn: () => Promise<boolean>, run: () => Promise<void>): Promise<void> {
    const look = async (): Promise<void> => {
      // What cannot be looked at now is looked at again.
      if (!(await mayGoOn().catch(() => true))) job.cancel()
    }
    void look()
    const looking = setInterval(() => void look(), LOOK_EVERY)
    await run().finally(() => clearInterval(looking))
  }

  async #run(
    job: Job,
    signal: AbortSignal,
    work: (watch: JobWatch) => Promise<{ readonly rows: number; readonly report?: ImportReport }>,
  ): Promise<void> {
    try {
      const { report = null, rows } = await work({
        signal,
        onProgress: (done) => this.#proceed(job, done),
        onLasting: () => this.#beginStoring(job),
      })
      Object.assign(job, { state: 'done', rows, report })
    } catch (error) {
      if (signal.aborted) job.state = 'cancelled'
      else {
        job.state = 'failed'
        Object.assign(job, failureOf(error))
        if (!(error instanceof CommerceError)) this.#onFailure(error)
      }
    }
    job.isStoring = false
    this.#onChange(job)
    if (job.type === 'import' || job.state !== 'done') await job.folder.remove()
    const ended = [...this.#jobs.values()].filter(({ state }) => state !== 'running')
    for (const old of ended.slice(0, Math.max(ended.length - MAX_ENDED, 0))) await this.forget(old)
  }

  #beginStoring(job: Job): void {
    job.isStoring = true
    this.#onChange(job)
  }

  #proceed(job: Job, rows: number): void {
    Object.assign(job, { rows, isStoring: false })
    const now = performance.now()
    if (now - this.#toldAt < TELL_EVERY) return
    this.#toldAt = now
    this.#onChange(job)
  }

  /** Forgets a job that has ended, with its file. */
  async forget(job: Job): Promise<void> {
    this.#jobs.delete(job.id)
    await job.folder.remove()
  }

  /** Removes a folder that no job has taken: it was not begun, or its `Idempotency-Key` has one already. */
  async removeUnused(folder: ScratchFolder): Promise<void> {
    if (![...this.#jobs.values()].some((job) => job.folder === folder)) await folder.remove()
  }

  /** Ends what is under way, and removes all files. */
  async close(): Promise<void> {
    for (const job of this.#jobs.values()) {
      job.cancel()
      await job.folder.remove()
    }
  }
}

const isOurs = (error: string): boolean => ['InternalServerError', 'ServiceUnavailable'].includes(error)

/** Why a job has failed: as a text, and as an answer would say it. */
export function failureOf(error: unknown): Pick<Job, 'error' | 'errors'> {
  const known = asCommerceError(error as CommerceError)
  const texts = known.faults.map(({ field, text }) => (field === undefined ? text : `${field}: ${text}`))
  return { error: texts.join('\n'), errors: errorBody(known.kind, known.faults, codesIn(known)).errors }
}
