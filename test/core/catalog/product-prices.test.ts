import { describe, expect, it } from 'vitest'
import { ProductPricesAnswer } from '../../../core/catalog/catalog.schema.ts'
import { sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

describe('the prices of a product in every group', () => {
  it('are those that each group lists, with the base group that they are inherited from', async () => {
    const clerk = await shop().as('storefront')
    const { cultureCode } = clerk
    const [jacket] = await clerk.products({ search: 'rain jacket', maxItems: 1 })
    const query = { cultureCode, sku: jacket?.sku ?? '', variantSku: jacket?.variantSku ?? '' }
    const { prices } = (await clerk.get('/products/prices', query)).ok(ProductPricesAnswer)
    const find = (name: string) => prices.find(({ priceGroup }) => priceGroup.name === name)
    for (const { priceGroup, price, taxRate, currency } of prices) {
      const search = jacket?.variantSku ?? jacket?.sku ?? ''
      const [listed] = await clerk.products({ priceGroup: priceGroup.name, search })
      expect([priceGroup.name, price, taxRate, currency]).toStrictEqual([
        ...[priceGroup.name, listed?.price, listed?.taxRate, listed?.currency],
      ])
    }
    expect(find('Shop price, EUR')?.inheritedFrom).toBeNull()
    expect(find('Tax-free export')).toMatchObject({ taxRate: 0, inheritedFrom: { name: 'Shop price, EUR' } })
    expect(find('Harbour Club, EUR')?.inheritedFrom).toBeNull()
    // It sells coffee alone.
    expect(find('Coffee wholesale, Germany')).toBeUndefined()

    const inEuro = (await clerk.get('/products/prices', { ...query, currency: 'EUR' })).ok(
      ProductPricesAnswer,
    )
    expect(inEuro.prices).toStrictEqual(prices.filter(({ currency }) => currency === 'EUR'))
  })

  it('are of a product that exists, in one of its variants', async () => {
    const clerk = await shop().as('storefront')
    const { cultureCode } = clerk
    const [jacket] = await clerk.products({ search: 'rain jacket', maxItems: 1 })
    const sku = jacket?.sku ?? ''
    const faulty = async (query: object) =>
      (await clerk.get('/products/prices', { cultureCode, ...query })).faultyFields('BadRequest')
    expect(await faulty({ sku: 'no-such-thing' })).toStrictEqual(['sku'])
    expect(await faulty({})).toStrictEqual(['sku'])
    expect(await faulty({ sku, variantSku: 'no-such-variant' })).toStrictEqual(['variantSku'])
    expect(await faulty({ sku })).toStrictEqual(jacket?.variantSku === null ? [] : ['variantSku'])
    expect(await faulty({ sku, variantSku: jacket?.variantSku ?? '', currency: 'USD' })).toStrictEqual([
      'currency',
    ])
  })
})
