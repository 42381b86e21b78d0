import { describe, expect, it } from 'vitest'
import { CartsAnswer } from '../../../core/carts/cart.schema.ts'
import { CustomersAnswer } from '../../../core/customers/customer.schema.ts'
import { ManagedCircle, MembersAnswer } from '../../../core/customers/manage/managed-customer.schema.ts'
import { RecordEventsAnswer } from '../../../core/history/record-event.schema.ts'
import { CustomerTurnover, MergeAnswer, PersonData } from '../../../core/people/people.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import {
  customersFound,
  finishOrder,
  makeCustomer,
  openStaffedShop,
  ordersFound,
  placeOrderOf,
  readCustomer,
} from '../../support/customers.ts'

describe('what a customer has bought', () => {
  it('is counted by currency, without what was cancelled, beside what was paid back', async () => {
    const { clerk } = await openStaffedShop()
    const { id } = await makeCustomer(clerk)
    const [first, second, third] = [
      await placeOrderOf(clerk, id),
      await placeOrderOf(clerk, id),
      await placeOrderOf(clerk, id),
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
    expect((await ordersFound(clerk, { customerId: id })).sort()).toStrictEqual(
      [first.id, second.id, third.id].sort(),
    )
    expect(await ordersFound(clerk, { customerId: id, status: 'Cancelled' })).toStrictEqual([third.id])
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
    const { clerk } = await openStaffedShop()
    const { id } = await makeCustomer(clerk)
    const other = await makeCustomer(clerk, { firstName: 'Tanne' })
    const [open1, given] = [await clerk.aCart(), await clerk.aCart()]
    for (const cartId of [open1, given]) await clerk.patch(`/carts/${cartId}`, { customerId: id })
    await clerk.delete(`/carts/${given}`)
    const others = await clerk.aCart()
    await clerk.patch(`/carts/${others}`, { customerId: other.id })
    const { id: ordered } = await placeOrderOf(clerk, id)
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
    const { clerk } = await openStaffedShop()
    const address = { companyName: 'Ngong ApS', line1: 'Vej 1', countryId: await clerk.country() }
    const { id } = await makeCustomer(clerk, { addresses: [address] })
    const cartId = await clerk.aCart()
    await clerk.patch(`/carts/${cartId}`, { customerId: id })
    await clerk.patch(`/manage/customers/${id}`, { note: 'Rings twice' })
    expect(await listed(clerk, 'karen')).toStrictEqual([{ id: cartId, customerName: 'Karen Blixen' }])
    await clerk.patch(`/manage/customers/${id}`, { firstName: '', lastName: '' })
    expect(await listed(clerk, 'ngong')).toStrictEqual([{ id: cartId, customerName: 'Ngong ApS' }])
  })

  it('is so by a merge too, where they have no name and the double has', async () => {
    const { clerk, manager } = await openStaffedShop()
    const kept = await makeCustomer(clerk, { firstName: '', lastName: '', email: 'ngong@farm.example' })
    const double = await makeCustomer(clerk)
    const cartId = await clerk.aCart()
    await clerk.patch(`/carts/${cartId}`, { customerId: kept.id })
    await manager.post(`/manage/customers/${kept.id}/merge`, { doubleId: double.id })
    expect(await listed(clerk, 'blixen')).toStrictEqual([{ id: cartId, customerName: 'Karen Blixen' }])
  })
})

describe('two customers who are one', () => {
  it('are merged: orders, carts, addresses and groups move; what was placed keeps its snapshot', async () => {
    const { clerk, manager } = await openStaffedShop()
    const groups = (
      (await clerk.get('/customer-groups')).body as { customerGroups: { id: string }[] }
    ).customerGroups.map(({ id }) => id)
    const home = { line1: 'Rungstedlund', city: 'Rungsted', countryId: await clerk.country() }
    const kept = await makeCustomer(clerk, {
      email: 'karen@rungsted.example',
      customerGroupIds: groups.slice(0, 1),
      addresses: [home],
      note: 'Prefers mornings',
    })
    const double = await makeCustomer(clerk, {
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
    const order = await placeOrderOf(clerk, double.id)
    const cartId = await clerk.aCart()
    await clerk.patch(`/carts/${cartId}`, { customerId: double.id })
    const before = await clerk.readOrder(order.id)
    const cartBefore = (await clerk.get(`/carts/${cartId}`)).headers.etag

    const path = `/manage/customers/${kept.id}/merge`
    const seen = { headers: { 'if-match': '"1"' } }
    ;(await clerk.post(path, { doubleId: double.id })).refused('Forbidden')
    const preview = (await manager.post(path, { doubleId: double.id, dryRun: true }, seen)).ok(MergeAnswer)
    expect(await readCustomer(clerk, double.id)).toStrictEqual(double)
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
    expect(await readCustomer(clerk, double.id)).toStrictEqual(merged.customer)
    for (const search of ['isak@farm.example', '254700123456', double.id])
      expect(await customersFound(clerk, search), search).toStrictEqual([kept.id])

    const after = await clerk.readOrder(order.id)
    expect(after).toStrictEqual({ ...before, customer: { ...before.customer, id: kept.id } })
    expect(after.customer).toMatchObject({ firstName: 'Isak', lastName: 'Dinesen' })
    const drafts = { carts: [{ id: cartId }] }
    for (const customerId of [kept.id, double.id]) {
      expect(await ordersFound(clerk, { customerId })).toStrictEqual([order.id])
      expect((await clerk.get('/carts', { customerId, state: 'open' })).body).toMatchObject(drafts)
    }
    expect(await ordersFound(clerk, { search: 'dinesen' })).toStrictEqual([order.id])
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
    const { clerk, manager } = await openStaffedShop()
    const [one, two, three] = [
      await makeCustomer(clerk, { email: 'one@example.com' }),
      await makeCustomer(clerk, { email: 'two@example.com' }),
      await makeCustomer(clerk, { email: 'three@example.com' }),
    ]
    await manager.post(`/manage/customers/${two.id}/merge`, { doubleId: three.id })
    await manager.post(`/manage/customers/${one.id}/merge`, { doubleId: two.id })
    expect((await readCustomer(clerk, three.id)).otherEmails).toStrictEqual([
      'three@example.com',
      'two@example.com',
    ])
    const { order } = await clerk.anOrder({ billing: { email: 'Three@example.com' } })
    expect(order.customer.id).toBe(one.id)
  })

  it('are that one for whoever still has the double’s id: in a cart, and in a group or organization', async () => {
    const { clerk, manager } = await openStaffedShop()
    const [kept, double] = [await makeCustomer(clerk), await makeCustomer(clerk, { firstName: 'Isak' })]
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
    const { customerGroups, organization } = await readCustomer(clerk, kept.id)
    expect({ customerGroups, organization }).toStrictEqual({ customerGroups: [], organization: null })
  })

  it('are offered where either of the two was, and not where neither is', async () => {
    const { clerk, manager } = await openStaffedShop()
    const offered = async (search: string) =>
      (await clerk.get('/customers', { search })).ok(CustomersAnswer).customers.map(({ id }) => id)
    /** Merges an active or retired double into an active or retired customer. */
    const mergedOf = async (state: string, stateOfDouble: string) => {
      const name = `Blixen${state}${stateOfDouble}`
      const [kept, double] = [
        await makeCustomer(clerk, { lastName: name, state }),
        await makeCustomer(clerk, { lastName: name, state: stateOfDouble }),
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
    const { clerk, manager } = await openStaffedShop()
    const [erased, other] = [await makeCustomer(clerk), await makeCustomer(clerk)]
    await finishOrder(clerk, await placeOrderOf(clerk, erased.id))
    expect((await manager.post(`/manage/customers/${erased.id}/erase`)).status).toBe(200)
    for (const [keptId, doubleId] of [
      [erased.id, other.id],
      [other.id, erased.id],
    ] as const) {
      const answer = await manager.post(`/manage/customers/${keptId}/merge`, { doubleId, dryRun: true })
      expect(answer.refused('Conflict').join()).toContain('erased')
      expect((await manager.post(`/manage/customers/${keptId}/merge`, { doubleId })).status).toBe(409)
    }
    expect(await readCustomer(clerk, other.id)).toStrictEqual(other)
  })

  it('are not merged where one customer cannot hold what both have, which would be lost or keep later changes out', async () => {
    const { clerk, manager } = await openStaffedShop()
    const countryId = await clerk.country()
    const streets = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ line1: `Quay ${from + index}`, countryId }))
    const kept = await makeCustomer(clerk, { addresses: streets(0, 60), note: 'x'.repeat(3000) })
    const double = await makeCustomer(clerk, { addresses: streets(50, 51), note: 'y'.repeat(3000) })
    const merge = async (dryRun: boolean) =>
      manager.post(`/manage/customers/${kept.id}/merge`, { doubleId: double.id, dryRun })
    for (const dryRun of [true, false])
      expect((await merge(dryRun)).refused('Conflict').join()).toContain('101 addresses')

    await clerk.patch(`/manage/customers/${double.id}`, { addresses: streets(50, 50) })
    for (const dryRun of [true, false])
      expect((await merge(dryRun)).refused('Conflict').join()).toContain('6002 characters')
    expect(await readCustomer(clerk, kept.id)).toStrictEqual(kept)

    await clerk.patch(`/manage/customers/${double.id}`, { note: 'y'.repeat(998) })
    const { customer } = (await merge(false)).ok(MergeAnswer)
    expect(customer.addresses).toHaveLength(100)
    const { id, version: _, ...whole } = customer
    expect((await clerk.put(`/manage/customers/${id}`, { ...whole, firstName: 'Tanne' })).status).toBe(200)
  })

  it('keep what each had from whoever still has the double open', async () => {
    const { clerk, manager } = await openStaffedShop()
    const kept = await makeCustomer(clerk, { email: 'karen@rungsted.example', note: 'Prefers mornings' })
    const double = await makeCustomer(clerk, { firstName: 'Isak', lastName: 'Dinesen' })
    await clerk.patch(`/manage/customers/${double.id}`, { phoneNumber: '+254 700 123456' })
    await manager.post(`/manage/customers/${kept.id}/merge`, { doubleId: double.id })

    // The double was in version 2, the one that stays in version 1.
    const seen = { headers: { 'if-match': '"2"' } }
    const typed = { firstName: 'Isak', lastName: 'Dinesen', phoneNumber: '+254 700 123456', note: 'Farm' }
    ;(await clerk.put(`/manage/customers/${double.id}`, typed, seen)).refused('Conflict')
    expect(await readCustomer(clerk, kept.id)).toMatchObject({
      version: 3,
      firstName: 'Karen',
      email: 'karen@rungsted.example',
      note: 'Prefers mornings',
    })
  })

  it('are not merged with themselves, by a stale version, or twice', async () => {
    const { clerk, manager } = await openStaffedShop()
    const [kept, double] = [await makeCustomer(clerk), await makeCustomer(clerk)]
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
