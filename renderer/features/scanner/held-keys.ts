import { LONGEST_GAP_MS } from './scan-detector.ts'

export interface HeldKeys {
  /** Keeps a key from whatever has the focus, until it is released or dropped. */
  hold: (event: KeyboardEvent) => void
  /**
   * It was a hand after all: the keys reach what they were meant for, in their order. Where one of them moves the focus,
   * those behind it go on from there, as if each had come alone.
   * @returns whether the focus was moved
   */
  release: () => boolean
  drop: () => void
}

/**
 * Keys that buttons, lists and menus would react to at once, held back while they may belong to a scan: for as long as
 * the next one may take to come.
 */
export function createHeldKeys(): HeldKeys {
  let held: KeyboardEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function release(): boolean {
    const keys = held
    drop()
    const before = document.activeElement
    const isMoved = (): boolean => document.activeElement !== before
    for (const key of keys) {
      const meant = key.target instanceof Element && key.target.isConnected ? key.target : document.body
      const target = isMoved() ? (document.activeElement ?? document.body) : meant
      target.dispatchEvent(new KeyboardEvent(key.type, key))
    }
    return isMoved()
  }

  function drop(): void {
    clearTimeout(timer)
    held = []
  }

  return {
    hold(event) {
      stop(event)
      held.push(event)
      clearTimeout(timer)
      timer = setTimeout(release, LONGEST_GAP_MS)
    },
    release,
    drop,
  }
}

/**
 * Gives a key to what has the focus by now, for keys that came before it have moved that: the browser would still act on
 * what had it when the key was pressed.
 */
export function redirect(event: KeyboardEvent): void {
  const focused = document.activeElement
  // Tab goes on from what has the focus in any case.
  if (event.key === 'Tab' || !(focused instanceof HTMLElement)) return
  stop(event)
  const isTaken = !focused.dispatchEvent(new KeyboardEvent(event.type, event))
  if (event.key === 'Enter' && !isTaken) focused.click()
}

/** Nobody else gets to see the key, nor does the browser act on it. */
export function stop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
