/** Longer than between the two presses of somebody who presses twice, and shorter than anybody reads, in milliseconds. */
export const PRESSED_TWICE_MS = 350

/** Farther from each other than two clicks of one hand at one place, in pixels. */
const APART = 24

interface Press {
  /** Of keys only those that answer a question or begin something. */
  readonly by?: string
  readonly at: number
  /** Of a pointer. */
  readonly x?: number | undefined
  readonly y?: number | undefined
}
const PRESSES = new Set(['Enter', 'NumpadEnter', 'Space'])
let latest: Press = { at: -Infinity }
/** What the latest is the second of. Of those before it nothing is kept: a key that is held down presses without end. */
let first: Press | undefined

/** The hand's time: a page that is busy heeds it later. */
function note(event: Event & { code?: string; clientX?: number; clientY?: number }): void {
  const { type, timeStamp: at, code = type, clientX: x, clientY: y } = event
  const isOther = type === 'keydown' && !PRESSES.has(code)
  const press: Press = isOther ? { at } : { by: code, at, x, y }
  const isSecond =
    !isOther && code === latest.by && at - latest.at < PRESSED_TWICE_MS && isAtOnePlace(latest, press)
  first = isSecond ? latest : undefined
  latest = press
}
const isAtOnePlace = (one: Press, other: Press): boolean =>
  Math.hypot((one.x ?? 0) - (other.x ?? 0), (one.y ?? 0) - (other.y ?? 0)) < APART
addEventListener('keydown', note, { capture: true })
addEventListener('pointerdown', note, { capture: true })

/**
 * Whoever presses twice means one thing.
 * @returns whether what is pressed then was the second of two, of which the first has led here
 */
export function afterPress(): () => boolean {
  const now = latest
  return () => first === now
}

/** A step that the second of two presses does not take again: once a row is gone, say, the next one lies under the hand. */
export function notTwice<Given extends unknown[]>(
  step: (...given: Given) => void,
): (...given: Given) => void {
  let isSecond = (): boolean => false
  return (...given) => {
    if (isSecond()) return
    isSecond = afterPress()
    step(...given)
  }
}

/**
 * Where a click makes something else lie under the hand, as a list does that closes: the second of two clicks, of which this is
 * the first, presses nothing there, and takes the keyboard nowhere.
 */
export function takeSecondClick(): void {
  const isSecond = afterPress()
  const take = (event: Event): void => {
    if (!isSecond()) return
    event.preventDefault()
    event.stopPropagation()
  }
  for (const type of ['pointerdown', 'mousedown', 'click'])
    addEventListener(type, take, { capture: true, once: true })
}
