import type { Compilable, CompiledQuery, Insertable, QueryCreator, Updateable } from 'kysely'
import type { ReadDb, WriteDb } from './database.ts'
import type { Compiling, Handle } from './handle.ts'
import type { Tables } from './tables.ts'

type Parameters = Readonly<Record<string, unknown>>

/** A query that is built and compiled once; only its parameters change. */
export interface Prepared<P, R> {
  all(db: ReadDb, parameters: P): Promise<R[]>
  first(db: ReadDb, parameters: P): Promise<R | undefined>
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
  const all = async (db: ReadDb, parameters: P): Promise<R[]> =>
    (await db.run(bind(template(db), parameters))).rows
  return {
    all,
    first: async (db, parameters) => (await all(db, parameters))[0],
  }
}

/** Inserts a row. */
export async function insertRow<T extends keyof Tables>(
  db: WriteDb,
  table: T,
  row: Insertable<Tables[T]>,
): Promise<void> {
  const columns = Object.keys(row)
  const template = templateOf(`insert ${table} ${columns.join()}`, (handle) =>
    untyped(handle).insertInto(table).values(placeholdersOf(columns)).compile(),
  )
  await db.run(bind(template(db), row))
}

/** Changes columns of the row of an id. */
export async function updateRow<T extends TableWithId>(
  db: WriteDb,
  table: T,
  id: string,
  columns: Updateable<Tables[T]>,
): Promise<void> {
  const names = Object.keys(columns)
  const template = templateOf(`update ${table} ${names.join()}`, (handle) =>
    untyped(handle)
      .updateTable<string>(table)
      .set(placeholdersOf(names))
      .where('id', '=', new Placeholder(ROW_ID))
      .compile(),
  )
  await db.run(bind(template(db), { ...columns, [ROW_ID]: id }))
}

/** Columns have been checked by the caller's types. */
const untyped = (db: Handle) => db as unknown as QueryCreator<Record<string, Record<string, unknown>>>

const ROW_ID = ':row-id'

type TableWithId = { [T in keyof Tables]: Tables[T] extends { id: string } ? T : never }[keyof Tables]

const placeholdersOf = (columns: readonly string[]): Parameters =>
  Object.fromEntries(columns.map((column) => [column, new Placeholder(column)]))

type Template<R> = (db: ReadDb) => CompiledQuery<R>

const templates = new Map<string, Template<unknown>>()

/** The template of a name; columns are ours, so there are few. */
function templateOf(name: string, compile: (db: Handle) => CompiledQuery): Template<unknown> {
  let template = templates.get(name)
  if (!template) {
    template = once(compile)
    templates.set(name, template)
  }
  return template
}

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
