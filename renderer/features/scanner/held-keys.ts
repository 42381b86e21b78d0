import { LONGEST_GAP_MS } from './scan-detector.ts'

export interface HeldKeys {
  /** Keeps a key from whatever has the focus, until it is released or dropped. */
  hold: (event: KeyboardEvent) => void
  /** It was a hand after all: the keys reach what they were meant for, in their order. */
  release: () => void
  drop: () => void
}

/**
 * Keys that buttons, lists and menus would react to at once, held back while they may belong to a scan: for as long as
 * the next one may take to come.
 */
export function createHeldKeys(): HeldKeys {
  let held: KeyboardEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function release(): void {
    const keys = held
    drop()
    for (const key of keys) {
      const target = key.target instanceof Element && key.target.isConnected ? key.target : document.body
      target.dispatchEvent(new KeyboardEvent(key.type, key))
    }
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

/** Nobody else gets to see the key, nor does the browser act on it. */
export function stop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
