/** How often to look whether the process that started this one is still there, in milliseconds. */
const PARENT_INTERVAL = 500

/**
 * Resolves when this process is to end: SIGINT, SIGTERM, or the npm that runs it is gone. npm does not reliably pass a
 * SIGTERM on, so whoever ends npm would otherwise leave the core running behind it. Without npm a parent may go: that is
 * how a program is left running in the background.
 */
export async function stopSignal(): Promise<void> {
  const parent = process.ppid
  const isRunByNpm = process.env['npm_lifecycle_event'] !== undefined
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (isRunByNpm && process.ppid !== parent) stop()
    }, PARENT_INTERVAL)
    const stop = (): void => {
      clearInterval(timer)
      process.off('SIGINT', stop).off('SIGTERM', stop)
      resolve()
    }
    process.on('SIGINT', stop).on('SIGTERM', stop)
  })
}
