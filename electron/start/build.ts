import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify, stripVTControlCharacters } from 'node:util'
import { isDatabaseBusy } from '../../core/database/error-codes.ts'
import { isBuildStale } from './build-state.ts'

/** Milliseconds after which it is looked again whether another build has ended. */
const LOOK_AGAIN = 100

/**
 * Builds the app where its build is missing or older than its sources. Two at once would take each other's files: the
 * second waits, and then has what the first has built.
 * @param say is told once, before the build begins
 * @param build makes it
 * @throws with what the build printed where it fails, and with what to do where it could not but fail
 */
export async function buildIfStale(
  root: string,
  say: (line: string) => void,
  build = buildAll,
): Promise<void> {
  if (!isBuildStale(root)) return
  // Vite takes these for the end of a module's address, and the build fails with the sources of each of them.
  if (/[#?]/u.test(root))
    throw new Error(`Backcounter cannot be built in a folder with “#” or “?” in its path: ${root}\nMove it.`)
  const release = await holdLock(join(root, 'node_modules/.build-lock'))
  try {
    if (!isBuildStale(root)) return
    say('Building the console; this takes a few seconds the first time and after changes.')
    await build(root)
  } finally {
    release()
  }
}

/** @returns what releases it */
async function holdLock(path: string): Promise<() => void> {
  if (!existsSync(dirname(path))) throw notInstalled()
  // SQLite is loaded by whoever builds only.
  const { hold } = await import('../../core/database/sqlite/safekeeping/instance-lock.ts')
  for (;;) {
    try {
      const lock = hold(path)
      return () => lock.close()
    } catch (error) {
      if (!isDatabaseBusy(error)) throw error
      await wait(LOOK_AGAIN)
    }
  }
}

async function buildAll(root: string): Promise<void> {
  const builder = join(root, 'node_modules/electron-vite/bin/electron-vite.js')
  if (!existsSync(builder)) throw notInstalled()
  try {
    await promisify(execFile)(process.execPath, [builder, 'build', '--logLevel', 'error'], {
      cwd: root,
    })
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    const report = stripVTControlCharacters(`${stdout ?? ''}${stderr ?? ''}`)
    throw new Error(`The build failed.\n${report}`, { cause: error })
  }
}

const notInstalled = (): Error => new Error('Backcounter is not built and cannot be: run `npm ci` first.')
