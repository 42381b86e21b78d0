import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Engine, ReadDb } from '../../../../core/database/engine.ts'
import { isCommitUnknown, isUnreachable } from '../../../../core/database/error-codes.ts'
import { MAX_SESSIONS } from '../../../../core/database/postgres/pool.ts'
import type { PostgresOptions } from '../../../../core/database/postgres/open.ts'
import { PROGRAM } from '../../../../core/database/postgres/session.ts'
import { openPostgres } from '../../../support/engines.ts'
import { lineTo } from '../../../support/cut-line.ts'
import { poolerOf } from '../../../support/pooler.ts'
import { emptyShop } from '../../../support/storage.ts'

let address: string
beforeEach(async () => {
  address = await emptyShop()
})

async function open(at = address, options?: PostgresOptions): Promise<Engine> {
  const engine = await openPostgres(at, options)
  onTestFinished(async () => engine.close())
  return engine
}

const look = async (db: ReadDb) => db.selectFrom('settings').selectAll().execute()
const readsAtOnce = async (engine: Engine, count: number) =>
  Promise.allSettled(Array.from({ length: count }, async () => engine.read(look)))

/** Has an engine open all sessions that it may have, each with the statement of `look` prepared; none is used then. */
async function openAllSessions(engine: Engine): Promise<void> {
  // What comes for the first time has no name, and is not prepared.
  for (let times = 0; times < 2; times++) {
    const all = Promise.withResolvers<undefined>()
    let open = 0
    const holding = Array.from({ length: MAX_SESSIONS }, async () =>
      engine.transact(async (db) => {
        await look(db)
        if (++open === MAX_SESSIONS) all.resolve(undefined)
        await all.promise
      }),
    )
    await Promise.all(holding)
  }
}

const END_SESSIONS = `
  import pg from 'pg'
  const [address, program] = process.argv.slice(1)
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  const { rowCount } = await client.query(
    'select pg_terminate_backend(pid, 10000) from pg_stat_activity ' +
      'where datname = current_database() and application_name = $1',
    [program],
  )
  console.log(rowCount)
  await client.end()`

/** The server ends all sessions with a database, and this process has had no time to hear of it. @returns how many */
const endSessions = (at: string): number =>
  Number(execFileSync(process.execPath, ['--input-type=module', '-e', END_SESSIONS, at, PROGRAM]))

describe('sessions that the server has ended while nobody used them', () => {
  it.each([1, 3, 30])('fail none of %i reads at once', async (count) => {
    const engine = await open()
    await openAllSessions(engine)
    expect(endSessions(address)).toBeGreaterThanOrEqual(MAX_SESSIONS)
    for (const outcome of await readsAtOnce(engine, count)) expect(outcome.status).toBe('fulfilled')
  })

  it('fail no write, and no single statement', async () => {
    const engine = await open()
    for (const ask of [async () => engine.transact(look), async () => look(engine.reader)]) {
      await openAllSessions(engine)
      endSessions(address)
      expect(await ask()).toStrictEqual([])
    }
  })

  it('are not tried one by one: one that has ended stands for all, and one is opened', async () => {
    const line = await lineTo(address)
    const engine = await open(line.address)
    await openAllSessions(engine)
    const before = line.asked()
    line.cut()
    expect((await readsAtOnce(engine, 1))[0]?.status).toBe('fulfilled')
    // The other is that of changes.
    expect(line.asked() - before).toBeLessThanOrEqual(2)
  })

  it('and cannot be had again are asked for once by each who needs one', async () => {
    const line = await lineTo(address)
    const engine = await open(line.address)
    await openAllSessions(engine)
    const before = line.asked()
    line.close(true)
    const outcomes = await readsAtOnce(engine, 30)
    expect(outcomes.map(({ status }) => status)).toStrictEqual(outcomes.map(() => 'rejected'))
    expect(line.asked() - before).toBeLessThanOrEqual(31)
    line.close(false)
    expect((await readsAtOnce(engine, 1))[0]?.status).toBe('fulfilled')
  })
})

it('statements that all sessions have prepared for a table that another desk has changed since fail no read', async () => {
  const engine = await open()
  await openAllSessions(engine)
  const other = new pg.Client({ connectionString: address })
  await other.connect()
  onTestFinished(async () => other.end())
  await other.query('alter table settings add column added integer')
  expect(await readsAtOnce(engine, 1)).toStrictEqual([{ status: 'fulfilled', value: [] }])
})

describe('a server that is away is not said to be busy', () => {
  it('where somebody has waited for a session, and then none can be opened', async () => {
    const line = await lineTo(address)
    const engine = await open(line.address, { maxSessions: 1 })
    let waiting: Promise<unknown> | undefined
    const holding = engine.transact(async (db) => {
      await look(db)
      waiting ??= engine.read(look)
      waiting.catch(() => undefined)
      line.close(true)
      await look(db)
    })
    await expect(holding).rejects.toSatisfy(isUnreachable)
    await expect(waiting).rejects.toSatisfy(isUnreachable)
  })

  it('where it answers nobody: neither those who have a session nor those who wait for one', async () => {
    const line = await lineTo(address)
    const engine = await open(line.address, { maxSessions: 2, patience: 1500 })
    // Unlike a read, a write waits for the last answer.
    await Promise.all([engine.transact(look), engine.transact(look)])
    line.hold(true)
    onTestFinished(() => line.hold(false))
    const asking = readsAtOnce(engine, 2)
    // Whoever asks later waits for those.
    await expect(engine.read(look)).rejects.toSatisfy(isUnreachable)
    line.hold(false)
    expect((await asking).map(({ status }) => status)).toStrictEqual(['fulfilled', 'fulfilled'])
  })

  it('where it does not answer in time, in the middle of a read as at the end of a write', async () => {
    const line = await lineTo(address)
    const at = new URL(line.address)
    // As long as nobody waits for it in a test.
    at.searchParams.set('query_timeout', '500')
    const engine = await open(at.href, { patience: 1500 })
    onTestFinished(() => line.hold(false))
    const reading = engine.read(async (db) => {
      await look(db)
      line.hold(true)
      return look(db)
    })
    await expect(reading).rejects.toSatisfy(isUnreachable)
    line.hold(false)
    const writing = engine.transact(async (db) => {
      await db.insertInto('settings').values({ key: 'a', value: '1' }).execute()
      line.hold(true)
    })
    await expect(writing).rejects.toSatisfy(isCommitUnknown)
  })
})

/** The same database for a user of whom a server takes only so many sessions. */
async function limitedTo(sessions: number): Promise<string> {
  const owner = new pg.Client({ connectionString: address })
  await owner.connect()
  const user = `${new URL(address).pathname.slice(1)}_user`
  await owner.query(`create role ${user} login password 'secret' connection limit ${sessions}`)
  await owner.query(`grant all on all tables in schema public to ${user}`)
  onTestFinished(async () => {
    await owner.query(`drop owned by ${user}`)
    await owner.query(`drop role ${user}`)
    await owner.end()
  })
  return Object.assign(new URL(address), { username: user, password: 'secret' }).href
}

describe('a server that has room for no more sessions', () => {
  it('fails nobody whose turn comes with one that there is', async () => {
    // One of them listens.
    const engine = await open(await limitedTo(4))
    expect((await readsAtOnce(engine, 1)).map(({ status }) => status)).toStrictEqual(['fulfilled'])
    const writing = Array.from({ length: 20 }, async (_, index) =>
      engine.transact(async (db) =>
        db
          .insertInto('settings')
          .values({ key: String(index), value: '1' })
          .execute(),
      ),
    )
    const outcomes = [...(await readsAtOnce(engine, 20)), ...(await Promise.allSettled(writing))]
    expect(outcomes.filter(({ status }) => status === 'rejected')).toStrictEqual([])
  })

  it('whose pooler lets everybody in, and answers no more than it has sessions, keeps nobody waiting for long', async () => {
    // One of them listens.
    const engine = await open(await poolerOf(address, 'session', 4))
    await engine.transact(look)
    const since = performance.now()
    const outcomes = await readsAtOnce(engine, 20)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toStrictEqual([])
    expect(performance.now() - since).toBeLessThan(8000)
  })

  it('is not said to be away, and waited for', async () => {
    await expect(openPostgres(await limitedTo(1))).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('has no room for another session at the moment') as string,
      mayPass: true,
    })
  })
})

it('a server that answers nothing keeps nobody from ending', async () => {
  const line = await lineTo(address)
  const engine = await openPostgres(line.address)
  await openAllSessions(engine)
  line.hold(true)
  const ended = Promise.race([engine.close().then(() => 'ended'), pause(15_000, 'waits')])
  expect(await ended).toBe('ended')
})

describe('behind a pooler that gives a session to somebody else after each transaction', () => {
  it('a shop is not opened, and it is said why: what its sessions prepare would be gone', async () => {
    const at = await poolerOf(address)
    const name = `postgres://${new URL(at).host}${new URL(at).pathname}`
    await expect(openPostgres(at)).rejects.toMatchObject({
      code: 'unreachable',
      message:
        `The database ${name} is behind a pooler that gives a session to somebody else after each transaction: ` +
        'have it pool by sessions (pool_mode = session), or keep prepared statements.',
      mayPass: false,
    })
  })

  it('or after each statement, a shop is not opened either, and nobody waits for it', async () => {
    const at = await poolerOf(address, 'statement')
    await expect(openPostgres(at)).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining(
        'is behind a pooler that takes no transactions: have it pool by sessions (pool_mode = session).',
      ) as string,
      mayPass: false,
    })
  })

  it('no desk runs what another has prepared for something else: each calls a statement by its text', async () => {
    const nameAt = async (...texts: readonly string[]): Promise<unknown> => {
      // As in a process of its own.
      vi.resetModules()
      const { Session, sessionConfig } = await import('../../../../core/database/postgres/session.ts')
      const client = new pg.Client(sessionConfig(address))
      await client.connect()
      onTestFinished(async () => client.end())
      const session = new Session(client)
      // What comes for the first time has no name.
      for (const sql of [...texts, ...texts]) await session.run({ sql, parameters: [] })
      const sql = "select name from pg_prepared_statements where statement = 'select 1'"
      return (await session.run({ sql, parameters: [] })).rows
    }
    const names = await nameAt('select 1', 'select 2')
    expect(names).toHaveLength(1)
    expect(await nameAt('select 2', 'select 1')).toStrictEqual(names)
  })
})
