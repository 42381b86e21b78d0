import { describe, expect, it } from 'vitest'
import { CatalogsAnswer } from '../../../core/catalog/catalog.schema.ts'
import { fieldsOf } from '../../support/answer.ts'
import { sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

describe('the list of catalogs (section 4.9)', () => {
  const list = async (priceGroup: string, cultureCode = 'en-GB') => {
    const clerk = await shop().as('storefront')
    const query = { cultureCode, priceGroupId: await clerk.priceGroup(priceGroup) }
    return (await clerk.get('/catalogs', query)).ok(CatalogsAnswer).catalogs
  }

  it('answers id and name of each, in the store’s order and the culture that is asked for', async () => {
    const catalogs = await list('Shop price, EUR')
    for (const catalog of catalogs) expect(fieldsOf(catalog)).toStrictEqual(['id', 'name'])
    expect(catalogs.slice(0, 3).map(({ name }) => name)).toStrictEqual([
      'Jackets & rainwear',
      'Knitwear',
      'Shirts & trousers',
    ])
    const danish = await list('Shop price, EUR', 'da-DK')
    expect(danish.map(({ id }) => id)).toStrictEqual(catalogs.map(({ id }) => id))
    expect(danish[0]?.name).not.toBe(catalogs[0]?.name)
  })

  it('holds only catalogs with something that the price group sells', async () => {
    expect((await list('Coffee wholesale, Germany')).map(({ name }) => name)).toStrictEqual([
      'Coffee & tea',
      'Pantry',
    ])
  })

  it('of a group that derives from another has what it inherits, too', async () => {
    expect(await list('Season, EUR')).toStrictEqual(await list('Shop price, EUR'))
  })

  it('refuses a price group or a culture that does not exist (section 7)', async () => {
    const clerk = await shop().as('storefront')
    const uptown = await shop().as('storefront', 'uptown')
    const cultureCode = 'en-GB'
    const priceGroupId = await clerk.priceGroup()
    for (const [query, fields] of [
      [{}, ['cultureCode', 'priceGroupId']],
      [{ cultureCode }, ['priceGroupId']],
      [{ cultureCode: 'fr-FR', priceGroupId }, ['cultureCode']],
      [{ cultureCode, priceGroupId: 'shop' }, ['priceGroupId']],
      [{ cultureCode, priceGroupId: '0199a0b0-0000-7000-8000-00000000ffff' }, ['priceGroupId']],
      [{ cultureCode, priceGroupId: await uptown.priceGroup() }, ['priceGroupId']],
    ] as const) {
      expect((await clerk.get('/catalogs', query)).faultyFields('BadRequest')).toStrictEqual(fields)
    }
  })
})
