import { describe, expect, it } from 'vitest'
import { Customer, CustomerGroupsAnswer, CustomersAnswer } from '../../../core/customers/customer.schema.ts'
import {
  ManagedCircle,
  ManagedCustomer,
  ManagedCustomerGroupsAnswer,
  ManagedCustomersAnswer,
  ManagedOrganizationsAnswer,
  MembersAnswer,
} from '../../../core/customers/manage/managed-customer.schema.ts'
import { customerNoun } from '../../../core/customers/manage/customer.noun.ts'
import { NOBODY } from '../../../core/customers/manage/customer-record.ts'
import { readPeople } from '../../../core/customers/manage/people.ts'
import { RecordEventsAnswer } from '../../../core/history/record-event.schema.ts'
import { createRecords } from '../../../core/records/create-record.ts'
import { RecordRemoved } from '../../../core/records/record.schema.ts'
import { indexRecords } from '../../../core/transfer/index-records.ts'
import { fieldsOf } from '../../support/answer.ts'
import type { Clerk } from '../../support/clerk.ts'
import { ownShop } from '../../support/own-shop.ts'
import { planOf, runElsewhere } from '../../support/past-the-core.ts'
import { openShop, sharedShop } from '../../support/shop.ts'
import { anyParameters, statementsOf } from '../../support/statements.ts'
import { isOnPostgres } from '../../support/storage.ts'

const shop = sharedShop()
/** More members than are found by another name at once. */
const MANY = 700
const UNKNOWN = '0199a0b0-0000-7000-8000-00000000ffff'

const make = async (clerk: Clerk, fields: object = {}): Promise<ManagedCustomer> =>
  (await clerk.post('/manage/customers', { firstName: 'Tove', lastName: 'Ditlevsen', ...fields })).ok(
    ManagedCustomer,
  )
const read = async (clerk: Clerk, id: string): Promise<ManagedCustomer> =>
  (await clerk.get(`/manage/customers/${id}`)).ok(ManagedCustomer)
const find = async (clerk: Clerk, query: Record<string, string>): Promise<string[]> =>
  (await clerk.get('/manage/customers', query)).ok(ManagedCustomersAnswer).customers.map(({ id }) => id)
const eventsOf = async (clerk: Clerk, id: string) =>
  (await clerk.get(`/manage/customers/${id}/events`)).ok(RecordEventsAnswer).events

describe('a customer of the shop’s own', () => {
  it('is made by a clerk, answered whole, and changes nothing when it is sent back as it is', async () => {
    const clerk = await shop().as('staff')
    const { customerGroups } = (await clerk.get('/customer-groups')).ok(CustomerGroupsAnswer)
    const made = await make(clerk, {
      email: 'Tove.D@Example.com',
      phoneNumber: '+45 70 10 20 30',
      customerGroupIds: customerGroups.slice(0, 2).map(({ id }) => id),
      note: 'Rings twice',
      acceptsMarketing: true,
      addresses: [
        { addressName: 'Flat', line1: 'Istedgade 1', city: 'København', countryId: await clerk.country() },
        { countryId: await clerk.country(), companyName: 'Barndommens Gade ApS' },
      ],
    })
    expect(fieldsOf(made)).toStrictEqual(fieldsOf(ManagedCustomer.properties))
    expect(made).toMatchObject({
      version: 1,
      state: 'active',
      email: 'tove.d@example.com',
      customerGroups: customerGroups.slice(0, 2),
      addresses: [
        { addressName: 'Flat', city: 'København', country: { name: 'Denmark' } },
        { addressName: 'Address 2', companyName: 'Barndommens Gade ApS' },
      ],
    })
    const answer = await clerk.put(`/manage/customers/${made.id}`, made)
    expect(answer.ok(ManagedCustomer)).toStrictEqual(made)
    expect(answer.headers.etag).toBe('"1"')
    expect((await clerk.get(`/customers/${made.id}`)).ok(Customer)).toMatchObject({
      emailAddress: 'tove.d@example.com',
      addresses: [{ line1: 'Istedgade 1' }, { companyName: 'Barndommens Gade ApS' }],
    })
  })

  it('is edited field by field, its addresses in their order, with a history that says who', async () => {
    const clerk = await shop().as('staff')
    const countryId = await clerk.country()
    const made = await make(clerk, { email: 'a@edit.example', addresses: [{ line1: 'One', countryId }] })
    const [first] = made.addresses
    const addresses = [
      { line1: 'Two', countryId },
      { ...first, line1: 'One b' },
    ]
    const changed = (
      await clerk.patch(`/manage/customers/${made.id}`, { email: null, note: 'New', addresses })
    ).ok(ManagedCustomer)
    expect(changed).toMatchObject({ version: 2, email: null, note: 'New', firstName: 'Tove' })
    expect(changed.addresses.map(({ line1 }) => line1)).toStrictEqual(['Two', 'One b'])
    expect(changed.addresses[1]?.id).toBe(first?.id)
    expect(await read(clerk, made.id)).toStrictEqual(changed)
    const [latest, begun] = await eventsOf(clerk, made.id)
    expect(begun).toMatchObject({ kind: 'created', version: 1 })
    expect(latest).toMatchObject({ kind: 'changed', version: 2 })
    expect(latest?.changes.map(({ field }) => field)).toStrictEqual([
      'email',
      'addresses.1',
      'note',
      'addresses.2',
    ])
  })

  it('is not overwritten by whoever has seen an older version: it is told who changed what', async () => {
    const clerk = await shop().as('staff')
    const { id } = await make(clerk)
    const seen = { headers: { 'if-match': '"1"' } }
    expect((await clerk.patch(`/manage/customers/${id}`, { note: 'first' }, seen)).status).toBe(200)
    const refused = await clerk.patch(`/manage/customers/${id}`, { note: 'second' }, seen)
    expect(refused.refused('Conflict').join()).toMatch(/changed in the meantime by .*: note/)
    expect(refused.headers.etag).toBe('"2"')
    expect((await read(clerk, id)).note).toBe('first')
  })

  it.each([
    ['nobody', { firstName: ' ', lastName: '' }, ['lastName']],
    ['no e-mail', { email: 'tove@' }, ['email']],
    ['an unknown organization', { organizationId: UNKNOWN }, ['organizationId']],
    ['an unknown group', { customerGroupIds: [UNKNOWN] }, ['customerGroupIds.0']],
    ['an unknown country', { addresses: [{ countryId: UNKNOWN }] }, ['addresses.0.countryId']],
  ] as const)('that is %s is refused', async (_what, fields, faults) => {
    const clerk = await shop().as('staff')
    const body = { firstName: 'Tove', lastName: 'D', ...fields }
    expect((await clerk.post('/manage/customers', body)).faultyFields('BadRequest')).toStrictEqual(faults)
  })

  it('cannot take another’s address for its own', async () => {
    const clerk = await shop().as('staff')
    const countryId = await clerk.country()
    const other = await make(clerk, { addresses: [{ line1: 'Theirs', countryId }] })
    const { id } = await make(clerk)
    const body = { addresses: [{ id: other.addresses[0]?.id, countryId }] }
    const refused = await clerk.patch(`/manage/customers/${id}`, body)
    expect(refused.faultyFields('BadRequest')).toStrictEqual(['addresses.0.id'])
    expect(await read(clerk, other.id)).toStrictEqual(other)
  })

  it('is found by anything that is pasted, also when that has just been changed', async () => {
    const clerk = await shop().as('staff')
    const { id } = await make(clerk, { firstName: 'Xerxes', lastName: 'Quuxholm', email: 'old@quux.example' })
    await clerk.patch(`/manage/customers/${id}`, { email: 'xq@quux.example', phoneNumber: '+45 61 52 43 34' })
    for (const search of [
      'quuxh xer',
      'xq@quux.example',
      'Xerxes Quuxholm <XQ@quux.example>',
      'mailto:xq@quux.example',
      'tlf. 61 52 43 34',
      '4334',
      id,
      `{${id.toUpperCase()}}`,
      `https://shop.example/customers/${id}`,
    ])
      expect(await find(clerk, { search }), search).toStrictEqual([id])
    expect(await find(clerk, { search: 'old@quux.example' })).toStrictEqual([])
  })

  it('of whom nothing is used is deleted, and one with a cart retired: offered no more, and kept', async () => {
    const [clerk, manager] = [await shop().as('staff'), await shop().as('admin')]
    const { id } = await make(clerk, { lastName: 'Forgotten' })
    ;(await clerk.delete(`/manage/customers/${id}`)).refused('Forbidden')
    const gone = await manager.delete(`/manage/customers/${id}`)
    expect(gone.ok(RecordRemoved)).toStrictEqual({ success: true, retired: false })
    ;(await clerk.get(`/manage/customers/${id}`)).refused('NotFound')

    const used = await make(clerk, { lastName: 'Retiring' })
    await clerk.patch(`/carts/${await clerk.aCart()}`, { customerId: used.id })
    const retired = await manager.delete(`/manage/customers/${used.id}`)
    expect(retired.ok(RecordRemoved)).toStrictEqual({ success: true, retired: true })
    expect((await read(clerk, used.id)).state).toBe('retired')
    const offered = (await clerk.get('/customers', { search: 'retiring' })).ok(CustomersAnswer)
    expect(offered.customers).toStrictEqual([])
    expect(await find(clerk, { search: 'retiring' })).toStrictEqual([used.id])
    expect(await find(clerk, { search: 'retiring', state: 'active' })).toStrictEqual([])
  })

  it('whose e-mail has changed gives the old one free: an order by it makes a customer of its own', async () => {
    const clerk = await shop().as('staff')
    const email = 'first.of.all@example.com'
    const { order } = await clerk.anOrder({ billing: { email, firstName: 'One' } })
    await clerk.patch(`/manage/customers/${order.customer.id}`, { email: 'second@example.com' })
    const again = await clerk.anOrder({ billing: { email, firstName: 'Two' } })
    expect(again.order.customer.id).not.toBe(order.customer.id)
    expect(again.order.customer.emailAddress).toBe(email)
  })

  it('that all walk-ins are booked on stays', async () => {
    const [clerk, manager] = [await shop().as('staff'), await shop().as('admin')]
    const cartId = await clerk.aCart()
    await clerk.addLine(cartId)
    await clerk.patch(`/carts/${cartId}`, { walkIn: true })
    await clerk.setShipping(cartId, 'Collection in the shop')
    const placing = {
      cartId,
      paymentMethodId: await clerk.paymentMethod(),
      priceGroupId: await clerk.priceGroup(),
      cultureCode: clerk.cultureCode,
    }
    expect((await clerk.post('/payments', placing)).status).toBe(200)
    const { id } = (await clerk.readOrder(cartId)).customer
    ;(await manager.delete(`/manage/customers/${id}`)).refused('Conflict')
    ;(await manager.post(`/manage/customers/${id}/erase`)).refused('Conflict')
    const { id: doubleId } = await make(clerk)
    ;(await manager.post(`/manage/customers/${id}/merge`, { doubleId })).refused('Conflict')

    // Who is known by it would be on everybody's orders, and everybody's orders were theirs.
    const addresses = [{ line1: 'Kajen 4', countryId: await clerk.country() }]
    const person = { email: 'ida@holm.example', phoneNumber: '+45 20 30 40 50', addresses }
    const refused = await clerk.patch(`/manage/customers/${id}`, person)
    expect(refused.faultyFields('BadRequest')).toStrictEqual(['email', 'phoneNumber', 'addresses'])
    const { order } = await clerk.anOrder({ billing: { email: person.email } })
    expect(order.customer.id).not.toBe(id)
    const named = { lastName: 'Somebody', note: 'No one person' }
    expect((await clerk.patch(`/manage/customers/${id}`, named)).ok(ManagedCustomer)).toMatchObject(named)
  })
})

describe('customer groups and organizations', () => {
  it('are the manager’s: made, renamed, and retired where they are used; members are found by the new name', async () => {
    const open = await openShop()
    const [clerk, manager] = [await open.as('staff'), await open.as('admin')]
    ;(await clerk.post('/manage/organizations', { name: 'No' })).refused('Forbidden')
    const made = (await manager.post('/manage/organizations', { name: 'Nordlys Rederi' })).ok(ManagedCircle)
    expect(made).toMatchObject({ version: 1, name: 'Nordlys Rederi', state: 'active', members: 0 })
    const { id } = await make(clerk, { organizationId: made.id })
    expect(await find(clerk, { organizationId: made.id })).toStrictEqual([id])
    const path = `/manage/organizations/${made.id}`
    expect((await manager.patch(path, { name: 'Sydlys Shipping' })).ok(ManagedCircle).members).toBe(1)
    expect(await find(clerk, { search: 'sydlys' })).toStrictEqual([id])
    expect(await find(clerk, { search: 'nordlys' })).toStrictEqual([])
    expect((await manager.delete(path)).ok(RecordRemoved).retired).toBe(true)
    const refused = await clerk.post('/manage/customers', { lastName: 'New', organizationId: made.id })
    expect(refused.faultyFields('BadRequest')).toStrictEqual(['organizationId'])
    const listed = async (state: string) =>
      (await clerk.get('/manage/organizations', { state, search: 'sydlys' })).ok(ManagedOrganizationsAnswer)
        .organizations.length
    expect([await listed('active'), await listed('retired')]).toStrictEqual([0, 1])
    // Who belongs to it may stay.
    expect((await clerk.patch(`/manage/customers/${id}`, { note: 'x' })).status).toBe(200)
  })

  it('an organization of thousands is renamed at once: the first of its members are found by the new name, the others soon', async () => {
    const shop = await ownShop()
    const { owner, storeId } = shop
    const made = (await owner.post('/manage/organizations', { name: 'Nordlys' })).ok(ManagedCircle)
    await shop.beside(async (engine) =>
      engine.transact(async (db) => {
        const author = { name: 'Ida', now: new Date(), storeId }
        const draft = {
          ...NOBODY,
          lastName: 'Lund',
          organizationId: made.id,
          customerGroupIds: [],
          addresses: [],
        }
        const drafts = Array.from({ length: MANY }, () => ({ draft }))
        await createRecords(db, author, customerNoun, await readPeople(db, storeId), drafts)
      }),
    )
    const path = `/manage/organizations/${made.id}`
    const named = async (search: string): Promise<number> => {
      const query = { search, maxItems: MANY }
      return (await owner.get('/manage/customers', query)).ok(ManagedCustomersAnswer).customers.length
    }
    expect(await named('nordlys')).toBe(MANY)
    // Twice, before anybody has come to write what the first time left to be written.
    for (const name of ['Vestlys', 'Sydlys'])
      expect((await owner.patch(path, { name })).ok(ManagedCircle)).toMatchObject({ name, members: MANY })
    expect(await named('sydlys')).toBe(500)
    await shop.beside(indexRecords)
    expect([await named('sydlys'), await named('vestlys'), await named('nordlys')]).toStrictEqual([
      MANY,
      0,
      0,
    ])
  })

  it('of an organization or a group that few belong to are read through it: the list of all is not walked for them', async () => {
    const open = await openShop()
    const [clerk, manager] = [await open.as('staff'), await open.as('admin')]
    const group = (await manager.post('/manage/customer-groups', { name: 'Rowers' })).ok(ManagedCircle)
    const organization = (await manager.post('/manage/organizations', { name: 'Nordlys' })).ok(ManagedCircle)
    const both = { customerGroupIds: [group.id], organizationId: organization.id }
    const last = await make(clerk, { lastName: 'Zeuthen', ...both })
    const first = await make(clerk, { lastName: 'Aagaard', ...both })
    await make(clerk, { lastName: 'Bang' })
    const filters: Record<string, string>[] = [
      { customerGroupId: group.id },
      { organizationId: organization.id },
      { customerGroupId: group.id, organizationId: organization.id },
    ]
    for (const filter of filters)
      for (const search of ['', 'tove', 'tove zeuthen']) {
        const run = await statementsOf(async () => {
          const found = await find(clerk, { ...filter, search })
          expect(found).toStrictEqual(search.includes('zeuthen') ? [last.id] : [first.id, last.id])
        })
        const listed = run.filter((sql) => sql.includes(' from "customers" as "customer"'))
        expect(listed.length).toBeGreaterThan(0)
        // A server knows how few they are.
        if (isOnPostgres) continue
        for (const sql of listed)
          expect((await planOf(open.dataDir, sql, ...anyParameters(sql))).text).not.toContain(
            'customers_by_name',
          )
      }
  })

  it.skipIf(isOnPostgres)(
    'that a search finds in great number are counted in the index of names alone, whatever their state is',
    async () => {
      const open = await openShop()
      const clerk = await open.as('staff')
      const { id } = await make(clerk)
      await runElsewhere(
        open.dataDir,
        `insert into customer_terms (store_id, term, customer_id)
          with recursive place (n) as (select 1 union all select n + 1 from place where n < 1500)
          select store_id, 'xylophone' || n, id from place, customers where id = '${id}'`,
      )
      const run = await statementsOf(async () =>
        expect(await find(clerk, { search: 'xylo' })).toStrictEqual([id]),
      )
      const [steps = ''] = run.filter((sql) => sql.includes('"customer"."last_name" as "at"'))
      expect((await planOf(open.dataDir, steps, ...anyParameters(steps))).text).toContain(
        'COVERING INDEX customers_by_name',
      )
    },
  )

  it('a group that nobody and no price group needs is deleted; the list counts members', async () => {
    const open = await openShop()
    const [clerk, manager] = [await open.as('staff'), await open.as('admin')]
    const made = (await manager.post('/manage/customer-groups', { name: 'Rowers' })).ok(ManagedCircle)
    const { id } = await make(clerk, { customerGroupIds: [made.id] })
    const { customerGroups } = (await clerk.get('/manage/customer-groups', { search: 'row' })).ok(
      ManagedCustomerGroupsAnswer,
    )
    expect(customerGroups).toStrictEqual([{ ...made, members: 1 }])
    await clerk.patch(`/manage/customers/${id}`, { customerGroupIds: [] })
    expect((await manager.delete(`/manage/customer-groups/${made.id}`)).ok(RecordRemoved).retired).toBe(false)
    // Price groups ask for this one.
    const all = (await clerk.get('/customer-groups')).ok(CustomerGroupsAnswer).customerGroups
    for (const group of all) {
      const removed = (await manager.delete(`/manage/customer-groups/${group.id}`)).ok(RecordRemoved)
      expect(removed.retired, group.name).toBe(true)
    }
  })

  it('a group that a price group names is kept, whichever kind of criterion names it', async () => {
    const open = await openShop()
    const manager = await open.as('admin')
    const { id } = (await manager.post('/manage/customer-groups', { name: 'Rowers' })).ok(ManagedCircle)
    const criteria = [{ kind: 'customerGroup', parameters: { customerGroup: [id] } }]
    const body = { names: { 'en-GB': 'Guests' }, currency: 'EUR', criteria }
    expect((await manager.post('/manage/price-groups', body)).status).toBe(200)
    // As a kind of another version would have it.
    await runElsewhere(
      open.dataDir,
      `update price_group_criteria set kind = 'notCustomerGroup' where id in
        (select criterion_id from price_group_criterion_values where value = '${id}')`,
    )
    const removed = (await manager.delete(`/manage/customer-groups/${id}`)).ok(RecordRemoved)
    expect(removed.retired).toBe(true)
  })

  it('take members in and let them go, each in the customer’s history; all of it or nothing', async () => {
    const open = await openShop()
    const [clerk, manager] = [await open.as('staff'), await open.as('admin')]
    const group = (await manager.post('/manage/customer-groups', { name: 'Rowers' })).ok(ManagedCircle)
    const [first, second] = [await make(clerk), await make(clerk, { customerGroupIds: [group.id] })]
    const path = `/manage/customer-groups/${group.id}/members`
    const wrong = await manager.post(path, { add: [first.id, UNKNOWN] })
    expect(wrong.faultyFields('BadRequest')).toStrictEqual(['add.1'])
    expect(await find(clerk, { customerGroupId: group.id })).toStrictEqual([second.id])
    const body = { add: [first.id, first.id], remove: [second.id] }
    expect((await manager.post(path, body)).ok(MembersAnswer)).toStrictEqual({ success: true, changed: 2 })
    expect((await manager.post(path, body)).ok(MembersAnswer).changed).toBe(0)
    expect(await find(clerk, { customerGroupId: group.id })).toStrictEqual([first.id])
    const [latest] = await eventsOf(clerk, first.id)
    expect(latest?.changes).toStrictEqual([{ field: 'customerGroups', from: null, to: 'Rowers' }])

    const organization = (await manager.post('/manage/organizations', { name: 'Club' })).ok(ManagedCircle)
    const members = `/manage/organizations/${organization.id}/members`
    expect((await manager.post(members, { add: [first.id] })).ok(MembersAnswer).changed).toBe(1)
    expect((await read(clerk, first.id)).organization).toStrictEqual({ id: organization.id, name: 'Club' })
  })
})
