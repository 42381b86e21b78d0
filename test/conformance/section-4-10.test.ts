import { describe, expect, it } from 'vitest'
import { harbour } from '../../core/demo/harbour/harbour.ts'
import type { Query } from '../support/caller.ts'
import { sharedShop } from '../support/shop.ts'
import { listIn, UNKNOWN, type Body } from './support/fixtures.ts'

const shop = sharedShop()

/** What everybody is offered on a Friday at noon in Copenhagen. */
const EVERYBODY = ['Shop price, EUR', 'Shop price, DKK', 'Season, EUR']
/** How many price groups the shop has. */
const ALL = harbour.priceGroups.length
const NOON = '2026-11-20T11:00:00.000Z'

async function offered(query: Query, moment = NOON): Promise<unknown[]> {
  shop().clock.set(moment)
  const clerk = await shop().as('storefront')
  const answer = await clerk.get('/price-groups', { cultureCode: 'en-GB', ...query })
  expect(answer.status, answer.text).toBe(200)
  return listIn(answer.body as Body, 'priceGroups').map(({ name }) => name)
}

async function find(path: string, field: string, fits: (row: Body) => boolean): Promise<string> {
  shop().clock.set(NOON)
  const clerk = await shop().as('staff')
  const rows = listIn((await clerk.get(path, { maxItems: 1000 })).body as Body, field)
  const row = rows.find(fits)
  if (!row) throw new Error(`Nothing of ${path} fits.`)
  return row['id'] as string
}

const group = async (name: string) =>
  find('/customer-groups', 'customerGroups', (row) => row['name'] === name)
const organization = async (name: string) =>
  find('/organizations', 'organizations', (row) => row['name'] === name)
const memberships = (row: Body) => (row['customerGroups'] as Body[]).map(({ name }) => name)

describe('4.10 Filtering valid price groups', () => {
  it('1 any filters-* parameter is a property: its name without the prefix, its value', async () => {
    expect(await offered({ 'filters-country': 'DE' })).toStrictEqual([
      'Shop price, EUR',
      'Shop price, DKK',
      'Germany, EUR',
      'Season, EUR',
    ])
    expect(await offered({ 'filters-country': 'DK' })).toStrictEqual(EVERYBODY)
    expect(await offered({ country: 'DE' })).toHaveLength(ALL)
  })

  it('2 only with a filter are the groups limited to the valid ones', async () => {
    expect(await offered({})).toHaveLength(ALL)
    expect(await offered({ 'filters-anything': 'x' })).toStrictEqual(EVERYBODY)
  })

  it('3 with any filter all criteria are checked, time-based ones too', async () => {
    const morning = { 'filters-country': 'DE' }
    expect(await offered(morning, '2026-11-20T07:30:00.000Z')).toContain('Morning coffee, DKK')
    expect(await offered(morning)).not.toContain('Morning coffee, DKK')
  })

  it('4 customer, by a customer group', async () => {
    const id = await find('/customers', 'customers', (row) => memberships(row).includes('Harbour Club'))
    expect(await offered({ 'filters-customer': id })).toContain('Harbour Club, EUR')
  })

  it('4 customer, by an organization', async () => {
    const id = await find(
      '/customers',
      'customers',
      (row) => (row['organization'] as Body | null)?.['name'] === 'Klitly Strandhotel ApS',
    )
    expect(await offered({ 'filters-customer': id })).toContain('Trade, EUR')
  })

  it('4 customer, who belongs nowhere', async () => {
    const id = await find(
      '/customers',
      'customers',
      (row) => !row['organization'] && memberships(row).length === 0,
    )
    expect(await offered({ 'filters-customer': id })).toStrictEqual(EVERYBODY)
  })

  it.each([
    ['Harbour Club', ['Harbour Club, EUR', 'Harbour Club, DKK']],
    ['Berth holders', ['Harbour Club, DKK', 'Berth holders, season']],
    ['Sailing school', []],
    ['Staff', ['Staff, DKK']],
  ])('4 customerGroup, %s', async (name, more) => {
    const names = await offered({ 'filters-customerGroup': await group(name) })
    expect(names.toSorted()).toStrictEqual([...EVERYBODY, ...more].toSorted())
  })

  it.each([
    ['Klitly Strandhotel ApS', ['Trade, EUR', 'Trade, DKK']],
    ['Rösterei Nordkante GmbH', ['Trade, EUR', 'Coffee wholesale, Germany']],
  ])('4 organization, %s', async (name, more) => {
    const names = await offered({ 'filters-organization': await organization(name) })
    expect(names.toSorted()).toStrictEqual([...EVERYBODY, ...more].toSorted())
  })

  it.each(['customer', 'customerGroup', 'organization'])(
    '4 %s that nobody has fails the criteria',
    async (key) => {
      expect(await offered({ [`filters-${key}`]: UNKNOWN })).toStrictEqual(EVERYBODY)
    },
  )

  it.each(['customer', 'customerGroup', 'organization'])(
    '4 %s that is no GUID is a bad request',
    async (key) => {
      const clerk = await shop().as('storefront')
      const answer = await clerk.get('/price-groups', { cultureCode: 'en-GB', [`filters-${key}`]: 'me' })
      expect(answer.faultyFields('BadRequest')).toStrictEqual([`filters-${key}`])
    },
  )

  it.each([
    ['2026-11-20T07:30:00.000Z', 'Friday, 8.30', ['Morning coffee, DKK']],
    ['2026-11-21T10:00:00.000Z', 'Saturday, 11.00', ['Weekend market, DKK']],
    ['2026-11-22T09:30:00.000Z', 'Sunday, 10.30', []],
    ['2021-07-15T12:00:00.000Z', 'July 2021', ['Summer sale 2021']],
  ])('5 the time-based criterion uses server time: %s, %s', async (moment, _when, more) => {
    const names = await offered({ 'filters-time': '' }, moment)
    expect(names.toSorted()).toStrictEqual([...EVERYBODY, ...more].toSorted())
  })

  it('5 an unused, empty filter triggers filtering', async () => {
    expect(await offered({ 'filters-time': '' })).toStrictEqual(EVERYBODY)
  })

  it('kinds are all required: a derived group asks for its own criterion and its base’s', async () => {
    const trade = { 'filters-organization': await organization('Klitly Strandhotel ApS') }
    expect(await offered(trade)).not.toContain('Trade, EU reverse charge')
    expect(await offered({ 'filters-vat-number': 'checked' })).toStrictEqual(EVERYBODY)
    expect(await offered({ ...trade, 'filters-vat-number': 'checked' })).toContain('Trade, EU reverse charge')
  })

  it('a failed base blocks those derived from it', async () => {
    const club = { 'filters-customerGroup': await group('Harbour Club') }
    expect(await offered(club)).not.toContain('Summer sale 2021, club')
    expect(await offered(club, '2021-07-15T12:00:00.000Z')).toContain('Summer sale 2021, club')
  })
})
