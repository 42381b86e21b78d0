import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { NewClientAnswer } from '../../../core/access/client.schema.ts'
import {
  BackupComparison,
  BackupPlan,
  BackupPlanEvents,
  BackupsAnswer,
  DataJob,
  DataState,
} from '../../../core/data/data.schema.ts'
import { ManagedCustomersAnswer } from '../../../core/customers/manage/managed-customer.schema.ts'
import { OrderTransactionsAnswer } from '../../../core/orders/payments/transaction.schema.ts'
import { TillCountWithMovements } from '../../../core/till-counts/till-count.schema.ts'
import { ManagedTill } from '../../../core/tills/till.schema.ts'
import { ImportJob } from '../../../core/transfer/transfer.schema.ts'
import type { Caller } from '../../support/caller.ts'
import type { Clerk } from '../../support/clerk.ts'
import { damage } from '../../support/damage.ts'
import { withFile } from '../../support/data.ts'
import { hireAt, openDesk, take } from '../../support/desks.ts'
import { listenWith } from '../../support/event-stream.ts'
import { fillDisk } from '../../support/past-the-core.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { isOnPostgres } from '../../support/storage.ts'

/** No backup is made by itself meanwhile. */
const openQuiet = async (): Promise<Shop> => openShop({ looks: { first: 3_600_000, every: 3_600_000 } })

/** Who works at the console. */
async function console(shop: Shop): Promise<Clerk> {
  const code = new URL(`http://x${await shop.core.consolePath()}`).searchParams.get('launch')
  const grant = { grant_type: 'authorization_code', client_id: 'console', code }
  const { body } = await shop.anyone.post('/oauth/token', grant)
  return shop.withToken((body as { access_token: string }).access_token)
}

/** Waits for the end of work that has begun. */
async function ended(caller: Caller, { id }: Pick<DataJob, 'id'>): Promise<DataJob> {
  let job: DataJob | undefined
  await expect
    .poll(
      async () => {
        job = (await caller.get(`/data/jobs/${id}`)).ok(DataJob)
        return job.state
      },
      { timeout: 40_000 },
    )
    .not.toBe('running')
  if (!job) throw new Error('There is no job.')
  return job
}

const begun = async (caller: Caller, path: string, body?: object): Promise<DataJob> => {
  const answer = await caller.post(path, body)
  expect(answer.status).toBe(202)
  return answer.body as DataJob
}
const done = async (caller: Caller, path: string, body?: object): Promise<DataJob> => {
  const job = await ended(caller, await begun(caller, path, body))
  expect(job).toMatchObject({ state: 'done', percent: 100, error: null })
  return job
}
const stateOf = async (caller: Caller): Promise<DataState> => (await caller.get('/data')).ok(DataState)
const backupsOf = async (caller: Caller) => (await caller.get('/data/backups')).ok(BackupsAnswer).backups

describe.skipIf(isOnPostgres)('the data in a file', () => {
  it('say how large and how sound they are, and when they were copied and checked last', async () => {
    const shop = await openQuiet()
    const admin = await shop.as('admin')
    const before = await stateOf(admin)
    expect(before).toMatchObject({
      kind: 'file',
      name: join(shop.dataDir, 'backcounter.sqlite'),
      health: 'ok',
      isBackedUp: true,
      checkedDate: null,
      checkFaults: null,
      backupDate: null,
      plan: { everyHours: 24, newest: 1, days: 7, weeks: 4 },
    })
    expect(before.bytes).toBeGreaterThan(1_000_000)
    expect(before.freeBytes).toBeGreaterThan(0)

    await admin.anOrder()
    const check = await done(admin, '/data/check')
    expect(check).toMatchObject({ kind: 'check', orders: 1, faultCount: 0, faults: [] })
    await done(admin, '/data/backups')
    expect(await stateOf(admin)).toMatchObject({
      checkedDate: '2026-11-20T09:30:00.000Z',
      checkFaults: 0,
      backupDate: '2026-11-20T09:30:00.000Z',
    })
  })

  it('are checked where the disk is full, too: what was found is told, though it cannot be kept', async () => {
    const shop = await openQuiet()
    const here = await console(shop)
    await here.anOrder()
    const makeRoom = await fillDisk(shop.dataDir, 'settings')
    expect(await done(here, '/data/check')).toMatchObject({ orders: 1, faultCount: 0 })
    expect(await stateOf(here)).toMatchObject({ checkedDate: null, checkFaults: null })
    await makeRoom()
    await done(here, '/data/check')
    expect(await stateOf(here)).toMatchObject({ checkFaults: 0 })
  })

  it('are checked to the cent: an order that does not agree is found and named', async () => {
    const shop = await openQuiet()
    const here = await console(shop)
    const { order } = await here.anOrder()
    withFile(shop.dataDir, (file) => file.exec('update orders set order_total = order_total + 1'))
    const job = await done(here, '/data/check')
    expect(job.faultCount).toBeGreaterThan(0)
    expect(job.faults.join()).toContain(order.orderNumber)
    expect((await stateOf(here)).checkFaults).toBe(job.faultCount)
    // Whose store is one of several is told how many, and not of whom.
    const program = await shop.as('admin')
    expect((await program.get(`/data/jobs/${job.id}`)).ok(DataJob)).toMatchObject({
      faultCount: job.faultCount,
      faults: [],
    })
  })

  it('are checked to the coin: a count of the till that does not agree is found and named', async () => {
    const shop = await openQuiet()
    const here = await console(shop)
    await here.post('/till/counts', { currency: 'EUR', counted: 100 })
    await here.post('/till/counts', { currency: 'EUR', counted: 90 })
    withFile(shop.dataDir, (file) => file.exec('update till_counts set paid_in = 100 where number = 2'))
    expect(await done(here, '/data/check')).toMatchObject({
      orders: 0,
      faultCount: 1,
      faults: ['Count 2 of the till in harbour, EUR: paidIn is 1.00 EUR, its parts make 0.00 EUR'],
    })
  })

  it('that are damaged are said to be so', async () => {
    const shop = await openQuiet()
    const here = await console(shop)
    await here.get('/store')
    damage(shop.dataDir, 'product_names')
    const job = await done(here, '/data/check')
    expect(job.faultCount).toBeGreaterThan(0)
    expect((await stateOf(here)).health).toBe('damaged')
  })

  it('are copied on demand; the copy is in the list, newest first', async () => {
    const shop = await openQuiet()
    const admin = await shop.as('admin')
    expect((await admin.get('/data/backups')).ok(BackupsAnswer)).toStrictEqual({ folder: null, backups: [] })
    const first = await done(admin, '/data/backups')
    shop.clock.advance(86_400)
    const second = await done(await shop.as('admin'), '/data/backups')
    const again = await shop.as('admin')
    const list = await backupsOf(again)
    expect(list).toMatchObject([
      { name: second.file, date: '2026-11-21T09:30:00.000Z', before: null },
      { name: first.file, date: '2026-11-20T09:30:00.000Z', before: null },
    ])
    expect(list[0]?.bytes).toBe(statSync(join(shop.dataDir, 'backups', second.file ?? '')).size)
  })

  it('are told of where the folder of the backups cannot be read, and that they are not backed up', async () => {
    const shop = await openQuiet()
    const admin = await shop.as('admin')
    await done(admin, '/data/backups')
    const folder = join(shop.dataDir, 'backups')
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'Somebody needed a file of that name.')
    expect(await stateOf(admin)).toMatchObject({ health: 'ok', isBackedUp: false, backupDate: null })
    expect(await backupsOf(admin)).toStrictEqual([])
    ;(await (await console(shop)).post('/data/restore', { backup: 'any' })).refused('NotFound')
    const job = await ended(admin, await begun(admin, '/data/backups'))
    expect(job).toMatchObject({
      state: 'failed',
      error: expect.stringContaining(folder) as string,
      errors: [{ code: 'database-file.unwritable', values: { file: folder, reason: job.error } }],
    })
    rmSync(folder)
    await done(admin, '/data/backups')
    expect((await stateOf(admin)).isBackedUp).toBe(true)
  })

  it('are copied and checked again where the core that has begun it has ended since, and the key is the same', async () => {
    const shop = await openQuiet()
    for (const path of ['/data/backups', '/data/check']) {
      const headers = { 'idempotency-key': `each night ${path}` }
      const ask = async () => (await shop.as('admin')).post(path, undefined, { headers })
      const first = (await ask()).body as DataJob
      await ended(await shop.as('admin'), first)
      await shop.restart()
      const again = await ask()
      expect((again.body as DataJob).id).not.toBe(first.id)
      expect(await ended(await shop.as('admin'), again.body as DataJob)).toMatchObject({ state: 'done' })
      expect((await ask()).text).toBe(again.text)
    }
  })

  it('one piece of work at a time', async () => {
    const shop = await openQuiet()
    const admin = await shop.as('admin')
    const job = await begun(admin, '/data/backups')
    expect((await admin.post('/data/check')).refused('Conflict')[0]).toContain('backup is under way')
    await ended(admin, job)
    await done(admin, '/data/check')
  })
})

describe.skipIf(isOnPostgres)('the plan of backups', () => {
  it('says when the next is made and which are kept; it stays when a backup is restored', async () => {
    const shop = await openShop({ looks: { first: 3_600_000, every: 50 } })
    const here = await console(shop)
    await done(here, '/data/backups')
    const plan = { everyHours: 1, newest: 2, days: 0, weeks: 0 }
    expect((await here.patch('/data/plan', plan)).ok(BackupPlan)).toStrictEqual(plan)
    const made: string[] = []
    for (let hour = 0; hour < 3; hour++) {
      shop.clock.advance(3600)
      const count = made.length
      const now = await console(shop)
      await expect
        .poll(async () => (await backupsOf(now))[0]?.date, { timeout: 20_000 })
        .toBe(shop.clock.read().toISOString())
      made.unshift((await backupsOf(now))[0]?.name ?? '')
      expect(made).toHaveLength(count + 1)
    }
    const last = await console(shop)
    // The oldest of them goes when the newest is there.
    await expect
      .poll(async () => (await backupsOf(last)).map(({ name }) => name))
      .toStrictEqual(made.slice(0, 2))
    await done(last, '/data/restore', { backup: made[1] })
    expect((await stateOf(last)).plan).toStrictEqual(plan)
    await shop.restart()
    expect((await stateOf(await console(shop))).plan).toStrictEqual(plan)
  })

  it('is not changed by who has not seen what somebody else has made of it, and tells who that was', async () => {
    const shop = await openQuiet()
    const here = await console(shop)
    const seen = await here.get('/data/plan')
    expect(seen.ok(BackupPlan)).toMatchObject({ newest: 1, days: 7 })
    const ifMatch = { headers: { 'if-match': seen.headers['etag'] ?? '' } }
    const first = await here.patch('/data/plan', { newest: 3 }, ifMatch)
    expect([first.status, first.headers['etag']]).toStrictEqual([200, '"2"'])
    const refused = await here.patch('/data/plan', { newest: 9 }, ifMatch)
    expect(refused.refused('Conflict').join()).toMatch(/^The backup plan has been changed .* by .*: newest\./)
    expect(refused.headers['etag']).toBe('"2"')
    // What changes nothing is no change.
    expect((await here.patch('/data/plan', { newest: 3 })).headers['etag']).toBe('"2"')
    // Of two at once one is first, and the other is told so.
    const now = { headers: { 'if-match': '"2"' } }
    const both = await Promise.all([
      here.patch('/data/plan', { days: 1 }, now),
      here.patch('/data/plan', { days: 2 }, now),
    ])
    expect(both.map(({ status }) => status).sort()).toStrictEqual([200, 409])
    await shop.restart()
    const after = await console(shop)
    const { events } = (await after.get('/data/plan/events')).ok(BackupPlanEvents)
    expect(events.map(({ version }) => version)).toStrictEqual([3, 2])
    expect(events[1]).toMatchObject({ kind: 'changed', changes: [{ field: 'newest', from: '1', to: '3' }] })
    expect((await after.get('/data/plan')).headers['etag']).toBe('"3"')
  })

  it.each([
    [{ everyHours: 0 }, 'everyHours'],
    [{ everyHours: 169 }, 'everyHours'],
    [{ newest: 0 }, 'newest'],
    [{ days: -1 }, 'days'],
    [{ weeks: 1.5 }, 'weeks'],
    [{}, 'The body names nothing to change: everyHours, newest, days, weeks.'],
  ])('%j is none', async (plan, fault) => {
    const shop = await openQuiet()
    expect((await (await console(shop)).patch('/data/plan', plan)).faultyFields('BadRequest')).toStrictEqual([
      fault,
    ])
  })
})

describe.skipIf(isOnPostgres)('a restore', () => {
  it('is told beforehand: what would be lost, what would come back, and the newest order of each', async () => {
    const shop = await openQuiet()
    const here = await console(shop)
    const { order } = await here.anOrder()
    const { file } = await done(here, '/data/backups')
    const { order: later } = await here.anOrder({ billing: { email: 'someone@else.example' } })
    await here.aCart()
    const answer = (await here.get(`/data/backups/${file ?? ''}`)).ok(BackupComparison)
    expect(answer.backup).toMatchObject({
      orders: 1,
      newestOrder: { orderNumber: order.orderNumber, date: order.createdDate },
    })
    expect(answer.now).toMatchObject({ orders: 2, newestOrder: { orderNumber: later.orderNumber } })
    expect(answer.lost).toMatchObject({ orders: 1, carts: 2, products: 0 })
    expect(answer.back).toStrictEqual({ orders: 0, carts: 0, customers: 0, products: 0 })
  })

  it('is told of the order that was placed last, whichever was begun first', async () => {
    const shop = await openQuiet()
    const here = await console(shop)
    const parked = await here.aCartReadyToPlace()
    await here.anOrder()
    shop.clock.advance(60)
    await here.post('/payments', parked)
    const { createdDate: date, orderNumber } = await here.readOrder(parked.cartId)
    const { file } = await done(here, '/data/backups')
    const answer = (await here.get(`/data/backups/${file ?? ''}`)).ok(BackupComparison)
    expect(answer.backup.newestOrder).toStrictEqual({ orderNumber, date })
  })

  it.each([
    ['damaged', (dataDir: string) => void damage(dataDir, 'sqlite_autoindex_products_1')],
    ['gone', (dataDir: string) => rmSync(join(dataDir, 'backcounter.sqlite'))],
  ])(
    'is told of as far as can be where what is there now is %s: what the backup holds',
    async (_how, lose) => {
      const shop = await openQuiet()
      const here = await console(shop)
      const { order } = await here.anOrder()
      const { file } = await done(here, '/data/backups')
      lose(shop.dataDir)
      const answer = (await here.get(`/data/backups/${file ?? ''}`)).ok(BackupComparison)
      expect(answer).toMatchObject({
        backup: { orders: 1, newestOrder: { orderNumber: order.orderNumber } },
        now: null,
        lost: null,
        back: null,
      })
    },
  )

  it('brings back what was there, keeps what it replaces, and goes on serving', async () => {
    const shop = await openQuiet()
    const origin = await shop.listen()
    const here = await console(shop)
    const { order } = await here.anOrder()
    const { file } = await done(here, '/data/backups')
    const { order: lost } = await here.anOrder()
    const token = await shop.tokenOf(shop.credentials('staff'))
    const stream = await listenWith(token, origin)
    await here.get('/price-groups')

    // Others go on meanwhile: none of them sees anything but one state or the other.
    const end = new AbortController()
    const clerk = await shop.as('staff')
    const others = (async () => {
      const seen = new Set<number>()
      while (!end.signal.aborted) seen.add((await clerk.get(`/orders/${order.id}`)).status)
      return [...seen]
    })()
    const { file: replaced } = await done(here, '/data/restore', { backup: file })
    end.abort()
    expect(await others).toStrictEqual([200])

    expect((await here.get(`/orders/${order.id}`)).status).toBe(200)
    ;(await here.get(`/orders/${lost.id}`)).refused('NotFound')
    await expect.poll(() => stream.ended).toBe(true)
    // Whoever comes back is told that these are other data, and only then.
    const { dataName } = await listenWith(token, origin)
    expect(dataName).not.toBe(stream.dataName)
    expect((await listenWith(token, origin)).dataName).toBe(dataName)
    expect(replaced).toContain('backcounter.sqlite.replaced-')
    expect(existsSync(replaced ?? '')).toBe(true)
    // What was ordered since is not given out again under its number.
    const { order: next } = await here.anOrder()
    expect([order.orderNumber, lost.orderNumber]).not.toContain(next.orderNumber)
    expect((await done(here, '/data/check')).faultCount).toBe(0)
    await shop.restart()
    expect((await (await shop.as('staff')).get(`/orders/${next.id}`)).status).toBe(200)
  })

  it('gives no number of a count of a till, and none of a refund, out twice: they go on from the highest of both', async () => {
    const shop = await openQuiet()
    const here = await console(shop)
    const bar = (await here.post('/manage/tills', { name: 'Bar' })).ok(ManagedTill).id
    const tills = [null, bar]
    const count = async (tillId: string | null, counted: number) =>
      (await here.post('/till/counts', { currency: 'EUR', tillId, counted })).ok(TillCountWithMovements)
    const { order, paymentId } = await here.anOrder()
    await here.post(`/payments/${paymentId}/capture`)
    const refund = async () => {
      const { status } = await here.post(`/payments/${paymentId}/refund`, { amount: 1 })
      expect(status).toBe(200)
      const { transactions } = (await here.get(`/orders/${order.id}/transactions`)).ok(
        OrderTransactionsAnswer,
      )
      return transactions.at(-1)?.refundNumber
    }
    for (const till of tills) await count(till, 100)
    await refund()
    const { file } = await done(here, '/data/backups')

    for (const till of tills) expect((await count(till, 200)).number).toBe(2)
    expect(await refund()).toBe(`${order.orderNumber}-R2`)
    const { file: replaced } = await done(here, '/data/restore', { backup: file })
    for (const till of tills) expect(await count(till, 300)).toMatchObject({ number: 3, opening: 100 })
    // In the other currency nothing was counted.
    expect(
      (await here.post('/till/counts', { currency: 'DKK', counted: 5 })).ok(TillCountWithMovements).number,
    ).toBe(1)
    expect(await refund()).toBe(`${order.orderNumber}-R3`)
    expect((await done(here, '/data/check')).faultCount).toBe(0)

    // Back to what was replaced, and once more to the first: what either has given out stays given.
    const name = 'backcounter-2026-11-20T09-30-01Z.sqlite'
    renameSync(replaced ?? '', join(shop.dataDir, 'backups', name))
    await done(here, '/data/restore', { backup: name })
    for (const till of tills) expect(await count(till, 400)).toMatchObject({ number: 4, opening: 200 })
    await done(here, '/data/restore', { backup: file })
    await done(here, '/data/restore', { backup: file })
    for (const till of tills) expect(await count(till, 500)).toMatchObject({ number: 5, opening: 100 })
    expect(await refund()).toBe(`${order.orderNumber}-R4`)
    expect((await done(here, '/data/check')).faultCount).toBe(0)
  })

  it('lets numbers go on though who may do what is damaged, in what it replaces', async () => {
    const shop = await openQuiet()
    const here = await console(shop)
    const { file } = await done(here, '/data/backups')
    const { order } = await here.anOrder()
    withFile(shop.dataDir, (data) =>
      data.exec(`with recursive many (n) as (select 1 union all select n + 1 from many where n < 2000)
        insert into wrong_guesses select 'guess ' || n, 1, '2026-11-20', '2026-11-20' from many`),
    )
    damage(shop.dataDir, 'wrong_guesses')
    await done(here, '/data/restore', { backup: file })
    expect((await here.anOrder()).order.orderNumber).not.toBe(order.orderNumber)
  })

  it('brings back what was taken away while it was open', async () => {
    const shop = await openQuiet()
    const here = await console(shop)
    const { order } = await here.anOrder()
    const { file } = await done(here, '/data/backups')
    for (const end of ['', '-wal', '-shm']) rmSync(join(shop.dataDir, `backcounter.sqlite${end}`))
    expect((await here.post('/carts', { cultureCode: 'en-GB', currency: 'EUR' })).status).toBe(503)
    const job = await ended(here, await begun(here, '/data/restore', { backup: file }))
    expect(job).toMatchObject({ state: 'done', file: null })
    expect((await here.get(`/orders/${order.id}`)).status).toBe(200)
    await here.anOrder()
    await shop.restart()
    expect((await (await shop.as('staff')).get(`/orders/${order.id}`)).status).toBe(200)
  })

  it('that is asked for again by its key is not done again: what was ordered behind it stays', async () => {
    const shop = await openQuiet()
    const here = await console(shop)
    const { file } = await done(here, '/data/backups')
    const restoring = async () =>
      here.post('/data/restore', { backup: file }, { headers: { 'idempotency-key': 'lost answer' } })
    const first = await restoring()
    expect(await ended(here, first.body as DataJob)).toMatchObject({ state: 'done' })
    const { order } = await here.anOrder()
    const again = await restoring()
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.text).toBe(first.text)
    expect((await here.get(`/orders/${order.id}`)).status).toBe(200)
  })

  it('gives no order number out twice that is given while it waits for its turn', async () => {
    const shop = await openQuiet()
    const here = await console(shop)
    const { file } = await done(here, '/data/backups')
    const replaceAsItSells = async (): Promise<DataJob> => {
      const placing = await here.aCartReadyToPlace()
      const job = await begun(here, '/data/restore', { backup: file })
      // Another program writes: the order waits for it, and the copy, which is ready meanwhile, for the order.
      const other = new Sqlite(join(shop.dataDir, 'backcounter.sqlite'))
      other.exec('begin immediate')
      const percent = async () => (await here.get(`/data/jobs/${job.id}`)).ok(DataJob).percent
      await expect.poll(percent, { interval: 5 }).toBeGreaterThanOrEqual(94)
      const payment = here.post('/payments', placing)
      await setTimeout(500)
      other.exec('rollback')
      other.close()
      expect((await payment).status).toBe(200)
      return ended(here, job)
    }
    let job = await replaceAsItSells()
    // The copy came before the order, and found the file in use.
    while (job.state === 'failed') job = await replaceAsItSells()

    const { order } = await here.anOrder()
    const lost = new Sqlite(job.file ?? '', { readonly: true })
    expect(lost.prepare('select order_number from orders').pluck().all()).not.toContain(order.orderNumber)
    lost.close()
  })

  it('gives nobody access back: what was revoked and replaced since stays so, and what is signed in too', async () => {
    const shop = await openQuiet()
    const here = await console(shop)
    const admin = await shop.as('admin')
    const [gone, changed] = [await shop.register({ scope: 'staff' }), await shop.register({ scope: 'staff' })]
    const { file } = await done(here, '/data/backups')
    await admin.delete(`/clients/${gone.clientId}`)
    const { clientSecret } = (await admin.post(`/clients/${changed.clientId}/secret`)).ok(NewClientAnswer)
    const made = (await admin.post('/clients', { name: 'Later', scope: 'staff' })).ok(NewClientAnswer)
    await done(here, '/data/restore', { backup: file })

    await expect(shop.tokenOf(gone)).rejects.toThrow()
    await expect(shop.tokenOf(changed)).rejects.toThrow()
    await shop.tokenOf({ clientId: changed.clientId, clientSecret: clientSecret ?? '' })
    await shop.tokenOf({ clientId: made.clientId, clientSecret: made.clientSecret ?? '' })
    expect((await here.get('/store')).status).toBe(200)
    expect((await admin.get('/store')).status).toBe(200)
  })

  it('waits for an import that is under way, as one that comes meanwhile waits for it', async () => {
    const shop = await openQuiet()
    const here = await console(shop)
    const { file } = await done(here, '/data/backups')
    const rows = (name: string): string =>
      ['firstName,lastName', ...Array.from({ length: 3000 }, (_, n) => `${name},${n}`)].join('\n')
    const bring = async (name: string): Promise<ImportJob> => {
      const answer = await here.post('/manage/imports', rows(name), {
        query: { kind: 'customers' },
        headers: { 'content-type': 'text/csv' },
      })
      expect(answer.status).toBe(202)
      return answer.body as ImportJob
    }
    const early = await bring('Early')
    const restoring = await begun(here, '/data/restore', { backup: file })
    const late = await bring('Late')
    expect(await ended(here, restoring)).toMatchObject({ state: 'done', error: null })
    for (const { id } of [early, late]) {
      const state = async () => (await here.get(`/manage/imports/${id}`)).ok(ImportJob).state
      await expect.poll(state, { timeout: 40_000 }).toBe('done')
    }
    const found = async (search: string): Promise<number> =>
      (await here.get('/manage/customers', { search, maxItems: 1 })).ok(ManagedCustomersAnswer).customers
        .length
    // What came before is as it was; what came behind is there.
    expect([await found('Early'), await found('Late')]).toStrictEqual([0, 1])
  })

  it('is not done for somebody who has left while it waited for its turn', async () => {
    const shop = await openQuiet()
    const admin = await shop.as('admin')
    const [olga, ida] = [
      await hireAt(shop, admin, 'Olga', 'owner', '4711'),
      await hireAt(shop, admin, 'Ida', 'owner', '1234'),
    ]
    const [here, there] = [await openDesk(shop), await openDesk(shop)]
    await take(here, olga)
    await take(there, ida)
    const { file } = await done(here, '/data/backups')
    const rows = Array.from({ length: 3000 }, (_, n) => `Early,${n}`)
    await here.post('/manage/imports', ['firstName,lastName', ...rows].join('\n'), {
      query: { kind: 'customers' },
      headers: { 'content-type': 'text/csv' },
    })
    const restoring = await begun(there, '/data/restore', { backup: file })
    expect((await here.delete(`/manage/staff/${ida.staffId}`)).status).toBe(200)
    expect(await ended(here, restoring)).toMatchObject({
      state: 'failed',
      error: 'Whoever has begun it may not do so any more.',
      errors: [{ code: 'data.beginner' }],
    })
    const { customers } = (await here.get('/manage/customers', { search: 'Early' })).ok(
      ManagedCustomersAnswer,
    )
    expect(customers).not.toStrictEqual([])
  })

  it('that cannot be leaves everything as it is', async () => {
    const shop = await openQuiet()
    const here = await console(shop)
    const { file } = await done(here, '/data/backups')
    const { order } = await here.anOrder()
    const backup = join(shop.dataDir, 'backups', file ?? '')
    // Somebody else has the file open.
    const other = new Sqlite(join(shop.dataDir, 'backcounter.sqlite'))
    other.exec('begin')
    other.prepare('select count(*) from orders').get()
    const busy = await ended(here, await begun(here, '/data/restore', { backup: file }))
    expect(busy).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('in use') as string,
      errors: [{ code: 'database-file.busy', values: { file: join(shop.dataDir, 'backcounter.sqlite') } }],
    })
    other.close()
    expect((await here.get(`/orders/${order.id}`)).status).toBe(200)
    await here.anOrder()

    // It is no database any more.
    writeFileSync(backup, 'Somebody has saved a text there.'.repeat(1000))
    const damaged = await here.get(`/data/backups/${file}`)
    expect(damaged.refused('Conflict').join()).toContain(backup)
    const failed = await ended(here, await begun(here, '/data/restore', { backup: file }))
    expect(failed).toMatchObject({
      state: 'failed',
      errors: [{ code: 'database-file.damaged', values: { file: backup } }],
    })

    // It is gone in the meantime.
    rmSync(backup)
    ;(await here.post('/data/restore', { backup: file })).refused('NotFound')
    expect(readdirSync(shop.dataDir).filter((name) => name.includes('replaced'))).toStrictEqual([])
    expect(readdirSync(shop.dataDir).filter((name) => name.includes('restoring'))).toStrictEqual([])
  })

  it('takes a backup of the list and nothing else', async () => {
    const shop = await openQuiet()
    const here = await console(shop)
    await done(here, '/data/backups')
    for (const backup of ['../backcounter.sqlite', 'backcounter.sqlite', '/etc/passwd', '']) {
      ;(await here.post('/data/restore', { backup })).refused('NotFound')
    }
    ;(await here.get(`/data/backups/${encodeURIComponent('../backcounter.sqlite')}`)).refused('NotFound')
  })

  it('is not the business of a program where there are other stores', async () => {
    const shop = await openQuiet()
    const admin = await shop.as('admin')
    const { file } = await done(admin, '/data/backups')
    ;(await admin.post('/data/restore', { backup: file })).refused('Forbidden')
    ;(await admin.get(`/data/backups/${file ?? ''}`)).refused('Forbidden')
    ;(await admin.patch('/data/plan', { days: 1 })).refused('Forbidden')
    await (await console(shop)).patch('/data/plan', { days: 1 })
    expect((await admin.get('/data/plan/events')).ok(BackupPlanEvents).events).toStrictEqual([])
    expect(basename(file ?? '')).toBe(file)
  })
})

describe.runIf(isOnPostgres)('the data on a server', () => {
  it('say how large they are, are checked, and are kept safe by the server', async () => {
    const shop = await openQuiet()
    const here = await console(shop)
    await here.anOrder()
    expect(await done(here, '/data/check')).toMatchObject({ orders: 1, faultCount: 0 })
    const state = await stateOf(here)
    expect(state).toMatchObject({
      kind: 'server',
      health: 'ok',
      isBackedUp: null,
      plan: null,
      freeBytes: null,
      backupDate: null,
      checkFaults: 0,
    })
    expect(state.bytes).toBeGreaterThan(1_000_000)
    expect((await here.get('/data/backups')).ok(BackupsAnswer)).toStrictEqual({ folder: null, backups: [] })
    ;(await here.post('/data/backups')).refused('Conflict')
    ;(await here.post('/data/restore', { backup: 'x' })).refused('Conflict')
    ;(await here.patch('/data/plan', { days: 1 })).refused('Conflict')
    ;(await here.get('/data/plan')).refused('Conflict')
    ;(await here.get('/data/plan/events')).refused('Conflict')
  })
})
