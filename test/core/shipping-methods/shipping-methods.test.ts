import { describe, expect, it } from 'vitest'
import { ShippingMethodsAnswer } from '../../../core/shipping-methods/shipping-method.schema.ts'
import { fieldsOf } from '../../support/answer.ts'
import { sharedShop } from '../../support/shop.ts'

const shop = sharedShop()
const UNKNOWN = '0199a0b0-0000-7000-8000-00000000ffff'

describe('the list of shipping methods (sections 2.7 and 4.9)', () => {
  const queryOf = async (country: string, priceGroup: string, cultureCode = 'en-GB') => {
    const clerk = await shop().as('storefront')
    return {
      cultureCode,
      countryId: await clerk.country(country),
      priceGroupId: await clerk.priceGroup(priceGroup),
    }
  }
  const list = async (country: string, priceGroup: string, cultureCode?: string) => {
    const clerk = await shop().as('storefront')
    return (await clerk.get('/shipping-methods', await queryOf(country, priceGroup, cultureCode))).ok(
      ShippingMethodsAnswer,
    ).shippingMethods
  }
  const namesIn = async (country: string, priceGroup: string) =>
    (await list(country, priceGroup)).map(({ name }) => name)

  it('answers the fields of the contract and whether it delivers, in the store’s order', async () => {
    const methods = await list('Denmark', 'Shop price, EUR')
    for (const method of methods) {
      expect(fieldsOf(method)).toStrictEqual([
        'delivers',
        'description',
        'displayName',
        'id',
        'imageUrl',
        'name',
        'price',
        'priceWithTax',
      ])
    }
    expect(methods[2]).toStrictEqual({
      id: expect.any(String) as string,
      name: 'Home delivery',
      displayName: 'Home delivery',
      description: 'Two to three working days, to the door.',
      imageUrl: null,
      price: { amount: 6.36, currency: 'EUR' },
      priceWithTax: { amount: 7.95, currency: 'EUR' },
      delivers: true,
    })
    expect(methods.map(({ delivers }) => delivers)).toEqual([false, true, true, true])
  })

  it('speaks the culture that is asked for, and prices in the group’s currency, inherited or its own', async () => {
    expect((await list('Denmark', 'Shop price, DKK', 'da-DK'))[2]).toMatchObject({
      name: 'Levering til døren',
      displayName: 'Levering til døren',
      price: { amount: 47.2, currency: 'DKK' },
      priceWithTax: { amount: 59, currency: 'DKK' },
    })
    expect((await list('Denmark', 'Trade, EUR'))[2]).toMatchObject({ price: { amount: 0, currency: 'EUR' } })
    expect((await list('Denmark', 'Harbour Club, EUR'))[2]).toMatchObject({
      price: { amount: 6.36, currency: 'EUR' },
    })
  })

  it('holds only what serves the country', async () => {
    expect(await namesIn('Denmark', 'Shop price, EUR')).toStrictEqual([
      'Collection in the shop',
      'Parcel locker',
      'Home delivery',
      'Express courier',
    ])
    expect(await namesIn('Canada', 'Shop price, EUR')).toStrictEqual([
      'Collection in the shop',
      'Freight overseas',
    ])
  })

  it('without any for country or price group is a bad request (section 7)', async () => {
    const clerk = await shop().as('storefront')
    const query = await queryOf('Antarctica', 'Shop price, EUR')
    expect((await clerk.get('/shipping-methods', query)).refused('BadRequest')).toHaveLength(1)
    const nowhere = { ...query, countryId: UNKNOWN }
    expect((await clerk.get('/shipping-methods', nowhere)).refused('BadRequest')).toHaveLength(1)
  })

  it('needs culture, country and price group', async () => {
    const clerk = await shop().as('storefront')
    const query = await queryOf('Denmark', 'Shop price, EUR')
    const fault = async (changed: object) =>
      (await clerk.get('/shipping-methods', { ...query, ...changed })).faultyFields('BadRequest')
    expect((await clerk.get('/shipping-methods')).faultyFields('BadRequest').sort()).toStrictEqual([
      'countryId',
      'cultureCode',
      'priceGroupId',
    ])
    expect(await fault({ priceGroupId: UNKNOWN })).toStrictEqual(['priceGroupId'])
    expect(await fault({ countryId: 'DK' })).toStrictEqual(['countryId'])
    expect(await fault({ cultureCode: 'fr-FR' })).toStrictEqual(['cultureCode'])
  })
})
