import type { FastifyError } from 'fastify'
import { Argument, Command, CommanderError, Option } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import type { Role } from '../access/staff.table.ts'
import {
  databaseOf,
  dataDirOf,
  DEFAULT_PORT,
  defaultDataDir,
  fileNamed,
  parsePort,
  placeNamed,
} from '../defaults.ts'
import { CommerceError } from '../kernel/errors.ts'
import { asArgument, column, orVariable, rate, wholeNumber, withoutPassword } from './arguments.ts'
import { output, type Output, type Streams } from './output.ts'
import { placeOf, type Place } from './place.ts'

/** What every command has. */
interface Common {
  readonly data?: string
  readonly database?: string
  readonly json?: boolean
}

const WRONG_USE = 2

/** Where a command says what it did, and how it ended. */
interface Ending {
  readonly streams: Streams
  code: number
}

/**
 * The command line of decisions, on the arguments behind its name.
 * @returns the exit code: 0 done, 1 it failed, 2 wrong use
 */
export async function runCommand(args: readonly string[], streams: Streams): Promise<number> {
  const ending: Ending = { streams, code: 0 }
  // Of a use that it refuses the parser does not say whether this was asked for.
  const isForProgram = args.includes('--json')
  try {
    await program(ending, { isForProgram }).parseAsync(args, { from: 'user' })
    return ending.code
  } catch (error) {
    // The use was asked for, or it was wrong; either has been told.
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return 0
    if (isForProgram) output(true, streams).failure(withoutPassword(error.message.replace(/^error: /, '')))
    return WRONG_USE
  }
}

/** Each command loads what it needs, when it runs. */
function program(ending: Ending, { isForProgram }: { readonly isForProgram: boolean }): Command {
  const { stdout, stderr } = ending.streams
  const run = runInto(ending)
  const transfer = transferInto(ending)
  const root = new Command('backcounter')
    .description('The commerce core without a window.')
    .version(packageJson.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      // A program is told on standard output.
      writeErr: (text) => isForProgram || stderr.write(withoutPassword(text)),
    })

  command(root, 'serve', 'Answer the API and the console on 127.0.0.1 until told to stop')
    .option('--port <number>', 'port to listen on; 0 takes a free one', asArgument(parsePort), DEFAULT_PORT)
    .option('--demo', 'make the demo shops first where there is no shop')
    .action(run(async () => (await import('./serve.ts')).serve))

  const client = root.command('client').description('Local programs that may use the API')
  command(client, 'create', 'Register a program; its secret is shown this once')
    .requiredOption('--store <code>', 'code of the store it works for')
    .requiredOption('--name <text>', 'what histories call it')
    .requiredOption(
      '--scope <scopes>',
      'such as "storefront staff": storefront, support, staff, manage, admin, price',
    )
    .option('--token-seconds <number>', 'how long its access tokens live', asArgument(wholeNumber))
    .option('--redirect-uri <url>', 'where its authorization codes may be sent (repeatable)', collect)
    .option('--allow-origin <url>', 'origin of its pages (repeatable)', collect)
    .action(run(async () => (await import('./client.ts')).createClientCommand))
  command(client, 'list', 'Show the programs').action(
    run(async () => (await import('./client.ts')).listClientsCommand),
  )
  command(client, 'rotate <id>', 'Give a program another secret, which is shown this once').action(
    async (id: string, options: Common) =>
      guard(options, ending, async (to) => {
        const { rotateClientCommand } = await import('./client.ts')
        return rotateClientCommand(await placeOf(options), id, to)
      }),
  )
  command(client, 'revoke <id>', 'Take a program its access').action(async (id: string, options: Common) =>
    guard(options, ending, async (to) => {
      const { revokeClientCommand } = await import('./client.ts')
      return revokeClientCommand(await placeOf(options), id, to)
    }),
  )

  const staff = root.command('staff').description('The people of a store, and their PINs')
  const ofStore = (name: string, text: string): Command =>
    command(staff, name, text).requiredOption('--store <code>', 'code of the store')
  ofStore('list', 'Show them').action(run(async () => (await import('./staff.ts')).listStaffCommand))
  ofStore('add', 'Add somebody, with a PIN that is shown this once')
    .requiredOption('--name <text>', 'what histories call them')
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).makeOptionMandatory())
    .action(run(async () => (await import('./staff.ts')).addStaffCommand))
  type OfStore = Common & { readonly store: string }
  ofStore('pin <id>', 'Give somebody a new PIN, which is shown this once').action(
    async (id: string, options: OfStore) =>
      guard(options, ending, async (to) =>
        (await import('./staff.ts')).newPinCommand(await placeOf(options), options, id, to),
      ),
  )
  ofStore('retire <id>', 'Take somebody off the staff').action(async (id: string, options: OfStore) =>
    guard(options, ending, async (to) =>
      (await import('./staff.ts')).retireStaffCommand(await placeOf(options), options, id, to),
    ),
  )

  command(root, 'console-link', 'Make another one-time link to the console of the running core')
    .option('--store <code>', 'code of the store to open; the first one where left out')
    .action(run(async () => (await import('./console-link.ts')).consoleLinkCommand))

  command(root, 'demo', 'Make the demo shops where they are missing')
    .option('--orders <number>', 'and place that many orders, spread over two years', asArgument(wholeNumber))
    .action(run(async () => (await import('./demo.ts')).demo))

  transferCommand(
    root,
    'import',
    'Take products, prices, customers or stock in from a CSV file; all of it or nothing',
  )
    .addArgument(new Argument('<kind>', 'what it holds').choices(IMPORTED))
    .argument('<file>', 'as a hosted shop exports them, or as `export` writes it', asArgument(fileNamed))
    .option(
      '--price-group <name>',
      'whose prices are in a file that names none; the first in the store’s first currency where left out',
    )
    .option(
      '--tax-rate <rate>',
      'of new products in a file that says none, such as 25%; where left out, the store’s own',
      asArgument(rate),
    )
    .option('--prices-include-tax', 'the prices of a file that names no price group include that tax')
    .option(
      '--column <name=ours>',
      'what a column holds that is called otherwise, such as "Varenr=sku"; "Noter=" leaves it out; once for each',
      column,
    )
    .option('--dry-run', 'only say what would be done, and every fault with its line')
    .action(transfer(async () => (await import('./import.ts')).importCommand))
  transferCommand(
    root,
    'export',
    'Write products, prices, customers, stock, orders or payments to a CSV file',
  )
    .addArgument(new Argument('<kind>', 'what to write').choices(EXPORTED))
    .requiredOption('--to <file>', 'the file to make', asArgument(fileNamed))
    .action(transfer(async () => (await import('./export.ts')).exportCommand))

  command(
    root,
    'check',
    'Check the database and the money of every order and of every count of a till',
  ).action(run(async () => (await import('./check.ts')).check))

  command(root, 'backup', 'Copy the shop to a file, while a core may be serving it')
    .requiredOption('--to <file>', 'the file to make', asArgument(fileNamed))
    .option('--overwrite', 'replace a file of that name')
    .action(run(async () => (await import('./backup.ts')).backupCommand))

  command(
    root,
    'move',
    'Take the shop to another place: from its folder to a server, or back; all of it or nothing',
  )
    .requiredOption(
      '--to <place>',
      'a folder, or an address such as postgres://user:password@host:5432/database',
      asArgument(placeNamed),
    )
    .action(run(async () => (await import('./move.ts')).moveCommand))

  command(root, 'restore', 'Put a backup in the place of the shop; what it replaces is kept beside it')
    .requiredOption('--from <file>', 'the backup', asArgument(fileNamed))
    .action(run(async () => (await import('./backup.ts')).restoreCommand))
  return root
}

/** As the core knows them; what it is made of is loaded with a command. */
const ROLES = ['support', 'clerk', 'manager', 'owner'] as const satisfies readonly Role[]

/** What can be imported and exported. */
const IMPORTED = ['products', 'prices', 'customers', 'stock']
const EXPORTED = [...IMPORTED, 'orders', 'payments']

const transferCommand = (parent: Command, name: string, description: string): Command =>
  command(parent, name, description).requiredOption('--store <code>', 'code of the store')

const command = (parent: Command, name: string, description: string): Command =>
  parent
    .command(name)
    .description(description)
    .option('--data <dir>', `folder of the data (default: ${defaultDataDir()})`, asArgument(dataDirOf))
    .addOption(
      orVariable(
        new Option(
          '--database <address>',
          'where the shop is: postgres://…, or none for the folder (default: where the desk has it)',
        ).argParser(asArgument(databaseOf)),
        'BACKCOUNTER_DATABASE',
      ),
    )
    .option('--json', 'one line of JSON on standard output, nothing else')

/** Loads a command and runs it with its place and output. */
const runInto =
  (ending: Ending) =>
  <O>(load: () => Promise<(place: Place, options: O, to: Output) => Promise<number>>) =>
  async (options: O & Common): Promise<void> =>
    guard(options, ending, async (to) => (await load())(await placeOf(options), options, to))

/** The same for a command whose arguments are its options, too: what it is about, and a file. */
const transferInto =
  (ending: Ending) =>
  <O>(load: () => Promise<(place: Place, options: O, to: Output) => Promise<number>>) =>
  async (...args: unknown[]): Promise<void> => {
    const own = args.at(-1) as Command
    const [kind, file] = own.processedArgs as readonly string[]
    const options = { ...own.opts(), kind, file } as O & Common
    return runInto(ending)(load)(options)
  }

/** What fails is one line for a person, and exit code 1; wrong values of options are wrong use. */
async function guard(
  options: Common,
  ending: Ending,
  action: (to: Output) => Promise<number>,
): Promise<void> {
  const to = output(options.json ?? false, ending.streams)
  try {
    ending.code = await action(to)
  } catch (error) {
    const { offerRestore } = await import('./restore-offer.ts')
    to.failure(
      error instanceof CommerceError ? faultsOf(error) : await textOf(error),
      await offerRestore(error, dataDirOf(options.data)),
    )
    ending.code = error instanceof CommerceError && error.kind === 'BadRequest' ? WRONG_USE : 1
  }
}

/** What keeps the database from doing something now, in the words of an answer; anything else as it says itself. */
async function textOf(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return String(error)
  const { asCommerceError } = await import('../http/errors.ts')
  const known = asCommerceError(error as FastifyError)
  return known.kind === 'ServiceUnavailable' ? known.message : error.message
}

const faultsOf = ({ faults }: CommerceError): string =>
  faults.map(({ field, text }) => (field === undefined ? text : `${field} ${text}`)).join('\n')

const collect = (value: string, previous: readonly string[] = []): string[] => [...previous, value]
