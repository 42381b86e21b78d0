import { readFileSync } from 'node:fs'

/** How often to look whether the npm that started this process is still there, in milliseconds. */
const INTERVAL = 500

/**
 * Resolves when this process is to end: SIGINT, SIGTERM, or the npm that runs it is gone. npm does not reliably pass a
 * SIGTERM on, so whoever ends npm would otherwise leave the core running behind it. Without npm a parent may go: that is
 * how a program is left running in the background.
 */
export async function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (isRunByNpm && ancestors() !== ancestorsAtStart) stop()
    }, INTERVAL).unref()
    const stop = (): void => {
      clearInterval(timer)
      process.off('SIGINT', stop).off('SIGTERM', stop)
      resolve()
    }
    process.on('SIGINT', stop).on('SIGTERM', stop)
  })
}

const isRunByNpm = process.env['npm_lifecycle_event'] !== undefined

/** The parent and, where the system tells, its parent: npm puts a shell between. */
const ancestors = (): string => `${process.ppid} ${parentOf(process.ppid)}`

/** Noted first of all: npm may be gone before the core is open. */
const ancestorsAtStart = ancestors()

function parentOf(pid: number): string {
  try {
    // The name in brackets may hold anything; the parent is the second word behind it.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1] ?? ''
  } catch {
    return ''
  }
}
