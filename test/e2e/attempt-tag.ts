import { beforeEach } from 'vitest'

/**
 * A word that is this attempt's own, for the names of what a test makes: what an attempt that failed has left behind is in
 * nobody's way.
 * @returns says the word: letters and digits, the same until the attempt ends
 */
export function attemptTag(): () => string {
  let tag = ''
  beforeEach(() => {
    tag = Date.now().toString(36)
  })
  return () => tag
}
