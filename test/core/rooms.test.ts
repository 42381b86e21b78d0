import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { ReferenceTables } from '../../core/database/references.ts'
import type { TableName } from '../../core/database/schema/tables.ts'
import type { Room } from '../../core/http/room.ts'
import { rooms } from '../../core/rooms.ts'
import { inDatabase } from '../support/data.ts'
import { openShop } from '../support/shop.ts'
import { isOnPostgres } from '../support/storage.ts'

/** The tables of ours that there are. The counts of changes are a server's own, of no room. */
const tablesThere = isOnPostgres
  ? sql<{ name: string }>`select tablename as name from pg_tables
      where schemaname = current_schema() and tablename not like 'kysely%' and tablename <> 'reference_epochs'`
  : sql<{ name: string }>`select name from sqlite_schema
      where type = 'table' and name not like 'sqlite%' and name not like 'kysely%'`

it('every table of the database belongs to one room, and what a room caches is its own', async () => {
  const shop = await openShop()
  const { rows } = await inDatabase(shop.dataDir, async (db) => tablesThere.execute(db))
  const found = rows.map(({ name }) => name)
  expect(
    rooms.flatMap(({ tables }) => tables).sort(),
    'what rooms of core/rooms.ts list, and what the migrations of migrations/index.ts have made',
  ).toStrictEqual(found.sort())
  for (const { tables, cached, cachedByKey = [], cachedForGood = [] } of rooms) {
    const inCache = [...cached, ...cachedByKey, ...cachedForGood]
    expect([...tables]).toEqual(expect.arrayContaining(inCache))
    expect(new Set(inCache).size).toBe(inCache.length)
  }
})

/** Of each table those that it refers to. */
const referencesThere = isOnPostgres
  ? sql<{
      name: string
      parent: string
    }>`select conrelid::regclass::text as name, confrelid::regclass::text as parent
      from pg_constraint where contype = 'f'`
  : sql<{ name: string; parent: string }>`select tables.name, refers."table" as parent
      from sqlite_schema as tables, pragma_foreign_key_list(tables.name) as refers where tables.type = 'table'`

it('what is cached and belongs to no store is listed as shared', async () => {
  const shop = await openShop()
  const { rows } = await inDatabase(shop.dataDir, async (db) => referencesThere.execute(db))
  const parentsOf = Map.groupBy(rows, ({ name }) => name)
  const isOfStore = (table: string): boolean =>
    table === 'stores' || (parentsOf.get(table) ?? []).some(({ parent }) => isOfStore(parent))
  const cached = rooms.flatMap((room: Room) => [
    ...room.cached,
    ...(room.cachedByKey ?? []),
    ...(room.cachedForGood ?? []),
  ])
  const shared = rooms.flatMap((room: Room) => room.shared ?? [])
  expect(cached.length).toBeGreaterThan(30)
  expect(cached.filter((table) => !isOfStore(table)).sort()).toStrictEqual([...shared].sort())
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
