import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import open from 'open'
import type { Engine } from '../../core/database/engine.ts'
import type { Core } from '../../core/index.ts'
import { tuneToStay } from '../../core/v8-flags.ts'
import { isPortTaken } from '../../core/http/port-taken.ts'
import { builtCore } from './built.ts'
import { whyNoDisplay } from './display.ts'
import type { StartContext } from './start-context.ts'

/** How often it is tried again to open a database whose server is away, in milliseconds. */
const AWAY_PAUSE = 3000

export interface BrowserOptions {
  /** Whether to open the browser; the link is printed either way. */
  readonly opens: boolean
  /** Whether to make the demo shops first where there is no shop. */
  readonly demo: boolean
}

/**
 * Runs the core in this process and opens its console in the browser, until told to stop.
 * @throws DatabaseOpenError
 */
export async function runInBrowser(context: StartContext, { opens, demo }: BrowserOptions): Promise<void> {
  const { dataDir, env, port, root, say, stop } = context
  const consoleDir = join(root, 'out/renderer')
  const { LAUNCH_LINK_MINUTES, logBeside, openCore } = await builtCore(root)
  const engine = await openWhenThere(context, demo)
  if (!engine) return
  const core = await openCore({ engine, consoleDir, logger: logBeside(dataDir) })
  try {
    const origin = await listenNear(core, port, say)
    tuneToStay()
    const link = origin + (await core.consolePath())
    say(`\n  Console:        ${link}`)
    say(`  Local programs: ${origin}/api/v1`)
    say(`  The shop:       ${engine.name}\n`)
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

/**
 * Waits for a server that is away; whatever else keeps the database from being opened is not over by itself.
 * @returns undefined where it was told to stop meanwhile
 */
async function openWhenThere(
  { dataDir, database, root, say, stop }: StartContext,
  demo: boolean,
): Promise<Engine | undefined> {
  const { DatabaseOpenError, openDesk, plainKeeper, seedDemoShop } = await builtCore(root)
  const desk = { dataDir, database, keeper: plainKeeper }
  let said = ''
  while (!stop.aborted) {
    try {
      if (demo) await seedDemoShop(desk)
      return await openDesk(desk)
    } catch (error) {
      if (!(error instanceof DatabaseOpenError) || !error.mayPass) throw error
      if (error.message !== said) say(`${error.message} Backcounter waits for it; Ctrl+C ends Backcounter.`)
      said = error.message
      await pause(AWAY_PAUSE, undefined, { signal: stop }).catch(() => undefined)
    }
  }
  return undefined
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
