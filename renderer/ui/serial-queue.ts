import { readonly, ref, type Ref } from 'vue'

export interface SerialQueue {
  /**
   * Runs the job after all jobs added before it. A job with the `key` of the last waiting one takes its place: only
   * the newest of several settings of one value is worth sending; both callers get its outcome.
   */
  add: <T>(job: () => Promise<T>, key?: string) => Promise<T>
  /** How many jobs wait or run. */
  size: Readonly<Ref<number>>
}

interface Entry {
  key: string | undefined
  job: () => Promise<unknown>
  waiters: { resolve: (value: unknown) => void; reject: (reason: unknown) => void }[]
}

export function createSerialQueue(): SerialQueue {
  const waiting: Entry[] = []
  const size = ref(0)
  let isRunning = false

  function add<T>(job: () => Promise<T>, key?: string): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const waiter = { resolve: resolve as (value: unknown) => void, reject }
      const last = waiting.at(-1)
      if (key !== undefined && last?.key === key) {
        last.job = job
        last.waiters.push(waiter)
        return
      }
      waiting.push({ key, job, waiters: [waiter] })
      size.value += 1
      if (!isRunning) void run()
    })
  }

  async function run(): Promise<void> {
    isRunning = true
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      const { job, waiters } = entry
      try {
        const value = await job()
        for (const waiter of waiters) waiter.resolve(value)
      } catch (error) {
        for (const waiter of waiters) waiter.reject(error)
      }
      size.value -= 1
    }
    isRunning = false
  }

  return { add, size: readonly(size) }
}
