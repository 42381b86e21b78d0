import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { downloadElectron, type DownloadOptions } from './download-electron.ts'

export type ElectronSearch = { readonly executable: string } | { readonly reason: string }

export interface ElectronSearchOptions extends DownloadOptions {
  readonly platform: NodeJS.Platform
}

/** How long Electron may take to print its version, in milliseconds. */
const PATIENCE = 20_000

/**
 * Finds an Electron that runs here: ELECTRON_EXEC_PATH, else ELECTRON_OVERRIDE_DIST_PATH, else the one in the npm
 * package, which is downloaded where it is not there yet. It is run once, because one that is there may still lack
 * a library of the system.
 */
export async function findElectron(options: ElectronSearchOptions): Promise<ElectronSearch> {
  const named = namedExecutable(options)
  if (named !== undefined) return check(named, options.env)
  if (!isUnpacked(options)) {
    const reason = await downloadElectron(options)
    if (reason !== undefined) return { reason }
  }
  return check(join(options.packageDir, 'dist', executableName(options.platform)), options.env)
}

/** Where Electron's program is inside its own folder. */
export const executableName = (platform: NodeJS.Platform): string =>
  (
    { win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' } as Partial<
      Record<string, string>
    >
  )[platform] ?? 'electron'

function namedExecutable({ env, platform }: ElectronSearchOptions): string | undefined {
  const { ELECTRON_EXEC_PATH: executable, ELECTRON_OVERRIDE_DIST_PATH: folder } = env
  if (executable) return executable
  return folder ? join(folder, executableName(platform)) : undefined
}

/** The package's installer writes `path.txt` last, when everything is unpacked. */
function isUnpacked({ packageDir, platform }: ElectronSearchOptions): boolean {
  const marker = join(packageDir, 'path.txt')
  return existsSync(marker) && existsSync(join(packageDir, 'dist', executableName(platform)))
    ? readFileSync(marker, 'utf8') === executableName(platform)
    : false
}

async function check(executable: string, env: NodeJS.ProcessEnv): Promise<ElectronSearch> {
  if (!existsSync(executable)) return { reason: `there is no Electron at ${executable}` }
  try {
    const { stdout } = await promisify(execFile)(executable, ['-p', 'process.versions.electron'], {
      env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
      timeout: PATIENCE,
    })
    if (/^\d+\./.test(stdout.trim())) return { executable }
    return { reason: `${executable} is not Electron` }
  } catch (error) {
    return { reason: `Electron does not run here (${complaintOf(error)})` }
  }
}

/** The first line that a failed program wrote, without its own path in front; or how it ended. */
function complaintOf(error: unknown): string {
  const { stderr, code, signal } = error as { stderr?: string; code?: unknown; signal?: unknown }
  const line = stderr?.split('\n').find((text) => text.trim() !== '')
  if (line !== undefined) return line.replace(/^\S*[/\\]\S+: /, '').slice(0, 200)
  return `it ended with ${String(signal ?? code)}`
}
