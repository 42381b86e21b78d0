import { setTimeout as pause } from 'node:timers/promises'
import type { UpdateResult } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { cached, readCached } from '../../../../core/database/cache.ts'
import { isUniqueViolation } from '../../../../core/database/error-codes.ts'
import type { Engine, ReadDb, WriteDb } from '../../../../core/database/engine.ts'
import { statements } from '../../../../core/database/statements.ts'
import { fetchSlice, type Direction } from '../../../../core/database/queries/keyset.ts'
import {
  advanceVersion,
  insertRow,
  prepared,
  preparedList,
  updateSeen,
} from '../../../../core/database/queries/prepared.ts'
import type { Cursor } from '../../../../core/kernel/cursor.ts'
import { addStore } from '../../../support/bare-store.ts'
import { engines } from './engines.ts'

const set = async (db: WriteDb, key: string, value = '1') =>
  db.insertInto('settings').values({ key, value }).execute()

const valueOf = async (db: ReadDb, key: string) =>
  (await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst())?.value

const keys = async (db: ReadDb) =>
  (await db.selectFrom('settings').select('key').orderBy('key').execute()).map(({ key }) => key)

/** Lets everything run that can. */
const meanwhile = async (): Promise<void> => pause(10)

/** What every engine has to hold, as operations use it. */
describe.each(Object.entries(engines))('%s', (_name, makeStorage) => {
  let open: () => Promise<Engine>
  let engine: Engine
  beforeEach(async () => {
    const openOne = await makeStorage()
    open = async () => {
      const opened = await openOne()
      onTestFinished(async () => opened.close())
      return opened
    }
    engine = await open()
  })

  describe('a write', () => {
    it('is there whole when it has resolved, for every process', async () => {
      await engine.transact(async (db) => {
        await set(db, 'a')
        await set(db, 'b')
      })
      expect(await engine.read(keys)).toStrictEqual(['a', 'b'])
      expect(await keys(engine.reader)).toStrictEqual(['a', 'b'])
      expect(await (await open()).read(keys)).toStrictEqual(['a', 'b'])
    })

    it('answers what its work answers, and rejects with what it throws', async () => {
      expect(await engine.transact(async () => Promise.resolve(7))).toBe(7)
      const reason = new Error('no')
      await expect(engine.transact(async () => Promise.reject(reason))).rejects.toBe(reason)
    })

    it('leaves nothing where a row cannot be stored, whether or not its work goes on behind it', async () => {
      const put = async (db: WriteDb, key: string) => insertRow(db, 'settings', { key, value: '1' })
      const endings: Readonly<Record<string, (db: WriteDb) => Promise<unknown>>> = {
        last: async (db) => put(db, 'a'),
        'before another': async (db) => put(db, 'a').then(async () => put(db, 'b')),
        'before a read': async (db) => put(db, 'a').then(async () => valueOf(db, 'a')),
      }
      for (const end of Object.values(endings)) {
        const writing = engine.transact(async (db) => {
          await put(db, 'a')
          await end(db)
        })
        await expect(writing).rejects.toSatisfy(isUniqueViolation)
        expect(await engine.read(keys)).toStrictEqual([])
      }
    })

    it('keeps the order of its statements, however many nobody waits for', async () => {
      const names = Array.from({ length: 200 }, (_, n) => `key ${String(n).padStart(3, '0')}`)
      const seen = await engine.transact(async (db) => {
        for (const key of names) await insertRow(db, 'settings', { key, value: '1' })
        return keys(db)
      })
      expect(seen).toStrictEqual(names)
      expect(await engine.read(keys)).toStrictEqual(names)
    })

    it('that fails in the middle leaves nothing, among others that are kept', async () => {
      const outcomes = await Promise.allSettled(
        ['a', 'b', 'c', 'd', 'e'].map(async (key) =>
          engine.transact(async (db) => {
            await set(db, key)
            await set(db, `${key}${key}`)
            if (key === 'c') throw new Error('in the middle')
            if (key === 'd') await set(db, 'd')
          }),
        ),
      )
      expect(outcomes.map(({ status }) => status)).toStrictEqual([
        'fulfilled',
        'fulfilled',
        'rejected',
        'rejected',
        'fulfilled',
      ])
      expect(await engine.read(keys)).toStrictEqual(['a', 'aa', 'b', 'bb', 'e', 'ee'])
    })

    it('is not lost where others change the same row: its version is guarded in the statement', async () => {
      await engine.transact(async (db) => set(db, 'counter', '0'))
      const other = await open()
      const add = async (desk: Engine): Promise<void> => {
        for (let isDone = false; !isDone;) {
          isDone = await desk.transact(async (db) => {
            const seen = (await valueOf(db, 'counter')) ?? ''
            await meanwhile()
            const { numUpdatedRows }: UpdateResult = await db
              .updateTable('settings')
              .set({ value: String(Number(seen) + 1) })
              .where('key', '=', 'counter')
              .where('value', '=', seen)
              .executeTakeFirstOrThrow()
            return numUpdatedRows === 1n
          })
        }
      }
      await Promise.all([engine, other].flatMap((desk) => [1, 2, 3].map(async () => add(desk))))
      expect(await engine.read(async (db) => valueOf(db, 'counter'))).toBe('6')
    })

    it('tells by its count that a row was another than it had seen', async () => {
      await engine.transact(async (db) => addStore(db, 'harbour'))
      const rename = async (seen: string, name: string) =>
        engine.transact(async (db) => updateSeen(db, 'stores', 'harbour', { name: seen }, { name }))
      expect(await rename('harbour', 'Harbour')).toBe(true)
      expect(await rename('harbour', 'Too late')).toBe(false)
      const names = await engine.read(async (db) => db.selectFrom('stores').select('name').execute())
      expect(names).toStrictEqual([{ name: 'Harbour' }])
    })

    it('advances a version once for each who has seen it last, whether or not anybody waits to be told', async () => {
      await engine.transact(async (db) => addStore(db, 'harbour'))
      const seenBy = async (db: ReadDb) =>
        db.selectFrom('stores').select(['id', 'version', 'name']).executeTakeFirstOrThrow()
      const rename = async (desk: Engine, name: string): Promise<void> =>
        desk.transact(async (db) => {
          const seen = await seenBy(db)
          await meanwhile()
          await advanceVersion(db, 'stores', seen, { name: seen.name + name })
          await set(db, name)
        })
      const other = await open()
      await Promise.all([rename(engine, 'a'), rename(other, 'b')])
      const { name, version } = await engine.read(seenBy)
      expect(version).toBe(3)
      expect(['harbourab', 'harbourba']).toContain(name)
      expect(await engine.read(keys)).toStrictEqual(['a', 'b'])
    })

    it('leaves nothing where the version it advances is not the one it has seen', async () => {
      await engine.transact(async (db) => addStore(db, 'harbour'))
      const late = engine.transact(async (db) => {
        await set(db, 'before')
        const isWritten = await advanceVersion(db, 'stores', { id: 'harbour', version: 7 }, { name: 'Late' })
        if (!isWritten) throw new Error('It is in another version.')
        await set(db, 'behind')
      })
      await expect(late).rejects.toThrow()
      expect(await engine.read(keys)).toStrictEqual([])
      const stores = await engine.read(async (db) =>
        db.selectFrom('stores').select(['name', 'version']).execute(),
      )
      expect(stores).toStrictEqual([{ name: 'harbour', version: 1 }])
    })

    it('that has to run again sees nothing of its first attempt, on a handle of its own', async () => {
      const other = await open()
      await engine.transact(async (db) => {
        await set(db, 'first', '0')
        await set(db, 'second', '0')
      })
      const handles = new Set<WriteDb>()
      let attempts = 0
      const before: unknown[] = []
      // Each holds what the other waits for, where an engine lets both begin.
      const change = async (desk: Engine, marker: string, order: readonly string[]) =>
        desk.transact(async (db) => {
          attempts++
          handles.add(db)
          before.push(await valueOf(db, marker))
          await set(db, marker)
          for (const key of order) {
            const value = String(Number(await valueOf(db, key)) + 1)
            await db.updateTable('settings').set({ value }).where('key', '=', key).execute()
            await pause(50)
          }
        })
      await Promise.all([
        change(engine, 'mine', ['first', 'second']),
        change(other, 'theirs', ['second', 'first']),
      ])
      expect(before).toStrictEqual(Array.from({ length: attempts }, () => undefined))
      expect(handles.size).toBe(attempts)
      expect(await engine.read(keys)).toStrictEqual(['first', 'mine', 'second', 'theirs'])
    })

    it('that has begun is finished before the engine lets go', async () => {
      const closing = await open()
      const writing = closing.transact(async (db) => {
        await meanwhile()
        await set(db, 'a')
      })
      await Promise.all([writing, closing.close()])
      expect(await engine.read(keys)).toStrictEqual(['a'])
    })
  })

  describe('a read', () => {
    it('never sees half of a write', async () => {
      const seen: string[][] = []
      const [half, looked] = [Promise.withResolvers(), Promise.withResolvers()]
      const writing = engine.transact(async (db) => {
        await set(db, 'a')
        seen.push(await engine.read(keys))
        half.resolve(undefined)
        await looked.promise
        await set(db, 'b')
        seen.push(await keys(engine.reader))
      })
      // Not after a time: on a busy machine all of it would be written by then.
      await Promise.race([half.promise, writing])
      seen.push(await engine.read(keys))
      looked.resolve(undefined)
      await writing
      expect(seen).toStrictEqual([[], [], []])
      expect(await engine.read(keys)).toStrictEqual(['a', 'b'])
    })

    it('sees one state from its first statement to its end, whoever writes meanwhile', async () => {
      const other = await open()
      await engine.transact(async (db) => set(db, 'a'))
      const states = await engine.read(async (db) => {
        const before = await keys(db)
        await engine.transact(async (own) => set(own, 'b'))
        await other.transact(async (theirs) => set(theirs, 'c'))
        return [before, await keys(db)]
      })
      expect(states).toStrictEqual([['a'], ['a']])
      expect(await engine.read(keys)).toStrictEqual(['a', 'b', 'c'])
    })

    it('cannot write, whatever it tries', async () => {
      await expect(engine.read(async (db) => set(db as WriteDb, 'a'))).rejects.toThrow()
      expect(await engine.read(keys)).toStrictEqual([])
    })
  })

  it('a handle that outlives its transaction is refused', async () => {
    const ofRead = await engine.read(async (db) => Promise.resolve([db]))
    const ofWrite = await engine.transact(async (db) => Promise.resolve([db]))
    for (const [leaked] of [ofRead, ofWrite]) {
      if (!leaked) throw new Error('nothing has leaked')
      await expect(keys(leaked)).rejects.toThrow('has ended')
      await expect(settingNamed.all(leaked, { key: 'a' })).rejects.toThrow('has ended')
    }
  })

  describe('what is cached', () => {
    /** Names of stores, and how often they were read. */
    function nameOfStore() {
      let reads = 0
      const find = cached(async (db, id: string) => {
        reads++
        return db.selectFrom('stores').select('name').where('id', '=', id).executeTakeFirst()
      })
      const read = async (desk = engine) => (await desk.read(async (db) => find(db, 'harbour')))?.name
      return { find, read, reads: () => reads }
    }

    const rename = async (desk: Engine, name: string) =>
      desk.transact(async (db) => {
        await db.updateTable('stores').set({ name }).where('id', '=', 'harbour').execute()
      })

    beforeEach(async () => engine.transact(async (db) => addStore(db, 'harbour')))

    it('is read once, until this process changes reference data and nothing else', async () => {
      const { read, reads } = nameOfStore()
      expect([await read(), await read(), reads()]).toStrictEqual(['harbour', 'harbour', 1])
      await engine.transact(async (db) => set(db, 'a'))
      expect([await read(), reads()]).toStrictEqual(['harbour', 1])
      await rename(engine, 'Harbour')
      expect([await read(), await read(), reads()]).toStrictEqual(['Harbour', 'Harbour', 2])
    })

    it('is the old for nobody where another process has changed it', async () => {
      const other = await open()
      const { find, read } = nameOfStore()
      expect([await read(), await read(other)]).toStrictEqual(['harbour', 'harbour'])
      await rename(other, 'Harbour')
      // A write begins by asking; so does a read that looks at anything that is not cached.
      expect(await engine.transact(async (db) => (await find(db, 'harbour'))?.name)).toBe('Harbour')
      await rename(other, 'The harbour')
      // Without a transaction, what was true a moment ago may be answered for a second.
      await vi.waitFor(
        async () => expect((await readCached(engine, find, 'harbour'))?.name).toBe('The harbour'),
        { timeout: 1500 },
      )
    })

    it('is read anew within a write that has changed it, and as it was where that fails', async () => {
      const { find, read } = nameOfStore()
      await read()
      const failing = engine.transact(async (db) => {
        await db.updateTable('stores').set({ name: 'Harbour' }).execute()
        const { name } = (await find(db, 'harbour')) ?? {}
        throw new Error(`it was ${name ?? ''}`)
      })
      await expect(failing).rejects.toThrow('it was Harbour')
      expect(await read()).toBe('harbour')
    })

    it('is nothing that an older state has shown', async () => {
      const { find, read } = nameOfStore()
      const old = await engine.read(async (db) => {
        await keys(db)
        await rename(engine, 'Harbour')
        return (await find(db, 'harbour'))?.name
      })
      expect(old).toBe('harbour')
      expect(await read()).toBe('Harbour')
    })

    it('is not that nothing was found', async () => {
      const { find } = nameOfStore()
      const nothing = await engine.read(async (db) => find(db, 'uptown'))
      await engine.transact(async (db) => addStore(db, 'uptown'))
      const something = await engine.read(async (db) => find(db, 'uptown'))
      expect([nothing, something]).toStrictEqual([undefined, { name: 'uptown' }])
    })
  })

  describe('a page', () => {
    const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key, index) => ({ key, value: String(index % 3) }))
    const bySecond = {
      'settings.value': (row: { value: string }) => row.value,
      'settings.key': (row: { key: string }) => row.key,
    }

    it.each(['asc', 'desc'] as const)(
      'goes on where the one before ended, %s',
      async (direction: Direction) => {
        await engine.transact(async (db) => {
          for (const row of rows) await insertRow(db, 'settings', row)
        })
        const found: string[] = []
        let after: Cursor | undefined
        do {
          const { rows: page, next } = await engine.read(async (db) =>
            fetchSlice(
              db.selectFrom('settings').select(['key', 'value']),
              { limit: 3, after },
              direction,
              bySecond,
            ),
          )
          expect(page.length).toBeLessThanOrEqual(3)
          found.push(...page.map(({ key }) => key))
          after = next
        } while (after)
        const sorted = ['a', 'd', 'g', 'b', 'e', 'c', 'f']
        expect(found).toStrictEqual(direction === 'asc' ? sorted : sorted.toReversed())
      },
    )
  })

  describe('a rule of the schema', () => {
    it('that a value is there once is told by its code', async () => {
      await engine.transact(async (db) => set(db, 'a'))
      const twice = engine.transact(async (db) => set(db, 'a'))
      await expect(twice).rejects.toSatisfy(isUniqueViolation)
    })

    it('that a row refers to one that is there holds, and is told apart', async () => {
      const orphan: unknown = await engine
        .transact(async (db) =>
          insertRow(db, 'customer_groups', {
            id: '1',
            store_id: 'none',
            name: 'x',
            version: 1,
            is_retired: 0,
          }),
        )
        .catch((error: unknown) => error)
      expect(['SQLITE_CONSTRAINT_FOREIGNKEY', '23503']).toContain((orphan as { code?: unknown }).code)
      expect(isUniqueViolation(orphan)).toBe(false)
    })

    it('ends neither what others write nor what this one does next', async () => {
      await engine.transact(async (db) => set(db, 'a'))
      const both = await Promise.allSettled([
        engine.transact(async (db) => set(db, 'a')),
        engine.transact(async (db) => set(db, 'b')),
      ])
      expect(both.map(({ status }) => status)).toStrictEqual(['rejected', 'fulfilled'])
      await engine.transact(async (db) => set(db, 'c'))
      expect(await engine.read(keys)).toStrictEqual(['a', 'b', 'c'])
    })
  })

  describe('a value', () => {
    it('of text stands in the order of its bytes, wherever the server is, and is as it was written', async () => {
      const texts = [
        'Å',
        'a',
        'B',
        '10',
        '9',
        'é',
        'e',
        'ß',
        '_',
        '-',
        'Z',
        '漢',
        '𝒳',
        'a b',
        'A',
        "o'",
        '%\\',
      ]
      await engine.transact(async (db) => {
        for (const text of texts) await set(db, text, text)
      })
      const inBytes = texts.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
      expect(await engine.read(keys)).toStrictEqual(inBytes)
      const from = await engine.read(async (db) =>
        db.selectFrom('settings').select('key').where('key', '>=', 'a').orderBy('key').execute(),
      )
      expect(from.map(({ key }) => key)).toStrictEqual(inBytes.slice(inBytes.indexOf('a')))
    })

    it('of text is another in another case', async () => {
      await engine.transact(async (db) => {
        await set(db, 'Tea', 'capital')
        await set(db, 'tea', 'small')
      })
      const found = await engine.read(async (db) => settingNamed.first(db, { key: 'tea' }))
      expect(found).toStrictEqual({ value: 'small' })
    })

    it('is a number as large as money gets, a moment as it was written, nothing where it is null', async () => {
      const moment = '2026-11-20T09:30:00.123Z'
      const large = Number.MAX_SAFE_INTEGER
      await engine.transact(async (db) => {
        await addStore(db, 'harbour')
        await addStore(db, 'uptown')
        await insertRow(db, 'order_numbers', { store_id: 'harbour', prefix: 'H', last_number: large })
        await insertRow(db, 'order_numbers', { store_id: 'uptown', prefix: '', last_number: -large })
        const client = { id: 'c', store_id: 'harbour', name: 'c', secret_hash: null, scope: '' }
        await insertRow(db, 'clients', {
          ...client,
          token_seconds: 60,
          created_at: moment,
          revoked_at: null,
          version: 1,
        })
      })
      const read = await engine.read(async (db) => ({
        numbers: await db
          .selectFrom('order_numbers')
          .select(['prefix', 'last_number'])
          .orderBy('store_id')
          .execute(),
        sums: await db
          .selectFrom('order_numbers')
          .select((eb) => [
            eb.fn.countAll<number>().as('count'),
            eb.fn.sum<number>('last_number').as('sum'),
            eb.fn.max('last_number').as('most'),
          ])
          .executeTakeFirstOrThrow(),
        client: await db
          .selectFrom('clients')
          .select(['secret_hash', 'token_seconds', 'created_at'])
          .executeTakeFirst(),
      }))
      expect(read).toStrictEqual({
        numbers: [
          { prefix: 'H', last_number: large },
          { prefix: '', last_number: -large },
        ],
        sums: { count: 2, sum: 0, most: large },
        client: { secret_hash: null, token_seconds: 60, created_at: moment },
      })
    })
  })

  it('finds what is in a list of any length, with few statements for all lengths', async () => {
    const all = Array.from({ length: 70 }, (_, number) => `key ${String(number).padStart(2, '0')}`)
    await engine.transact(async (db) => {
      for (const key of all) await set(db, key)
    })
    const texts = new Set<string>()
    const note = (message: unknown): void => void texts.add((message as { sql: string }).sql)
    statements.subscribe(note)
    onTestFinished(() => {
      statements.unsubscribe(note)
    })
    await engine.read(async (db) => {
      for (let length = 1; length <= all.length; length++) {
        const some = all.slice(0, length)
        const found = db.selectFrom('settings').select('key').where('key', 'in', some).orderBy('key')
        expect((await found.execute()).map(({ key }) => key)).toStrictEqual(some)
        const others = db.selectFrom('settings').select('key').where('key', 'not in', some)
        expect(await others.execute()).toHaveLength(all.length - length)
      }
    })
    const lists = [...texts].filter((text) => text.includes(' in ('))
    // 1, 2, 4, 8, 16, 32, 64, and those beyond as they are.
    expect(lists).toHaveLength(2 * (7 + 6))
  })

  it('a prepared query of a list finds each of its values once, however many there are', async () => {
    const all = Array.from({ length: 130 }, (_, index) => `key-${String(index).padStart(3, '0')}`)
    await engine.transact(async (db) => {
      for (const key of all) await set(db, key)
    })
    for (const length of [0, 1, 2, 3, 4, 5, 63, 64, 65, 130]) {
      const wanted = all.slice(0, length)
      const found = await engine.read(async (db) => settingsNamed(db, wanted))
      expect(found.map(({ key }) => key)).toStrictEqual(wanted)
    }
  })
})

const settingsNamed = preparedList((db, keys: readonly string[]) =>
  db.selectFrom('settings').select('key').where('key', 'in', keys).orderBy('key'),
)

const settingNamed = prepared((db, { key }: { key: string }) =>
  db.selectFrom('settings').select('value').where('key', '=', key),
)
