import type { Send, Statement } from './connections.ts'

type Row = Readonly<Record<string, unknown>>

/** Names a statement, so that each connection prepares it once. */
export const statement = (name: string, text: string): Statement => ({ name, text })

const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ')

/** `($1, $2)`, and so on for the rows behind it. */
const placesOf = (columns: readonly string[], row = 0): string =>
  `(${columns.map((_, at) => `$${row * columns.length + at + 1}`).join(', ')})`

const inserts = new Map<string, Statement>()

/** Inserts rows that have the same columns in the same order. @param end what the statement ends with */
export async function insert(send: Send, table: string, rows: readonly Row[], end = ''): Promise<void> {
  const [first] = rows
  if (!first) return
  const name = `insert-${table}-${rows.length}`
  let known = inserts.get(name)
  if (!known) {
    const columns = Object.keys(first)
    const values = rows.map((_, row) => placesOf(columns, row)).join(', ')
    known = statement(name, `insert into "${table}" (${quoted(columns)}) values ${values} ${end}`)
    inserts.set(name, known)
  }
  await send(known, rows.flatMap(Object.values))
}
