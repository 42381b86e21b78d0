import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EngineLocation } from './engine.ts'
import { DatabaseOpenError, asOpenError } from './open-error.ts'
import { isServerAddress, nameOf } from './postgres/address.ts'
import { makePrivate } from './private-file.ts'
import type { SecretKeeper } from './secret-keeper.ts'

/** In the place of an address: the shop is in the desk's own folder. */
export const IN_FOLDER = 'none'

/** A desk, and what its start has been told. */
export interface Desk {
  readonly dataDir: string
  /** The address of the database, or `IN_FOLDER`; undefined where nothing was said: then it is where it was last. */
  readonly database: string | undefined
  /** Keeps the password of the database. */
  readonly keeper: SecretKeeper
}

/** What a desk keeps of its own where its shop is on a server. */
interface DeskSettings {
  /** The address, without the password. */
  readonly database: string
  /** Left out where the address has none: the server asks for none, or the environment has it. */
  readonly password?: { readonly keeper: string; readonly sealed: string } | undefined
}

const fileOf = (dataDir: string): string => join(dataDir, 'backcounter.desk.json')

/**
 * Where the shop of a desk is.
 * @throws DatabaseOpenError `settings` where what is kept cannot be read, `unwritable` the folder itself; `unreachable` where another key store has the
 *   password, and neither the start nor the environment names it
 */
export async function findShop({ dataDir, database, keeper }: Desk): Promise<EngineLocation> {
  if (database === IN_FOLDER || database === undefined) requireEntry(dataDir)
  if (database === IN_FOLDER) return { kind: 'sqlite', dataDir }
  if (database === undefined) {
    const kept = read(dataDir)
    if (!kept) return { kind: 'sqlite', dataDir }
    return { kind: 'postgres', address: await addressOf(kept, keeper), deskDir: dataDir }
  }
  const kept = readWhereWhole(dataDir)
  // Its password was said once.
  const isKept = kept?.database === apart(database).database && apart(database).password === undefined
  return { kind: 'postgres', address: isKept ? await addressOf(kept, keeper) : database, deskDir: dataDir }
}

/**
 * Keeps where the shop of a desk is, once it has been opened there, for the next start. A password that a key store has
 * is never written beside it in plain; one in plain is sealed as soon as there is a key store.
 * @throws DatabaseOpenError `unwritable`
 */
export async function keepShop(
  { dataDir, keeper }: Pick<Desk, 'dataDir' | 'keeper'>,
  location: EngineLocation,
): Promise<void> {
  const file = fileOf(dataDir)
  await asOpenError(file, async () => {
    if (location.kind === 'sqlite') rmSync(file, { force: true })
    else await keep(dataDir, keeper, location.address)
  })
}

async function keep(dataDir: string, keeper: SecretKeeper, address: string): Promise<void> {
  const { database, password } = apart(address)
  const before = readWhereWhole(dataDir)
  const kept = before?.database === database ? before : undefined
  const sealed = kept?.password
  // The environment has said the password, or nobody has to.
  if (kept && password === undefined) return
  if (sealed && sealed.keeper !== keeper.name && isPlain(keeper)) return
  if (sealed?.keeper === keeper.name && (await keeper.open(sealed.sealed)) === password) return
  write(dataDir, {
    database,
    ...(password !== undefined && { password: { keeper: keeper.name, sealed: await keeper.seal(password) } }),
  })
}

const isPlain = ({ name }: SecretKeeper): boolean => name === 'plain'

/** An address and, apart from it, its password as it stands there. */
function apart(address: string): { readonly database: string; readonly password: string | undefined } {
  const url = new URL(address)
  const inQuery = url.searchParams.get('password')
  const password = inQuery === null ? url.password : encodeURIComponent(inQuery)
  if (inQuery !== null) url.searchParams.delete('password')
  url.password = ''
  return { database: url.href, password: password === '' ? undefined : password }
}

async function addressOf({ database, password }: DeskSettings, keeper: SecretKeeper): Promise<string> {
  if (!password) return database
  const opened = password.keeper === keeper.name ? await keeper.open(password.sealed) : undefined
  if (opened === undefined) {
    // The driver takes it from there by itself.
    if (process.env['PGPASSWORD']) return database
    const name = nameOf(database)
    const text =
      `The password of ${name} is in a key store that cannot be opened here: ` +
      'give the address once more with its password, or set PGPASSWORD.'
    throw new DatabaseOpenError('unreachable', name, text)
  }
  const url = new URL(database)
  url.password = opened
  return url.href
}

/** @throws DatabaseOpenError `settings` */
function read(dataDir: string): DeskSettings | undefined {
  const file = fileOf(dataDir)
  try {
    const settings = JSON.parse(readFileSync(file, 'utf8')) as DeskSettings
    // Whoever has edited it may have left anything there.
    if (!isServerAddress(settings.database) || !URL.canParse(settings.database))
      throw new Error('It names no database.')
    return settings
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))) return undefined
    throw new DatabaseOpenError(
      'settings',
      file,
      `The settings of this desk, ${file}, cannot be read: ${(error as Error).message}`,
      error,
    )
  }
}

/**
 * Whoever may not enter the folder reads nothing in it, and is not told that the settings are broken; nor what the system says
 * of files in a folder that is none.
 * @throws DatabaseOpenError `unwritable`
 */
function requireEntry(dataDir: string): void {
  const code = whyNoEntry(dataDir)
  if (code !== 'EACCES' && code !== 'ENOTDIR') return
  const why = code === 'EACCES' ? 'cannot be read by this user' : 'is a file or lies in one'
  throw new DatabaseOpenError('unwritable', dataDir, `The folder of the data, ${dataDir}, ${why}.`)
}

function whyNoEntry(dataDir: string): string | undefined {
  try {
    // Windows says of what would lie in a file that it is not there.
    if (!statSync(dataDir).isDirectory()) return 'ENOTDIR'
    statSync(fileOf(dataDir))
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  }
}

/** What cannot be read is replaced. */
function readWhereWhole(dataDir: string): DeskSettings | undefined {
  try {
    return read(dataDir)
  } catch {
    return undefined
  }
}

/** Whole or not at all: the next start must know where the shop is. */
function write(dataDir: string, settings: DeskSettings): void {
  const file = fileOf(dataDir)
  const half = `${file}.new`
  makePrivate(half)
  writeFileSync(half, `${JSON.stringify(settings, undefined, 2)}\n`, { flush: true })
  renameSync(half, file)
}
