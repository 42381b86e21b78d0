import { fileURLToPath } from 'node:url'
import { Command, InvalidArgumentError, Option } from 'commander'
import { offerRestore } from '../core/cli/restore-offer.ts'
import { seedDemoShop } from '../core/cli/seed-demo-shop.ts'
import { stopSignal } from '../core/cli/stop-signal.ts'
import { DatabaseOpenError } from '../core/database/open-error.ts'
import { dataDirOf, DEFAULT_PORT, defaultDataDir } from '../core/defaults.ts'
import { parsePort } from './launch-options.ts'
import { runInBrowser } from './start/browser.ts'
import { buildIfStale } from './start/build.ts'
import { runDesktop } from './start/desktop.ts'
import type { StartContext } from './start/start-context.ts'

/** Behind `npm start`: the desktop app where it can run, otherwise the same console in the browser. */

interface StartOptions {
  readonly demo?: true
  readonly data: string
  readonly port: number
  readonly open: boolean
  readonly browser?: true
}

const options = new Command('npm start --')
  .description(
    'Starts Backcounter: its own window where Electron and a display exist, otherwise the browser.',
  )
  .option('--demo', 'make the demo shops where there is no store yet, and go straight in')
  .option('--data <folder>', 'keep the data here', defaultDataDir())
  .addOption(
    new Option('--port <number>', 'answer local programs on this port; 0 takes a free one')
      .env('BACKCOUNTER_PORT')
      .default(DEFAULT_PORT)
      .argParser(asPort),
  )
  .option('--browser', 'use the browser even where the window could be shown')
  .option('--no-open', 'print the link without opening the browser')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse()
  .opts<StartOptions>()

const ending = new AbortController()
void stopSignal().then(() => ending.abort())

await start({
  root: fileURLToPath(new URL('..', import.meta.url)),
  dataDir: dataDirOf(options.data),
  port: options.port,
  env: process.env,
  isRoot: process.getuid?.() === 0,
  say: (line) => console.log(line),
  stop: ending.signal,
}).catch(async (error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  const offer = await offerRestore(error, dataDirOf(options.data))
  if (offer) console.error(offer.text)
  process.exitCode = 1
})

async function start(context: StartContext): Promise<void> {
  const { dataDir, root, say, stop } = context
  await buildIfStale(root, say)
  if (options.demo && !stop.aborted) await seedDemoShop(dataDir).catch(leaveToCore)
  const reason = options.browser ? 'asked for with --browser' : await runDesktop(context)
  if (reason === undefined || stop.aborted) return
  say(`No desktop window (${reason}): the console opens in the browser.`)
  await runInBrowser(context, options.open)
}

/** What keeps the database from being opened the core meets again, and either form of it says so in its own way. */
function leaveToCore(error: unknown): void {
  if (!(error instanceof DatabaseOpenError)) throw error
}

function asPort(text: string): number {
  try {
    return parsePort(text)
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
}
