/**
 * @returns what runs pieces of work one after another, in the order in which they come; one that fails holds up no other, and
 *   a signal ends the wait for a turn, and nothing that has begun
 */
export function oneAfterAnother(): <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return async (work, signal) => {
    signal?.throwIfAborted()
    const mine = (signal ? Promise.race([last, abortOf(signal)]) : last).then(work)
    last = Promise.allSettled([last, mine])
    return mine
  }
}

const abortOf = async (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
