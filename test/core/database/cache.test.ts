import { expect, it, onTestFinished } from 'vitest'
import { cached, keyOf, nonEmpty, readCached, type KeyPart } from '../../../core/database/cache.ts'
import type { Engine } from '../../../core/database/engine.ts'
import { openSqliteFile } from '../../support/engines.ts'
import { emptyDir } from '../../support/core.ts'

async function anEngine(): Promise<Engine> {
  const engine = await openSqliteFile(await emptyDir())
  onTestFinished(async () => engine.close())
  return engine
}

/** A read that finds this, and how often it was made. */
function reading<T extends object | undefined>(found: T) {
  let times = 0
  const find = cached(async (_db, _key: string) => {
    times++
    return Promise.resolve(found as (T & { [Symbol.iterator]?: never }) | undefined)
  })
  return { find, times: () => times }
}

it('where nothing is found, nothing is kept', async () => {
  const engine = await anEngine()
  const { find, times } = reading(undefined)
  for (const key of ['a', 'b', 'a']) await engine.read(async (db) => find(db, key))
  expect(times()).toBe(3)
  expect(engine.keptBy(find)?.size).toBe(0)
})

it('a read whose finding nothing cannot be told from finding something is refused by its type', () => {
  // @ts-expect-error `false` could be an answer or the lack of one.
  cached(async (_db, _origin: string) => Promise.resolve(false))
  // @ts-expect-error An empty list could be.
  cached(async (_db, _sku: string) => Promise.resolve([] as readonly string[]))
  // @ts-expect-error So could an empty collection.
  cached(async (_db, _sku: string) => Promise.resolve(new Map<string, string>()))
  cached(async (_db, _sku: string) => Promise.resolve(nonEmpty([1])))
  expect(nonEmpty([])).toBeUndefined()
  expect(nonEmpty([1])).toStrictEqual([1])
})

it('what is found is kept under its key, and there at once', async () => {
  const engine = await anEngine()
  const something = { id: 1 }
  const { find, times } = reading(something)
  for (const key of ['a', 'b', 'a']) expect(await engine.read(async (db) => find(db, key))).toBe(something)
  expect(times()).toBe(2)
  expect(readCached(engine, find, 'a')).toBe(something)
  expect(readCached(engine, find, 'c')).toBeInstanceOf(Promise)
})

it('a record in a key is told by its id, and no two keys are the same', () => {
  expect(keyOf([{ id: 'harbour', name: 'Harbour' } as KeyPart, 'en-GB'])).toBe(
    keyOf([{ id: 'harbour', name: 'The harbour' } as KeyPart, 'en-GB']),
  )
  const keys: KeyPart[][] = [
    ['a'],
    ['a', 'b'],
    ['a","b'],
    ['a', undefined],
    ['a', ''],
    ['a', 'true'],
    ['a', true],
    ['a', false],
    ['a', 0],
    ['a', '0'],
    ['a', []],
    ['a', ['']],
    ['a', ['b', 'c']],
    ['a', ['b'], 'c'],
  ]
  expect(new Set(keys.map(keyOf)).size).toBe(keys.length)
})

it('no key is kept that is longer than any of ours, and no more than 5000', async () => {
  const engine = await anEngine()
  const { find } = reading({})
  await engine.read(async (db) => find(db, 'k'.repeat(501)))
  expect(engine.keptBy(find)?.size).toBe(0)
  await engine.read(async (db) => {
    for (let number = 0; number < 5100; number++) await find(db, `key ${number}`)
  })
  expect(engine.keptBy(find)?.size).toBe(5000)
  expect(engine.keptBy(find)?.has(keyOf(['key 5099']))).toBe(true)
})

it('a read of a table that no room lists as cached fails, whether it is looked up or joined', async () => {
  const engine = await anEngine()
  const ofBusiness = cached(async (db, key: string) =>
    db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst(),
  )
  const joined = cached(async (db, id: string) =>
    db
      .selectFrom('stores')
      .innerJoin('carts as open', 'open.store_id', 'stores.id')
      .select('open.id')
      .where('stores.id', '=', id)
      .executeTakeFirst(),
  )
  await expect(engine.read(async (db) => ofBusiness(db, 'a'))).rejects.toThrow('A cached read reads settings')
  await expect(engine.transact(async (db) => joined(db, 'a'))).rejects.toThrow('A cached read reads carts')
})
