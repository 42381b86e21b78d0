import { join } from 'node:path'
import Sqlite, { type Database as SqliteFile } from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listBackups } from '../../../core/database/backups.ts'
import { migrations } from '../../../core/database/migrations/index.ts'
import { openDatabase } from '../../../core/database/open-database.ts'
import { checkOrders } from '../../../core/orders/check-orders.ts'
import { temporaryDir } from '../../support/core.ts'
import { withFile } from '../../support/data.ts'
import { openShop } from '../../support/shop.ts'

const tablesOf = (file: SqliteFile): string[] =>
  file
    .prepare<[], string>(`select name from sqlite_master where type = 'table' and name not like 'kysely%'`)
    .pluck()
    .all()
const columnsOf = (file: SqliteFile, table: string): string[] =>
  file.prepare<[string], string>('select name from pragma_table_info(?)').pluck().all(table)
const contentsOf = (file: SqliteFile, tables: ReadonlyMap<string, readonly string[]>): unknown[] =>
  [...tables].map(([table, columns]) => [
    table,
    file.prepare(`select ${columns.join()} from "${table}"`).raw().all(),
  ])

/** Columns of the first version, and where the source has their values. */
const sinceMoved: Readonly<Record<string, string>> = {
  order_number_prefix: '(select prefix from source.order_numbers where store_id = own.id)',
  last_order_number: '(select last_number from source.order_numbers where store_id = own.id)',
}

/** A file as the first version left it, filled with shops, carts and an order. @returns its tables with their columns */
async function firstVersion(dataDir: string, source: string): Promise<Map<string, string[]>> {
  const later = Object.entries(migrations).filter(([name]) => name !== '0001-shop')
  for (const [name] of later) Reflect.deleteProperty(migrations, name)
  try {
    await (await openDatabase(dataDir)).close()
  } finally {
    Object.assign(migrations, Object.fromEntries(later))
  }
  return withFile(dataDir, (file) => {
    file.pragma('foreign_keys = off')
    file.prepare('attach ? as source').run(source)
    const tables = new Map(tablesOf(file).map((table) => [table, columnsOf(file, table)]))
    for (const [table, columns] of tables) {
      file.exec(`delete from main."${table}"`)
      const values = columns.map((column) => sinceMoved[column] ?? column)
      file.exec(
        `insert into main."${table}" (${columns.join()}) select ${values.join()} from source."${table}" as own`,
      )
    }
    // What a later migration moves elsewhere is not compared where it was.
    const stayed = ([table, columns]: [string, string[]]): [string, string[]] => [
      table,
      columns.filter((column) => !(column in sinceMoved)),
    ]
    return new Map([...tables].map(stayed))
  })
}

describe('the migrations since the first version', () => {
  it('copy a file with data first, keep all of it, and its orders are right', async () => {
    const shop = await openShop()
    const clerk = await shop.as('staff')
    await clerk.anOrder({ quantities: [2, 7] })
    await clerk.aCartReadyToPlace()
    await shop.core.close()

    const dataDir = await temporaryDir()
    const tables = await firstVersion(dataDir, join(shop.dataDir, 'backcounter.sqlite'))
    const before = withFile(dataDir, (file) => contentsOf(file, tables))
    expect(tables.has('campaigns')).toBe(false)
    expect(tables.get('carts')).not.toContain('discount')

    const database = await openDatabase(dataDir)
    onTestFinished(async () => database.close())
    expect(withFile(dataDir, (file) => contentsOf(file, tables))).toStrictEqual(before)
    withFile(dataDir, (file) => {
      expect(file.prepare('select distinct discount, discount_total from carts').all()).toStrictEqual([
        { discount: 0, discount_total: 0 },
      ])
      expect(file.pragma('foreign_key_check')).toStrictEqual([])
      const numbers = 'select * from order_numbers order by store_id'
      expect(file.prepare(numbers).all()).toStrictEqual(
        withFile(shop.dataDir, (source) => source.prepare(numbers).all()),
      )
    })
    expect(await checkOrders(database)).toStrictEqual({ orders: 1, faults: [] })

    const [backup] = listBackups(dataDir)
    expect(backup?.before).toBe('0002-promotions')
    const copy = new Sqlite(backup?.file, { readonly: true })
    onTestFinished(() => void copy.close())
    expect(contentsOf(copy, tables)).toStrictEqual(before)
    expect(tablesOf(copy)).not.toContain('campaigns')
  })
})
