import { describe, expect, it } from 'vitest'
import { CountriesAnswer } from '../../../core/countries/country.schema.ts'
import { fieldsOf } from '../../support/answer.ts'
import { sharedShop } from '../../support/shop.ts'

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

  it('names them in the culture that is asked for, else the store’s default', async () => {
    const clerk = await shop().as('storefront')
    const names = async (cultureCode?: string) =>
      (await clerk.get('/countries', { cultureCode })).ok(CountriesAnswer).countries.map(({ name }) => name)
    expect(await names()).toContain('Germany')
    expect(await names('da-DK')).toContain('Tyskland')
    expect(await names('DE-de')).toContain('Deutschland')
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
