import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { ReferenceTables } from '../../core/database/references.ts'
import type { TableName } from '../../core/database/schema/tables.ts'
import { rooms } from '../../core/rooms.ts'
import { inDatabase } from '../support/data.ts'
import { openShop } from '../support/shop.ts'
import { isOnPostgres } from '../support/storage.ts'

/** The tables of ours that there are. The count of changes is a server's own, of no room. */
const tablesThere = isOnPostgres
  ? sql<{ name: string }>`select tablename as name from pg_tables
      where schemaname = current_schema() and tablename not like 'kysely%' and tablename <> 'reference_epoch'`
  : sql<{ name: string }>`select name from sqlite_schema
      where type = 'table' and name not like 'sqlite%' and name not like 'kysely%'`

it('every table of the database belongs to one room, and what a room caches is its own', async () => {
  const shop = await openShop()
  const { rows } = await inDatabase(shop.dataDir, async (db) => tablesThere.execute(db))
  const found = rows.map(({ name }) => name)
  expect(rooms.flatMap(({ tables }) => tables).sort()).toStrictEqual(found.sort())
  for (const { tables, cached, cachedByKey = [], cachedForGood = [] } of rooms) {
    const inCache = [...cached, ...cachedByKey, ...cachedForGood]
    expect([...tables]).toEqual(expect.arrayContaining(inCache))
    expect(new Set(inCache).size).toBe(inCache.length)
  }
})

it('a table that is cached and that its room has forgotten to list is found by the first sale', async () => {
  const looked = vi.spyOn(ReferenceTables.prototype, 'requireNothingElse')
  const shop = await openShop()
  await (await shop.as('staff')).anOrder()
  const queries = looked.mock.calls.map(([query]) => query)
  looked.mockRestore()
  const listed = rooms.flatMap(({ cached, cachedByKey = [], cachedForGood = [] }) => [
    ...cached,
    ...cachedByKey,
    ...cachedForGood,
  ])
  const isFound = (forgotten: string): boolean => {
    const others = (tables: readonly TableName[] = []) => tables.filter((table) => table !== forgotten)
    const tables = new ReferenceTables(
      rooms.map((room) => ({
        tables: room.tables,
        cached: others(room.cached),
        cachedByKey: others(room.cachedByKey),
        cachedForGood: others(room.cachedForGood),
      })),
    )
    return queries.some((query) => {
      try {
        tables.requireNothingElse(query)
        return false
      } catch (error) {
        return String(error).includes(` ${forgotten},`)
      }
    })
  }
  const sold = [
    'access_tokens',
    'campaigns',
    'clients',
    'grants',
    'payment_methods',
    'price_groups',
    'prices',
  ]
  const more = ['products', 'shipping_methods', 'store_currencies', 'stores', 'variants', 'variant_names']
  expect(listed.filter(isFound)).toStrictEqual(expect.arrayContaining([...sold, ...more]))
})
