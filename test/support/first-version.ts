import type { Database as SqliteFile } from 'better-sqlite3'
import { migrations } from '../../core/database/schema/migrations/index.ts'
import { termsIn } from '../../core/kernel/search-terms.ts'
import { openSqliteFile } from './engines.ts'
import { withFile } from './data.ts'

/** The names of the tables of a shop. */
export const tablesOf = (file: SqliteFile): string[] =>
  file
    .prepare<[], string>(`select name from sqlite_master where type = 'table' and name not like 'kysely%'`)
    .pluck()
    .all()
const columnsOf = (file: SqliteFile, table: string): string[] =>
  file.prepare<[string], string>('select name from pragma_table_info(?)').pluck().all(table)

/** Columns of the first version, and where the source has their values. */
const sinceMoved: Readonly<Record<string, string>> = {
  order_number_prefix: '(select prefix from source.order_numbers where store_id = own.id)',
  last_order_number: '(select last_number from source.order_numbers where store_id = own.id)',
}

/** Of shipments, columns of the first version by what they are called in the rows of carts and orders since. */
const ofShipment: Readonly<Record<string, string>> = {
  id: 'shipment_id',
  price_group_id: 'shipping_price_group_id',
  price: 'shipment_price',
  discount: 'shipment_discount',
  tax: 'shipment_tax',
  tax_rate_ppm: 'shipment_tax_rate_ppm',
}

/** Where the source has the rows of a table: what carts and orders have once stands in their rows since. */
function rowsOf(table: string, columns: readonly string[]): string {
  const [, owner, content] = /^(cart|order)_(addresses|shipments)$/.exec(table) ?? []
  if (owner === undefined) return `source."${table}"`
  const select = (own: string, column: string): string =>
    `${column === `${owner}_id` ? 'id' : own} as ${column}`
  const isShipment = content === 'shipments'
  const parts = (isShipment ? ['shipment_id'] : ['billing', 'shipping']).map((part) => {
    const stored = isShipment ? part : `${part}_address`
    const selected = columns.map((column) => {
      if (column === 'kind') return `'${part}' as kind`
      return select(isShipment ? (ofShipment[column] ?? column) : `${stored} ->> '${column}'`, column)
    })
    return `select ${selected.join()} from source.${owner}s where ${stored} is not null`
  })
  return `(${parts.join(' union all ')})`
}

/** There, each order had all of its terms for itself. */
function giveOwnTerms(file: SqliteFile): void {
  const insert = file.prepare(
    'insert or ignore into main.order_terms (store_id, term, order_id) values (?, ?, ?)',
  )
  const orders = file.prepare<[], [string, string, string]>(
    'select store_id, search_terms, id from source.orders',
  )
  for (const [storeId, text, id] of orders.raw().all())
    for (const term of termsIn(text)) insert.run(storeId, term, id)
}

/**
 * Makes a file as the first version left it, filled from the file of a later one.
 * @returns its tables with their columns, but for those that were moved since
 */
export async function firstVersion(dataDir: string, source: string): Promise<Map<string, string[]>> {
  const later = Object.entries(migrations).filter(([name]) => name !== '0001-shop')
  for (const [name] of later) Reflect.deleteProperty(migrations, name)
  try {
    await (await openSqliteFile(dataDir)).close()
  } finally {
    Object.assign(migrations, Object.fromEntries(later))
  }
  return withFile(dataDir, (file) => {
    file.pragma('foreign_keys = off')
    file.prepare('attach ? as source').run(source)
    const tables = new Map(tablesOf(file).map((table) => [table, columnsOf(file, table)]))
    for (const [table, columns] of tables) {
      file.exec(`delete from main."${table}"`)
      if (table === 'order_terms') continue
      const values = columns.map((column) => sinceMoved[column] ?? column)
      file.exec(
        `insert into main."${table}" (${columns.join()}) select ${values.join()} from ${rowsOf(table, columns)} as own`,
      )
    }
    giveOwnTerms(file)
    // What a later migration moves elsewhere is not compared where it was.
    const stayed = ([table, columns]: [string, string[]]): [string, string[]] => [
      table,
      columns.filter((column) => !(column in sinceMoved)),
    ]
    return new Map([...tables].filter(([table]) => rowsOf(table, []).startsWith('source.')).map(stayed))
  })
}
