import { expect, it } from 'vitest'
import { CountriesAnswer } from '../../../core/countries/country.schema.ts'
import { RecordEventsAnswer } from '../../../core/history/record-event.schema.ts'
import { RecordRemoved } from '../../../core/records/record.schema.ts'
import { ServedCountries, ServedCountry } from '../../../core/served-countries/served-country.schema.ts'
import type { Query } from '../../support/caller.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

it('the countries of a shop are all of ISO 3166, each with what serves it, found by code, name and whether it is served', async () => {
  const clerk = await shop().as('staff')
  const list = async (query: object = {}) =>
    (await clerk.get('/manage/countries', { maxItems: 1000, ...query })).ok(ServedCountries).countries
  const all = await list()
  expect(all).toHaveLength(249)
  const denmark = all.find(({ isoCode }) => isoCode === 'DK')
  expect(denmark).toMatchObject({
    names: { 'en-GB': 'Denmark', 'da-DK': 'Danmark', 'de-DE': 'Dänemark' },
    served: true,
    hasPostalCodes: true,
  })
  expect(Object.values(denmark?.paymentMethods ?? {})).toContain(false)
  expect((await list({ search: 'dk' })).map(({ isoCode }) => isoCode)).toStrictEqual(['DK'])
  // Germany's code begins Denmark's name, too.
  expect((await list({ search: 'de' })).map(({ isoCode }) => isoCode)).toEqual(
    expect.arrayContaining(['DE', 'DK']),
  )
  expect((await list({ search: 'dänem' })).map(({ isoCode }) => isoCode)).toStrictEqual(['DK'])
  const [served, others] = [await list({ served: 'true' }), await list({ served: 'false' })]
  expect(served.length + others.length).toBe(249)
  expect(others.map(({ isoCode }) => isoCode)).toContain('AQ')
  const offered = (await clerk.get('/countries', { filterOnStore: 'true', maxItems: 1000 })).ok(
    CountriesAnswer,
  )
  expect(offered.countries.map(({ id }) => id).sort()).toStrictEqual(served.map(({ id }) => id).sort())
  expect((await clerk.get(`/manage/countries/${denmark?.id}`)).ok(ServedCountry)).toStrictEqual(denmark)
  expect((await clerk.get('/manage/countries/dk')).ok(ServedCountry)).toStrictEqual(denmark)
  expect((await clerk.get('/manage/countries/XX')).status).toBe(404)
})

it('countries stand by their codes, or by their names in a culture of the store in the order of its alphabet, page by page', async () => {
  const clerk = await shop().as('staff')
  const page = async (query: Query) => (await clerk.get('/manage/countries', query)).ok(ServedCountries)
  const codes = (await page({ maxItems: 1000 })).countries.map(({ isoCode }) => isoCode)
  expect(codes).toStrictEqual(codes.toSorted())
  for (const cultureCode of ['en-GB', 'da-DK', 'de-DE']) {
    const names: (string | undefined)[] = []
    for (let nextPagingToken: string | undefined; ;) {
      const answer = await page({ cultureCode, maxItems: 100, nextPagingToken })
      names.push(...answer.countries.map((country) => country.names[cultureCode]))
      if (answer.nextPagingToken === null) break
      nextPagingToken = answer.nextPagingToken
    }
    expect(names).toHaveLength(249)
    const { compare } = new Intl.Collator(cultureCode)
    expect(names).toStrictEqual(names.toSorted((a = '', b = '') => compare(a, b)))
  }
  const danish = (await page({ cultureCode: 'da-DK', served: 'true' })).countries
  expect(danish.map(({ isoCode }) => isoCode).slice(-2)).toStrictEqual(['AT', 'AX'])
  const refused = await clerk.get('/manage/countries', { cultureCode: 'fr-FR' })
  expect(refused.faultyFields('BadRequest')).toStrictEqual(['cultureCode'])
})

it('a country begins and ceases to be served method by method, and each method’s history says so', async () => {
  const manager = await (await openShop()).as('admin')
  const home = await manager.shippingMethod('Home delivery')
  const cash = await manager.paymentMethod()
  const country = async (code: string) => (await manager.get(`/manage/countries/${code}`)).ok(ServedCountry)
  expect((await country('AQ')).served).toBe(false)
  const changed = await manager.patch('/manage/countries/AQ', {
    shippingMethods: { [home]: true },
    paymentMethods: { [cash]: true },
  })
  expect(changed.ok(ServedCountry)).toMatchObject({ served: true, version: 2 })
  const offered = async (code: string) => {
    const { id: countryId } = await country(code)
    const query = { cultureCode: 'en-GB', countryId, priceGroupId: await manager.priceGroup() }
    return manager.get('/shipping-methods', query)
  }
  expect((await offered('AQ')).text).toContain(home)
  const { events } = (await manager.get(`/manage/shipping-methods/${home}/events`)).ok(RecordEventsAnswer)
  expect(events[0]?.changes[0]).toMatchObject({
    field: 'countries',
    to: expect.stringContaining('AQ') as string,
  })
  // What a patch does not name stays, whatever somebody else has changed of it meanwhile.
  await manager.patch('/manage/countries/AQ', { paymentMethods: { [cash]: false } })
  expect((await country('AQ')).shippingMethods[home]).toBe(true)

  const gone = await manager.delete('/manage/countries/AQ')
  expect(gone.ok(RecordRemoved)).toStrictEqual({ success: true, retired: true })
  expect((await country('AQ')).served).toBe(false)
  expect((await offered('AQ')).status).toBe(400)
  const again = await manager.put('/manage/countries/AQ', await country('AQ'))
  expect(again.ok(ServedCountry)).toStrictEqual(await country('AQ'))
})

it('a country is called what the shop calls it, in its cultures and no others, at once', async () => {
  const manager = await (await openShop()).as('admin')
  const named = async () =>
    (await manager.get('/countries', { cultureCode: 'en-GB', maxItems: 1000 })).ok(CountriesAnswer).countries
  expect((await named()).map(({ name }) => name)).toContain('Czech Republic')
  const changed = await manager.patch('/manage/countries/CZ', { names: { 'en-gb': 'Czechia' } })
  expect(changed.ok(ServedCountry).names).toMatchObject({ 'en-GB': 'Czechia', 'da-DK': 'Tjekkiet' })
  expect((await named()).map(({ name }) => name)).toContain('Czechia')
  const refused = await manager.patch('/manage/countries/CZ', {
    names: { 'fr-FR': 'Tchéquie' },
    shippingMethods: { '0199a0b0-0000-7000-8000-00000000ffff': true },
  })
  expect(refused.faultyFields('BadRequest').toSorted()).toStrictEqual([
    'names.fr-FR',
    'shippingMethods.0199a0b0-0000-7000-8000-00000000ffff',
  ])
  const seen = { headers: { 'if-match': '"1"' } }
  expect((await manager.patch('/manage/countries/CZ', { names: { 'en-GB': 'Bohemia' } }, seen)).status).toBe(
    409,
  )
  expect((await manager.post('/manage/countries', {})).status).toBe(405)
})
