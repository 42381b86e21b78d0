import { onUnmounted } from 'vue'
import { watchChanges, type LiveChange } from '../api/live.ts'

/** Changes within this are followed together: soon enough to be seen at once, and not once for each of a busy shop's. */
const TOGETHER_MS = 300
/** How often more it is tried where something else was under way; each time twice as long after. */
const TRIES = 5

/**
 * Follows what anybody does anywhere, while the component is on the page.
 * @param concerns the kinds of changes that matter, or which do
 * @param follow is called soon after the last of them, without one where some may have been missed; never while it still
 *   runs; it never fails. Where it answers false, something else was under way that may not know of the change yet: it is
 *   called again
 */
export function useLive(
  concerns: readonly LiveChange['type'][] | ((change: LiveChange) => boolean),
  follow: (latest: LiveChange | undefined) => Promise<unknown>,
): void {
  const matters =
    typeof concerns === 'function' ? concerns : ({ type }: LiveChange) => concerns.includes(type)
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<unknown> = Promise.resolve()
  let latest: LiveChange | undefined
  let tries = 0

  async function run(): Promise<void> {
    await running
    timer = undefined
    running = follow(latest)
    const isDone = (await running) !== false
    if (isDone) tries = 0
    else if (tries < TRIES) later((tries += 1))
  }
  function later(nth: number): void {
    timer ??= setTimeout(() => void run(), TOGETHER_MS * 2 ** nth)
  }
  function soon(change: LiveChange | undefined): void {
    latest = change
    tries = 0
    later(0)
  }

  const stop = watchChanges({
    onChange: (change) => {
      if (matters(change)) soon(change)
    },
    onGap: () => soon(undefined),
  })
  onUnmounted(() => {
    stop()
    tries = TRIES
    clearTimeout(timer)
  })
}
