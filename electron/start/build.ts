import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { isBuildStale } from './build-state.ts'

/**
 * Builds the app where its build is missing or older than its sources.
 * @param say is told once, before the build begins
 * @throws with what the build printed where it fails
 */
export async function buildIfStale(root: string, say: (line: string) => void): Promise<void> {
  if (!isBuildStale(root)) return
  const builder = join(root, 'node_modules/electron-vite/bin/electron-vite.js')
  if (!existsSync(builder)) throw new Error('Backcounter is not built and cannot be: run `npm ci` first.')
  say('Building the console; this takes a few seconds the first time and after changes.')
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
