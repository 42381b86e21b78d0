import { expect, it, onTestFinished } from 'vitest'
import type { Engine } from '../../../core/database/engine.ts'
import { openSqliteFile } from '../../../core/database/sqlite/open.ts'
import { keyOf, remembered } from '../../../core/database/cache.ts'
import { temporaryDir } from '../../support/core.ts'

async function aDatabase(): Promise<Engine> {
  const database = await openSqliteFile(await temporaryDir())
  onTestFinished(async () => database.close())
  return database
}

/** A read that finds this, and how often it was made. */
function reading(found: unknown) {
  let times = 0
  const find = remembered(async (_db, _key: string) => {
    times++
    return Promise.resolve(found)
  })
  return { find, times: () => times }
}

it.each([
  ['undefined', undefined],
  ['null', null],
  ['false', false],
  ['an empty list', []],
  ['an empty map', new Map()],
  ['an empty set', new Set()],
])('where a read says by %s that nothing is there, nothing is kept', async (_what, nothing) => {
  const database = await aDatabase()
  const { find, times } = reading(nothing)
  for (const key of ['a', 'b', 'a']) await database.read(async (db) => find(db, key))
  expect(times()).toBe(3)
  expect(database.keptBy(find)?.size).toBe(0)
})

it.each([
  ['a row', { id: 1 }],
  ['a list', [1]],
  ['true', true],
  ['zero', 0],
  ['an empty text', ''],
])('%s is kept under its key', async (_what, something) => {
  const database = await aDatabase()
  const { find, times } = reading(something)
  for (const key of ['a', 'b', 'a']) expect(await database.read(async (db) => find(db, key))).toBe(something)
  expect(times()).toBe(2)
  expect([...(database.keptBy(find)?.keys() ?? [])]).toStrictEqual([keyOf(['a']), keyOf(['b'])])
})

it('no key is kept that is longer than any of ours, and no more than 5000', async () => {
  const database = await aDatabase()
  const { find } = reading('found')
  await database.read(async (db) => find(db, 'k'.repeat(501)))
  expect(database.keptBy(find)?.size).toBe(0)
  await database.read(async (db) => {
    for (let number = 0; number < 5100; number++) await find(db, `key ${number}`)
  })
  expect(database.keptBy(find)?.size).toBe(5000)
  expect(database.keptBy(find)?.has(keyOf(['key 5099']))).toBe(true)
})
