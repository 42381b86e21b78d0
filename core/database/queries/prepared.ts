import {
  sql,
  type Compilable,
  type CompiledQuery,
  type Insertable,
  type QueryCreator,
  type Selectable,
  type Updateable,
} from 'kysely'
import { isNotNullViolation } from '../error-codes.ts'
import type { ReadDb, WriteDb } from '../engine.ts'
import type { Compiling, Handle } from '../handle.ts'
import { filledUp, LONGEST } from '../value-lists.ts'
import { inParts } from './in-parts.ts'
import { Overtaken } from '../overtaken.ts'
import type { Tables } from '../schema/tables.ts'

type Parameters = Readonly<Record<string, unknown>>

/** A query that is built and compiled once; only its parameters change. */
export interface Prepared<P, R> {
  all(db: ReadDb, parameters: P): Promise<R[]>
  first(db: ReadDb, parameters: P): Promise<R | undefined>
  /** For a write whose answer nobody needs. @see Handle.send */
  send(db: WriteDb, parameters: P): Promise<void>
}

/** Stands for a parameter while a query is built. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Names of parameters, as a query builder takes them: `parameters.cartId` is the place of the cart's id. */
const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) })

/**
 * Prepares a query of the hot path: building and compiling it costs more than running it.
 * @param build uses each parameter as a value and nothing else: the query is the same whatever they are
 */
export function prepared<P extends Parameters, R>(
  build: (db: WriteDb, parameters: P) => Compilable<R>,
): Prepared<P, R> {
  const template = once((db) => build(db, placeholders as P).compile())
  return {
    all: async (db, parameters) => (await db.run(bind(template(db), parameters))).rows,
    first: async (db, parameters) => (await db.run(bind(template(db), parameters))).rows[0],
    send: async (db, parameters) => void (await db.send(bind(template(db), parameters))),
  }
}

/**
 * The same for a query that asks for a list of values: one is prepared for each length that lists are
 * filled up to; those that are longer are of work in bulk.
 * @param build uses the values in one `in`, and nothing else
 * @returns what runs it, for any list
 */
export function preparedList<V, R>(
  build: (db: WriteDb, values: readonly V[]) => Compilable<R>,
): (db: ReadDb, values: readonly V[]) => Promise<R[]> {
  const ofLength = new Map<number, Prepared<Parameters, R>>()
  const prepare = (length: number): Prepared<Parameters, R> =>
    prepared((db, parameters: Parameters) =>
      build(
        db,
        Array.from({ length }, (_, index) => parameters[index] as V),
      ),
    )
  return async (db, values) => {
    if (values.length === 0) return []
    if (values.length > LONGEST)
      return inParts(values, async (some) => (await db.run(build(db as WriteDb, some).compile())).rows)
    const filled = filledUp(values)
    let query = ofLength.get(filled.length)
    if (!query) ofLength.set(filled.length, (query = prepare(filled.length)))
    // Each place goes by its number.
    return query.all(db, filled as unknown as Parameters)
  }
}

/** Inserts a row. */
export async function insertRow<T extends keyof Tables>(
  db: WriteDb,
  table: T,
  row: Insertable<Tables[T]>,
): Promise<void> {
  const template = inserts.of(table, Object.keys(row))
  await db.send({ ...template(db), parameters: Object.values(row) })
}

/**
 * Inserts a row unless another one stands where only one may.
 * @returns false where nothing was written
 */
export async function insertUnlessThere<T extends keyof Tables>(
  db: WriteDb,
  table: T,
  row: Insertable<Tables[T]>,
): Promise<boolean> {
  const template = insertsUnlessThere.of(table, Object.keys(row))
  const { numAffectedRows = 0n } = await db.run({ ...template(db), parameters: Object.values(row) })
  return numAffectedRows > 0n
}

/**
 * Puts a row in the place of the one that has the same values in the columns that make it the only one; whoever is first
 * keeps its id.
 * @param only columns that are unique together
 */
export async function putRow<T extends TableWithId>(
  db: WriteDb,
  table: T,
  row: Insertable<Tables[T]>,
  only: readonly (keyof Tables[T] & string)[],
): Promise<void> {
  const template = puts.of(table, [...Object.keys(row), GUARD, ...only])
  await db.send({ ...template(db), parameters: Object.values(row) })
}

/** Rows that one statement inserts at most. For each number up to this one a table has a statement of its own. */
const MAX_ROWS = 32

/** Inserts rows that all have the same columns, in few statements whose texts are few as well. */
export const insertRows = async <T extends keyof Tables>(
  db: WriteDb,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> => insertWith(inserts, db, table, rows)

/** The same without those in whose place another one stands. */
export const insertRowsUnlessThere = async <T extends keyof Tables>(
  db: WriteDb,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> => insertWith(insertsUnlessThere, db, table, rows)

async function insertWith<T extends keyof Tables>(
  templates: Templates,
  db: WriteDb,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first) as (keyof typeof first & string)[]
  for (let start = 0; start < rows.length; start += MAX_ROWS) {
    const some = rows.slice(start, start + MAX_ROWS)
    const template = templates.of(table, columns, some.length)
    const parameters = some.flatMap((row) => columns.map((column): unknown => row[column]))
    await db.send({ ...template(db), parameters })
  }
}

/** Rows of tables; what is referred to stands before what refers to it. */
export type TableRows = { readonly [T in keyof Tables]?: readonly Insertable<Tables[T]>[] }

/** Inserts the rows of tables, one table after the other. */
export async function insertAll(db: WriteDb, rows: TableRows): Promise<void> {
  for (const table of Object.keys(rows) as (keyof Tables)[]) await insertRows(db, table, rows[table] ?? [])
}

/**
 * Changes columns of the row of an id.
 * @param owner what it belongs to, where its table finds its rows by that
 */
export async function updateRow<T extends TableWithId>(
  db: WriteDb,
  table: T,
  id: string,
  columns: Updateable<Tables[T]>,
  owner: Partial<Selectable<Tables[T]>> = {},
): Promise<void> {
  await db.send(update(db, table, id, owner, columns))
}

/**
 * Changes columns of the row of an id, where it still is as it was seen: whoever has changed it since is not overwritten.
 * @param seen columns and what they held
 * @returns false where the row is another by now, and nothing was written
 */
export async function updateSeen<T extends TableWithId>(
  db: WriteDb,
  table: T,
  id: string,
  seen: Partial<Selectable<Tables[T]>>,
  columns: Updateable<Tables[T]>,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await db.run(update(db, table, id, seen, columns))
  return numAffectedRows > 0n
}

function update<T extends TableWithId>(
  db: WriteDb,
  table: T,
  id: string,
  seen: Partial<Selectable<Tables[T]>>,
  columns: Updateable<Tables[T]>,
): CompiledQuery {
  const template = updates.of(table, [...Object.keys(columns), GUARD, ...Object.keys(seen)])
  const parameters = [...Object.values<unknown>(columns), id, ...Object.values<unknown>(seen)]
  return { ...template(db), parameters }
}

/**
 * The same for a row that has a version.
 * @param seen the row, and the version that it was seen in
 * @param columns with the version that it becomes
 * @throws Overtaken where it is in another version by now, or gone
 */
export async function updateVersion<T extends VersionedTable>(
  db: WriteDb,
  table: T,
  { id, version }: { readonly id: string; readonly version: number },
  columns: Updateable<Tables[T]> & { readonly version: number },
): Promise<void> {
  const seen = { version } as Partial<Selectable<Tables[T]>>
  if (!(await updateSeen(db, table, id, seen, columns))) throw new Overtaken()
}

/**
 * Makes sure that rows are still in the versions that they were seen in, for whoever writes nothing of them: what was read of
 * each, one statement behind the other, was all there at one moment then.
 * @throws Overtaken where one is in another version by now, or gone
 */
export async function confirmVersions(
  db: WriteDb,
  table: VersionedTable,
  seen: readonly { readonly id: string; readonly version: number }[],
): Promise<void> {
  const versions = new Map(seen.map(({ id, version }) => [id, version]))
  const rows = await inParts([...versions.keys()], async (ids) =>
    db.selectFrom(table).select(['id', 'version']).where('id', 'in', ids).execute(),
  )
  const same = rows.filter(({ id, version }) => versions.get(id) === version)
  if (same.length < versions.size) throw new Overtaken()
}

/**
 * Changes columns of a row that has a version, and makes it the next one. A server is not waited for: where the row is in
 * another version by now, the statement fails, and with it the whole transaction, which is run again.
 * @param seen the row, which the transaction has locked (one that is gone would be taken for written), and the version that
 *   it was seen in
 * @returns false where it is known at once that the row is in another version, and nothing was written
 */
export async function advanceVersion<T extends VersionedTable>(
  db: WriteDb,
  table: T,
  { id, version }: { readonly id: string; readonly version: number },
  columns: Omit<Updateable<Tables[T]>, 'id' | 'version'>,
): Promise<boolean> {
  const template = advances.of(table, Object.keys(columns))
  try {
    await db.send({ ...template(db), parameters: [...Object.values<unknown>(columns), version, id] })
    return true
  } catch (error) {
    if (isNotNullViolation(error)) return false
    throw error
  }
}

/** Between the columns that a statement writes and those that it looks at. */
const GUARD = ' where '

/** Columns have been checked by the caller's types. */
const untyped = (db: Handle) => db as unknown as QueryCreator<Record<string, Record<string, unknown>>>

export type TableWithId = { [T in keyof Tables]: Tables[T] extends { id: string } ? T : never }[keyof Tables]
export type VersionedTable = {
  [T in TableWithId]: Tables[T] extends { version: number } ? T : never
}[TableWithId]

const placeholdersOf = (columns: readonly string[]): Parameters =>
  Object.fromEntries(columns.map((column) => [column, new Placeholder(column)]))

type Template<R> = (db: ReadDb) => CompiledQuery<R>

type Compile = (db: Handle, table: string, columns: readonly string[], rows: number) => CompiledQuery

/** Statements that write columns of a table, in the order of the columns. */
class Templates {
  readonly #compile: Compile
  readonly #known = new Map<
    string,
    { readonly columns: readonly string[]; readonly templates: Template<unknown>[] }[]
  >()

  constructor(compile: Compile) {
    this.#compile = compile
  }

  of(table: string, columns: readonly string[], rows = 1): Template<unknown> {
    const ofTable = this.#known.get(table) ?? []
    // A table is written in two or three ways; to compare them is faster than to make a name of the columns.
    let known = ofTable.find((one) => isSame(one.columns, columns))
    if (!known) {
      known = { columns, templates: [] }
      this.#known.set(table, [...ofTable, known])
    }
    return (known.templates[rows] ??= once((handle) => this.#compile(handle, table, columns, rows)))
  }
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((column, index) => column === others[index])

const insertOf = (db: Handle, table: string, columns: readonly string[], rows: number) =>
  untyped(db)
    .insertInto(table)
    .values(Array.from({ length: rows }, () => placeholdersOf(columns)))

const inserts = new Templates((...of) => insertOf(...of).compile())

const insertsUnlessThere = new Templates((...of) =>
  insertOf(...of)
    .onConflict((existing) => existing.doNothing())
    .compile(),
)

const puts = new Templates((db, table, names) => {
  const columns = names.slice(0, names.indexOf(GUARD))
  const only = names.slice(names.indexOf(GUARD) + 1)
  const changed = columns.filter((column) => column !== 'id' && !only.includes(column))
  return untyped(db)
    .insertInto(table)
    .values(placeholdersOf(columns))
    .onConflict((existing) =>
      existing
        .columns(only)
        .doUpdateSet((of) =>
          Object.fromEntries(changed.map((column) => [column, of.ref(`excluded.${column}`)])),
        ),
    )
    .compile()
})

const updates = new Templates((db, table, names) => {
  const end = names.indexOf(GUARD)
  let update = untyped(db)
    .updateTable<string>(table)
    .set(placeholdersOf(names.slice(0, end)))
    .where('id', '=', new Placeholder('id'))
  for (const column of names.slice(end + 1)) update = update.where(column, '=', new Placeholder(column))
  return update.compile()
})

/** No row is without a version: another than the one that was seen has none to become. */
const advances = new Templates((db, table, columns) =>
  untyped(db)
    .updateTable<string>(table)
    .set({
      ...placeholdersOf(columns),
      version: sql`case when version = ${new Placeholder('version')} then version + 1 end`,
    })
    .where('id', '=', new Placeholder('id'))
    .compile(),
)

/** Compiles once for each kind of database. */
function once<R>(compile: (db: WriteDb) => CompiledQuery<R>): Template<R> {
  const compiled = new WeakMap<Compiling, CompiledQuery<R>>()
  return (db) => {
    let query = compiled.get(db.compiling)
    if (!query) {
      // Only builds: what may be run on the handle is another matter.
      query = compile(db as WriteDb)
      compiled.set(db.compiling, query)
    }
    return query
  }
}

const bind = <R>(template: CompiledQuery<R>, values: Parameters): CompiledQuery<R> => ({
  ...template,
  parameters: template.parameters.map((parameter) =>
    parameter instanceof Placeholder ? values[parameter.name] : parameter,
  ),
})
