import { describe, expect, it } from 'vitest'
import {
  ManagedPriceGroup,
  ManagedPriceGroupsAnswer,
} from '../../../core/price-groups/manage/price-group.schema.ts'
import { PriceGroupsAnswer } from '../../../core/price-groups/price-group.schema.ts'
import { fieldsOf } from '../../support/answer.ts'
import type { Query } from '../../support/caller.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

describe('the list of price groups (section 4.9)', () => {
  const list = async (query: Query) => {
    const clerk = await shop().as('storefront')
    return (await clerk.get('/price-groups', query)).ok(PriceGroupsAnswer).priceGroups
  }

  it('answers id and name of each, the highest priority first', async () => {
    const groups = await list({ cultureCode: 'en-GB' })
    for (const group of groups) expect(fieldsOf(group)).toStrictEqual(['id', 'name'])
    expect(groups.slice(0, 4).map(({ name }) => name)).toStrictEqual([
      'Shop price, EUR',
      'Shop price, DKK',
      'Germany, EUR',
      'Harbour Club, EUR',
    ])
  })

  it('of equals begins with the one that was there first: what is new is not what everybody buys at, page by page', async () => {
    const own = await openShop()
    const [manager, storefront] = [await own.as('admin'), await own.as('storefront')]
    const wanted: string[] = []
    for (const name of ['Wholesale', 'Fair', 'Staff']) {
      const body = { names: { 'en-GB': name }, currency: 'EUR', priority: 5000 }
      wanted.push((await manager.post('/manage/price-groups', body)).ok(ManagedPriceGroup).id)
    }
    const listed: string[] = []
    let nextPagingToken: string | undefined
    while (listed.length < wanted.length) {
      const query = { cultureCode: 'en-GB', maxItems: 1, nextPagingToken }
      const page = (await storefront.get('/price-groups', query)).ok(PriceGroupsAnswer)
      listed.push(...page.priceGroups.map(({ id }) => id))
      nextPagingToken = page.nextPagingToken ?? undefined
    }
    expect(listed).toStrictEqual(wanted)
    const { priceGroups } = (await manager.get('/manage/price-groups')).ok(ManagedPriceGroupsAnswer)
    expect(priceGroups.slice(0, 3).map(({ id }) => id)).toStrictEqual(wanted)
  })

  it('names them in the culture that is asked for', async () => {
    expect((await list({ cultureCode: 'da-DK' }))[0]?.name).toBe('Butikspris, EUR')
    expect((await list({ cultureCode: 'de-DE' }))[0]?.name).toBe('Ladenpreis, EUR')
  })

  it('with a currency holds only those that sell in it (extension)', async () => {
    const all = await list({ cultureCode: 'en-GB' })
    const kroner = await list({ cultureCode: 'en-GB', currency: 'dkk' })
    const euro = await list({ cultureCode: 'en-GB', currency: 'EUR' })
    expect(kroner[0]?.name).toBe('Shop price, DKK')
    expect(kroner.length + euro.length).toBe(all.length)
    expect(euro.map(({ name }) => name)).toContain('Germany, EUR')
  })

  it('is the store’s own', async () => {
    const uptown = await shop().as('storefront', 'uptown')
    const groups = (await uptown.get('/price-groups', { cultureCode: 'en-US' })).ok(
      PriceGroupsAnswer,
    ).priceGroups
    expect(groups[0]?.name).toBe('Shop price, USD')
    const own = new Set((await list({ cultureCode: 'en-GB' })).map(({ id }) => id))
    expect(groups.filter(({ id }) => own.has(id))).toStrictEqual([])
  })

  it.each([
    [{}, ['cultureCode']],
    [{ cultureCode: 'fr-FR' }, ['cultureCode']],
    [{ cultureCode: '§' }, ['cultureCode']],
    [{ cultureCode: 'en-GB', currency: 'USD' }, ['currency']],
    [{ cultureCode: 'en-GB', currency: 'euro' }, ['currency']],
  ])('refuses %o (section 7)', async (query, fields) => {
    const clerk = await shop().as('storefront')
    expect((await clerk.get('/price-groups', query)).faultyFields('BadRequest')).toStrictEqual(fields)
  })
})
