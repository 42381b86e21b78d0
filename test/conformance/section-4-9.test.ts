import { describe, expect, it } from 'vitest'
import { fieldsOf } from '../support/answer.ts'
import type { Method, Query } from '../support/caller.ts'
import type { Clerk } from '../support/clerk.ts'
import { sharedShop } from '../support/shop.ts'
import { listIn, type Body } from './support/fixtures.ts'
import { lists, type List } from './support/lists.ts'

const shop = sharedShop()
const storefront = async (): Promise<Clerk> => shop().as('storefront')
const calls = lists.flatMap((list) =>
  list.methods.map((method): [string, Method, List] => [list.operation, method, list]),
)

describe('4.9 Reference lists', () => {
  it.each(calls)('%s › %s answers the list and nextPagingToken', async (_name, method, list) => {
    const clerk = await storefront()
    const answer = await clerk.request(method, list.path, { query: await list.query(clerk) })
    expect(answer.status, answer.text).toBe(200)
    expect(fieldsOf(answer.body as object)).toStrictEqual([list.field, 'nextPagingToken'].toSorted())
    expect(answer.body).toMatchObject({ nextPagingToken: null })
    const rows = listIn(answer.body as Body, list.field)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(fieldsOf(row)).toStrictEqual(list.fields.toSorted())
  })

  it.each(calls)('%s › %s pages by maxItems and nextPagingToken', async (_name, method, list) => {
    const clerk = await storefront()
    const query = await list.query(clerk)
    const page = async (more: Query): Promise<Body> =>
      (await clerk.request(method, list.path, { query: { ...query, ...more } })).body as Body
    const rows = listIn(await page({}), list.field)
    const first = await page({ maxItems: 1 })
    expect(listIn(first, list.field)).toStrictEqual(rows.slice(0, 1))
    const nextPagingToken = first['nextPagingToken'] as string | null
    expect(nextPagingToken === null).toBe(rows.length === 1)
    if (nextPagingToken === null) return
    expect(listIn(await page({ nextPagingToken }), list.field)).toStrictEqual(rows.slice(1))
  })

  it.each(
    lists.flatMap((list) =>
      list.required.map((name): [string, string, List] => [list.operation, name, list]),
    ),
  )('%s › %s is required', async (_name, name, list) => {
    const clerk = await storefront()
    const answer = await clerk.get(list.path, { ...(await list.query(clerk)), [name]: undefined })
    expect(answer.faultyFields('BadRequest')).toStrictEqual([name])
  })

  it.each(['{}', '', undefined])('the POST lists take the body %j', async (body) => {
    const clerk = await storefront()
    for (const list of lists.filter(({ methods }) => methods.includes('POST'))) {
      const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
      expect((await clerk.post(list.path, body, { query: await list.query(clerk), headers })).status).toBe(
        200,
      )
    }
  })

  it('names come in the culture of cultureCode', async () => {
    const clerk = await storefront()
    const query = {
      cultureCode: 'da-DK',
      priceGroupId: await clerk.priceGroup(),
      countryId: await clerk.country(),
    }
    const first = async (path: string, field: string) =>
      listIn((await clerk.get(path, query)).body as Body, field)
    expect((await first('/price-groups', 'priceGroups'))[0]).toMatchObject({ name: 'Butikspris, EUR' })
    expect((await first('/shipping-methods', 'shippingMethods'))[0]).toMatchObject({
      displayName: 'Afhentning i butikken',
    })
    expect((await first('/payment-methods', 'paymentMethods'))[1]).toMatchObject({ displayName: 'Kontant' })
    expect(await first('/countries', 'countries')).toContainEqual(
      expect.objectContaining({ id: query.countryId, name: 'Danmark' }),
    )
  })

  it('Get payment methods › priceGroupId limits the results', async () => {
    const clerk = await storefront()
    const query = { cultureCode: 'en-GB', countryId: await clerk.country() }
    const names = async (priceGroupId?: string) =>
      listIn(
        (await clerk.get('/payment-methods', { ...query, priceGroupId })).body as Body,
        'paymentMethods',
      ).map(({ name }) => name)
    expect(await names()).toContain('Gift card')
    expect(await names(await clerk.priceGroup('Coffee wholesale, Germany'))).not.toContain('Gift card')
  })

  it('Get countries › filterOnStore limits the results to the authenticated store', async () => {
    const clerk = await storefront()
    const names = async (query: Query) =>
      listIn((await clerk.get('/countries', query)).body as Body, 'countries').map(({ name }) => name)
    const [all, served] = [await names({}), await names({ filterOnStore: true })]
    expect(all).toHaveLength(249)
    expect(served).toContain('Denmark')
    expect(served).not.toContain('Antarctica')
    expect(all).toEqual(expect.arrayContaining(served))
    expect(await names({ filterOnStore: false })).toStrictEqual(all)
  })
})
