import { beforeEach } from 'vitest'

/**
 * A word that is this attempt's own, for the names of what a test makes: what an attempt that failed has left behind is in
 * nobody's way.
 * @returns says the word: letters and digits, the same until the attempt ends
 */
export function attemptTag(): () => string {
  let tag = ''
  beforeEach(() => {
    // Of its own for weeks, and short: eight letters may be as wide as m and w, and a list cuts long names.
    tag = (Date.now() % 36 ** 6).toString(36)
  })
  return () => tag
}
