/**
 * A scanner is a keyboard that types faster than a hand: 1 to 50 ms a key, then Enter or Tab. Hands come to 100 ms a
 * key when they are fast, and strike a few keys at once when they roll over them; but not six with a digit among them,
 * and Enter behind, at 55 ms each. Where the next key takes longer than this, the count begins anew.
 */
export const LONGEST_GAP_MS = 80
/** Nobody has typed and aimed a scanner within this: characters closer together are one code, whatever held some up. */
const REST_MS = 300

/** How many keys, and how fast on the average up to the Enter behind them, are more than a hand can do. */
const FAST = { keys: 4, meanMs: 30 }
/** Slow scanners, whose codes are told from words rolled over the keys by their digits. */
const SLOW = { keys: 6, meanMs: 55, digits: /\d/ }

/**
 * What a key is: the `first` or the `next` of characters that may become a scan; the end that makes them a `scan`; the
 * `rest` of a scan, as of scanners that send both CR and LF, or Enter and Tab; or a key of its own.
 */
export type Verdict = { kind: 'first' | 'next' | 'rest' | 'other' } | { kind: 'scan'; code: string }

export interface ScanDetector {
  /**
   * @param key one character, or the key's name, without modifiers; held-down and combined keys are `''`
   * @param time when it was pressed, in milliseconds
   */
  press: (key: string, time: number) => Verdict
}

/** Tells scans from typing by nothing but keys and times. */
export function createScanDetector(): ScanDetector {
  let characters = ''
  let last = -Infinity
  /** The characters since the last gap, and when the first of them came. */
  let burst = { from: 0, begin: 0 }
  /** Whether the last key ended a scan, or belonged to its end. */
  let isEnding = false

  function press(key: string, time: number): Verdict {
    const gap = time - last
    const isRest = isEnding && gap <= LONGEST_GAP_MS
    last = time
    isEnding = false
    if (key === 'Enter' || key === 'Tab') return end(gap, isRest, time)
    if (gap > REST_MS) characters = ''
    // No code begins with a space; a hand presses buttons with it.
    if (key.length !== 1 || (key === ' ' && characters === '')) {
      characters = ''
      return { kind: 'other' }
    }
    const isFirst = characters === ''
    if (isFirst || gap > LONGEST_GAP_MS) burst = { from: characters.length, begin: time }
    characters += key
    return { kind: isFirst ? 'first' : 'next' }
  }

  function end(gap: number, isRest: boolean, time: number): Verdict {
    const code = characters
    characters = ''
    const fast = code.slice(burst.from)
    if (gap <= LONGEST_GAP_MS && isTooFastForAHand(fast, (time - burst.begin) / fast.length)) {
      isEnding = true
      return { kind: 'scan', code }
    }
    isEnding = isRest
    return { kind: isRest ? 'rest' : 'other' }
  }

  return { press }
}

function isTooFastForAHand(code: string, meanMs: number): boolean {
  if (code.length >= FAST.keys && meanMs <= FAST.meanMs) return true
  return code.length >= SLOW.keys && SLOW.digits.test(code) && meanMs <= SLOW.meanMs
}
