import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Engine, ReadDb, WriteDb } from '../../../../core/database/engine.ts'
import { isUniqueViolation, isUnreachable } from '../../../../core/database/error-codes.ts'
import { CommitUnknown } from '../../../../core/database/postgres/errors.ts'
import type { PostgresOptions } from '../../../../core/database/postgres/open.ts'
import { advanceVersion, insertRow } from '../../../../core/database/queries/prepared.ts'
import { addStore } from '../../../support/bare-store.ts'
import { openPostgres } from '../../../support/engines.ts'
import { lineTo } from '../../../support/cut-line.ts'
import { emptyShop } from '../../../support/storage.ts'

let address: string
beforeEach(async () => {
  address = await emptyShop()
})

async function open(options?: PostgresOptions, at = address): Promise<Engine> {
  const engine = await openPostgres(at, options)
  onTestFinished(async () => engine.close())
  return engine
}

const set = async (db: WriteDb, key: string, value = '1') =>
  db.insertInto('settings').values({ key, value }).execute()
const valueOf = async (db: ReadDb, key: string): Promise<string | undefined> =>
  (await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst())?.value
const change = async (db: WriteDb, key: string, value: string) =>
  db.updateTable('settings').set({ value }).where('key', '=', key).execute()
const locked = async (db: WriteDb, key: string) =>
  db.selectFrom('settings').select('value').where('key', '=', key).forUpdate().executeTakeFirstOrThrow()

/** Resolves for each when both have come. */
function meeting(): () => Promise<void> {
  let arrived = 0
  let open: () => void = () => undefined
  const both = new Promise<void>((resolve) => (open = resolve))
  return async () => {
    if (++arrived === 2) open()
    return both
  }
}

describe('two writes in each other’s way', () => {
  it('both work where each waits for the other: one is run again', async () => {
    const engine = await open()
    await engine.transact(async (db) => {
      await set(db, 'a', '0')
      await set(db, 'b', '0')
    })
    const meet = meeting()
    let runs = 0
    const writes: Promise<void>[] = []
    const both = (first: string, second: string) => async (db: WriteDb) => {
      // Who is run again while the other is about to wake up may be in its way once more.
      if (++runs > 2) await Promise.race(writes)
      await change(db, first, first)
      await meet()
      await change(db, second, first)
    }
    writes.push(engine.transact(both('a', 'b')), engine.transact(both('b', 'a')))
    await Promise.all(writes)
    expect(runs).toBe(3)
    const [a, b] = await engine.read(async (db) => [await valueOf(db, 'a'), await valueOf(db, 'b')])
    expect(a).toBe(b)
  })

  it('lose nothing where both lock what they read', async () => {
    const engine = await open()
    await engine.transact(async (db) => set(db, 'counter', '0'))
    const increment = async (db: WriteDb): Promise<void> => {
      const { value } = await locked(db, 'counter')
      await change(db, 'counter', String(Number(value) + 1))
    }
    await Promise.all(Array.from({ length: 30 }, async () => engine.transact(increment)))
    expect(await engine.read(async (db) => valueOf(db, 'counter'))).toBe('30')
  })

  it('lose nothing without any lock where they are serializable', async () => {
    const engine = await open({ isolation: 'serializable' })
    await engine.transact(async (db) => set(db, 'counter', '0'))
    const increment = async (db: WriteDb): Promise<void> => {
      const value = await valueOf(db, 'counter')
      await change(db, 'counter', String(Number(value) + 1))
    }
    await Promise.all(Array.from({ length: 6 }, async () => engine.transact(increment)))
    expect(await engine.read(async (db) => valueOf(db, 'counter'))).toBe('6')
  })

  it('work in the end where the other is quicker many times', async () => {
    const engine = await open({ isolation: 'serializable', patience: 60_000 })
    const quicker = await open()
    await engine.transact(async (db) => set(db, 'counter', '0'))
    let runs = 0
    await engine.transact(async (db) => {
      await valueOf(db, 'counter')
      if (++runs <= 15) await quicker.transact(async (to) => change(to, 'counter', String(runs)))
      await change(db, 'counter', 'mine')
    })
    expect(runs).toBe(16)
    expect(await engine.read(async (db) => valueOf(db, 'counter'))).toBe('mine')
  })

  it('all work in the end where many want the same row: none is kept from it again and again', async () => {
    const engine = await open({ isolation: 'serializable', patience: 3000 })
    await engine.transact(async (db) => set(db, 'counter', '0'))
    let runs = 0
    const slowly = async (db: WriteDb): Promise<void> => {
      runs++
      const value = await valueOf(db, 'counter')
      await pause(20)
      await change(db, 'counter', String(Number(value) + 1))
    }
    await Promise.all(Array.from({ length: 40 }, async () => engine.transact(slowly)))
    expect(await engine.read(async (db) => valueOf(db, 'counter'))).toBe('40')
    // Three runs of each are free; then one is run at a time, and again only where one of the free ones was quicker.
    expect(runs).toBeLessThanOrEqual(180)
  })

  it('meet the same row once more: the second sees the first', async () => {
    const engine = await open()
    const meet = meeting()
    let runs = 0
    const once = async (db: WriteDb): Promise<string> => {
      const isFirst = ++runs <= 2
      const found = await valueOf(db, 'one')
      if (isFirst) await meet()
      if (found !== undefined) return 'found'
      await set(db, 'one')
      return 'made'
    }
    const answers = await Promise.all([engine.transact(once), engine.transact(once)])
    expect(answers.sort()).toStrictEqual(['found', 'made'])
  })
})

it('to advance a version does not wait for the server', async () => {
  const line = await lineTo(address)
  const engine = await open(undefined, line.address)
  await engine.transact(async (db) =>
    insertRow(db, 'countries', { id: 'one', iso_code: 'XX', culture_code: 'en-GB', version: 1 }),
  )
  await engine.transact(async (db) => {
    const seen = await db.selectFrom('countries').select(['id', 'version']).executeTakeFirstOrThrow()
    line.hold(true)
    await advanceVersion(db, 'countries', seen, { culture_code: 'fr-FR' })
    line.hold(false)
  })
  const countries = await engine.read(async (db) => db.selectFrom('countries').selectAll().execute())
  expect(countries).toStrictEqual([{ id: 'one', iso_code: 'XX', culture_code: 'fr-FR', version: 2 }])
})

it('a row that is there fails twice and no more', async () => {
  const engine = await open()
  await engine.transact(async (db) => set(db, 'a'))
  let runs = 0
  const again = engine.transact(async (db) => {
    runs++
    await set(db, 'a')
  })
  await expect(again).rejects.toSatisfy(isUniqueViolation)
  expect(runs).toBe(2)
})

describe('a row that refers to one that others have deleted', () => {
  const group = (storeId: string) => ({
    id: 'one',
    store_id: storeId,
    name: 'Tea',
    version: 1,
    is_retired: 0 as const,
  })

  it('is stored in the end, though what it refers to is gone three times: the last is there', async () => {
    const engine = await open()
    await engine.transact(async (db) => addStore(db, 'there'))
    let runs = 0
    await engine.transact(async (db) =>
      insertRow(db, 'customer_groups', group(++runs <= 3 ? 'gone' : 'there')),
    )
    expect(runs).toBe(4)
  })

  it('fails where it is never there', async () => {
    const engine = await open()
    let runs = 0
    const again = engine.transact(async (db) => {
      runs++
      await insertRow(db, 'customer_groups', group('gone'))
    })
    await expect(again).rejects.toMatchObject({ code: '23503' })
    expect(runs).toBe(4)
  })
})

it('a statement that has failed fails the write, whatever is made of it', async () => {
  const engine = await open()
  await engine.transact(async (db) => set(db, 'a'))
  const swallowing = engine.transact(async (db) => {
    await set(db, 'b')
    await set(db, 'a').catch(() => undefined)
  })
  await expect(swallowing).rejects.toSatisfy(isUniqueViolation)
  expect(await engine.read(async (db) => valueOf(db, 'b'))).toBeUndefined()
})

describe('a session on which a statement has failed', () => {
  it('is whole for whoever has it next, also where the work had gone on without its answer', async () => {
    const engine = await open({ maxSessions: 1 })
    await engine.transact(async (db) => set(db, 'a'))
    const failing = engine.transact(async (db) => {
      await valueOf(db, 'a')
      set(db, 'a').catch(() => undefined)
      return Promise.reject(new Error('The work has failed, too.'))
    })
    await expect(failing).rejects.toThrow()
    await engine.transact(async (db) => set(db, 'b'))
    expect(await engine.read(async (db) => valueOf(db, 'b'))).toBe('1')
  })

  it('runs that statement, and those that stood behind it, as often as they come again', async () => {
    const engine = await open({ maxSessions: 1 })
    await engine.transact(async (db) => set(db, 'a'))
    for (let times = 0; times < 4; times++) {
      const failing = engine.transact(async (db) => Promise.all([set(db, 'a'), change(db, 'a', '2')]))
      await expect(failing).rejects.toSatisfy(isUniqueViolation)
      await engine.transact(async (db) => set(db, `b${times}`))
      await engine.transact(async (db) => change(db, `b${times}`, '3'))
      expect(await engine.read(async (db) => valueOf(db, `b${times}`))).toBe('3')
    }
  })
})

it('one that waits for a row for too long is told so', async () => {
  const hasty = await open({ patience: 1500 })
  await hasty.transact(async (db) => set(db, 'a'))
  const other = new pg.Client({ connectionString: address })
  await other.connect()
  onTestFinished(async () => other.end())
  await other.query(`begin; update settings set value = '2' where key = 'a'`)
  const waiting = hasty.transact(async (db) => change(db, 'a', '3'))
  await expect(waiting).rejects.toMatchObject({ code: '55P03' })
})

/** Has a session keep the statements of a write, which are told by their names from then on. */
async function writeOften(engine: Engine): Promise<void> {
  for (let times = 0; times < 4; times++) await engine.transact(async (db) => set(db, `before ${times}`))
}

describe('a commit whose answer is lost', () => {
  it('was done: it is answered as done, and not done twice', async () => {
    const line = await lineTo(address)
    const engine = await open({}, line.address)
    await writeOften(engine)
    let runs = 0
    const lost = Promise.withResolvers<undefined>()
    const answer = await engine.transact(async (db) => {
      runs++
      await set(db, 'a')
      line.loseNextAnswer().then(() => lost.resolve(undefined), lost.reject)
      return 'done'
    })
    await lost.promise
    expect([answer, runs]).toStrictEqual(['done', 1])
    expect(await engine.read(async (db) => valueOf(db, 'a'))).toBe('1')
  })

  it('never arrived: it is run again', async () => {
    const line = await lineTo(address)
    const engine = await open({}, line.address)
    await writeOften(engine)
    let runs = 0
    await engine.transact(async (db) => {
      await set(db, 'a')
      if (++runs === 1) void line.loseNextCommit()
    })
    expect(runs).toBe(2)
    expect(await engine.read(async (db) => valueOf(db, 'a'))).toBe('1')
  })

  it.each([
    ['was done', true],
    ['never arrived', false],
  ])(
    'of what knows itself again, cannot be asked about: it is asked by doing it again (it %s)',
    async (_how, isDone) => {
      const line = await lineTo(address)
      const engine = await open({ patience: 1500 }, line.address)
      const runs: string[] = []
      const answer = await engine.transact(
        async (db) => {
          const claimed = await db
            .insertInto('settings')
            .values({ key: 'claim', value: '1' })
            .onConflict((there) => there.doNothing())
            .returning('key')
            .executeTakeFirst()
          runs.push(claimed ? 'done' : 'known')
          if (runs.length === 1) {
            const lost = isDone ? line.loseNextAnswer(true) : line.loseNextCommit(true)
            // Nobody can be asked for longer than one waits to ask.
            void lost.then(() => setTimeout(() => line.close(false), 1900))
          }
          return runs.at(-1)
        },
        { isKnownAgain: true },
      )
      expect([answer, runs]).toStrictEqual(isDone ? ['known', ['done', 'known']] : ['done', ['done', 'done']])
      const rows = await engine.read(async (db) => db.selectFrom('settings').selectAll().execute())
      expect(rows).toHaveLength(1)
    },
  )

  it('cannot be asked about, and was sent with statements that nobody waited for: it is not done again', async () => {
    const line = await lineTo(address)
    const engine = await open({ patience: 1500 }, line.address)
    let runs = 0
    const lost = engine.transact(async (db) => {
      runs++
      await valueOf(db, 'a')
      void line.loseNextAnswer(true).then(() => setTimeout(() => line.close(false), 1900))
      await insertRow(db, 'settings', { key: `run ${runs}`, value: '1' })
    })
    await expect(lost).rejects.toThrow(CommitUnknown)
    expect(runs).toBe(1)
  })

  it('cannot be asked about: that is said, and nothing else', async () => {
    const line = await lineTo(address)
    const engine = await open({ patience: 1500 }, line.address)
    const lost = engine.transact(async (db) => {
      await set(db, 'a')
      void line.loseNextAnswer(true)
    })
    await expect(lost).rejects.toBeInstanceOf(CommitUnknown)
  })
})

describe('a line that is cut', () => {
  it('in the middle of a write: it is run again on another session', async () => {
    const line = await lineTo(address)
    const engine = await open({}, line.address)
    let runs = 0
    await engine.transact(async (db) => {
      await set(db, 'a')
      if (++runs === 1) line.cut()
      await set(db, 'b')
    })
    expect(runs).toBe(2)
    expect(await engine.read(async (db) => valueOf(db, 'b'))).toBe('1')
  })

  it('for a while: refused until it is there again, and then as before', async () => {
    const line = await lineTo(address)
    const engine = await open({}, line.address)
    await engine.transact(async (db) => set(db, 'a'))
    line.close(true)
    await expect(engine.transact(async (db) => set(db, 'b'))).rejects.toSatisfy(isUnreachable)
    await expect(engine.read(async (db) => valueOf(db, 'a'))).rejects.toSatisfy(isUnreachable)
    line.close(false)
    await engine.transact(async (db) => set(db, 'b'))
    expect(await engine.read(async (db) => valueOf(db, 'b'))).toBe('1')
  })
})

it('no session is free for too long: busy, and not for ever', async () => {
  const engine = await open({ maxSessions: 1, patience: 1500 })
  let finish: () => void = () => undefined
  const holding = engine.transact(async () => new Promise<void>((resolve) => (finish = resolve)))
  await expect(engine.transact(async (db) => set(db, 'a'))).rejects.toMatchObject({ code: 'POOL_EXHAUSTED' })
  finish()
  await holding
  await engine.transact(async (db) => set(db, 'a'))
})

it('numbers that cannot be told exactly are refused and not rounded', async () => {
  const engine = await open()
  const other = new pg.Client({ connectionString: address })
  await other.connect()
  onTestFinished(async () => other.end())
  await other.query('update reference_epochs set epoch = 9007199254740993')
  await expect(engine.read(async (db) => valueOf(db, 'a'))).rejects.toThrow('9007199254740993')
})
