/**
 * @returns what runs pieces of work one after another, in the order in which they come; one that fails holds up no other, and
 *   a signal ends the wait for a turn, and nothing that has begun
 */
export function oneAfterAnother(): <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  let last: Promise<void> = Promise.resolve()
  return async (work, signal) => {
    const mine = turnBehind(last, signal).then(work)
    // Nothing is kept of what they did, however long the row of them is.
    last = Promise.allSettled([last, mine]).then(() => undefined)
    return mine
  }
}

/** @throws what the signal says where it comes before the turn */
async function turnBehind(last: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const end = (): void => reject(signal?.reason as Error)
  signal?.addEventListener('abort', end, { once: true })
  try {
    await Promise.race([last, ended])
  } finally {
    signal?.removeEventListener('abort', end)
  }
}
