import { describe, expect, it } from 'vitest'
import {
  CustomerGroupsAnswer,
  CustomersAnswer,
  OrganizationsAnswer,
} from '../../../core/customers/customer.schema.ts'
import { harbour } from '../../../core/demo/harbour/harbour.ts'
import { EvaluationAnswer, PriceGroupsAnswer } from '../../../core/price-groups/price-group.schema.ts'
import { fieldsOf } from '../../support/answer.ts'
import type { Query } from '../../support/caller.ts'
import type { Clerk } from '../../support/clerk.ts'
import { inDatabase } from '../../support/data.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()
const UNKNOWN = '0199a0b0-0000-7000-8000-00000000ffff'

/** What everybody may have on a Friday at noon in Copenhagen, by the demo's own description of its groups. */
const EVERYBODY = ['Shop price, EUR', 'Shop price, DKK', 'Season, EUR']

const offered = async (clerk: Clerk, filters: Query): Promise<string[]> =>
  (await clerk.get('/price-groups', { cultureCode: 'en-GB', ...filters }))
    .ok(PriceGroupsAnswer)
    .priceGroups.map(({ name }) => name)

const atNoon = async (): Promise<Clerk> => {
  shop().clock.set('2026-11-20T11:00:00.000Z')
  return shop().as('staff')
}

const customerGroup = async (clerk: Clerk, name: string): Promise<string> =>
  (await clerk.get('/customer-groups'))
    .ok(CustomerGroupsAnswer)
    .customerGroups.find((group) => group.name === name)?.id ?? ''

describe('filtering valid price groups (section 4.10)', () => {
  it('is not done without a filter, and done with any, an unused and empty one too', async () => {
    const clerk = await atNoon()
    expect(await offered(clerk, {})).toHaveLength(harbour.priceGroups.length)
    expect(await offered(clerk, { 'filters-time': '' })).toStrictEqual(EVERYBODY)
    expect(await offered(clerk, { 'filters-': '' })).toStrictEqual(EVERYBODY)
  })

  it('by customer group offers its groups, and no other’s', async () => {
    const clerk = await atNoon()
    const filter = async (name: string) =>
      offered(clerk, { 'filters-customerGroup': await customerGroup(clerk, name) })
    expect(await filter('Harbour Club')).toStrictEqual([
      'Shop price, EUR',
      'Shop price, DKK',
      'Harbour Club, EUR',
      'Harbour Club, DKK',
      'Season, EUR',
    ])
    expect(await filter('Berth holders')).toStrictEqual([
      'Shop price, EUR',
      'Shop price, DKK',
      'Harbour Club, DKK',
      'Season, EUR',
      'Berth holders, season',
    ])
    expect(await filter('Staff')).toContain('Staff, DKK')
  })

  it('by customer knows the groups and the organization that the customer belongs to', async () => {
    const clerk = await atNoon()
    const { customers } = (await clerk.get('/customers', { maxItems: 1000 })).ok(CustomersAnswer)
    const member = customers.find(({ customerGroups }) =>
      customerGroups.some(({ name }) => name === 'Harbour Club'),
    )
    const trading = customers.find(({ organization }) => organization !== null)
    const stranger = customers.find(
      ({ customerGroups, organization }) => customerGroups.length === 0 && !organization,
    )
    expect(await offered(clerk, { 'filters-customer': member?.id })).toContain('Harbour Club, EUR')
    expect(await offered(clerk, { 'filters-customer': trading?.id.toUpperCase() })).toStrictEqual(
      await offered(clerk, {
        'filters-organization': trading?.organization?.id,
        'filters-customerGroup': trading?.customerGroups[0]?.id,
      }),
    )
    expect(await offered(clerk, { 'filters-customer': stranger?.id })).toStrictEqual(EVERYBODY)
  })

  it('by organization and by property requires both where a derived group asks for both', async () => {
    const clerk = await atNoon()
    const { organizations } = (await clerk.get('/organizations')).ok(OrganizationsAnswer)
    const offers = await Promise.all(
      organizations.map(async ({ id }) => offered(clerk, { 'filters-organization': id })),
    )
    const index = offers.findIndex((names) => names.includes('Trade, EUR'))
    expect(offers[index]).not.toContain('Trade, EU reverse charge')
    const both = { 'filters-organization': organizations[index]?.id, 'filters-vat-number': 'checked' }
    expect(await offered(clerk, both)).toContain('Trade, EU reverse charge')
    expect(await offered(clerk, { 'filters-vat-number': 'checked' })).toStrictEqual(EVERYBODY)
    expect(await offered(clerk, { ...both, 'filters-vat-number': 'Checked' })).not.toContain(
      'Trade, EU reverse charge',
    )
  })

  it('by property takes any of the values that a group names', async () => {
    const clerk = await atNoon()
    for (const value of ['yes', 'tax-free']) {
      expect(await offered(clerk, { 'filters-export': value })).toContain('Tax-free export')
    }
    expect(await offered(clerk, { 'filters-export': 'no' })).toStrictEqual(EVERYBODY)
    expect(await offered(clerk, { 'filters-country': 'DE' })).toContain('Germany, EUR')
  })

  it.each([
    ['2026-11-20T06:59:59.999Z', 'a minute before eight on a Friday', []],
    ['2026-11-20T07:00:00.000Z', 'eight on a Friday', ['Morning coffee, DKK']],
    ['2026-11-20T09:29:59.999Z', 'just before half past ten', ['Morning coffee, DKK']],
    ['2026-11-20T09:30:00.000Z', 'half past ten', []],
    ['2026-11-21T09:30:00.000Z', 'a Saturday morning', ['Weekend market, DKK']],
    ['2026-11-22T09:30:00.000Z', 'half an hour before Sunday’s market', []],
    ['2026-11-22T10:30:00.000Z', 'Sunday’s market', ['Weekend market, DKK']],
    ['2026-07-17T06:00:00.000Z', 'eight on a Friday in summer time', ['Morning coffee, DKK']],
    ['2026-07-17T08:30:00.000Z', 'half past ten in summer time', []],
    ['2021-07-15T12:00:00.000Z', 'the summer of 2021', ['Summer sale 2021']],
    ['2100-01-01T12:00:00.000Z', 'the year 2100', ['Harbour jubilee 2100']],
  ])('by time uses the server’s clock and the store’s time zone: at %s, %s', async (moment, _when, more) => {
    shop().clock.set(moment)
    const clerk = await shop().as('storefront')
    const names = await offered(clerk, { 'filters-time': '' })
    const always = moment.startsWith('2100') ? EVERYBODY.slice(0, 2) : EVERYBODY
    expect(names.toSorted()).toStrictEqual([...always, ...more].toSorted())
  })

  it('does not offer what derives from a group that fails', async () => {
    const clerk = await atNoon()
    const club = await customerGroup(clerk, 'Harbour Club')
    expect(await offered(clerk, { 'filters-customerGroup': club })).not.toContain('Summer sale 2021, club')
    shop().clock.set('2021-07-15T12:00:00.000Z')
    const then = await shop().as('staff')
    expect(await offered(then, { 'filters-customerGroup': club })).toContain('Summer sale 2021, club')
  })

  it('with a GUID that nobody has fails the criteria; one that is malformed is a bad request', async () => {
    const clerk = await atNoon()
    for (const key of ['customer', 'customerGroup', 'organization']) {
      expect(await offered(clerk, { [`filters-${key}`]: UNKNOWN }), key).toStrictEqual(EVERYBODY)
      for (const value of ['club', '', '42']) {
        const answer = await clerk.get('/price-groups', { cultureCode: 'en-GB', [`filters-${key}`]: value })
        expect(answer.faultyFields('BadRequest'), key).toStrictEqual([`filters-${key}`])
      }
    }
    const twice = await clerk.get('/price-groups?cultureCode=en-GB&filters-a=1&filters-a=2')
    expect(twice.faultyFields('BadRequest')).toStrictEqual(['filters-a'])
  })

  it('keeps to the pages: together they are the filtered list', async () => {
    const clerk = await atNoon()
    const query = { cultureCode: 'en-GB', 'filters-export': 'yes' }
    const names: string[] = []
    let token: string | null = null
    do {
      const answer = await clerk.get('/price-groups', {
        ...query,
        maxItems: 1,
        nextPagingToken: token ?? undefined,
      })
      const page = answer.ok(PriceGroupsAnswer)
      expect(page.priceGroups).toHaveLength(1)
      names.push(...page.priceGroups.map(({ name }) => name))
      token = page.nextPagingToken
    } while (token !== null)
    expect(names).toStrictEqual(await offered(clerk, { 'filters-export': 'yes' }))
  })

  it('that leaves none is an empty list, not an error', async () => {
    const own = await openShop()
    await inDatabase(own.dataDir, async (db) => {
      const groups = await db.selectFrom('price_groups').select('id').execute()
      const criteria = groups.map(({ id }) => ({ id: `x${id}`, price_group_id: id, kind: 'moonPhase' }))
      await db.insertInto('price_group_criteria').values(criteria).execute()
    })
    const clerk = await own.as('storefront')
    const answer = await clerk.get('/price-groups', { cultureCode: 'en-GB', 'filters-time': '' })
    expect(answer.body).toStrictEqual({ priceGroups: [], nextPagingToken: null })
  })
})

describe('why a price group is offered or is not (extension)', () => {
  it('names each criterion, its own and the inherited, and agrees with the list', async () => {
    const clerk = await atNoon()
    const club = await customerGroup(clerk, 'Harbour Club')
    const id = await clerk.priceGroup('Summer sale 2021, club')
    const answer = await clerk.get(`/price-groups/${id}/evaluation`, { 'filters-customerGroup': club })
    const evaluation = answer.ok(EvaluationAnswer)
    expect(fieldsOf(evaluation)).toStrictEqual(['criteria', 'valid'])
    for (const criterion of evaluation.criteria) {
      expect(fieldsOf(criterion)).toStrictEqual([
        ...['asked', 'description', 'found', 'inheritedFrom', 'kind', 'reason', 'valid'],
      ])
    }
    expect(evaluation).toMatchObject({
      valid: false,
      criteria: [
        {
          kind: 'customerGroup',
          valid: true,
          inheritedFrom: null,
          reason: 'the customer group is Harbour Club',
        },
        {
          kind: 'timeWindow',
          valid: false,
          inheritedFrom: { id: await clerk.priceGroup('Summer sale 2021'), name: 'Summer sale 2021' },
        },
      ],
    })
  })

  it('agrees with the list for every group', async () => {
    const clerk = await atNoon()
    const filters = {
      'filters-customerGroup': await customerGroup(clerk, 'Berth holders'),
      'filters-country': 'DE',
    }
    const names = await offered(clerk, filters)
    const { priceGroups } = (await clerk.get('/price-groups', { cultureCode: 'en-GB' })).ok(PriceGroupsAnswer)
    for (const { id, name } of priceGroups) {
      const { valid } = (await clerk.get(`/price-groups/${id}/evaluation`, filters)).ok(EvaluationAnswer)
      expect(valid, name).toBe(names.includes(name))
    }
  })

  it('of a group that does not exist, or is another store’s, is not found', async () => {
    const clerk = await atNoon()
    const uptown = await shop().as('storefront', 'uptown')
    for (const id of [UNKNOWN, await uptown.priceGroup()]) {
      expect((await clerk.get(`/price-groups/${id}/evaluation`)).refused('NotFound')).toHaveLength(1)
    }
  })
})
