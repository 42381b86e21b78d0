import { onUnmounted } from 'vue'
import { watchChanges, type LiveChange } from '../api/live.ts'

/** Changes within this are followed together: soon enough to be seen at once, and not once for each of a busy shop's. */
const TOGETHER_MS = 300

/**
 * Follows what anybody does anywhere, while the component is on the page.
 * @param types the changes that matter
 * @param follow is called soon after them, and where some may have been missed; never while it still runs; it never fails
 */
export function useLive(types: readonly LiveChange['type'][], follow: () => Promise<unknown>): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<unknown> = Promise.resolve()

  async function run(): Promise<void> {
    await running
    timer = undefined
    running = follow()
  }
  function soon(): void {
    timer ??= setTimeout(() => void run(), TOGETHER_MS)
  }

  const stop = watchChanges({
    onChange: ({ type }) => {
      if (types.includes(type)) soon()
    },
    onGap: soon,
  })
  onUnmounted(() => {
    stop()
    clearTimeout(timer)
  })
}
