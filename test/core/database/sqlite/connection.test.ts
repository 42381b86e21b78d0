import Sqlite from 'better-sqlite3'
import { CompiledQuery } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { SqliteConnection } from '../../../../core/database/sqlite/connection.ts'

it('keeps the statements that are in use, however many others are asked for between', async () => {
  const file = new Sqlite(':memory:')
  const connection = new SqliteConnection(file)
  onTestFinished(() => connection.close())
  const prepare = vi.spyOn(file, 'prepare')
  const inUse = ['select 1 as one', 'select 2 as two']
  for (let other = 0; other < 2000; other++) {
    for (const sql of [...inUse, `select ${other} as other`]) {
      const { rows } = await connection.executeQuery(CompiledQuery.raw(sql))
      expect(rows).toHaveLength(1)
    }
  }
  const prepared = prepare.mock.calls.map(([sql]) => sql)
  expect(inUse.map((sql) => prepared.filter((each) => each === sql).length)).toStrictEqual([1, 1])
})

it('prepares anew what nobody has asked for while many others were', async () => {
  const file = new Sqlite(':memory:')
  const connection = new SqliteConnection(file)
  onTestFinished(() => connection.close())
  const prepare = vi.spyOn(file, 'prepare')
  const ask = async (value: number) => connection.executeQuery(CompiledQuery.raw(`select ${value} as value`))
  for (let value = 0; value < 400; value++) await ask(value)
  expect((await ask(0)).rows).toStrictEqual([{ value: 0 }])
  expect(prepare).toHaveBeenCalledTimes(401)
})
