/**
 * How far a thread has come with what is native of it. Whoever ends a thread amid that ends the whole process: what it loads
 * is broken off where nothing may fail.
 */
export type Loading = SharedArrayBuffer

const TO_COME = 0
const UNDER_WAY = 1
const DONE = 2
const BARRED = 3

export const newLoading = (): Loading => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)

/** Loads something, in the thread that wants it. @returns false where the thread is about to be ended: nothing was loaded then */
export function loadUnlessBarred(loading: Loading, load: () => void): boolean {
  const state = new Int32Array(loading)
  if (Atomics.compareExchange(state, 0, TO_COME, UNDER_WAY) === BARRED) return false
  try {
    load()
  } finally {
    Atomics.store(state, 0, DONE)
    Atomics.notify(state, 0)
  }
  return true
}

/** Sees to it that a thread may be ended: it loads nothing any more once this resolves. */
export async function barLoading(loading: Loading): Promise<void> {
  const state = new Int32Array(loading)
  if (Atomics.compareExchange(state, 0, TO_COME, BARRED) === UNDER_WAY)
    await Atomics.waitAsync(state, 0, UNDER_WAY).value
}
