import { onScopeDispose } from 'vue'

/**
 * Does something again and again while what has asked for it is there; never while it still runs: an answer that takes
 * longer to come than that would be given up for the next one each time, and none would ever be there.
 * @param every in milliseconds; the first time after as long
 */
export function useInterval(work: () => unknown, every: number): void {
  let isRunning = false
  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      await work()
    } finally {
      isRunning = false
    }
  }
  const timer = setInterval(() => void run(), every)
  onScopeDispose(() => clearInterval(timer))
}
