import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { DatabaseOpenError, type DatabaseOpenCode } from '../database/open-error.ts'
import { CommerceError } from '../kernel/errors.ts'
import { closeGate, newGate } from './gate.ts'
import { barLoading, newLoading, type Loading } from './loading.ts'
import { oneAfterAnother } from './one-after-another.ts'
import type { Lasting, Order, Outcome, Progress, Tasks } from './worker.ts'

type Input<N extends keyof Tasks> = Parameters<Tasks[N]>[0]
type Result<N extends keyof Tasks> = Awaited<ReturnType<Tasks[N]>>

/** What whoever waits for work may have to do with it. */
export interface Watch {
  /** Ends the work, unless it has come so far that it may not be ended any more: then it goes on. */
  readonly signal?: AbortSignal | undefined
  /** Is told how far it has come. */
  readonly onProgress?: ((done: number) => void) | undefined
  /** Is told whenever it begins to do what lasts, and is not ended any more: an import that is stored. */
  readonly onLasting?: (() => void) | undefined
}

/** Work that takes long, each piece on a thread of its own with a connection of its own. */
export interface LongWork {
  /** @throws what the task throws, and where the work is ended before it is done */
  run<N extends keyof Tasks>(task: N, input: Input<N>, watch?: Watch): Promise<Result<N>>
  /** The same for work that has to wait for other work of its kind, and for that of `alone`; the signal ends that wait, too. */
  runAlone: LongWork['run']
  /**
   * Takes a turn among such work for something else.
   * @param signal ends the wait for it, and nothing that has begun
   */
  alone<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Ends what is under way. */
  close(): Promise<void>
}

/** Beside this file, in the sources as in the build. */
const WORKER = new URL(`./worker${extname(import.meta.filename)}`, import.meta.url)

/**
 * How much a thread may keep, in MiB: what it reads is let go of as soon as that is needed, and not kept because the machine
 * has room. No piece of work needs a third of it.
 */
const resourceLimits = { maxOldGenerationSizeMb: 256 }

export function createLongWork(): LongWork {
  const workers = new Map<Worker, Loading>()
  const alone = oneAfterAnother()
  let isClosed = false

  async function run<N extends keyof Tasks>(task: N, input: Input<N>, watch: Watch = {}): Promise<Result<N>> {
    const { signal } = watch
    if (isClosed) throw endedTooSoon(task)
    const [gate, loading] = [newGate(), newLoading()]
    const workerData: Order<N> = { task, input, gate, loading }
    const worker = new Worker(WORKER, { name: task, resourceLimits, workerData })
    workers.set(worker, loading)
    const end = (): void => {
      if (closeGate(gate)) void endThread(worker, loading)
    }
    signal?.addEventListener('abort', end, { once: true })
    try {
      return (await outcomeOf(worker, task, watch)) as Result<N>
    } finally {
      signal?.removeEventListener('abort', end)
      workers.delete(worker)
    }
  }

  return {
    run,
    runAlone: async <N extends keyof Tasks>(task: N, input: Input<N>, watch?: Watch): Promise<Result<N>> =>
      alone(async (): Promise<Result<N>> => run(task, input, watch), watch?.signal),
    alone,
    close: async () => {
      isClosed = true
      await Promise.all([...workers].map(async (each) => endThread(...each)))
    },
  }
}

async function endThread(worker: Worker, loading: Loading): Promise<void> {
  await barLoading(loading)
  await worker.terminate()
}

async function outcomeOf(worker: Worker, task: string, { onLasting, onProgress }: Watch): Promise<unknown> {
  const outcome = await new Promise<Outcome>((resolve, reject) => {
    worker.on('message', (message: Outcome | Progress | Lasting) => {
      if ('done' in message) onProgress?.(message.done)
      else if ('isLasting' in message) onLasting?.()
      else resolve(message)
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(endedTooSoon(task)))
  })
  if ('value' in outcome) return outcome.value
  if ('refusal' in outcome) {
    const { code, faults, kind, ...more } = outcome.refusal
    throw new CommerceError(kind, code, faults, more)
  }
  const { fault, file } = outcome
  const error =
    file === undefined
      ? new Error(fault.message)
      : new DatabaseOpenError(fault.code as DatabaseOpenCode, file, fault.message)
  throw Object.assign(error, fault)
}

const endedTooSoon = (task: string): Error => new Error(`The work "${task}" was ended before it was done.`)
