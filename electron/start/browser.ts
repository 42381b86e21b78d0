import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import open from 'open'
import type { Core } from '../../core/index.ts'
import { isPortTaken } from '../port-taken.ts'
import { builtCore } from './built.ts'
import { whyNoDisplay } from './display.ts'
import type { StartContext } from './start-context.ts'

/**
 * Runs the core in this process and opens its console in the browser, until told to stop.
 * @param opens whether to open the browser; the link is printed either way
 * @throws DatabaseOpenError
 */
export async function runInBrowser(context: StartContext, opens: boolean): Promise<void> {
  const { dataDir, env, port, root, say, stop } = context
  const consoleDir = join(root, 'out/renderer')
  const { LAUNCH_LINK_MINUTES, logBeside, openCore, openEngine } = await builtCore(root)
  const engine = await openEngine({ kind: 'sqlite', dataDir })
  const core = await openCore({ engine, consoleDir, logger: logBeside(dataDir) })
  try {
    const origin = await listenNear(core, port, say)
    const link = origin + (await core.consolePath())
    say(`\n  Console:        ${link}`)
    say(`  Local programs: ${origin}/api/v1\n`)
    // The link of a first start waits for as long as it takes.
    const lifetime = link.includes('/?launch=') ? `, within ${LAUNCH_LINK_MINUTES} minutes` : ''
    say(`The link works once${lifetime}. Ctrl+C ends Backcounter.`)
    if (process.stdin.isTTY) {
      offerMoreLinks(process.stdin, async () => origin + (await core.consolePath()), say, stop)
    }
    if (opens && (await whyNoDisplay(env, process.platform)) === undefined) await openBrowser(link, say)
    if (!stop.aborted) await once(stop, 'abort')
  } finally {
    await core.close()
  }
}

/** Listens on the port, or on a free one where another program has it. */
async function listenNear(core: Core, port: number, say: StartContext['say']): Promise<string> {
  try {
    return await core.listen(port)
  } catch (error) {
    if (!isPortTaken(error)) throw error
    const origin = await core.listen(0)
    say(`Port ${port} is taken by another program; this start uses port ${new URL(origin).port}.`)
    return origin
  }
}

/** A browser that does not open is no failure: the link is there to be opened by hand. */
async function openBrowser(link: string, say: StartContext['say']): Promise<void> {
  const failed = (): void => say('No browser could be opened; please open the link yourself.')
  try {
    const opener = await open(link)
    opener.once('error', failed)
    opener.once('exit', (code) => {
      if (code !== 0) failed()
    })
  } catch {
    failed()
  }
}

/**
 * Prints a new link for each line that is entered, until told to stop. One that cannot be made, because another program
 * is writing to the database, is said: the console that is open goes on.
 */
export function offerMoreLinks(
  input: NodeJS.ReadableStream,
  newLink: () => Promise<string>,
  say: StartContext['say'],
  stop: AbortSignal,
): void {
  const failed = (error: unknown): void =>
    say(`No link could be made: ${(error as Error).message} Enter tries again.`)
  say('Enter prints a new link.')
  createInterface({ input, signal: stop }).on('line', () => void newLink().then(say, failed))
}
