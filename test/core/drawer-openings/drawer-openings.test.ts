import { describe, expect, it, onTestFinished } from 'vitest'
import { Drawer, DrawerEvents, DrawerOpening } from '../../../core/drawer-openings/drawer-opening.schema.ts'
import {
  Till,
  TillCountsAnswer,
  TillCountWithMovements,
} from '../../../core/till-counts/till-count.schema.ts'
import { ManagedTill } from '../../../core/tills/till.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { contentNow } from '../../support/data.ts'
import { hireAt, openDesk, take } from '../../support/desks.ts'
import { listen, listenWith } from '../../support/event-stream.ts'
import { waitersFor, writeElsewhere } from '../../support/past-the-core.ts'
import { openPrinter, openSilentPrinter, PULSE, PULSE_AT_5, type Printer } from '../../support/printer.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { isOnPostgres } from '../../support/storage.ts'

/** Switched off after the test. */
async function aPrinter(answer?: Parameters<typeof openPrinter>[0]): Promise<Printer> {
  const printer = await openPrinter(answer)
  onTestFinished(async () => printer.close())
  return printer
}

const set = async (clerk: Clerk, body: object) => clerk.request('PUT', '/drawer', { body })
const open = async (clerk: Clerk, body: object = {}, key?: string) =>
  clerk.post('/drawer/openings', body, key === undefined ? {} : { headers: { 'idempotency-key': key } })
const drawer = async (clerk: Clerk) => (await clerk.get('/drawer')).ok(Drawer)
const till = async (clerk: Clerk, query: object = {}) => (await clerk.get('/till', { ...query })).ok(Till)
const count = async (clerk: Clerk, body: object = {}) =>
  (await clerk.post('/till/counts', { currency: 'EUR', counted: 100, ...body })).ok(TillCountWithMovements)

const managerOf = async (shop: Shop): Promise<Clerk> =>
  shop.withToken(await shop.tokenOf(await shop.register({ scope: 'manage' })))

/** A shop, its console, and a printer at which its drawer hangs. */
async function shopWithDrawer() {
  const shop = await openShop()
  const desk = await openDesk(shop)
  const printer = await aPrinter()
  ;(await set(desk, { address: printer.address })).ok(Drawer)
  return { shop, desk, printer }
}

/** Waits until so many connections have come and gone; what is not to come gets some time to come all the same. */
async function opened({ jobs }: Printer, times: number): Promise<void> {
  await expect.poll(() => jobs.length).toBe(times)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(jobs).toStrictEqual(Array.from({ length: times }, () => PULSE))
}

describe('where the drawer hangs (extension)', () => {
  it('is set by who manages, told to who works there, and known after a restart', async () => {
    const shop = await openShop()
    const manager = await managerOf(shop)
    const clerk = await shop.as('staff')
    expect(await drawer(clerk)).toStrictEqual({ printer: null, failure: null })
    ;(await set(clerk, { address: '10.0.0.9' })).refused('Forbidden')
    ;(await (await shop.as('support')).get('/drawer')).refused('Forbidden')
    const told = (await set(manager, { address: ' TM-T88.local:9101 ', pin: 5 })).ok(Drawer)
    expect(told.printer).toMatchObject({ address: 'tm-t88.local:9101', pin: 5 })
    expect(told.printer?.setBy).toMatch(/\S/)
    // A core of a test that has its shop on a server has no folder of its own.
    if (!isOnPostgres) await shop.restart()
    expect(await drawer(await shop.as('staff'))).toStrictEqual(told)
    expect(await drawer(await shop.as('staff', 'uptown'))).toStrictEqual(told)
    expect((await set(await managerOf(shop), { address: null })).ok(Drawer).printer).toBeNull()
  })

  it.each([
    [{}, 'address'],
    [{ address: '' }, 'address'],
    [{ address: 'http://10.0.0.9/' }, 'address'],
    [{ address: '10.0.0.9:0' }, 'address'],
    [{ address: '10.0.0.256' }, 'address'],
    [{ address: 'a'.repeat(261) }, 'address'],
    [{ address: 9100 }, 'address'],
    [{ address: '10.0.0.9', pin: 3 }, 'pin'],
  ])('is not %j: refused by its field', async (body, field) => {
    const shop = await openShop()
    expect((await set(await managerOf(shop), body)).faultyFields('BadRequest')).toStrictEqual([field])
    expect(await drawer(await shop.as('staff'))).toStrictEqual({ printer: null, failure: null })
  })
})

it('is not set over what somebody else has set since it was seen, and who has set what is known', async () => {
  const shop = await openShop()
  const [first, second] = [await managerOf(shop), await managerOf(shop)]
  const seen = (await first.get('/drawer')).headers['etag']
  const theirs = await set(first, { address: '10.0.0.9' })
  const ifMatch = (etag: unknown) => ({ headers: { 'if-match': String(etag) } })
  const mine = { address: '10.0.0.8', pin: 5 }
  const refused = await second.request('PUT', '/drawer', { body: mine, ...ifMatch(seen) })
  refused.refused('Conflict')
  expect(refused.headers['etag']).toBe(theirs.headers['etag'])
  expect((await drawer(second)).printer).toMatchObject({ address: '10.0.0.9', pin: 2 })
  // The same again makes no version.
  expect((await set(first, { address: '10.0.0.9:9100' })).headers['etag']).toBe(theirs.headers['etag'])
  const now = ifMatch(theirs.headers['etag'])
  expect((await second.request('PUT', '/drawer', { body: mine, ...now })).status).toBe(200)
  const { events } = (await second.get('/drawer/events')).ok(DrawerEvents)
  expect(events.map(({ changes, version }) => ({ changes, version }))).toStrictEqual([
    {
      version: 3,
      changes: [
        { field: 'address', from: '10.0.0.9', to: '10.0.0.8' },
        { field: 'pin', from: '2', to: '5' },
      ],
    },
    {
      version: 2,
      changes: [
        { field: 'address', from: null, to: '10.0.0.9' },
        { field: 'pin', from: null, to: '2' },
      ],
    },
  ])
  ;(await (await shop.as('staff')).get('/drawer/events')).refused('Forbidden')
})

it('is told to all screens of its machine, of whatever store they are', async () => {
  const shop = await openShop()
  const origin = await shop.core.listen(0)
  const [here, there] = [await listen(shop, origin, 'harbour'), await listen(shop, origin, 'uptown')]
  ;(await set(await managerOf(shop), { address: '10.0.0.9' })).ok(Drawer)
  for (const { sent } of [here, there])
    await expect
      .poll(() => sent)
      .toStrictEqual([{ event: 'drawer.changed', data: { id: 'drawer', version: 2 } }])
})

describe('cash at a console', () => {
  it('opens the drawer when it comes or goes, once each time, and nothing else does', async () => {
    const { desk, printer, shop } = await shopWithDrawer()
    const cash = await desk.anOrder({ payment: 'Cash' })
    await opened(printer, 0)
    const key = { headers: { 'idempotency-key': 'once' } }
    for (let time = 0; time < 3; time += 1)
      expect((await desk.post(`/payments/${cash.paymentId}/capture`, {}, key)).status).toBe(200)
    await opened(printer, 1)
    const card = await desk.anOrder({ payment: 'Card terminal' })
    expect((await desk.post(`/payments/${card.paymentId}/capture`, {})).status).toBe(200)
    await opened(printer, 1)
    expect((await desk.post(`/payments/${card.paymentId}/refund`, { reason: 'r' })).status).toBe(200)
    await opened(printer, 1)
    const body = { amount: 5, reason: 'returned' }
    expect((await desk.post(`/payments/${cash.paymentId}/refund`, body)).status).toBe(200)
    await opened(printer, 2)
    // Refused, nothing has moved.
    ;(await desk.post(`/payments/${cash.paymentId}/refund`, { ...body, amount: 1e6 })).refused('Conflict')
    await opened(printer, 2)
    expect((await desk.post(`/orders/${cash.order.id}/cancel`, { refund: true })).status).toBe(200)
    await opened(printer, 3)
    expect((await count(desk)).drawerOpenings).toStrictEqual([])
    await opened(printer, 3)
    const moved = { currency: 'EUR', kind: 'in', amount: 10, reason: 'change', isOfDesk: true }
    expect((await desk.post('/till/movements', moved)).status).toBe(200)
    await opened(printer, 4)
    // At the till of another desk it is that one's drawer.
    const bar = (await desk.post('/manage/tills', { name: 'Bar' })).ok(ManagedTill).id
    await count(desk, { tillId: bar })
    const elsewhere = { ...moved, tillId: bar }
    expect((await desk.post('/till/movements', { ...elsewhere, isOfDesk: false })).status).toBe(200)
    expect((await desk.post('/till/movements', { ...elsewhere, isOfDesk: undefined })).status).toBe(200)
    await opened(printer, 4)
    // A program takes money somewhere else, or opens it by itself.
    const program = await shop.as('admin')
    const other = await program.anOrder({ payment: 'Cash' })
    expect((await program.post(`/payments/${other.paymentId}/capture`, {})).status).toBe(200)
    expect((await program.post('/till/movements', moved)).status).toBe(200)
    await opened(printer, 4)
    // None of it was without a sale.
    expect(await till(desk)).toMatchObject({ drawerOpeningCount: 0, drawerOpenings: [] })
  })

  it('opens it for a part that is paid in cash, and for goods taken back in cash', async () => {
    const { desk, printer } = await shopWithDrawer()
    const placed = await desk.anOrder({ payment: 'Card terminal' })
    const part = { paymentMethodId: await desk.paymentMethod('Cash'), amount: 5, cashGiven: 10 }
    const capture = async (body: object) => desk.post(`/payments/${placed.paymentId}/capture`, body)
    expect((await capture(part)).status).toBe(200)
    await opened(printer, 1)
    const back = await desk.aCartReadyToPlace({ payment: 'Cash', shipping: null })
    const { cartId, cultureCode, paymentMethodId, priceGroupId } = back
    const returned = { cartId, cultureCode, paymentMethodId, priceGroupId, reason: 'no receipt' }
    expect((await desk.post('/returns', returned)).status).toBe(200)
    await opened(printer, 2)
  })

  it('is booked without waiting for a drawer that is gone, whose screens are told so', async () => {
    const shop = await openShop()
    const origin = await shop.core.listen(0)
    const desk = await openDesk(shop)
    const gone = await openPrinter()
    await gone.close()
    ;(await set(desk, { address: gone.address })).ok(Drawer)
    const stream = await listenWith(await shop.tokenOf(shop.credentials('staff', 'harbour')), origin)
    const { order, paymentId } = await desk.anOrder({ payment: 'Cash' })
    expect((await desk.post(`/payments/${paymentId}/capture`, {})).status).toBe(200)
    expect((await desk.readOrder(order.id)).orderStatus.name).toBe('Paid')
    await expect
      .poll(() => stream.sent.filter(({ event }) => event.startsWith('drawer.')))
      .toStrictEqual([{ event: 'drawer.failed', data: { id: order.id, version: 1 } }])
    expect((await drawer(desk)).failure).toMatchObject({ fault: 'refused' })
    const printer = await aPrinter()
    ;(await set(desk, { address: printer.address, pin: 5 })).ok(Drawer)
    expect((await drawer(desk)).failure).toBeNull()
    expect((await desk.post(`/payments/${paymentId}/refund`, { reason: 'r' })).status).toBe(200)
    await expect.poll(() => printer.jobs).toStrictEqual([PULSE_AT_5])
  })
})

it('a printer that says nothing holds no booking up: it is answered while the drawer is still waited for', async () => {
  const shop = await openShop()
  const desk = await openDesk(shop)
  const printer = await openSilentPrinter()
  onTestFinished(async () => printer.close())
  ;(await set(desk, { address: printer.address })).ok(Drawer)
  const { paymentId } = await desk.anOrder({ payment: 'Cash' })
  expect((await desk.post(`/payments/${paymentId}/capture`, {})).status).toBe(200)
  expect((await drawer(desk)).failure).toBeNull()
  await expect
    .poll(async () => (await drawer(desk)).failure, { timeout: 10_000 })
    .toMatchObject({ fault: 'silent' })
}, 30_000)

describe('opening the drawer without a sale', () => {
  it('is kept with who, when and why, and stands in the till and on the paper of its count', async () => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    const clerk = await hireAt(shop, admin, 'Carl', 'clerk', '1111')
    await hireAt(shop, admin, 'Olga', 'owner', '2580')
    const printer = await aPrinter()
    ;(await set(admin, { address: printer.address })).ok(Drawer)
    const desk = await openDesk(shop)
    await take(desk, clerk)
    await count(desk)

    shop.clock.advance(60)
    const first = (await open(desk)).ok(DrawerOpening)
    expect(first).toMatchObject({
      actor: 'Carl',
      date: shop.clock.read().toISOString(),
      purpose: 'no-sale',
      reason: null,
      didOpen: true,
    })
    await opened(printer, 1)
    shop.clock.advance(60)
    const second = (await open(desk, { reason: ' change of 50 ' })).ok(DrawerOpening)
    expect(second.reason).toBe('change of 50')
    const third = (await open(admin, { purpose: 'count', tillId: null })).ok(DrawerOpening)
    await opened(printer, 3)
    const now = await till(desk)
    expect(now.drawerOpeningCount).toBe(3)
    expect(now.drawerOpenings.slice(0, 1)).toStrictEqual([first])
    expect(new Set(now.drawerOpenings)).toStrictEqual(new Set([first, second, third]))

    const counted = await count(desk)
    expect(counted).toMatchObject({ drawerOpeningCount: 3, drawerOpenings: now.drawerOpenings })
    expect(await till(desk)).toMatchObject({ drawerOpeningCount: 0, drawerOpenings: [] })
    shop.clock.advance(1)
    const fourth = (await open(desk, { purpose: 'test' })).ok(DrawerOpening)
    const paper = (await desk.get(`/till/counts/${counted.id}`)).ok(TillCountWithMovements)
    expect(paper.drawerOpenings).toStrictEqual(now.drawerOpenings)
    expect((await till(desk)).drawerOpenings).toStrictEqual([fourth])
    // A till is counted in each currency by itself, and its drawer is one.
    expect((await till(desk, { currency: 'DKK' })).drawerOpeningCount).toBe(4)
  })

  it.each([
    ['at the same moment', 0],
    ['by a clock that is half a minute behind', -30],
    ['by a clock that is days behind', -5 * 24 * 3600],
    ['by a clock that is days ahead', 5 * 24 * 3600],
  ])('stands on the paper of the next count, and on no other, also where that was %s', async (_by, shift) => {
    const { shop } = await shopWithDrawer()
    const at = Date.parse('2026-11-20T17:00:00.000Z')
    const isAt = (seconds: number) => shop.clock.set(new Date(at + seconds * 1000).toISOString())
    isAt(0)
    const deskNow = async () => shop.as('staff')
    const papers = [await count(await deskNow())]
    const made: DrawerOpening[] = []
    for (const round of [1, 2]) {
      // A clerk's desk opens, a manager's counts.
      isAt(round * 10 + shift)
      const opening = (await open(await deskNow(), { reason: `${round}` })).ok(DrawerOpening)
      expect(opening.date).toBe(shop.clock.read().toISOString())
      made.push(opening)
      expect((await till(await deskNow())).drawerOpenings).toStrictEqual([opening])
      isAt(round * 10)
      papers.push(await count(await deskNow()))
    }
    const kroner = await count(await deskNow(), { currency: 'DKK' })
    expect(kroner.drawerOpenings).toStrictEqual(made)
    const listed = [[], [made[0]], [made[1]]]
    expect(papers.map(({ drawerOpenings }) => drawerOpenings)).toStrictEqual(listed)
    const again = await Promise.all(
      papers.map(async ({ id }) =>
        (await (await deskNow()).get(`/till/counts/${id}`)).ok(TillCountWithMovements),
      ),
    )
    expect(again).toStrictEqual(papers)
    expect(await till(await deskNow())).toMatchObject({ drawerOpeningCount: 0, drawerOpenings: [] })
  })

  it('is on one paper, whoever opens and counts at once', async () => {
    const { desk } = await shopWithDrawer()
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => [
        (await open(desk, { reason: String(index) })).status,
        (await count(desk)).number,
      ]),
    )
    expect(answers.map(([status]) => status)).toStrictEqual(answers.map(() => 200))
    await count(desk)
    const { tillCounts } = (await desk.get('/till/counts', { currency: 'EUR' })).ok(TillCountsAnswer)
    const papers = await Promise.all(
      tillCounts.map(async ({ id }) => (await desk.get(`/till/counts/${id}`)).ok(TillCountWithMovements)),
    )
    const reasons = papers.flatMap(({ drawerOpenings }) => drawerOpenings.map(({ reason }) => reason))
    expect(reasons.sort()).toStrictEqual(answers.map((_, index) => String(index)))
  })

  it('belongs to the till it is said to be of, which is kept from then on, and to its store', async () => {
    const { desk, printer, shop } = await shopWithDrawer()
    const bar = (await desk.post('/manage/tills', { name: 'Bar' })).ok(ManagedTill).id
    const none = '00000000-0000-4000-8000-000000000000'
    expect((await open(desk, { tillId: none })).faultyFields('BadRequest')).toStrictEqual(['tillId'])
    await open(desk, { tillId: bar })
    expect((await till(desk)).drawerOpeningCount).toBe(0)
    expect((await till(desk, { tillId: bar })).drawerOpeningCount).toBe(1)
    expect((await till(await openDesk(shop, 'uptown'))).drawerOpeningCount).toBe(0)
    await opened(printer, 1)
    expect((await desk.delete(`/manage/tills/${bar}`)).status).toBe(200)
    expect((await open(desk, { tillId: bar })).faultyFields('BadRequest')).toStrictEqual(['tillId'])
    expect((await open(desk, { tillId: bar, purpose: 'count' })).status).toBe(200)
    expect((await till(desk, { tillId: bar })).drawerOpeningCount).toBe(2)
  })

  it('is refused where no drawer is set, and to who may not, and nothing is kept of it', async () => {
    const shop = await openShop()
    const clerk = await shop.as('staff')
    const before = await contentNow(shop.dataDir)
    expect((await open(clerk)).refused('Conflict')).toStrictEqual(['No drawer is set at this desk.'])
    expect(await contentNow(shop.dataDir)).toStrictEqual(before)
    const { desk, printer, shop: other } = await shopWithDrawer()
    for (const scope of ['storefront', 'support'] as const)
      (await open(await other.as(scope))).refused('Forbidden')
    expect((await open(desk, { purpose: 'theft' })).faultyFields('BadRequest')).toStrictEqual(['purpose'])
    await opened(printer, 0)
    expect((await till(desk)).drawerOpenings).toStrictEqual([])
  })

  it('is done once for a key', async () => {
    const { desk, printer } = await shopWithDrawer()
    const answers = await Promise.all([open(desk, {}, 'one'), open(desk, {}, 'one'), open(desk, {}, 'one')])
    const again = await open(desk, {}, 'one')
    const ids = new Set([...answers, again].map((answer) => answer.ok(DrawerOpening).id))
    expect(ids.size).toBe(1)
    await opened(printer, 1)
    expect((await till(desk)).drawerOpeningCount).toBe(1)
    ;(await open(desk, { reason: 'else' }, 'one')).refused('Conflict')
    await opened(printer, 1)
  })

  it('that a printer did not take is told as such, kept as such, and not tried again by its key', async () => {
    const shop = await openShop()
    const desk = await openDesk(shop)
    const gone = await openPrinter()
    await gone.close()
    ;(await set(desk, { address: gone.address })).ok(Drawer)
    const text = `The drawer did not open: the printer at ${gone.address} takes no connection.`
    expect((await open(desk, {}, 'one')).refused('Conflict')).toStrictEqual([text])
    const kept = await till(desk)
    expect(kept.drawerOpeningCount).toBe(0)
    expect(kept.drawerOpenings).toMatchObject([{ didOpen: false, purpose: 'no-sale' }])

    const printer = await aPrinter()
    ;(await set(desk, { address: printer.address })).ok(Drawer)
    expect((await open(desk, {}, 'one')).refused('Conflict')).toStrictEqual([text])
    await opened(printer, 0)
    expect((await open(desk, {}, 'two')).status).toBe(200)
    await opened(printer, 1)
    expect(await till(desk)).toMatchObject({
      drawerOpeningCount: 1,
      drawerOpenings: [{ didOpen: false }, { didOpen: true }],
    })
  })

  it('that a printer is still waited for is answered when that is known, also to who comes again with its key', async () => {
    const shop = await openShop()
    const desk = await openDesk(shop)
    const printer = await openSilentPrinter()
    onTestFinished(async () => printer.close())
    ;(await set(desk, { address: printer.address })).ok(Drawer)
    const first = open(desk, {}, 'one')
    const atOnce = open(desk, {}, 'one')
    await expect.poll(async () => (await till(desk)).drawerOpenings.length).toBe(1)
    const later = open(desk, {}, 'one')
    const text = `The drawer did not open: the printer at ${printer.address} does not answer.`
    for (const answer of [first, atOnce, later, open(desk, {}, 'one')])
      expect((await answer).refused('Conflict')).toStrictEqual([text])
    expect((await open(desk, {}, 'one')).refused('Conflict')).toStrictEqual([text])
    expect((await till(desk)).drawerOpenings).toMatchObject([{ didOpen: false }])
  }, 30_000)

  it('that finds no drawer any more once it is kept is refused as such, and stayed closed', async () => {
    const { desk, printer, shop } = await shopWithDrawer()
    const end = await writeElsewhere(shop.dataDir, 'drawer_openings')
    const answer = open(desk)
    await waitersFor(shop.dataDir, 1)
    ;(await set(desk, { address: null })).ok(Drawer)
    await end()
    expect((await answer).refused('Conflict')).toStrictEqual(['No drawer is set at this desk.'])
    await opened(printer, 0)
    expect((await till(desk)).drawerOpenings).toMatchObject([{ didOpen: false }])
  })

  it('that a printer may have taken before it closed counts as one', async () => {
    const { desk } = await shopWithDrawer()
    const printer = await aPrinter((socket) => {
      socket.allowHalfOpen = true
      setTimeout(() => socket.resetAndDestroy(), 50)
    })
    ;(await set(desk, { address: printer.address })).ok(Drawer)
    expect((await open(desk)).refused('Conflict')[0]).toMatch(/^The drawer may not have opened: /)
    expect((await till(desk)).drawerOpeningCount).toBe(1)
  })

  it('is told of a hundred times at once, and counted further', async () => {
    const { desk, shop } = await shopWithDrawer()
    for (let time = 0; time < 102; time += 1) {
      shop.clock.advance(1)
      expect((await open(desk, { reason: String(time) })).status).toBe(200)
    }
    const { drawerOpeningCount, drawerOpenings } = await till(desk)
    expect(drawerOpeningCount).toBe(102)
    expect(drawerOpenings).toHaveLength(100)
    expect(drawerOpenings.at(0)?.reason).toBe('2')
    expect(drawerOpenings.at(-1)?.reason).toBe('101')
  }, 60_000)
})
