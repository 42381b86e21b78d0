import { createHash } from 'node:crypto'
import { sql, type QueryCreator } from 'kysely'
import { chunksOf } from '../kernel/chunks.ts'
import { conflict } from '../kernel/errors.ts'
import type { Engine, ReadDb, WriteDb } from './engine.ts'

/** Rows that are held in memory at a time; of those with files in them, which are large, fewer. */
const CHUNK = 2000
const CHUNK_OF_FILES = 20
/** Values of one statement: both engines take more. */
const MAX_VALUES = 20_000

/** A table as it is to be copied. */
interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** The columns of its primary key, in their order. */
  readonly key: readonly string[]
  /** How many of its rows are read at a time. */
  readonly chunk: number
  /** The tables that its rows refer to. */
  readonly parents: ReadonlySet<string>
  /** The column in which its rows refer to each other. */
  readonly own: string | undefined
}

type Row = Readonly<Record<string, string | number | Buffer | null>>

/** How a table was found: its rows, and a digest of them all in whichever order, which a key that is written otherwise changes. */
interface Content {
  readonly rows: number
  readonly digest: string
}

/**
 * Copies everything that one storage holds into another that is empty, in one transaction, and reads it back before that
 * ends: all of it is there and the same, or nothing is. One of the two is a file.
 * @param requireStill is asked last: where it throws, nothing is moved
 * @returns how many rows there are
 * @throws CommerceError Conflict where the target holds a shop
 */
export async function moveShop(
  source: Engine,
  target: Engine,
  requireStill = async () => Promise.resolve(),
): Promise<number> {
  const file = source.location.kind === 'sqlite' ? source : target
  const tables = parentsFirst(await tablesOf(file))
  const moved = await target.transact(async (to) => {
    await requireEmpty(to, target.name)
    return source.read(async (from) => {
      // The read may be run again.
      for (const table of tables.toReversed()) await untyped(to).deleteFrom(table.name).execute()
      let rows = 0
      for (const table of tables) {
        const copied = await copy(from, to, table, target.location.kind === 'postgres' ? readable : asItIs)
        // A server ends a read of which it hears nothing for a minute, and a long table takes longer.
        const found = await readAll(to, table, async () => {
          await firstStore(from)
        })
        if (found.digest !== copied.digest) {
          throw new Error(`${table.name} was not copied as it is: nothing has been moved.`)
        }
        rows += copied.rows
      }
      await requireStill()
      return rows
    })
  })
  // What is moved is moved; a server comes to it by itself, too.
  await target.refreshStatistics?.(tables.map(({ name }) => name)).catch(() => undefined)
  return moved
}

async function requireEmpty(db: ReadDb, name: string): Promise<void> {
  if (await firstStore(db)) throw conflict('move.not-empty', `${name} holds a shop already.`)
}

const firstStore = async (db: ReadDb) => db.selectFrom('stores').select('id').executeTakeFirst()

/** How a row is to stand in the target. */
type Written = (row: Row) => Row

const asItIs: Written = (row) => row

/** What no text of a server holds, and a file has of imports of earlier versions. */
const NUL = '\0'
/** What stands for what cannot be read. */
const REPLACEMENT = '\ufffd'

const readable: Written = (row) =>
  Object.values(row).some((value) => typeof value === 'string' && value.includes(NUL))
    ? Object.fromEntries(
        Object.entries(row).map(([column, value]) => [
          column,
          typeof value === 'string' ? value.replaceAll(NUL, REPLACEMENT) : value,
        ]),
      )
    : row

async function copy(from: ReadDb, to: WriteDb, table: Table, written: Written): Promise<Content> {
  const atATime = Math.floor(MAX_VALUES / table.columns.length)
  const write = async (rows: readonly Row[]): Promise<void> => {
    for (const some of chunksOf(rows, atATime)) {
      await untyped(to).insertInto(table.name).values(some).execute()
    }
  }
  const { own } = table
  if (own === undefined) return readAll(from, table, write, written)
  const all: Row[] = []
  const content = await readAll(from, table, async (rows) => Promise.resolve(void all.push(...rows)), written)
  await write(ancestorsFirst(all, own))
  return content
}

/** Reads a table in the order of its key. */
async function readAll(
  db: ReadDb,
  { name, columns, key, chunk }: Table,
  use: (rows: readonly Row[]) => Promise<void>,
  written = asItIs,
): Promise<Content> {
  let digest = 0n
  const place = sql.join(key.map((column) => sql.ref(column)))
  let count = 0
  let last: Row | undefined
  do {
    let query = untyped(db).selectFrom(name).selectAll().limit(chunk)
    for (const column of key) query = query.orderBy(column)
    if (last) {
      const values = key.map((column) => sql.val(last?.[column]))
      query = query.where(sql<boolean>`(${place}) > (${sql.join(values)})`)
    }
    const found = (await query.execute()) as Row[]
    const rows = found.map(written)
    for (const row of rows) {
      digest ^= BigInt(`0x${digestOf(columns.map((column) => row[column]))}`)
    }
    await use(rows)
    count += rows.length
    last = found.length === chunk ? found.at(-1) : undefined
  } while (last)
  return { rows: count, digest: digest.toString(16) }
}

function digestOf(values: readonly (Row[string] | undefined)[]): string {
  const hash = createHash('sha256')
  hash.update(JSON.stringify(values.map((value) => (value instanceof Buffer ? value.length : value))))
  for (const value of values) if (value instanceof Buffer) hash.update(value)
  return hash.digest('hex')
}

/** The tables of a file, which every storage of this version has. */
async function tablesOf({ reader }: Engine): Promise<Table[]> {
  const { rows: names } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'kysely%' and name not like 'sqlite%'
    order by name`.execute(reader)
  const tables: Table[] = []
  for (const { name } of names) {
    const { rows: columns } = await sql<{ name: string; type: string; pk: number }>`
      select name, type, pk from pragma_table_info(${name})`.execute(reader)
    const { rows: references } = await sql<{ table: string; from: string }>`
      select "table", "from" from pragma_foreign_key_list(${name})`.execute(reader)
    const inKey = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
    tables.push({
      name,
      columns: columns.map((column) => column.name).sort(),
      key: inKey.map((column) => column.name),
      chunk: columns.some(({ type }) => type.toLowerCase() === 'blob') ? CHUNK_OF_FILES : CHUNK,
      parents: new Set(references.map((reference) => reference.table).filter((parent) => parent !== name)),
      own: references.find((reference) => reference.table === name)?.from,
    })
  }
  return tables
}

/** Whatever a table's rows refer to stands before it. */
function parentsFirst(tables: readonly Table[]): Table[] {
  const sorted: Table[] = []
  const left = new Map(tables.map((table) => [table.name, table]))
  while (left.size > 0) {
    const next = [...left.values()].find(({ parents }) => ![...parents].some((parent) => left.has(parent)))
    if (!next) throw new Error('Tables refer to each other in a circle.')
    sorted.push(next)
    left.delete(next.name)
  }
  return sorted
}

/** The same for rows of one table. */
function ancestorsFirst(rows: readonly Row[], own: string): Row[] {
  const byId = new Map(rows.map((row) => [row['id'], row]))
  const sorted = new Set<Row>()
  const add = (row: Row): void => {
    const parent = byId.get(row[own] ?? null)
    if (parent && !sorted.has(parent)) add(parent)
    sorted.add(row)
  }
  for (const row of rows) add(row)
  return [...sorted]
}

/** Tables and columns are those that the file has told of itself. */
const untyped = (db: ReadDb | WriteDb) =>
  db as unknown as QueryCreator<Record<string, Record<string, unknown>>>
