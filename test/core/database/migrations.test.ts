import { join } from 'node:path'
import Sqlite, { type Database as SqliteFile } from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listBackups } from '../../../core/database/backups.ts'
import { openDatabase } from '../../../core/database/open-database.ts'
import { checkOrders } from '../../../core/orders/check-orders.ts'
import { temporaryDir } from '../../support/core.ts'
import { withFile } from '../../support/data.ts'
import { firstVersion, tablesOf } from '../../support/first-version.ts'
import { openShop } from '../../support/shop.ts'

const contentsOf = (file: SqliteFile, tables: ReadonlyMap<string, readonly string[]>): unknown[] =>
  [...tables].map(([table, columns]) => [
    table,
    file.prepare(`select ${columns.join()} from "${table}"`).raw().all(),
  ])

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
