import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export interface DownloadOptions {
  readonly env: NodeJS.ProcessEnv
  /** The installed npm package `electron`. */
  readonly packageDir: string
  readonly say: (line: string) => void
}

/** How long the download's address may take to answer at all, in milliseconds. */
const PROBE_PATIENCE = 5000
/** Long enough to unpack a download kept from before, where the address does not answer. */
const OFFLINE_LIMIT = 15_000
/** Long enough for a slow line, where it does. */
const ONLINE_LIMIT = 300_000

/**
 * Lets the npm package `electron` fetch its program, as it does by itself when it is first asked for.
 * @returns why it could not, or undefined once it is there
 */
export async function downloadElectron(options: DownloadOptions): Promise<string | undefined> {
  const { env, packageDir, say } = options
  const installer = join(packageDir, 'install.js')
  if (!existsSync(installer)) return 'Electron is not installed'
  if (env['ELECTRON_SKIP_BINARY_DOWNLOAD'])
    return 'Electron is not installed and its download is switched off'

  const installation = run(installer, env)
  const isOnline = await Promise.race([isReachable(env), installation.ended.then(() => false)])
  if (isOnline) say('Getting Electron for the desktop window: about 110 MB, this once.')
  const timer = setTimeout(() => installation.stop(), isOnline ? ONLINE_LIMIT : OFFLINE_LIMIT)
  const code = await installation.ended
  clearTimeout(timer)
  return code === 0 ? undefined : 'Electron is not installed and cannot be downloaded here'
}

function run(installer: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [installer], {
    env: { ...env, ELECTRON_GET_NO_PROGRESS: '1' },
    stdio: 'ignore',
  })
  return {
    ended: new Promise<number | null>((resolve) => {
      child.once('error', () => resolve(null))
      child.once('exit', resolve)
    }),
    stop: () => child.kill(),
  }
}

async function isReachable(env: NodeJS.ProcessEnv): Promise<boolean> {
  const address = env['npm_config_electron_mirror'] ?? env['ELECTRON_MIRROR'] ?? 'https://github.com'
  try {
    await fetch(address, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(PROBE_PATIENCE) })
    return true
  } catch {
    // A proxy may reach what we do not; the installer then decides.
    return Boolean(env['ELECTRON_GET_USE_PROXY'])
  }
}
