import { execve, execArgv, execPath, argv, env, platform } from 'node:process'
import { setFlagsFromString } from 'node:v8'

/**
 * What glibc's `malloc` is told before a process begins, and at no other time. By itself it has eight arenas for each processor,
 * and keeps blocks of up to 32 MB in them once it has seen some: what V8's threads and SQLite have given back stays with it.
 */
const MALLOC: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

/**
 * Keeps V8's young generation as small as it begins: under load it would grow and stay so. It takes 20 MB less after load and
 * serves some 7% fewer orders a second, 10% fewer of them by id. To be called before anything is loaded.
 */
export const keepHeapSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1')

/**
 * Lets a process that stays give memory back to the system. V8 looks for garbage as soon as its heap has grown by 30%: that is
 * 12 MB less after load, for two more looks in 3,000 orders. (Commands do without: an import on the command line would take
 * a seventh more processor time.) On Linux the process begins anew, as the same one, with what `malloc` is told. Whoever
 * has told it something else is heard. To be called before anything else.
 */
export function giveMemoryBack(): void {
  setFlagsFromString('--heap-growing-percent=30')
  if (platform !== 'linux') return
  beginAnew()
  if (!Object.entries(MALLOC).every(([name, value]) => env[name] === value)) return
  // What this process starts is not told.
  for (const name of Object.keys(MALLOC)) Reflect.deleteProperty(env, name)
}

/** Begins anew where that is still to be done; for who only loads what calls `giveMemoryBack`, before it is loaded. */
export function beginAnew(): void {
  if (platform !== 'linux') return
  if (Object.keys(env).some((name) => name.startsWith('MALLOC_'))) return
  execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, ...MALLOC })
}
