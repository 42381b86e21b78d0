import { describe, expect, it } from 'vitest'
import { CountriesAnswer } from '../../../core/countries/country.schema.ts'
import { fieldsOf } from '../../support/answer.ts'
import { inDatabase } from '../../support/data.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

describe('the list of countries (section 4.9)', () => {
  it('is asked for with POST or GET, with no body, an empty one or {}', async () => {
    const clerk = await shop().as('storefront')
    const answers = [
      await clerk.post('/countries'),
      await clerk.post('/countries', {}),
      await clerk.post('/countries', '', { headers: { 'content-type': 'application/json' } }),
      await clerk.get('/countries'),
    ]
    for (const answer of answers) expect(answer.body).toStrictEqual(answers[0]?.body)
    expect(fieldsOf(answers[0]?.body as object)).toStrictEqual(['countries', 'nextPagingToken'])
  })

  it('holds every country of ISO 3166 with culture, id and name', async () => {
    const clerk = await shop().as('storefront')
    const { countries, nextPagingToken } = (await clerk.post('/countries')).ok(CountriesAnswer)
    expect(countries).toHaveLength(249)
    expect(nextPagingToken).toBeNull()
    for (const country of countries) expect(fieldsOf(country)).toStrictEqual(['cultureCode', 'id', 'name'])
    expect(countries).toContainEqual({
      cultureCode: 'da-DK',
      id: await clerk.country('Denmark'),
      name: 'Denmark',
    })
  })

  it('says of each whether its addresses have postal codes, where that is asked for (an addition)', async () => {
    const clerk = await shop().as('storefront')
    const { countries } = (await clerk.get('/countries', { include: 'hasPostalCodes' })).ok(CountriesAnswer)
    const of = (wanted: string) => countries.find(({ name }) => name === wanted)?.hasPostalCodes
    expect(['Denmark', 'Hong Kong', 'Ireland', 'Germany'].map(of)).toStrictEqual([true, false, false, true])
    expect(countries.every(({ hasPostalCodes }) => hasPostalCodes !== undefined)).toBe(true)
    const { countries: plain } = (await clerk.get('/countries')).ok(CountriesAnswer)
    expect(plain).toStrictEqual(countries.map(({ cultureCode, id, name }) => ({ cultureCode, id, name })))
    expect((await clerk.get('/countries', { include: 'x' })).faultyFields('BadRequest')).toStrictEqual([
      'include',
    ])
  })

  it('names them in the culture that is asked for, else the store’s default', async () => {
    const clerk = await shop().as('storefront')
    const names = async (cultureCode?: string) =>
      (await clerk.get('/countries', { cultureCode })).ok(CountriesAnswer).countries.map(({ name }) => name)
    expect(await names()).toContain('Germany')
    expect(await names('da-DK')).toContain('Tyskland')
    expect(await names('DE-de')).toContain('Deutschland')
  })

  it('stands in the order of the alphabet of the culture asked for, ties by id', async () => {
    const clerk = await shop().as('storefront')
    const list = async (cultureCode: string, filterOnStore?: boolean) =>
      (await clerk.get('/countries', { cultureCode, filterOnStore })).ok(CountriesAnswer).countries
    for (const culture of ['en-GB', 'da-DK', 'de-DE']) {
      const { compare } = new Intl.Collator(culture)
      for (const countries of [await list(culture), await list(culture, true)]) {
        const sorted = countries.toSorted((a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
        expect(countries.map(({ name }) => name)).toStrictEqual(sorted.map(({ name }) => name))
      }
    }
    const names = async (culture: string) => (await list(culture)).map(({ name }) => name)
    // In English Å is an A with a ring, in Danish the last letter of all.
    expect((await names('en-GB')).indexOf('Åland Islands')).toBeLessThan(5)
    expect((await names('da-DK')).at(-1)).toBe('Ålandsøerne')
    expect((await names('de-DE')).slice(0, 3)).toContain('Ägypten')
  })

  it('goes on where a page ended, whatever countries come meanwhile', async () => {
    const own = await openShop()
    const clerk = await own.as('storefront')
    const query = { cultureCode: 'da-DK', maxItems: 40 }
    const whole = (await clerk.get('/countries', { cultureCode: 'da-DK' })).ok(CountriesAnswer).countries
    const paged: { id: string }[] = []
    let nextPagingToken: string | null = ''
    for (let number = 1; nextPagingToken !== null; number++) {
      const page: CountriesAnswer = (await clerk.get('/countries', { ...query, nextPagingToken })).ok(
        CountriesAnswer,
      )
      paged.push(...page.countries)
      nextPagingToken = page.nextPagingToken
      // One before everything that was answered, named as the last one was.
      const country_id = `00000000-0000-7000-8000-00000000000${number}`
      const names = { culture_code: 'da-DK', name: page.countries.at(-1)?.name ?? '' }
      await inDatabase(own.dataDir, async (db) => {
        await db
          .insertInto('countries')
          .values({ id: country_id, iso_code: `${number}!`, culture_code: 'da-DK', version: 1 })
          .execute()
        await db
          .insertInto('country_names')
          .values({ country_id, ...names })
          .execute()
      })
    }
    expect(paged.map(({ id }) => id)).toStrictEqual(whole.map(({ id }) => id))
  })

  it('with filterOnStore holds only those that a shipping or payment method serves', async () => {
    const clerk = await shop().as('storefront')
    const list = async (filterOnStore?: boolean) =>
      (await clerk.post('/countries', undefined, { query: { filterOnStore } })).ok(CountriesAnswer).countries
    const served = (await list(true)).map(({ name }) => name)
    expect(served).toEqual(expect.arrayContaining(['Denmark', 'Canada', 'Japan']))
    expect(served).not.toContain('Antarctica')
    expect(await list(false)).toStrictEqual(await list())
  })

  it('refuses a culture that is not the store’s, and any other filterOnStore, saying what it takes', async () => {
    const clerk = await shop().as('storefront')
    for (const cultureCode of ['fr-FR', 'x', '']) {
      expect((await clerk.get('/countries', { cultureCode })).faultyFields('BadRequest')).toStrictEqual([
        'cultureCode',
      ])
    }
    for (const filterOnStore of ['yes', '1', 'TRUE', '']) {
      const texts = (await clerk.get('/countries', { filterOnStore })).refused('BadRequest')
      expect(texts).toStrictEqual([expect.stringMatching(/^filterOnStore: .*true.*false/)])
    }
  })
})
