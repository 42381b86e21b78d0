import { CommerceError, conflict } from '../kernel/errors.ts'
import { DatabaseOpenError } from '../database/open-error.ts'
import { newId } from '../kernel/ids.ts'
import { failureOf } from '../transfer/transfer-jobs.ts'
import type { JobWatch } from './data-work.ts'
import type { DataJob } from './data.schema.ts'

/** Jobs of which it is known how they ended; the oldest are forgotten. */
const MAX_ENDED = 20

/** What a job has done. */
export type JobResult = Partial<Pick<DataJob, 'orders' | 'faultCount' | 'faults' | 'file'>>

/** Work on the data, one at a time; known to the process that does it. */
export class DataJobs {
  readonly #jobs = new Map<string, DataJob>()
  readonly #onFailure: (error: unknown) => void
  readonly #ending = new AbortController()
  #working: Promise<void> = Promise.resolve()

  /** @param onFailure is told of what nobody has foreseen */
  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure
  }

  find(id: string): DataJob | undefined {
    return this.#jobs.get(id)
  }

  /**
   * Begins a job; what it does goes on when this has returned.
   * @param isKept is waited for: where it says no, there is no such job
   * @throws CommerceError Conflict where one is under way
   */
  begin(
    isKept: Promise<boolean>,
    kind: DataJob['kind'],
    work: (watch: JobWatch) => Promise<JobResult>,
  ): DataJob {
    const running = [...this.#jobs.values()].find(({ state }) => state === 'running')
    if (running) throw conflict('data.busy', `A ${running.kind} is under way: please wait for its end.`)
    const job: DataJob = {
      id: newId(),
      kind,
      state: 'running',
      percent: 0,
      error: null,
      errors: [],
      orders: null,
      faultCount: null,
      faults: [],
      file: null,
    }
    this.#jobs.set(job.id, job)
    const [oldest] = this.#jobs.keys()
    if (this.#jobs.size > MAX_ENDED && oldest !== undefined) this.#jobs.delete(oldest)
    this.#working = isKept.then(async (is) => (is ? this.#run(job, work) : void this.#jobs.delete(job.id)))
    return job
  }

  /** Ends what is under way; what is being put in place is finished. */
  async end(): Promise<void> {
    this.#ending.abort()
    await this.#working
  }

  async #run(job: DataJob, work: (watch: JobWatch) => Promise<JobResult>): Promise<void> {
    try {
      const { signal } = this.#ending
      const onProgress = (percent: number): void => {
        job.percent = Math.max(job.percent, percent)
      }
      const result = await work({ signal, onProgress })
      Object.assign(job, result, { state: 'done', percent: 100 })
    } catch (error) {
      Object.assign(job, { state: 'failed', ...failureOf(error) })
      if (!isForeseen(error) && !this.#ending.signal.aborted) this.#onFailure(error)
    }
  }
}

const isForeseen = (error: unknown): boolean =>
  error instanceof DatabaseOpenError || error instanceof CommerceError
