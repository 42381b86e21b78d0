import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { join } from 'node:path'

/** Where a system keeps files in memory. */
const MEMORY = '/dev/shm'
/** Far more than all files that tests have at one time. */
const ENOUGH = 4e9

/** Below `/dev/shm` where there is room for a run's files and programs may be started; undefined elsewhere. */
export function memoryFolder(): string | undefined {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ENOUGH && !isWithoutPrograms() ? MEMORY : undefined
  } catch {
    return undefined
  }
}

const isWithoutPrograms = (): boolean =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .some((line) => line.split(' ')[1] === MEMORY && /\bnoexec\b/.test(line))

/** Before the id of the process whose files are in it. */
const PREFIX = 'backcounter-tests-'

/** Takes away what runs have left that were killed: memory does not come back by itself. */
function forgetEnded(memory: string): void {
  for (const name of readdirSync(memory)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length)) : NaN
    if (!Number.isNaN(pid) && !isRunning(pid)) rmSync(join(memory, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Vitest's global setup: what tests write lies in memory, since thousands of small shops keep a disk busy for minutes
 * and none of them has to outlive its test. What a disk does to a shop, torture tries on one that lies.
 */
export default function writeToMemory(): (() => void) | undefined {
  const memory = memoryFolder()
  if (memory === undefined || process.env['TMPDIR']?.startsWith(memory) === true) return undefined
  const before = process.env['TMPDIR']
  forgetEnded(memory)
  const folder = mkdtempSync(join(memory, `${PREFIX}${process.pid}-`))
  // PostgreSQL may run as another user, who has to get through.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  return () => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    // Browsers that end with their workers write their last meanwhile.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}
