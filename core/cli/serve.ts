import { join } from 'node:path'
import { openEngine } from '../engines.ts'
import { logBeside } from '../http/logging.ts'
import { isPortTaken } from '../http/port-taken.ts'
import { openCore } from '../index.ts'
import { tuneToStay } from '../v8-flags.ts'
import type { Output } from './output.ts'
import type { Place } from './place.ts'
import { stopSignal } from './stop-signal.ts'

/** Where `npm run build` puts the console. */
export const CONSOLE_DIR = join(import.meta.dirname, '../../out/renderer')

/** What is said where a link to it would lead nowhere. */
export const CONSOLE_NOT_BUILT = 'The console is not built: run `npm run build`, then start again.'

const taken = (port: number): string =>
  `Port ${port} is taken by another program, or may not be used by this user: give another one with --port, such as 0 for any that is free.`

/** Answers the API and the console on 127.0.0.1 until told to stop. */
export async function serve(
  { dataDir, location }: Place,
  { port, demo = false }: { port: number; demo?: boolean },
  to: Output,
): Promise<number> {
  if (demo) {
    const { seedDemoShop } = await import('./seed-demo-shop.ts')
    await seedDemoShop(location)
  }
  const core = await openCore({
    engine: await openEngine(location),
    consoleDir: CONSOLE_DIR,
    logger: logBeside(dataDir),
  })
  try {
    const stopped = stopSignal()
    const api = await core.listen(port).catch((error: unknown) => {
      throw isPortTaken(error) ? new Error(taken(port), { cause: error }) : error
    })
    tuneToStay()
    const console = core.hasConsole ? `${api}${await core.consolePath()}` : null
    to.result(
      { ready: true, api, console, pid: process.pid },
      `API      ${api}/api/v1\nConsole  ${console ?? CONSOLE_NOT_BUILT}`,
    )
    await stopped
  } finally {
    await core.close()
  }
  return 0
}
