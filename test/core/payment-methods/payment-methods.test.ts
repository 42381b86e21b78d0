import { describe, expect, it } from 'vitest'
import { PaymentMethodsAnswer } from '../../../core/payment-methods/payment-method.schema.ts'
import { fieldsOf } from '../../support/answer.ts'
import { sharedShop } from '../../support/shop.ts'

const shop = sharedShop()
const UNKNOWN = '0199a0b0-0000-7000-8000-00000000ffff'

describe('the list of payment methods (sections 2.8 and 4.9)', () => {
  const list = async (country: string, priceGroup?: string, cultureCode = 'en-GB') => {
    const clerk = await shop().as('storefront')
    const query = {
      cultureCode,
      countryId: await clerk.country(country),
      priceGroupId: priceGroup === undefined ? undefined : await clerk.priceGroup(priceGroup),
    }
    const posted = await clerk.post('/payment-methods', undefined, { query })
    expect((await clerk.get('/payment-methods', query)).body).toStrictEqual(posted.body)
    return posted.ok(PaymentMethodsAnswer).paymentMethods
  }

  it('answers exactly the fields of the contract, without the properties, with POST and with GET', async () => {
    const methods = await list('Denmark')
    for (const method of methods) {
      expect(fieldsOf(method)).toStrictEqual(
        ['id', 'name', 'displayName', 'description', 'feePercent', 'fees', 'imageId', 'imageUrl'].sort(),
      )
      for (const fee of method.fees) expect(fieldsOf(fee)).toStrictEqual(['amount', 'priceGroupId'])
    }
  })

  it('shows the fee of each price group in major units, and the rate as a fraction', async () => {
    const clerk = await shop().as('storefront')
    const invoice = (await list('Denmark')).find(({ name }) => name === 'Invoice')
    expect(invoice?.fees).toContainEqual({ amount: 3.95, priceGroupId: await clerk.priceGroup() })
    expect(invoice?.fees).toContainEqual({
      amount: 29,
      priceGroupId: await clerk.priceGroup('Shop price, DKK'),
    })
    expect((await list('Canada')).find(({ name }) => name === 'Card from overseas')).toMatchObject({
      feePercent: 0.0175,
    })
  })

  it('holds only what serves the country, and where one is given the price group', async () => {
    const names = async (country: string, priceGroup?: string) =>
      (await list(country, priceGroup)).map(({ name }) => name)
    expect(await names('Denmark')).toStrictEqual([
      'Card terminal',
      'Cash',
      'Mobile wallet',
      'Invoice',
      'Gift card',
      'Bank transfer',
    ])
    expect(await names('Canada')).toStrictEqual(['Card terminal', 'Cash', 'Card from overseas'])
    expect(await names('Denmark', 'Coffee wholesale, Germany')).not.toContain('Gift card')
    expect(await names('Antarctica')).toStrictEqual([])
  })

  it('speaks the culture that is asked for', async () => {
    expect((await list('Denmark', undefined, 'da-DK'))[1]).toMatchObject({
      name: 'Kontant',
      displayName: 'Kontant',
    })
  })

  it('with a country or price group that does not exist is a bad request (section 7)', async () => {
    const clerk = await shop().as('storefront')
    const query = { cultureCode: 'en-GB', countryId: await clerk.country() }
    const fault = async (changed: object) =>
      (await clerk.post('/payment-methods', undefined, { query: { ...query, ...changed } })).faultyFields(
        'BadRequest',
      )
    expect(await fault({ countryId: UNKNOWN })).toStrictEqual(['countryId'])
    expect(await fault({ priceGroupId: UNKNOWN })).toStrictEqual(['priceGroupId'])
    expect(await fault({ cultureCode: 'fr-FR' })).toStrictEqual(['cultureCode'])
    expect((await clerk.get('/payment-methods')).faultyFields('BadRequest').sort()).toStrictEqual([
      'countryId',
      'cultureCode',
    ])
  })
})
