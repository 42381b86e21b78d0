import { fileURLToPath } from 'node:url'
import { Command, Option } from 'commander'
import { asArgument, orVariable, withoutPassword } from '../../core/cli/arguments.ts'
import { stopSignal } from '../../core/cli/stop-signal.ts'
import { databaseOf, dataDirOf, DEFAULT_PORT, defaultDataDir, parsePort } from '../../core/defaults.ts'
import { runInBrowser } from './browser.ts'
import { buildIfStale } from './build.ts'
import { builtCore } from './built.ts'
import { runDesktop } from './desktop.ts'
import type { StartContext } from './start-context.ts'

/** The desktop app where it can run, otherwise the same console in the browser. */

interface StartOptions {
  readonly demo?: true
  readonly data: string
  readonly database?: string
  readonly port: number
  readonly open: boolean
  readonly browser?: true
}

const options = new Command('npm start --')
  .description(
    'Starts Backcounter: its own window where Electron and a display exist, otherwise the browser.',
  )
  .option('--demo', 'make the demo shops where there is no store yet, and go straight in')
  .option('--data <folder>', 'keep the data here', asArgument(dataDirOf), defaultDataDir())
  .addOption(
    orVariable(
      new Option(
        '--database <address>',
        'the shop is there, also at later starts: postgres://…, or none for the data folder',
      ).argParser(asArgument(databaseOf)),
      'BACKCOUNTER_DATABASE',
    ),
  )
  .addOption(
    orVariable(
      new Option('--port <number>', 'answer local programs on this port; 0 takes a free one')
        .default(DEFAULT_PORT)
        .argParser(asArgument(parsePort)),
      'BACKCOUNTER_PORT',
    ),
  )
  .option('--browser', 'use the browser even where the window could be shown')
  .option('--no-open', 'print the link without opening the browser')
  .configureOutput({ writeErr: (text) => process.stderr.write(withoutPassword(text)) })
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse()
  .opts<StartOptions>()

const ending = new AbortController()
void stopSignal().then(() => ending.abort())

await start({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  dataDir: options.data,
  database: options.database,
  port: options.port,
  env: process.env,
  isRoot: process.getuid?.() === 0,
  say: (line) => console.log(line),
  stop: ending.signal,
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})

async function start(context: StartContext): Promise<void> {
  const { dataDir, root, say } = context
  await buildIfStale(root, say)
  await run(context).catch(async (error: unknown) => {
    const { offerRestore } = await builtCore(root)
    const offer = await offerRestore(error, dataDir)
    throw offer ? new Error(`${(error as Error).message}\n${offer.text}`, { cause: error }) : error
  })
}

async function run(context: StartContext): Promise<void> {
  const { say, stop } = context
  const isSeeded = options.demo && !stop.aborted && (await seedDemo(context))
  const reason = options.browser ? 'asked for with --browser' : await runDesktop(context)
  if (reason === undefined || stop.aborted) return
  say(`No desktop window (${reason}): the console opens in the browser.`)
  await runInBrowser(context, { opens: options.open, demo: options.demo === true && !isSeeded })
}

/** @returns whether the demo shops, or others, are there */
async function seedDemo({ dataDir, database, root }: StartContext): Promise<boolean> {
  const { DatabaseOpenError, plainKeeper, seedDemoShop } = await builtCore(root)
  try {
    await seedDemoShop({ dataDir, database, keeper: plainKeeper })
    return true
  } catch (error) {
    // What keeps the database from being opened the core meets again, and either form of it says so in its own way.
    if (!(error instanceof DatabaseOpenError)) throw error
    return false
  }
}
