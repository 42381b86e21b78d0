import { onTestFinished, vi } from 'vitest'

/** Time and the turns of the event loop as a test has them, until it ends. */
export function stubEventLoop() {
  let now = 1000
  const immediates: (() => void)[] = []
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.stubGlobal('setImmediate', (callback: () => void) => immediates.push(callback))
  onTestFinished(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
  return {
    /** Lets milliseconds pass. */
    pass: (milliseconds: number): void => void (now += milliseconds),
    /** The event loop goes round. */
    goRound: (): void => {
      for (const callback of immediates.splice(0)) callback()
    },
  }
}
