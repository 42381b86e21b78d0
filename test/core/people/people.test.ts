import { describe, expect, it } from 'vitest'
import { CartsAnswer } from '../../../core/carts/cart.schema.ts'
import { CartEventsAnswer } from '../../../core/carts/cart-event.schema.ts'
import { CustomersAnswer } from '../../../core/customers/customer.schema.ts'
import {
  ManagedCircle,
  ManagedCustomer,
  ManagedCustomersAnswer,
  MembersAnswer,
} from '../../../core/customers/manage/managed-customer.schema.ts'
import { RecordEventsAnswer } from '../../../core/history/record-event.schema.ts'
import { OrderEventsAnswer, OrdersAnswer } from '../../../core/orders/order.schema.ts'
import { checkOrders } from '../../../core/orders/check-orders.ts'
import { CustomerTurnover, EraseAnswer, MergeAnswer, PersonData } from '../../../core/people/people.schema.ts'
import { insertRows } from '../../../core/database/queries/prepared.ts'
import { statements } from '../../../core/database/statements.ts'
import type { TableName } from '../../../core/database/schema/tables.ts'
import { newId } from '../../../core/kernel/ids.ts'
import { rooms } from '../../../core/rooms.ts'
import { withEngine } from '../../../core/engines.ts'
import { storedRows } from '../../support/data.ts'
import { planOf } from '../../support/past-the-core.ts'
import { anyParameters, statementsOf } from '../../support/statements.ts'
import { isOnPostgres, locationOf } from '../../support/storage.ts'
import type { Clerk } from '../../support/clerk.ts'
import { openShop, type Shop } from '../../support/shop.ts'

const make = async (clerk: Clerk, fields: object = {}): Promise<ManagedCustomer> =>
  (await clerk.post('/manage/customers', { firstName: 'Karen', lastName: 'Blixen', ...fields })).ok(
    ManagedCustomer,
  )

const read = async (clerk: Clerk, id: string): Promise<ManagedCustomer> =>
  (await clerk.get(`/manage/customers/${id}`)).ok(ManagedCustomer)

/** An order of a customer, placed and not paid. */
async function orderOf(clerk: Clerk, customerId: string, billing: object = {}) {
  const placing = await clerk.aCartReadyToPlace({ billing })
  await clerk.patch(`/carts/${placing.cartId}`, { customerId, note: 'Leave it with Karen’s neighbour' })
  await clerk.post(`/carts/${placing.cartId}/properties`, { ...placing, key: 'card', value: 'For Karen' })
  const { paymentId } = (await clerk.post('/payments', placing)).body as { paymentId: string }
  return { id: placing.cartId, paymentId, order: await clerk.readOrder(placing.cartId) }
}

async function finish(clerk: Clerk, { id, paymentId }: { id: string; paymentId: string }): Promise<void> {
  expect((await clerk.post(`/payments/${paymentId}/capture`, { transactionId: 'T1' })).status).toBe(200)
  expect((await clerk.post(`/orders/${id}/complete`)).status).toBe(200)
}

const ordersOf = async (clerk: Clerk, query: Record<string, string>): Promise<string[]> =>
  (await clerk.get('/orders', query)).ok(OrdersAnswer).orders.map(({ id }) => id)
const found = async (clerk: Clerk, search: string): Promise<string[]> =>
  (await clerk.get('/manage/customers', { search })).ok(ManagedCustomersAnswer).customers.map(({ id }) => id)

/** The tables in which something stands. */
async function tablesWith({ dataDir }: Shop, text: RegExp): Promise<string[]> {
  const tables = rooms.flatMap((room): readonly TableName[] => room.tables)
  // One after another on one connection: a server has not as many as there are tables.
  const contents = await withEngine(await locationOf(dataDir), async (engine) =>
    engine.read(async (db) => {
      const texts: string[] = []
      for (const table of tables) texts.push(JSON.stringify(await db.selectFrom(table).selectAll().execute()))
      return texts
    }),
  )
  return tables.filter((_, index) => text.test(contents[index] ?? ''))
}

async function open(): Promise<{ shop: Shop; clerk: Clerk; manager: Clerk }> {
  const shop = await openShop()
  return { shop, clerk: await shop.as('staff'), manager: await shop.as('admin') }
}

describe('what a customer has bought', () => {
  it('is counted by currency, without what was cancelled, beside what was paid back', async () => {
    const { clerk } = await open()
    const { id } = await make(clerk)
    const [first, second, third] = [
      await orderOf(clerk, id),
      await orderOf(clerk, id),
      await orderOf(clerk, id),
    ]
    await clerk.post(`/orders/${third.id}/cancel`, {})
    await clerk.post(`/payments/${first.paymentId}/capture`, {})
    await clerk.post(`/payments/${first.paymentId}/refund`, { amount: 1.5, reason: 'scratched' })
    const { knownSince, turnover } = (await clerk.get(`/manage/customers/${id}/turnover`)).ok(
      CustomerTurnover,
    )
    expect(turnover).toStrictEqual([
      {
        currency: 'EUR',
        orders: 2,
        total: Number((first.order.orderTotal + second.order.orderTotal).toFixed(2)),
        refunded: 1.5,
        firstOrderDate: first.order.createdDate,
        lastOrderDate: second.order.createdDate,
      },
    ])
    expect(knownSince).toBe(first.order.createdDate)
    expect((await ordersOf(clerk, { customerId: id })).sort()).toStrictEqual(
      [first.id, second.id, third.id].sort(),
    )
    expect(await ordersOf(clerk, { customerId: id, status: 'Cancelled' })).toStrictEqual([third.id])
    const cartId = await clerk.aCart()
    await clerk.patch(`/carts/${cartId}`, { customerId: id })
    const drafts = (await clerk.get('/carts', { customerId: id, state: 'open' })).ok(CartsAnswer).carts
    expect(drafts.map((cart) => cart.id)).toStrictEqual([cartId])
  })
})

describe('a customer who is renamed', () => {
  const listed = async (clerk: Clerk, search: string) =>
    (await clerk.get('/carts', { search })).ok(CartsAnswer).carts.map(({ id, customerName }) => ({
      id,
      customerName,
    }))

  it('has carts that go by the new name, in the version that they had: open ones, and an order’s that is opened again', async () => {
    const { clerk } = await open()
    const { id } = await make(clerk)
    const other = await make(clerk, { firstName: 'Tanne' })
    const [open1, given] = [await clerk.aCart(), await clerk.aCart()]
    for (const cartId of [open1, given]) await clerk.patch(`/carts/${cartId}`, { customerId: id })
    await clerk.delete(`/carts/${given}`)
    const others = await clerk.aCart()
    await clerk.patch(`/carts/${others}`, { customerId: other.id })
    const { id: ordered } = await orderOf(clerk, id)
    const before = (await clerk.get(`/carts/${open1}`)).headers.etag

    await clerk.patch(`/manage/customers/${id}`, { firstName: 'Isak', lastName: 'Dinesen' })
    const now = { id: open1, customerName: 'Isak Dinesen' }
    expect(await listed(clerk, 'dinesen')).toStrictEqual([now])
    expect((await listed(clerk, 'blixen')).map((cart) => cart.id).sort()).toStrictEqual(
      [given, others, ordered].sort(),
    )
    expect((await clerk.get(`/carts/${open1}`)).headers.etag).toBe(before)

    await clerk.post(`/orders/${ordered}/reopen`, {})
    expect(await listed(clerk, 'dinesen')).toStrictEqual([{ ...now, id: ordered }, now])
  })

  it('has no name but a company’s, and has it on their carts; what else is changed leaves these alone', async () => {
    const { clerk } = await open()
    const address = { companyName: 'Ngong ApS', line1: 'Vej 1', countryId: await clerk.country() }
    const { id } = await make(clerk, { addresses: [address] })
    const cartId = await clerk.aCart()
    await clerk.patch(`/carts/${cartId}`, { customerId: id })
    await clerk.patch(`/manage/customers/${id}`, { note: 'Rings twice' })
    expect(await listed(clerk, 'karen')).toStrictEqual([{ id: cartId, customerName: 'Karen Blixen' }])
    await clerk.patch(`/manage/customers/${id}`, { firstName: '', lastName: '' })
    expect(await listed(clerk, 'ngong')).toStrictEqual([{ id: cartId, customerName: 'Ngong ApS' }])
  })

  it('is so by a merge too, where they have no name and the double has', async () => {
    const { clerk, manager } = await open()
    const kept = await make(clerk, { firstName: '', lastName: '', email: 'ngong@farm.example' })
    const double = await make(clerk)
    const cartId = await clerk.aCart()
    await clerk.patch(`/carts/${cartId}`, { customerId: kept.id })
    await manager.post(`/manage/customers/${kept.id}/merge`, { doubleId: double.id })
    expect(await listed(clerk, 'blixen')).toStrictEqual([{ id: cartId, customerName: 'Karen Blixen' }])
  })
})

describe('two customers who are one', () => {
  it('are merged: orders, carts, addresses and groups move; what was placed keeps its snapshot', async () => {
    const { clerk, manager } = await open()
    const groups = (
      (await clerk.get('/customer-groups')).body as { customerGroups: { id: string }[] }
    ).customerGroups.map(({ id }) => id)
    const home = { line1: 'Rungstedlund', city: 'Rungsted', countryId: await clerk.country() }
    const kept = await make(clerk, {
      email: 'karen@rungsted.example',
      customerGroupIds: groups.slice(0, 1),
      addresses: [home],
      note: 'Prefers mornings',
    })
    const double = await make(clerk, {
      firstName: 'Isak',
      lastName: 'Dinesen',
      email: 'isak@farm.example',
      phoneNumber: '+254 700 123456',
      customerGroupIds: groups.slice(0, 2),
      addresses: [
        { ...home, addressName: 'Summer' },
        { ...home, line1: 'Ngong Road' },
      ],
      note: 'Farm in Africa',
    })
    const order = await orderOf(clerk, double.id)
    const cartId = await clerk.aCart()
    await clerk.patch(`/carts/${cartId}`, { customerId: double.id })
    const before = await clerk.readOrder(order.id)
    const cartBefore = (await clerk.get(`/carts/${cartId}`)).headers.etag

    const path = `/manage/customers/${kept.id}/merge`
    const seen = { headers: { 'if-match': '"1"' } }
    ;(await clerk.post(path, { doubleId: double.id })).refused('Forbidden')
    const preview = (await manager.post(path, { doubleId: double.id, dryRun: true }, seen)).ok(MergeAnswer)
    expect(await read(clerk, double.id)).toStrictEqual(double)
    const merged = (await manager.post(path, { doubleId: double.id }, seen)).ok(MergeAnswer)
    expect(merged).toStrictEqual(preview)
    expect(merged).toMatchObject({
      orders: 1,
      carts: 1,
      addresses: 1,
      customerGroups: 1,
      customer: {
        id: kept.id,
        version: 2,
        firstName: 'Karen',
        email: 'karen@rungsted.example',
        phoneNumber: '+254 700 123456',
        note: 'Prefers mornings\n\nFarm in Africa',
        otherEmails: ['isak@farm.example'],
        addresses: [{ line1: 'Rungstedlund' }, { line1: 'Ngong Road' }],
      },
    })
    // The double's id leads to the one that stays, which is found by everything of both.
    expect(await read(clerk, double.id)).toStrictEqual(merged.customer)
    for (const search of ['isak@farm.example', '254700123456', double.id])
      expect(await found(clerk, search), search).toStrictEqual([kept.id])

    const after = await clerk.readOrder(order.id)
    expect(after).toStrictEqual({ ...before, customer: { ...before.customer, id: kept.id } })
    expect(after.customer).toMatchObject({ firstName: 'Isak', lastName: 'Dinesen' })
    const drafts = { carts: [{ id: cartId }] }
    for (const customerId of [kept.id, double.id]) {
      expect(await ordersOf(clerk, { customerId })).toStrictEqual([order.id])
      expect((await clerk.get('/carts', { customerId, state: 'open' })).body).toMatchObject(drafts)
    }
    expect(await ordersOf(clerk, { search: 'dinesen' })).toStrictEqual([order.id])
    const cart = await clerk.get(`/carts/${cartId}`)
    expect((cart.body as { customer: unknown }).customer).toMatchObject({ id: kept.id, firstName: 'Karen' })
    expect(cart.headers.etag).not.toBe(cartBefore)
    const [shown] = (await clerk.get('/carts', { search: 'blixen' })).ok(CartsAnswer).carts
    expect(shown).toMatchObject({ id: cartId, customerName: 'Karen Blixen' })

    const history = (await clerk.get(`/manage/customers/${kept.id}/events`)).ok(RecordEventsAnswer).events
    expect(history[0]).toMatchObject({ kind: 'merged', version: 2 })
    expect(history[0]?.changes[0]).toMatchObject({ field: 'double', from: null })
    expect(history[0]?.changes[0]?.to).toContain('Isak Dinesen')
    const data = (await manager.get(`/manage/customers/${kept.id}/data`)).ok(PersonData)
    const told = data.events.find(({ changes }) => changes.some(({ field }) => field === 'mergedInto'))
    expect(told).toMatchObject({ kind: 'merged', changes: [{ to: `Karen Blixen (${kept.id})` }] })
  })

  it('stay one: an order by the double’s e-mail is the merged customer’s, also after it was merged again', async () => {
    const { clerk, manager } = await open()
    const [one, two, three] = [
      await make(clerk, { email: 'one@example.com' }),
      await make(clerk, { email: 'two@example.com' }),
      await make(clerk, { email: 'three@example.com' }),
    ]
    await manager.post(`/manage/customers/${two.id}/merge`, { doubleId: three.id })
    await manager.post(`/manage/customers/${one.id}/merge`, { doubleId: two.id })
    expect((await read(clerk, three.id)).otherEmails).toStrictEqual(['three@example.com', 'two@example.com'])
    const { order } = await clerk.anOrder({ billing: { email: 'Three@example.com' } })
    expect(order.customer.id).toBe(one.id)
  })

  it('are that one for whoever still has the double’s id: in a cart, and in a group or organization', async () => {
    const { clerk, manager } = await open()
    const [kept, double] = [await make(clerk), await make(clerk, { firstName: 'Isak' })]
    await manager.post(`/manage/customers/${kept.id}/merge`, { doubleId: double.id })
    const cartId = await clerk.aCart()
    expect((await clerk.patch(`/carts/${cartId}`, { customerId: double.id })).status).toBe(200)
    expect((await clerk.get(`/carts/${cartId}`)).body).toMatchObject({ customer: { id: kept.id } })
    expect((await clerk.get(`/customers/${double.id}`)).body).toMatchObject({ id: kept.id })

    for (const many of ['customer-groups', 'organizations']) {
      const { id } = (await manager.post(`/manage/${many}`, { name: 'Rowers' })).ok(ManagedCircle)
      const path = `/manage/${many}/${id}/members`
      const add = [double.id, kept.id]
      expect((await manager.post(path, { add })).ok(MembersAnswer).changed, many).toBe(1)
      const remove = [double.id]
      expect((await manager.post(path, { remove })).ok(MembersAnswer).changed, many).toBe(1)
    }
    const { customerGroups, organization } = await read(clerk, kept.id)
    expect({ customerGroups, organization }).toStrictEqual({ customerGroups: [], organization: null })
  })

  it('are offered where either of the two was, and not where neither is', async () => {
    const { clerk, manager } = await open()
    const offered = async (search: string) =>
      (await clerk.get('/customers', { search })).ok(CustomersAnswer).customers.map(({ id }) => id)
    /** Merges an active or retired double into an active or retired customer. */
    const mergedOf = async (state: string, stateOfDouble: string) => {
      const name = `Blixen${state}${stateOfDouble}`
      const [kept, double] = [
        await make(clerk, { lastName: name, state }),
        await make(clerk, { lastName: name, state: stateOfDouble }),
      ]
      const answer = await manager.post(`/manage/customers/${kept.id}/merge`, { doubleId: double.id })
      const { customer } = answer.ok(MergeAnswer)
      expect(await offered(name)).toStrictEqual(customer.state === 'active' ? [kept.id] : [])
      const { events } = (await clerk.get(`/manage/customers/${kept.id}/events`)).ok(RecordEventsAnswer)
      return { state: customer.state, isTold: events[0]?.changes.some(({ field }) => field === 'state') }
    }
    expect(await mergedOf('retired', 'active')).toStrictEqual({ state: 'active', isTold: true })
    expect(await mergedOf('active', 'retired')).toStrictEqual({ state: 'active', isTold: false })
    expect(await mergedOf('retired', 'retired')).toStrictEqual({ state: 'retired', isTold: false })
  })

  it('are not merged where the data of one has been erased, whichever it is', async () => {
    const { clerk, manager } = await open()
    const [erased, other] = [await make(clerk), await make(clerk)]
    await finish(clerk, await orderOf(clerk, erased.id))
    expect((await manager.post(`/manage/customers/${erased.id}/erase`)).status).toBe(200)
    for (const [keptId, doubleId] of [
      [erased.id, other.id],
      [other.id, erased.id],
    ] as const) {
      const answer = await manager.post(`/manage/customers/${keptId}/merge`, { doubleId, dryRun: true })
      expect(answer.refused('Conflict').join()).toContain('erased')
      expect((await manager.post(`/manage/customers/${keptId}/merge`, { doubleId })).status).toBe(409)
    }
    expect(await read(clerk, other.id)).toStrictEqual(other)
  })

  it('are not merged where one customer cannot hold what both have, which would be lost or keep later changes out', async () => {
    const { clerk, manager } = await open()
    const countryId = await clerk.country()
    const streets = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ line1: `Quay ${from + index}`, countryId }))
    const kept = await make(clerk, { addresses: streets(0, 60), note: 'x'.repeat(3000) })
    const double = await make(clerk, { addresses: streets(50, 51), note: 'y'.repeat(3000) })
    const merge = async (dryRun: boolean) =>
      manager.post(`/manage/customers/${kept.id}/merge`, { doubleId: double.id, dryRun })
    for (const dryRun of [true, false])
      expect((await merge(dryRun)).refused('Conflict').join()).toContain('101 addresses')

    await clerk.patch(`/manage/customers/${double.id}`, { addresses: streets(50, 50) })
    for (const dryRun of [true, false])
      expect((await merge(dryRun)).refused('Conflict').join()).toContain('6002 characters')
    expect(await read(clerk, kept.id)).toStrictEqual(kept)

    await clerk.patch(`/manage/customers/${double.id}`, { note: 'y'.repeat(998) })
    const { customer } = (await merge(false)).ok(MergeAnswer)
    expect(customer.addresses).toHaveLength(100)
    const { id, version: _, ...whole } = customer
    expect((await clerk.put(`/manage/customers/${id}`, { ...whole, firstName: 'Tanne' })).status).toBe(200)
  })

  it('keep what each had from whoever still has the double open', async () => {
    const { clerk, manager } = await open()
    const kept = await make(clerk, { email: 'karen@rungsted.example', note: 'Prefers mornings' })
    const double = await make(clerk, { firstName: 'Isak', lastName: 'Dinesen' })
    await clerk.patch(`/manage/customers/${double.id}`, { phoneNumber: '+254 700 123456' })
    await manager.post(`/manage/customers/${kept.id}/merge`, { doubleId: double.id })

    // The double was in version 2, the one that stays in version 1.
    const seen = { headers: { 'if-match': '"2"' } }
    const typed = { firstName: 'Isak', lastName: 'Dinesen', phoneNumber: '+254 700 123456', note: 'Farm' }
    ;(await clerk.put(`/manage/customers/${double.id}`, typed, seen)).refused('Conflict')
    expect(await read(clerk, kept.id)).toMatchObject({
      version: 3,
      firstName: 'Karen',
      email: 'karen@rungsted.example',
      note: 'Prefers mornings',
    })
  })

  it('are not merged with themselves, by a stale version, or twice', async () => {
    const { clerk, manager } = await open()
    const [kept, double] = [await make(clerk), await make(clerk)]
    const path = `/manage/customers/${kept.id}/merge`
    expect((await manager.post(path, { doubleId: kept.id })).faultyFields('BadRequest')).toStrictEqual([
      'doubleId',
    ])
    await clerk.patch(`/manage/customers/${kept.id}`, { note: 'x' })
    const stale = { headers: { 'if-match': '"1"' } }
    ;(await manager.post(path, { doubleId: double.id }, stale)).refused('Conflict')
    expect((await manager.post(path, { doubleId: double.id })).status).toBe(200)
    expect((await manager.post(path, { doubleId: double.id })).faultyFields('BadRequest')).toStrictEqual([
      'doubleId',
    ])
  })
})

describe('the data of a person', () => {
  it('is handed over whole: customer, addresses, carts begun under the e-mail, orders, notes and histories', async () => {
    const { clerk, manager } = await open()
    const customer = await make(clerk, { email: 'karen@rungsted.example', note: 'Allergic to dust' })
    const { id, order } = await orderOf(clerk, customer.id)
    const begun = await clerk.aCart()
    await clerk.setBilling(begun, { email: 'Karen@Rungsted.example' })
    ;(await clerk.get(`/manage/customers/${customer.id}/data`)).refused('Forbidden')
    const answer = await manager.get(`/manage/customers/${customer.id}/data`)
    expect(answer.headers['content-disposition']).toContain(`customer-${customer.id}.json`)
    const data = answer.ok(PersonData)
    expect(data.customer).toStrictEqual(customer)
    expect(data.carts.map((cart) => cart.id).sort()).toStrictEqual([id, begun].sort())
    expect(data.orders).toMatchObject([{ id, orderNumber: order.orderNumber, note: order.note }])
    expect(data.orders[0]?.events[0]?.kind).toBe('order.placed')
    expect(data.events[0]?.kind).toBe('created')
    expect(data.turnover[0]?.total).toBe(order.orderTotal)
  })

  it('has each cart and order as it is at its own address, in as many statements for three as for one', async () => {
    const { clerk, manager } = await open()
    const { id } = await make(clerk)
    const known = async (): Promise<PersonData> =>
      (await manager.get(`/manage/customers/${id}/data`)).ok(PersonData)
    const { paymentId } = await orderOf(clerk, id)
    await clerk.post(`/payments/${paymentId}/capture`, {})
    const statements = async (): Promise<number> => {
      await known()
      return (await statementsOf(known)).length
    }
    const ofOne = await statements()
    await clerk.post(`/payments/${paymentId}/refund`, { amount: 1.5, reason: 'scratched' })
    await orderOf(clerk, id)
    const { id: last } = await orderOf(clerk, id)
    await clerk.post(`/orders/${last}/cancel`, {})
    expect(await statements()).toBe(ofOne)

    const { carts, orders } = await known()
    expect(orders).toHaveLength(3)
    for (const { events, ...order } of orders) {
      expect(order).toStrictEqual(await clerk.readOrder(order.id))
      expect(events).toStrictEqual(
        (await clerk.get(`/orders/${order.id}/events`)).ok(OrderEventsAnswer).events,
      )
    }
    expect(carts).toHaveLength(3)
    for (const { events, ...cart } of carts) {
      expect(cart).toStrictEqual(await clerk.readCart(cart.id))
      expect(events).toStrictEqual((await clerk.get(`/carts/${cart.id}/events`)).ok(CartEventsAnswer).events)
    }
  })

  // A server reads side by side.
  it.skipIf(isOnPostgres)('keeps nobody waiting while it is gathered', async () => {
    const { clerk, manager } = await open()
    const { id } = await make(clerk)
    await orderOf(clerk, id)
    const answered: string[] = []
    const ask = async (who: Clerk, path: string) => {
      expect((await who.get(path)).status).toBe(200)
      answered.push(path)
    }
    await Promise.all([ask(manager, `/manage/customers/${id}/data`), ask(clerk, '/orders')])
    expect(answered[0]).toBe('/orders')
  })

  it('is looked for by e-mail in carts that were never placed, and not in those of all orders', async () => {
    const { clerk, manager, shop } = await open()
    const { id } = await make(clerk, { email: 'karen@blixen.example' })
    const run = await statementsOf(async () => manager.get(`/manage/customers/${id}/data`))
    const looking = run.filter((sql) => sql.includes('lower("billing_address")'))
    expect(looking).toHaveLength(1)
    const [sql = ''] = looking
    const { text } = await planOf(shop.dataDir, sql, ...anyParameters(sql))
    expect(text).toMatch(/carts_by_state [^]*\bstate\b/)
  })

  it('is not erased while an order is to be paid or delivered, and says which', async () => {
    const { clerk, manager } = await open()
    const { id } = await make(clerk)
    const placed = await orderOf(clerk, id)
    const path = `/manage/customers/${id}/erase`
    expect((await manager.post(path)).refused('Conflict').join()).toContain(
      `${placed.order.orderNumber} (New order)`,
    )
    await clerk.post(`/payments/${placed.paymentId}/capture`, {})
    expect((await manager.post(path)).refused('Conflict').join()).toContain('(Paid)')
    expect((await read(clerk, id)).firstName).toBe('Karen')
  })

  it('is erased from orders that are read together, however many there are', async () => {
    const { clerk, manager } = await open()
    const { id } = await make(clerk)
    await finish(clerk, await orderOf(clerk, id))
    await finish(clerk, await orderOf(clerk, id))
    const run = await statementsOf(async () =>
      expect((await manager.post(`/manage/customers/${id}/erase`)).ok(EraseAnswer)).toMatchObject({
        orders: 2,
      }),
    )
    expect(run.filter((sql) => /^select .* from "order_lines"/.test(sql))).toHaveLength(1)
  })

  it('is erased from hundreds of orders in several turns: whoever reads meanwhile is answered in between', async () => {
    const { clerk, manager, shop } = await open()
    const { id } = await make(clerk)
    const placed = await orderOf(clerk, id)
    await finish(clerk, placed)
    await withEngine(await locationOf(shop.dataDir), async (engine) =>
      engine.transact(async (db) => {
        const ids = Array.from({ length: 500 }, newId)
        const carts = db.selectFrom('carts').selectAll().where('id', '=', placed.id)
        const cart = await carts.executeTakeFirstOrThrow()
        await insertRows(
          db,
          'carts',
          ids.map((copy) => ({ ...cart, id: copy })),
        )
        const orders = db.selectFrom('orders').selectAll().where('id', '=', placed.id)
        const order = await orders.executeTakeFirstOrThrow()
        await insertRows(
          db,
          'orders',
          ids.map((copy, n) => ({ ...order, id: copy, order_number: `${order.order_number}-${n}` })),
        )
      }),
    )
    let turn = 0
    const count = (): void => {
      turn += 1
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    const turns = new Set<number>()
    const note = (message: unknown): void => {
      if ((message as { sql: string }).sql.startsWith('update "orders"')) turns.add(turn)
    }
    statements.subscribe(note)
    try {
      const erased = (await manager.post(`/manage/customers/${id}/erase`)).ok(EraseAnswer)
      expect(erased).toMatchObject({ orders: 501 })
    } finally {
      statements.unsubscribe(note)
      clearImmediate(next)
    }
    expect(turns.size).toBeGreaterThan(2)
  })

  it('is not erased while an order is open again for them that was placed for somebody else', async () => {
    const { clerk, manager } = await open()
    const [placedFor, chosen] = [await make(clerk), await make(clerk, { firstName: 'Tania' })]
    const written = await make(clerk, { firstName: 'Isak', email: 'isak@blixen.example' })
    const { id, order } = await orderOf(clerk, placedFor.id)
    const erase = async (customer: ManagedCustomer) => manager.post(`/manage/customers/${customer.id}/erase`)

    await clerk.patch(`/carts/${id}`, { customerId: chosen.id })
    expect((await erase(chosen)).refused('Conflict').join()).toContain(`${order.orderNumber} (Reopened)`)
    await clerk.patch(`/carts/${id}`, { customerId: null })
    await clerk.setBilling(id, { email: 'isak@blixen.example' })
    expect((await erase(written)).refused('Conflict').join()).toContain(`${order.orderNumber} (Reopened)`)

    expect((await erase(chosen)).status).toBe(200)
    expect((await clerk.post(`/orders/${id}/cancel`, {})).status).toBe(200)
    expect((await erase(written)).status).toBe(200)
  })

  it('is erased everywhere; orders keep numbers, dates, goods, amounts and taxes', async () => {
    const { clerk, manager, shop } = await open()
    const home = { line1: 'Rungstedlund', city: 'Rungsted', countryId: await clerk.country() }
    const kept = await make(clerk, {
      email: 'karen@rungsted.example',
      phoneNumber: '+45 45 57 10 57',
      note: 'Allergic',
      addresses: [home],
    })
    const double = await make(clerk, { firstName: 'Osceola', email: 'osceola@rungsted.example' })
    await manager.post(`/manage/customers/${kept.id}/merge`, { doubleId: double.id })
    await clerk.patch(`/manage/customers/${kept.id}`, { firstName: 'Tanne' })
    const placed = await orderOf(clerk, kept.id, { firstName: 'Karen', lastName: 'Blixen', ...home })
    const elsewhere = await clerk.anAddress({ firstName: 'Osceola', line1: 'Rungstedvej 1' })
    const sent = await clerk.post(`/orders/${placed.id}/shipping-address`, { shippingAddress: elsewhere })
    expect(sent.status).toBe(200)
    await finish(clerk, placed)
    await clerk.post(`/orders/${placed.id}/note`, { note: 'Karen called' })
    await clerk.post(`/payments/${placed.paymentId}/refund`, { amount: 1, reason: 'Karen was unhappy' })
    const parked = await clerk.aCart()
    await clerk.patch(`/carts/${parked}`, { customerId: kept.id, name: 'Karen tomorrow' })
    const begun = await clerk.aCart()
    await clerk.setBilling(begun, { email: 'Osceola@rungsted.example', firstName: 'Osceola' })
    const before = await clerk.readOrder(placed.id)
    const path = `/manage/customers/${kept.id}`
    ;(await clerk.post(`${path}/erase`)).refused('Forbidden')
    expect((await manager.post(`${path}/erase`)).ok(EraseAnswer)).toStrictEqual({
      success: true,
      orders: 1,
      carts: 3,
    })

    const after = await clerk.readOrder(placed.id)
    for (const field of [
      'orderNumber',
      'createdDate',
      'completedDate',
      'orderStatus',
      'orderTotal',
      'subTotal',
      'tax',
      'vat',
      'shippingTotal',
      'payments',
      'billingCurrency',
      'discountTotal',
    ] as const)
      expect(after[field], field).toStrictEqual(before[field])
    expect(after.orderLines.map(({ orderLineProperties: _, ...line }) => line)).toStrictEqual(
      before.orderLines.map(({ orderLineProperties: _, ...line }) => line),
    )
    expect(after.billingAddress.country).toStrictEqual(before.billingAddress.country)
    await withEngine(await locationOf(shop.dataDir), async (database) => {
      expect((await checkOrders(database)).faults).toStrictEqual([])
    })
    expect(await ordersOf(clerk, { search: before.orderNumber })).toStrictEqual([placed.id])

    // Nothing that anybody can ask for says anything of the person.
    const answers = [
      await clerk.get(`/orders/${placed.id}`),
      await clerk.get(`/orders/${placed.id}/events`),
      await clerk.get(path),
      await clerk.get(`${path}/events`),
      await manager.get(`${path}/data`),
      ...(await Promise.all([placed.id, parked, begun].map(async (id) => clerk.get(`/carts/${id}`)))),
      await clerk.get('/carts'),
    ]
    for (const { status, text } of answers) {
      expect(status).toBe(200)
      expect(text).not.toMatch(/karen|tanne|blixen|osceola|rungsted|neighbour|allergic|4557|unhappy/i)
    }
    for (const search of ['karen', 'rungsted', '45571057', 'osceola@rungsted.example']) {
      expect(await found(clerk, search), search).not.toContain(kept.id)
      expect(await ordersOf(clerk, { search }), search).toStrictEqual([])
      const offered = (await clerk.get('/customers', { search })).ok(CustomersAnswer).customers
      expect(offered.map(({ id }) => id)).not.toContain(kept.id)
    }
    const rows = (await storedRows(shop.dataDir, 'customers')) as { id: string }[]
    expect(rows.find(({ id }) => id === kept.id)).toMatchObject({ state: 'erased', made_for_email: null })
    expect(
      (await clerk.get(`/orders/${placed.id}/events`)).ok(OrderEventsAnswer).events.map(({ kind }) => kind),
    ).toContain('order.erased')
    const [last] = (await clerk.get(`${path}/events`)).ok(RecordEventsAnswer).events
    expect(last?.kind).toBe('erased')

    // For good: nothing can be written of them any more, and what they bought can still be bought again.
    ;(await clerk.patch(path, { firstName: 'Karen' })).refused('BadRequest')
    ;(await manager.post(`${path}/erase`)).refused('Conflict')
    ;(await clerk.patch(`/carts/${await clerk.aCart()}`, { customerId: kept.id })).refused('BadRequest')
    expect((await clerk.post(`/orders/${placed.id}/cart`)).status).toBe(200)
    // Whoever comes back is somebody new.
    const { order } = await clerk.anOrder({ billing: { email: 'karen@rungsted.example' } })
    expect(order.customer.id).not.toBe(kept.id)
  })

  it('is in no table any more, nor in the answers that are kept for whoever asks again', async () => {
    const { clerk, manager, shop } = await open()
    const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
    const person = { firstName: 'Zebulonia', lastName: 'Quist', email: 'zq@ngong.example' }
    const made = (await clerk.post('/manage/customers', person, keyed('made'))).ok(ManagedCustomer)
    const placed = await orderOf(clerk, made.id, person)
    await finish(clerk, placed)
    const note = { note: 'Zebulonia called' }
    expect((await clerk.post(`/orders/${placed.id}/note`, note, keyed('note'))).status).toBe(200)
    const copy = await clerk.post(`/orders/${placed.id}/cart`, undefined, keyed('copy'))
    await clerk.patch(`/carts/${(copy.body as { cartId: string }).cartId}`, { name: 'Quist again' })
    const other = await clerk.post('/manage/customers', { lastName: 'Dinesen' }, keyed('other'))
    const found = async () => tablesWith(shop, /zebulonia|quist|ngong/i)
    expect(await found()).toContain('idempotency_keys')
    await manager.post(`/manage/customers/${made.id}/erase`, undefined, keyed('erased'))
    expect(await found()).toStrictEqual([])
    // Asked again nothing is done a second time.
    const again = await clerk.post('/manage/customers', person, keyed('made'))
    expect(again.refused('Conflict').join()).toContain('erased')
    expect((await clerk.get(`/orders/${placed.id}`)).status).toBe(200)
    const same = await clerk.post('/manage/customers', { lastName: 'Dinesen' }, keyed('other'))
    expect([same.headers['idempotent-replayed'], same.text]).toStrictEqual(['true', other.text])
  })

  it('finds the kept answers that tell of them, and no others, however many there are', async () => {
    const { clerk, manager, shop } = await open()
    const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
    const { id } = await make(clerk)
    const placed = await orderOf(clerk, id)
    expect((await clerk.post(`/orders/${placed.id}/note`, { note: 'a' }, keyed('note'))).status).toBe(200)
    await clerk.post(`/orders/${placed.id}/reopen`, undefined, keyed('reopened'))
    const property = { key: 'engraving', value: 'Karen' }
    const views = { ...keyed('property'), query: { views: 'miniCart' } }
    await clerk.post(`/carts/${placed.id}/properties`, property, views)
    await clerk.post(`/orders/${placed.id}/cancel`, { reason: 'no' }, keyed('cancelled'))
    for (let other = 0; other < 3; other++)
      await clerk.post('/manage/customers', { lastName: 'Dinesen' }, keyed(`other ${other}`))
    await clerk.post('/carts', { cultureCode: 'en-GB', currency: 'EUR' }, keyed('cart'))
    await manager.post(`/manage/customers/${id}/erase`)
    const rows = (await storedRows(shop.dataDir, 'idempotency_keys')) as Record<string, string | null>[]
    const [emptied, kept] = [true, false].map((isEmpty) =>
      rows.filter(({ body }) => (body === '') === isEmpty).map((row) => row['idempotency_key']),
    )
    expect(emptied?.toSorted()).toStrictEqual(['cancelled', 'note', 'property', 'reopened'])
    expect(kept?.toSorted()).toStrictEqual(['cart', 'other 0', 'other 1', 'other 2'])
    // What tells of nobody is in no index of these.
    expect(rows.find((row) => row['idempotency_key'] === 'cart')).toMatchObject({
      record_id: null,
      customer_id: null,
    })
  })

  it('is in no table any more either where the customer was deleted, who had been one of two', async () => {
    const { clerk, manager, shop } = await open()
    const person = { firstName: 'Zebulonia', email: 'zq@ngong.example' }
    const keyed = { headers: { 'idempotency-key': 'made' } }
    const kept = (await clerk.post('/manage/customers', person, keyed)).ok(ManagedCustomer)
    const double = await make(clerk, { lastName: 'Quist' })
    await clerk.patch(`/manage/customers/${double.id}`, { lastName: 'Quistgaard' })
    await manager.post(`/manage/customers/${kept.id}/merge`, { doubleId: double.id })
    await clerk.patch(`/manage/customers/${kept.id}`, { note: 'Zebulonia called' })
    expect(await tablesWith(shop, /zebulonia|quist|ngong/i)).toContain('record_events')
    const { body } = await manager.delete(`/manage/customers/${kept.id}`)
    expect(body).toMatchObject({ retired: false })
    // Nobody finds the customer any more to erase what was left.
    ;(await manager.post(`/manage/customers/${kept.id}/erase`)).refused('NotFound')
    expect(await tablesWith(shop, /zebulonia|quist|ngong/i)).toStrictEqual([])
  })

  it('is taken out of carts begun under their e-mail in capitals, of other letters than those of ASCII, too', async () => {
    const { clerk, manager } = await open()
    const { id } = await make(clerk, { email: 'jørgen@åkjær.example' })
    const begun = await clerk.aCart()
    await clerk.setBilling(begun, { email: 'JØRGEN@ÅKJÆR.example' })
    const data = (await manager.get(`/manage/customers/${id}/data`)).ok(PersonData)
    expect(data.carts.map((cart) => cart.id)).toStrictEqual([begun])
    expect((await manager.post(`/manage/customers/${id}/erase`)).ok(EraseAnswer)).toMatchObject({ carts: 1 })
    expect((await clerk.readCart(begun)).billingAddress).toBeNull()
  })

  it('is taken out of the cart of an order that was cancelled while it was open again, though no e-mail leads there', async () => {
    const { clerk, manager } = await open()
    const cancelled = async (lastName: string, billing: object = {}) => {
      const { order } = await clerk.anOrder({ billing: { lastName, email: null } })
      await clerk.setBilling(order.id, { lastName, email: null, line2: 'Left', ...billing })
      expect((await clerk.post(`/orders/${order.id}/cancel`)).status).toBe(200)
      return order
    }
    const own = await cancelled('Dinesen')
    const { id } = own.customer
    const data = (await manager.get(`/manage/customers/${id}/data`)).ok(PersonData)
    expect(data.carts.map((cart) => cart.id)).toStrictEqual([own.id])
    expect((await manager.post(`/manage/customers/${id}/erase`)).ok(EraseAnswer)).toMatchObject({ carts: 1 })
    expect((await clerk.readCart(own.id)).billingAddress).toBeNull()
    // What somebody else has been written on meanwhile is theirs.
    const other = await cancelled('Finch', { lastName: 'Hatton' })
    const theirs = (await manager.get(`/manage/customers/${other.customer.id}/data`)).ok(PersonData)
    expect(theirs.carts).toStrictEqual([])
  })

  it('is taken out of carts begun under an e-mail that they had before, unless it is somebody else’s by now', async () => {
    const { clerk, manager } = await open()
    const { id } = await make(clerk, { email: 'old@ngong.example' })
    await clerk.patch(`/manage/customers/${id}`, { email: 'shared@ngong.example' })
    await clerk.patch(`/manage/customers/${id}`, { email: 'new@ngong.example' })
    await make(clerk, { email: 'shared@ngong.example' })
    const begun = await Promise.all([clerk.aCart(), clerk.aCart()])
    await clerk.setBilling(begun[0], { email: 'Old@ngong.example' })
    await clerk.setBilling(begun[1], { email: 'shared@ngong.example' })
    expect((await manager.post(`/manage/customers/${id}/erase`)).ok(EraseAnswer)).toMatchObject({ carts: 1 })
    const [theirs, others] = await Promise.all(begun.map(async (cartId) => clerk.readCart(cartId)))
    expect(theirs?.billingAddress).toBeNull()
    expect(others?.billingAddress).toMatchObject({ emailAddress: 'shared@ngong.example' })
  })

  it('of somebody without orders goes with the customer', async () => {
    const { clerk, manager } = await open()
    const { id } = await make(clerk)
    const cartId = await clerk.aCart()
    await clerk.patch(`/carts/${cartId}`, { customerId: id })
    expect((await manager.post(`/manage/customers/${id}/erase`)).ok(EraseAnswer)).toMatchObject({ orders: 0 })
    ;(await clerk.get(`/manage/customers/${id}`)).refused('NotFound')
    const [cart] = (await clerk.get('/carts', { state: 'abandoned' })).ok(CartsAnswer).carts
    expect(cart).toMatchObject({ id: cartId, customerName: null })
  })
})
