import { expect } from 'vitest'

/** Asks until the expectation holds; patient, because a busy machine answers late. */
export const eventually = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 30_000, interval: 50 })
