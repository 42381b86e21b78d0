import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { temporaryDir } from '../support/core.ts'
import { environment } from '../support/main.ts'

/** `npm start` in its browser form: the core in the same process and a link. */
export const START = fileURLToPath(new URL('../../electron/start.ts', import.meta.url))

export const startBrowserForm = async (...args: string[]) => startAs('--browser', ...args)

/** Where there is no display. */
export const startAs = async (...args: string[]) =>
  startIn({ DISPLAY: undefined, WAYLAND_DISPLAY: undefined }, args)

export async function startIn(env: NodeJS.ProcessEnv, args: readonly string[]) {
  const dataDir = await temporaryDir()
  const child = spawn(
    process.execPath,
    [START, '--no-open', '--data', dataDir, ...(args.includes('--port') ? [] : ['--port', '0']), ...args],
    {
      env: { ...environment, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal)),
  )
  const link = async (): Promise<URL> => {
    await expect.poll(() => output, { timeout: 20_000 }).toMatch(/Ctrl\+C/)
    return new URL(/http:\S+\/\?\S+/.exec(output)?.[0] ?? '')
  }
  return { child, dataDir, ended, link, output: () => output }
}
