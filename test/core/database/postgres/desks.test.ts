import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { TokenResponse } from '../../../../core/access/token.schema.ts'
import { countGuess } from '../../../../core/access/wrong-guesses.ts'
import type { StoreChange } from '../../../../core/kernel/change.ts'
import type { Engine, ReadDb, WriteDb } from '../../../../core/database/engine.ts'
import { nameOf } from '../../../../core/database/postgres/address.ts'
import { plainKeeper } from '../../../../core/database/secret-keeper.ts'
import { isThere, openDesk } from '../../../../core/engines.ts'
import { migrations } from '../../../../core/database/schema/migrations/index.ts'
import { cursorKey } from '../../../../core/database/settings.ts'
import { Drawer } from '../../../../core/drawer-openings/drawer-opening.schema.ts'
import { openCore } from '../../../../core/index.ts'
import { sweepOften } from '../../../../core/operations/sweep.ts'
import { Caller, inProcess } from '../../../support/caller.ts'
import { Clerk } from '../../../support/clerk.ts'
import { temporaryDir } from '../../../support/core.ts'
import { addStore } from '../../../support/bare-store.ts'
import { openPostgres } from '../../../support/engines.ts'
import { failures } from '../../../support/failures.ts'
import { lineTo } from '../../../support/cut-line.ts'
import { temporaryDatabase } from '../../../support/postgres.ts'
import { openPrinter } from '../../../support/printer.ts'
import { selfSignedServer } from '../../../support/self-signed.ts'
import { runElsewhere } from '../../../support/past-the-core.ts'
import { openShop } from '../../../support/shop.ts'
import { demoShop, emptyShop } from '../../../support/storage.ts'

let address: string
beforeEach(async () => {
  address = await emptyShop()
})

async function open(at = address): Promise<Engine> {
  const engine = await openPostgres(at)
  onTestFinished(async () => engine.close())
  return engine
}

async function clientOf(at: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  onTestFinished(async () => client.end())
  return client
}

describe('desks that start at once', () => {
  it('on an empty database: it is made once, and all of them work', async () => {
    const empty = await temporaryDatabase()
    const desks = await Promise.all(Array.from({ length: 5 }, async () => open(empty)))
    await desks[0]?.transact(async (db) =>
      db.insertInto('settings').values({ key: 'a', value: '1' }).execute(),
    )
    const seen = await desks[4]?.read(async (db) => db.selectFrom('settings').selectAll().execute())
    expect(seen).toStrictEqual([{ key: 'a', value: '1' }])
  })

  it('and finish the first start at once make one shop: the other is told that there is one', async () => {
    const store = {
      name: 'Kyst',
      countryCode: 'DK',
      currency: 'DKK',
      cultureCode: 'da-DK',
      timeZone: 'Europe/Copenhagen',
    }
    const firstStart = async () => {
      const core = await openCore({ logger: failures, engine: await openPostgres(address) })
      onTestFinished(async () => core.close())
      const code = (await core.consolePath()).slice('/?setup='.length)
      return { anyone: new Caller(inProcess(core.app)), code }
    }
    const desks = await Promise.all([firstStart(), firstStart()])
    const answers = await Promise.all(
      desks.map(async ({ anyone, code }) => anyone.post('/setup', { code, shop: 'empty', store })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const stores = await (await open()).read(async (db) => db.selectFrom('stores').select('code').execute())
    expect(stores).toStrictEqual([{ code: 'kyst' }])
  })

  it('share the key that signs paging tokens, which none of them can seal for itself', async () => {
    const desks = await Promise.all(Array.from({ length: 4 }, async () => open()))
    const keys = await Promise.all(
      desks.map(async (desk, number) =>
        cursorKey(desk, {
          name: 'system',
          seal: async (secret) => Promise.resolve(`${number}:${secret}`),
          open: async (sealed) =>
            Promise.resolve(sealed.startsWith(`${number}:`) ? sealed.slice(2) : undefined),
        }),
      ),
    )
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  })

  it('have a drawer each: where it hangs lies in their own folder, and none is told of another’s that stays closed', async () => {
    const database = await demoShop()
    const start = async (dataDir: string) => {
      const engine = await openDesk({ dataDir, database, keeper: plainKeeper })
      const core = await openCore({ logger: failures, engine })
      const path = await core.consolePath('harbour')
      const code = new URLSearchParams(path.slice(path.indexOf('?'))).get('launch')
      const grant = { grant_type: 'authorization_code', client_id: 'console', code }
      const anyone = new Caller(inProcess(core.app))
      const { access_token: token } = (await anyone.post('/oauth/token', grant)).ok(TokenResponse)
      const desk = new Clerk(inProcess(core.app), { authorization: `Bearer ${token}` }, 'harbour')
      return { engine, core, desk }
    }
    const [mine, theirs] = [await temporaryDir(), await temporaryDir()]
    const first = await start(mine)
    const other = await start(theirs)
    onTestFinished(async () => other.core.close())
    const heard: string[] = []
    other.engine.changes?.listen({ changed: ({ type }) => heard.push(type), missed: () => undefined })
    const gone = await openPrinter()
    await gone.close()
    const body = { address: gone.address }
    const { printer } = (await first.desk.request('PUT', '/drawer', { body })).ok(Drawer)
    expect((await other.desk.get('/drawer')).ok(Drawer).printer).toBeNull()
    const { paymentId } = await first.desk.anOrder({ payment: 'Cash' })
    expect((await first.desk.post(`/payments/${paymentId}/capture`, {})).status).toBe(200)
    const failure = async () => (await first.desk.get('/drawer')).ok(Drawer).failure
    await expect.poll(failure).toMatchObject({ fault: 'refused' })
    const counted = { currency: 'EUR', counted: 1 }
    await expect
      .poll(async () => {
        await first.desk.post('/till/counts', counted)
        return heard
      })
      .toContain('till.changed')
    expect(heard.filter((type) => type.startsWith('drawer.'))).toStrictEqual([])
    await first.core.close()
    const again = await start(mine)
    onTestFinished(async () => again.core.close())
    expect((await again.desk.get('/drawer')).ok(Drawer).printer).toStrictEqual(printer)
  }, 60_000)

  it('text is ordered by its characters’ numbers, whatever the database’s own order is', async () => {
    const engine = await open()
    const keys = ['B', 'a', 'Ä', 'Z', 'b']
    await engine.transact(async (db) =>
      db
        .insertInto('settings')
        .values(keys.map((key) => ({ key, value: '' })))
        .execute(),
    )
    const rows = await engine.reader.selectFrom('settings').select('key').orderBy('key').execute()
    expect(rows.map(({ key }) => key)).toStrictEqual(['B', 'Z', 'a', 'b', 'Ä'])
    const client = await clientOf(address)
    const { rows: others } = await client.query(
      `select table_name, column_name from information_schema.columns where table_schema = 'public'
       and data_type = 'text' and collation_name is distinct from 'C' and table_name not like 'kysely%'`,
    )
    expect(others).toStrictEqual([])
  })
})

/** What a migration of a later version leaves. */
const laterMigration = `insert into kysely_migration (name, timestamp) values ('9999-later', '')`

/** An empty database as the version has made it whose last migration this was. */
async function databaseUpTo(last: string): Promise<string> {
  const older = await temporaryDatabase()
  const pool = new pg.Pool({ connectionString: older, max: 1 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const provider = { getMigrations: async () => Promise.resolve(migrations) }
  const { error } = await new Migrator({ db, provider }).migrateTo(last)
  await db.destroy()
  if (error) throw new Error(`There is no database up to ${last}.`, { cause: error })
  return older
}

describe('a desk that runs while a newer version migrates the database', () => {
  const insert = async (db: WriteDb) => db.insertInto('settings').values({ key: 'a', value: '1' }).execute()
  const settings = async (db: ReadDb) => db.selectFrom('settings').selectAll().execute()
  const newer = { code: 'DATABASE_NEWER' }

  it('writes and reads nothing any more, of which it does not know how it is kept now', async () => {
    const desk = await open()
    expect(await desk.read(settings, 'a')).toStrictEqual([])
    const client = await clientOf(address)
    await client.query(laterMigration)
    await expect(desk.transact(insert, { storeId: 'a' })).rejects.toMatchObject(newer)
    await expect(desk.transact(insert)).rejects.toMatchObject(newer)
    await expect(desk.read(settings, 'a')).rejects.toMatchObject(newer)
    await expect(desk.read(settings)).rejects.toMatchObject(newer)

    await client.query(`delete from kysely_migration where name = '9999-later'`)
    expect(await desk.read(settings)).toStrictEqual([])
    await desk.transact(insert)
    expect(await desk.read(settings)).toHaveLength(1)
  })

  it('says to whoever asks that it has to be updated, and not when to try again', async () => {
    const shop = await openShop()
    const clerk = await shop.as('staff')
    await runElsewhere(shop.dataDir, laterMigration)
    const answer = await clerk.post('/carts', { cultureCode: 'en-GB', currency: 'EUR' })
    expect(answer.refused('ServiceUnavailable')).toStrictEqual([
      'The database was brought up to date by a newer version of Backcounter. Please update this one, too.',
    ])
    expect(answer.headers).not.toHaveProperty('retry-after')

    const health = await shop.anyone.get('/health', {}, { prefer: 'fault-codes' })
    expect([health.status, health.body]).toMatchObject([
      503,
      {
        status: 'failing',
        errors: [
          {
            code: 'database.newer',
            'error-description': expect.stringContaining('by a newer version') as string,
          },
        ],
      },
    ])
  })

  it('ends what it was writing before', async () => {
    const desk = await open()
    const [begun, ending] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const writing = desk.transact(async (db) => {
      await insert(db)
      begun.resolve(undefined)
      await ending.promise
    })
    await begun.promise
    migrations['9999-later'] = { up: async (db) => db.schema.createTable('later').execute() }
    onTestFinished(() => void Reflect.deleteProperty(migrations, '9999-later'))
    let isMigrated = false
    const migrating = open().then((other) => {
      isMigrated = true
      return other
    })
    await pause(500)
    expect(isMigrated).toBe(false)
    ending.resolve(undefined)
    await writing
    await migrating
    const client = await clientOf(address)
    expect((await client.query('select key from settings')).rows).toStrictEqual([{ key: 'a' }])
  })
})

describe('a database that is not to be had', () => {
  it('of a later version', async () => {
    const client = await clientOf(address)
    await client.query(laterMigration)
    await expect(openPostgres(address)).rejects.toMatchObject({ code: 'newer' })
  })

  it('of another program', async () => {
    const theirs = await temporaryDatabase()
    const client = await clientOf(theirs)
    await client.query('create table things (id integer)')
    await expect(openPostgres(theirs)).rejects.toMatchObject({ code: 'damaged' })
  })

  it('that is not there, or does not let in, is named without its password', async () => {
    const missing = new URL(address)
    missing.pathname = '/nowhere'
    await expect(openPostgres(missing.href)).rejects.toMatchObject({ code: 'unreachable' })
    const wrong = new URL(address)
    wrong.password = 'not-this-one'
    const refused = openPostgres(wrong.href)
    await expect(refused).rejects.toThrow('does not let this user in')
    await expect(refused).rejects.not.toThrow('not-this-one')
    const nobody = new URL(address)
    nobody.port = '1'
    await expect(openPostgres(nobody.href)).rejects.toMatchObject({ code: 'unreachable' })
  })

  it('whose user may not make its tables', async () => {
    const empty = await temporaryDatabase()
    const owner = await clientOf(empty)
    const user = `${new URL(empty).pathname.slice(1)}_user`
    await owner.query(`create role ${user} login password 'secret'`)
    onTestFinished(async () => void (await owner.query(`drop role ${user}`)))
    const theirs = Object.assign(new URL(empty), { username: user, password: 'secret' })
    await expect(openPostgres(theirs.href)).rejects.toMatchObject({
      code: 'unreachable',
      message: `The database ${nameOf(empty)} does not let this user make its tables, or change them.`,
      mayPass: false,
    })
  })

  it('encrypted as its address asks for says so, and is not waited for', async () => {
    const plain = new URL(address)
    plain.searchParams.set('sslmode', 'verify-full')
    await expect(openPostgres(plain.href)).rejects.toMatchObject({
      message: `The database ${nameOf(address)} is on a server that does not encrypt the line, which its address asks for (sslmode).`,
      mayPass: false,
    })
    plain.port = String(await selfSignedServer())
    await expect(openPostgres(plain.href)).rejects.toMatchObject({
      message: `The database ${nameOf(plain.href)} is on a server whose certificate is not trusted here, or is another server’s (DEPTH_ZERO_SELF_SIGNED_CERT).`,
      mayPass: false,
    })
  })
})

it('a desk waits for a server that takes no changes, as one that is about to stand in for another, before it opens its shop', async () => {
  const desk = { dataDir: await temporaryDir(), database: address, keeper: plainKeeper }
  const keeper = await clientOf(address)
  const database = new URL(address).pathname.slice(1)
  await keeper.query(`alter database ${database} set default_transaction_read_only = on`)
  await expect(openDesk(desk)).rejects.toMatchObject({
    code: 'unreachable',
    message: `The database ${nameOf(address)} takes no changes at the moment.`,
    mayPass: true,
  })
  expect(await isThere(desk)).toBe(false)
  await keeper.query('set default_transaction_read_only = off')
  await keeper.query(`alter database ${database} reset default_transaction_read_only`)
  expect(await isThere(desk)).toBe(true)
  await (await openDesk(desk)).close()
})

it('a server that ends the session that brings a database up to date is away, and the database as it was', async () => {
  const older = await databaseUpTo('0026-campaign-limits')
  const [keeper, holder] = [await clientOf(older), await clientOf(older)]
  await keeper.query('create table reference_epoch (id integer primary key, epoch bigint not null)')
  await holder.query('begin')
  await holder.query('lock table kysely_migration in access share mode')
  const opening = openPostgres(older)
  opening.catch(() => undefined)
  const end = async (): Promise<number> => {
    const { rowCount } = await keeper.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rowCount ?? 0
  }
  await expect.poll(end).toBe(1)
  await expect(opening).rejects.toMatchObject({ code: 'unreachable', mayPass: true })
  await holder.query('commit')
  expect((await keeper.query('select name from kysely_migration order by name desc')).rows[0]).toStrictEqual({
    name: '0026-campaign-limits',
  })
  await open(older)
})

it('a database is brought up to date however long that takes and waits, whatever its owner lets a statement', async () => {
  const older = await emptyShop()
  const [owner, holder] = [await clientOf(older), await clientOf(older)]
  const name = new URL(older).pathname.slice(1)
  for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
    await owner.query(`alter database ${name} set ${limit} to 300`)
  migrations['9999-later'] = { up: async (db) => void (await sql`select pg_sleep(0.5)`.execute(db)) }
  onTestFinished(() => void Reflect.deleteProperty(migrations, '9999-later'))
  await holder.query('begin')
  await holder.query('lock table kysely_migration in access share mode')
  const opening = open(older)
  opening.catch(() => undefined)
  await pause(1000)
  await holder.query('commit')
  await opening
})

it('a transaction lasts as long as it takes, as that of a shop that is moved, whatever the owner of a database lets one', async () => {
  const limited = await emptyShop()
  const owner = await clientOf(limited)
  const { rows } = await owner.query(`select 1 from pg_settings where name = 'transaction_timeout'`)
  // Older servers have no such limit.
  if (rows.length > 0)
    await owner.query(`alter database ${new URL(limited).pathname.slice(1)} set transaction_timeout to 300`)
  const engine = await open(limited)
  const takeTime = async (db: ReadDb) =>
    db
      .selectFrom('kysely_migration' as 'stores')
      .select(sql`pg_sleep(0.5)`.as('slept'))
      .limit(1)
      .execute()
  await expect(engine.read(takeTime)).resolves.toHaveLength(1)
  await expect(engine.transact(takeTime)).resolves.toHaveLength(1)
})

it('desks whose clocks differ hold back whoever guesses at them in turn, as one does', async () => {
  const engine = await open()
  const patience = { free: 5, longestWait: 300 }
  const behind = Date.now() - 900_000
  const waits: number[] = []
  for (let guess = 0; guess < 20; guess++)
    waits.push(await countGuess(engine, 'somebody', new Date(behind + (guess % 2) * 900_000), patience))
  expect(waits.slice(0, 5)).toStrictEqual([0, 0, 0, 0, 0])
  // Twenty take seconds on a slow machine, in which one more or two are let through.
  expect(waits.filter((wait) => wait > 0).length).toBeGreaterThan(10)
  expect(Math.max(...waits)).toBeLessThanOrEqual(16)
})

describe('what a desk keeps of reference data', () => {
  const names = {}
  const addCurrency = async (engine: Engine, iso: string) =>
    engine.transact(async (db) => db.insertInto('currencies').values({ id: iso, iso_code: iso }).execute())
  const rememberedOn = async (engine: Engine) =>
    engine.read(async (db) => {
      db.keptBy(names)?.set('all', 'as before')
      return Promise.resolve()
    })
  const kept = async (db: ReadDb) => Promise.resolve(db.keptBy(names)?.get('all'))

  it('is used again, and forgotten within a second of another desk’s change', async () => {
    const [one, other] = [await open(), await open()]
    await rememberedOn(one)
    expect(one.keptBy(names)?.get('all')).toBe('as before')
    await addCurrency(other, 'EUR')
    await pause(1000)
    expect(one.keptBy(names)?.get('all')).toBeUndefined()
    expect(await one.read(kept)).toBeUndefined()
  })

  it('is at once of no use in a transaction that begins after the change', async () => {
    const [one, other] = [await open(), await open()]
    await rememberedOn(one)
    await addCurrency(other, 'EUR')
    expect(await one.transact(kept)).toBeUndefined()
  })

  it('fails no write that it would have refused before the change, and the write leaves nothing twice', async () => {
    const [one, other] = [await open(), await open()]
    await rememberedOn(one)
    await addCurrency(other, 'EUR')
    let runs = 0
    await one.transact(async (db) => {
      runs++
      await db
        .insertInto('settings')
        .values({ key: 'run', value: String(runs) })
        .execute()
      if ((await kept(db)) !== undefined) throw new Error('As it was before.')
    })
    expect(runs).toBe(2)
    expect(
      await other.read(async (db) =>
        db.selectFrom('settings').select('value').where('key', '=', 'run').execute(),
      ),
    ).toStrictEqual([{ value: '2' }])
  })

  it('is not mixed with what a read finds: the read is run again on one state', async () => {
    const [one, other] = [await open(), await open()]
    await rememberedOn(one)
    await addCurrency(other, 'EUR')
    const seen: unknown[] = []
    const answer = await one.read(async (db) => {
      const before = await kept(db)
      const rows = await db.selectFrom('currencies').select('id').execute()
      seen.push(before)
      return [before, rows.length]
    })
    expect(seen).toStrictEqual(['as before', undefined])
    expect(answer).toStrictEqual([undefined, 1])
  })

  it('is forgotten at once by the desk that changes it, and stays with business as usual', async () => {
    const one = await open()
    await rememberedOn(one)
    await one.transact(async (db) => db.insertInto('settings').values({ key: 'a', value: '1' }).execute())
    expect(one.keptBy(names)?.get('all')).toBe('as before')
    await addCurrency(one, 'EUR')
    expect(one.keptBy(names)?.get('all')).toBeUndefined()
  })
})

describe('what a desk keeps of one store of several', () => {
  const names = {}
  const stores = ['a', 'b', undefined] as const
  beforeEach(async () => {
    const engine = await open()
    await engine.transact(async (db) => {
      for (const id of ['a', 'b']) await addStore(db, id)
    })
  })
  const aDesk = async (): Promise<Engine> => {
    const engine = await open()
    for (const storeId of stores) {
      await engine.read(async (db) => {
        await db.selectFrom('stores').select('id').execute()
        db.keptBy(names)?.set('all', 'as before')
      }, storeId)
    }
    return engine
  }
  const group = { name: 'Friends', version: 1, is_retired: 0 }
  const addGroup = async (db: WriteDb, store_id: string) =>
    db
      .insertInto('customer_groups')
      .values({ ...group, id: `of ${store_id}`, store_id })
      .execute()
  const keptAt = async (engine: Engine) => {
    const kept = async (db: ReadDb) => Promise.resolve(db.keptBy(names)?.get('all') !== undefined)
    const ofReads = await Promise.all(stores.map(async (storeId) => engine.read(kept, storeId)))
    const ofWrites = await Promise.all(stores.map(async (storeId) => engine.transact(kept, { storeId })))
    expect(ofWrites).toStrictEqual(ofReads)
    return Object.fromEntries(stores.map((storeId, index) => [storeId ?? 'any', ofReads[index]]))
  }

  it('is forgotten where that store has changed, and not where another has', async () => {
    const [one, other] = [await aDesk(), await open()]
    await other.transact(async (db) => addGroup(db, 'a'), { storeId: 'a' })
    await pause(1000)
    expect(await keptAt(one)).toStrictEqual({ a: false, b: true, any: false })
    await other.transact(async (db) => addGroup(db, 'b'), { storeId: 'b' })
    await pause(1000)
    expect(await keptAt(one)).toStrictEqual({ a: false, b: false, any: false })
  })

  it('is forgotten at once where this desk has changed that store, and not where it has changed another', async () => {
    const one = await aDesk()
    await one.transact(async (db) => addGroup(db, 'b'), { storeId: 'b' })
    expect(stores.map((storeId) => one.keptBy(names, storeId)?.has('all') ?? false)).toStrictEqual([
      true,
      false,
      false,
    ])
    expect(await keptAt(one)).toStrictEqual({ a: true, b: false, any: false })
  })

  it.each<[string, (db: WriteDb) => Promise<unknown>, string | undefined]>([
    [
      'what all stores share is changed',
      async (db) => db.insertInto('currencies').values({ id: 'EUR', iso_code: 'EUR' }).execute(),
      'a',
    ],
    ['nobody can tell what is changed', async (db) => sql`update stores set name = 'x'`.execute(db), 'a'],
    ['nobody says whose data are changed', async (db) => addGroup(db, 'a'), undefined],
  ])('is forgotten of every store where %s', async (_what, work, storeId) => {
    const [one, other] = [await aDesk(), await open()]
    await other.transact(work, { storeId })
    await pause(1000)
    expect(await keptAt(one)).toStrictEqual({ a: false, b: false, any: false })
  })
})

it('a database that counts all changes in one row, as an older version has made it, counts by store from then on', async () => {
  const older = await databaseUpTo('0026-campaign-limits')
  const client = await clientOf(older)
  await client.query('create table reference_epoch (id integer primary key, epoch bigint not null)')
  await client.query('insert into reference_epoch (id, epoch) values (1, 7)')
  const [one, other] = await Promise.all([open(older), open(older)])
  await one.transact(async (db) => db.insertInto('settings').values({ key: 'a', value: '1' }).execute())
  expect(await other.read(async (db) => db.selectFrom('settings').selectAll().execute())).toHaveLength(1)
  // A desk of the older version is told nothing that is not true: it is told nothing.
  await expect(client.query('select epoch from reference_epoch')).rejects.toMatchObject({ code: '42P01' })
})

describe('changes', () => {
  const change: StoreChange = { type: 'cart.changed', storeId: 'store', id: 'cart', version: 2 }
  function heardBy(engine: Engine) {
    const heard: (StoreChange | 'missed')[] = []
    engine.changes?.listen({ changed: (one) => heard.push(one), missed: () => heard.push('missed') })
    return heard
  }
  /** Waits until the desk listens. */
  const ready = async (): Promise<void> => {
    const client = await clientOf(address)
    await expect
      .poll(async () => {
        const { rows } = await client.query<{ n: string }>(
          `select count(*) as n from pg_stat_activity where datname = current_database() and query like 'listen%'`,
        )
        return Number(rows[0]?.n)
      })
      .toBeGreaterThan(0)
  }

  it('reach the other desk within a second, each once, and not the own', async () => {
    const [one, other] = [await open(), await open()]
    const [own, heard] = [heardBy(one), heardBy(other)]
    await pause(300)
    for (let version = 1; version <= 500; version++)
      one.changes?.send({ ...change, id: `cart ${version}`, version })
    one.changes?.send({ ...change, version: 1 })
    one.changes?.send(change)
    await expect.poll(() => heard.length, { timeout: 1000 }).toBe(501)
    expect(heard).toContainEqual(change)
    expect(own).toStrictEqual([])
  })

  it('that could not be heard are said to be missed, once the line is there again', async () => {
    const line = await lineTo(address)
    const [one, other] = [await open(), await open(line.address)]
    const heard = heardBy(other)
    await ready()
    line.cut()
    one.changes?.send(change)
    await expect.poll(() => heard, { timeout: 5000 }).toContain('missed')
    one.changes?.send({ ...change, version: 3 })
    await expect.poll(() => heard, { timeout: 2000 }).toContainEqual({ ...change, version: 3 })
  })

  it.each(['', 'x', 'null', '[1]'])(
    'that nobody here understands are said to be missed: %j',
    async (told) => {
      const [one, other] = [await open(), await open()]
      const heard = heardBy(other)
      await pause(300)
      const keeper = await clientOf(address)
      await keeper.query('select pg_notify($1, $2)', ['backcounter_changes', told])
      await expect.poll(() => heard).toStrictEqual(['missed'])
      one.changes?.send(change)
      await expect.poll(() => heard).toMatchObject(['missed', change])
    },
  )

  it('that a server does not let anybody tell leave no session behind with each try', async () => {
    const keeper = await clientOf(address)
    const role = `desk_${randomBytes(6).toString('hex')}`
    await keeper.query(`create role ${role} login password 'one'`)
    await keeper.query(`grant all on all tables in schema public to ${role}`)
    onTestFinished(async () => {
      await keeper.query(`drop owned by ${role} cascade`)
      await keeper.query(`drop role ${role}`)
    })
    const sessions = async () => {
      const { rows } = await keeper.query<{ pid: number }>(
        'select pid from pg_stat_activity where usename = $1',
        [role],
      )
      return rows.map(({ pid }) => pid)
    }
    const line = await lineTo(Object.assign(new URL(address), { username: role, password: 'one' }).href)
    const one = await open(line.address)
    await ready()
    await keeper.query('revoke execute on function pg_notify(text, text) from public')
    one.changes?.send(change)
    await pause(300)
    line.cut()
    const before = line.asked()
    await expect.poll(() => line.asked() - before).toBeGreaterThan(3)
    expect((await sessions()).length).toBeLessThanOrEqual(2)
  })

  it('that could not be told are said to be missed by those who would have heard them', async () => {
    const line = await lineTo(address)
    const [one, other] = [await open(line.address), await open()]
    const heard = heardBy(other)
    await ready()
    line.close(true)
    one.changes?.send(change)
    await pause(100)
    line.close(false)
    await expect.poll(() => heard, { timeout: 8000 }).toContain('missed')
  })
})

it('a statement that was prepared for a table that another desk has changed since is prepared anew', async () => {
  const engine = await open()
  const read = async () => engine.read(async (db) => db.selectFrom('settings').selectAll().execute())
  for (let times = 0; times < 4; times++) await read()
  const client = await clientOf(address)
  await client.query('alter table settings add column added integer')
  expect(await read()).toStrictEqual([])
  expect(await engine.transact(async (db) => db.selectFrom('settings').selectAll().execute())).toStrictEqual(
    [],
  )
})

describe('what is too old for all desks', () => {
  it.each([
    ['ahead', '2999-01-01T00:00:00.000Z'],
    ['behind', '2020-01-01T00:00:00.000Z'],
  ])('is not said by the clock of a desk that is years ahead: %s', async (_, shown) => {
    const engine = await open()
    const moments: Date[] = []
    const end = sweepOften(
      { clock: () => new Date(shown), condition: engine.condition, database: engine },
      { error: (told: unknown) => expect.unreachable(JSON.stringify(told)) },
      [
        async (_db, now) => {
          moments.push(now)
          return Promise.resolve(0)
        },
      ],
      { first: 0, every: 3_600_000 },
    )
    await expect.poll(() => moments.length).toBe(1)
    await end()
    const expected = Math.min(Date.parse(shown), Date.now())
    expect(Math.abs((moments[0]?.getTime() ?? 0) - expected)).toBeLessThan(60_000)
  })

  it('is not said of an answer that is kept, either: what was done is not done twice there', async () => {
    const shop = await openShop({ isServerClockOwn: true })
    const headers = { 'idempotency-key': 'once' }
    const body = { cultureCode: 'en-GB', currency: 'EUR' }
    shop.clock.set(new Date().toISOString())
    const first = await (await shop.as('staff')).post('/carts', body, { headers })
    expect(first.status).toBe(200)
    shop.clock.advance(3 * 24 * 3600)
    const again = await (await shop.as('staff')).post('/carts', body, { headers })
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.text).toBe(first.text)
  })
})
