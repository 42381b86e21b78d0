import { readFileSync } from 'node:fs'

/** How often to look, in milliseconds. */
const INTERVAL = 500

/**
 * Calls back once when npm, which started this process, is gone: it may be killed without passing that on. Without
 * npm nothing is watched, since a program in the background outlives its terminal on purpose.
 */
export function whenNpmIsGone(env: NodeJS.ProcessEnv, onGone: () => void): void {
  if (env['npm_lifecycle_event'] === undefined) return
  const started = ancestors()
  const timer = setInterval(() => {
    if (ancestors().join() === started.join()) return
    clearInterval(timer)
    onGone()
  }, INTERVAL)
  timer.unref()
}

/** The parent and, where the system tells, its parent: npm puts a shell between. */
function ancestors(): (number | undefined)[] {
  return [process.ppid, parentOf(process.ppid)]
}

function parentOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    // The name in brackets may hold anything; the parent is the second word behind it.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } catch {
    return undefined
  }
}
