/** Longer than between the two presses of somebody who presses twice, and shorter than anybody reads, in milliseconds. */
export const PRESSED_TWICE_MS = 350

interface Press {
  /** Of keys only those that answer a question or begin something. */
  readonly by?: string
  readonly at: number
  readonly secondOf?: Press
}
const PRESSES = new Set(['Enter', 'NumpadEnter', 'Space'])
let latest: Press = { at: -Infinity }

/** The hand's time: a page that is busy heeds it later. */
function note({ type, timeStamp: at, code = type }: Event & { code?: string }): void {
  if (type === 'keydown' && !PRESSES.has(code)) latest = { at }
  else if (code === latest.by && at - latest.at < PRESSED_TWICE_MS)
    latest = { by: code, at, secondOf: latest }
  else latest = { by: code, at }
}
addEventListener('keydown', note, { capture: true })
addEventListener('pointerdown', note, { capture: true })

/**
 * Whoever presses twice means one thing.
 * @returns whether what is pressed then was the second of two, of which the first has led here
 */
export function afterPress(): () => boolean {
  const first = latest
  return () => latest.secondOf === first
}
