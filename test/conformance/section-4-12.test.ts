import { describe, expect, it } from 'vitest'
import type { Method, Query } from '../support/caller.ts'
import type { Clerk } from '../support/clerk.ts'
import { sharedShop } from '../support/shop.ts'
import { listIn, type Body } from './support/fixtures.ts'
import { lists, type List } from './support/lists.ts'

const shop = sharedShop()
const storefront = async (): Promise<Clerk> => shop().as('storefront')
const calls = lists.flatMap((list) =>
  list.methods.map((method): [Method, string, List] => [method, list.path, list]),
)

async function page(clerk: Clerk, method: Method, { path, query, field }: List, more: Query) {
  const answer = await clerk.request(method, path, { query: { ...(await query(clerk)), ...more } })
  expect(answer.status, answer.text).toBe(200)
  const body = answer.body as Body
  return { rows: listIn(body, field), next: body['nextPagingToken'] as string | null }
}

describe('4.12 Pagination', () => {
  it.each(calls)('1, 3, 4 %s %s: all pages together are the list', async (method, _path, list) => {
    const clerk = await storefront()
    const { rows } = await page(clerk, method, list, { maxItems: 1000 })
    const maxItems = Math.max(1, Math.ceil(rows.length / 4))
    const together: Body[] = []
    let next: string | null | undefined
    while (next !== null) {
      const one = await page(clerk, method, list, { maxItems, nextPagingToken: next })
      expect(one.rows.length).toBeLessThanOrEqual(maxItems)
      together.push(...one.rows)
      next = one.next
    }
    expect(together).toStrictEqual(rows)
  })

  it('2 maxItems limits the number of results', async () => {
    const clerk = await storefront()
    const [, , , countries] = lists
    if (!countries) throw new Error('There is no list of countries.')
    expect((await page(clerk, 'GET', countries, { maxItems: 7 })).rows).toHaveLength(7)
    for (const maxItems of ['0', '-1', 'all', '1.5', '']) {
      expect((await clerk.get('/countries', { maxItems })).faultyFields('BadRequest')).toStrictEqual([
        'maxItems',
      ])
    }
  })

  it('5 a token that was used works again', async () => {
    const clerk = await storefront()
    for (const list of lists) {
      const { next } = await page(clerk, 'GET', list, { maxItems: 1 })
      if (next === null) continue
      const again = async () => page(clerk, 'GET', list, { maxItems: 1, nextPagingToken: next })
      expect(await again()).toStrictEqual(await again())
    }
  })

  it.each(calls)(
    '6 %s %s: a token that does not match the query is a bad request',
    async (method, path, list) => {
      const clerk = await storefront()
      const query = await list.query(clerk)
      const [other] = lists.filter((candidate) => candidate.path !== path)
      if (!other) throw new Error('There is one list only.')
      const { next } = await page(clerk, 'GET', list, { maxItems: 1 })
      const foreign = (await page(clerk, 'GET', other, { maxItems: 1 })).next
      const tokens = [foreign ?? 'x', 'x', ...(next === null ? [] : [`${next}A`, next.slice(1)])]
      for (const nextPagingToken of tokens) {
        const answer = await clerk.request(method, path, { query: { ...query, nextPagingToken } })
        expect(answer.faultyFields('BadRequest')).toStrictEqual(['nextPagingToken'])
      }
      const changed = await clerk.request(method, path, {
        query: { ...query, cultureCode: 'da-DK', nextPagingToken: next ?? 'x' },
      })
      expect(changed.faultyFields('BadRequest')).toStrictEqual(['nextPagingToken'])
    },
  )
})

describe('8 Limits', () => {
  it('maxItems default › 250 › GET list endpoints', async () => {
    const clerk = await shop().as('staff')
    const query = { cultureCode: 'en-GB', priceGroupId: await clerk.priceGroup() }
    const answer = (await clerk.get('/products', query)).body as Body
    expect(listIn(answer, 'products')).toHaveLength(250)
    expect(answer['nextPagingToken']).not.toBeNull()
    const same = (await clerk.get('/products', { ...query, maxItems: 250 })).body as Body
    expect(listIn(same, 'products')).toStrictEqual(listIn(answer, 'products'))
    expect(listIn((await clerk.get('/countries')).body as Body, 'countries').length).toBeLessThanOrEqual(250)
  })
})
