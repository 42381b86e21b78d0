import { expect, it } from 'vitest'
import { rooms } from '../../core/rooms.ts'
import { withFile } from '../support/data.ts'
import { openShop } from '../support/shop.ts'

it('every table of the database belongs to one room, and what a room caches is its own', async () => {
  const shop = await openShop()
  const found = withFile(shop.dataDir, (file) =>
    file
      .prepare<[], string>(
        `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'`,
      )
      .pluck()
      .all(),
  )
  expect(rooms.flatMap(({ tables }) => tables).sort()).toStrictEqual(found.sort())
  for (const { tables, cached, cachedByKey = [] } of rooms) {
    expect([...tables]).toEqual(expect.arrayContaining([...cached, ...cachedByKey]))
    expect(cached.filter((table) => cachedByKey.includes(table))).toStrictEqual([])
  }
})
