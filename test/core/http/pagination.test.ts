import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Query } from '../../support/caller.ts'
import type { Clerk } from '../../support/clerk.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

interface Page {
  readonly rows: readonly { id?: string; variantSku?: string | null; sku?: string; date?: string }[]
  readonly next: string | null
}

interface List {
  readonly path: string
  readonly query: Query
}

async function page(
  clerk: Clerk,
  { path, query }: List,
  more: Query = {},
  method: 'GET' | 'POST' = 'GET',
): Promise<Page> {
  const answer = await clerk.request(method, path, { query: { ...query, ...more } })
  expect(answer.status, answer.text).toBe(200)
  const { nextPagingToken, ...lists } = answer.body as Record<string, unknown>
  return { rows: Object.values(lists)[0] as Page['rows'], next: nextPagingToken as string | null }
}

async function allPages(clerk: Clerk, list: List, maxItems: number): Promise<Page['rows']> {
  const rows: Page['rows'][number][] = []
  let token: string | undefined
  for (;;) {
    const { rows: some, next } = await page(clerk, list, { maxItems, nextPagingToken: token })
    expect(some.length).toBeLessThanOrEqual(maxItems)
    rows.push(...some)
    if (next === null) return rows
    expect(some).toHaveLength(maxItems)
    token = next
  }
}

/** Every list there is, with what it needs. */
async function lists(clerk: Clerk): Promise<List[]> {
  const cultureCode = 'en-GB'
  const priceGroupId = await clerk.priceGroup()
  const countryId = await clerk.country()
  const { order } = await clerk.anOrder()
  return [
    { path: '/countries', query: { cultureCode } },
    { path: '/countries', query: { filterOnStore: true } },
    { path: '/price-groups', query: { cultureCode } },
    { path: '/price-groups', query: { cultureCode, currency: 'EUR' } },
    { path: '/catalogs', query: { cultureCode, priceGroupId } },
    { path: '/products', query: { cultureCode, priceGroupId, catalogId: await clerk.catalog('Knitwear') } },
    { path: '/products', query: { cultureCode, priceGroupId, search: 'ra' } },
    { path: '/shipping-methods', query: { cultureCode, priceGroupId, countryId } },
    { path: '/payment-methods', query: { cultureCode, priceGroupId, countryId } },
    { path: '/customers', query: {} },
    { path: '/customers', query: { search: 'a' } },
    { path: '/customer-groups', query: {} },
    { path: '/organizations', query: {} },
    { path: '/carts', query: {} },
    { path: '/orders', query: {} },
    { path: '/orders', query: { search: 'ida' } },
    { path: `/orders/${order.id}/events`, query: {} },
  ]
}

beforeAll(async () => {
  const clerk = await shop().as('staff')
  const placed = await Promise.all([clerk.anOrder(), clerk.anOrder(), clerk.anOrder()])
  for (const { paymentId } of placed) await clerk.post(`/payments/${paymentId}/capture`)
})

describe('pages of a list (section 4.12)', () => {
  it('are together the list, whatever their size, and none is longer than asked for', async () => {
    const clerk = await shop().as('staff')
    for (const list of await lists(clerk)) {
      const { rows, next } = await page(clerk, list, { maxItems: 1000 })
      expect(next, list.path).toBeNull()
      expect(rows.length, list.path).toBeGreaterThan(0)
      for (const size of new Set([
        7,
        Math.max(1, Math.ceil(rows.length / 3)),
        rows.length,
        rows.length + 1,
      ])) {
        expect(await allPages(clerk, list, size), `${list.path} by ${size}`).toStrictEqual(rows)
      }
      if (rows.length < 30) expect(await allPages(clerk, list, 1), list.path).toStrictEqual(rows)
    }
  })

  it('are together the list, whatever the size of each of them', async () => {
    const clerk = await shop().as('staff')
    const whole = await Promise.all(
      (await lists(clerk)).map(async (list) => ({
        list,
        rows: (await page(clerk, list, { maxItems: 1000 })).rows,
      })),
    )
    const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 300 })), {
      minLength: 1,
    })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...whole), sizes, async ({ list, rows }, given) => {
        const together: Page['rows'][number][] = []
        let token: string | null | undefined
        for (let number = 0; token !== null; number++) {
          const maxItems = given[number % given.length]
          const one = await page(clerk, list, { maxItems, nextPagingToken: token })
          together.push(...one.rows)
          token = one.next
        }
        expect(together, list.path).toStrictEqual(rows)
      }),
    )
  })

  it('go on behind a row that is sorted by names as long as they may be, of any letters', async () => {
    const own = await openShop()
    const clerk = await own.as('admin')
    for (const letter of ['漢', '\u0007', '字'])
      await clerk.anOrder({ billing: { firstName: letter.repeat(512), lastName: letter.repeat(512) } })
    for (const name of ['漢', '字']) await clerk.post('/manage/organizations', { name: name.repeat(512) })
    for (const list of [
      { path: '/orders', query: { sort: 'customerName' } },
      { path: '/organizations', query: {} },
    ])
      expect(await allPages(clerk, list, 1), list.path).toStrictEqual((await page(clerk, list)).rows)
  })

  it('hold 250 where nothing is said, and at most 1000', async () => {
    const clerk = await shop().as('storefront')
    const query = { cultureCode: 'en-GB', priceGroupId: await clerk.priceGroup() }
    const list = { path: '/products', query }
    expect((await page(clerk, list)).rows).toHaveLength(250)
    expect((await page(clerk, list, { maxItems: '007' })).rows).toHaveLength(7)
    expect((await page(clerk, list, { maxItems: 1001 })).rows).toHaveLength(1000)
    for (const maxItems of [999_999_999, '99999999999', '9'.repeat(400)]) {
      expect((await page(clerk, list, { maxItems })).rows).toHaveLength(1000)
    }
  })

  it.each(['0', '-1', '1.5', '1e3', 'ten', '', ' 5', '+5', '0x10', '1_000'])(
    'of %j rows are a bad request',
    async (maxItems) => {
      const clerk = await shop().as('storefront')
      expect((await clerk.get('/countries', { maxItems })).faultyFields('BadRequest')).toStrictEqual([
        'maxItems',
      ])
    },
  )

  it('of the two POST lists may be asked for with either method', async () => {
    const clerk = await shop().as('storefront')
    const list = { path: '/countries', query: { cultureCode: 'en-GB' } }
    const first = await page(clerk, list, { maxItems: 3 }, 'POST')
    const more = { maxItems: 3, nextPagingToken: first.next ?? '' }
    expect(await page(clerk, list, more, 'GET')).toStrictEqual(await page(clerk, list, more, 'POST'))
  })
})

describe('a paging token', () => {
  const list = { path: '/countries', query: { cultureCode: 'en-GB' } }
  const tokenOf = async (clerk: Clerk): Promise<string> =>
    (await page(clerk, list, { maxItems: 3 })).next ?? ''

  it('is for the same query, however it is spelled, with any number of rows', async () => {
    const clerk = await shop().as('storefront')
    const nextPagingToken = await tokenOf(clerk)
    const { rows } = await page(clerk, list, { maxItems: 5, nextPagingToken })
    expect(rows).toHaveLength(5)
    expect(
      (await clerk.get('/countries', { nextPagingToken, maxItems: 5, cultureCode: 'EN-gb' })).body,
    ).toMatchObject({
      countries: rows,
    })
  })

  it('of another query, path or store is a bad request', async () => {
    const clerk = await shop().as('storefront')
    const nextPagingToken = await tokenOf(clerk)
    const uptown = await shop().as('storefront', 'uptown')
    const answers = [
      await clerk.get('/countries', { nextPagingToken }),
      await clerk.get('/countries', { cultureCode: 'da-DK', nextPagingToken }),
      await clerk.get('/countries', { cultureCode: 'en-GB', filterOnStore: true, nextPagingToken }),
      await clerk.get('/countries', { cultureCode: 'en-GB', more: 1, nextPagingToken }),
      await clerk.get('/price-groups', { cultureCode: 'en-GB', nextPagingToken }),
      await uptown.get('/countries', { cultureCode: 'en-US', nextPagingToken }),
    ]
    for (const answer of answers) expect(answer.faultyFields('BadRequest')).toStrictEqual(['nextPagingToken'])

    const unnamed = await page(clerk, { path: '/countries', query: {} }, { maxItems: 3 })
    const elsewhere = await uptown.get('/countries', { nextPagingToken: unnamed.next ?? '' })
    expect(elsewhere.faultyFields('BadRequest')).toStrictEqual(['nextPagingToken'])
  })

  it('of one order’s history does not open another’s', async () => {
    const clerk = await shop().as('staff')
    const [one, two] = [await clerk.anOrder(), await clerk.anOrder()]
    for (const { paymentId } of [one, two]) await clerk.post(`/payments/${paymentId}/capture`)
    const first = await page(clerk, { path: `/orders/${one.order.id}/events`, query: {} }, { maxItems: 1 })
    const answer = await clerk.get(`/orders/${two.order.id}/events`, { nextPagingToken: first.next ?? '' })
    expect(answer.faultyFields('BadRequest')).toStrictEqual(['nextPagingToken'])
  })

  it('with a character changed, cut or added is a bad request', async () => {
    const clerk = await shop().as('storefront')
    const token = await tokenOf(clerk)
    const other = (text: string): string => (text === 'A' ? 'B' : 'A')
    const forged = Array.from(token, (_, place) => place).map(
      (place) => token.slice(0, place) + other(token.charAt(place)) + token.slice(place + 1),
    )
    for (const nextPagingToken of [
      ...forged,
      token.slice(1),
      token.slice(0, -1),
      `${token}A`,
      'null',
      'x'.repeat(1999),
    ]) {
      const answer = await clerk.get('/countries', { ...list.query, nextPagingToken })
      expect(answer.faultyFields('BadRequest'), nextPagingToken).toStrictEqual(['nextPagingToken'])
    }
  })

  it('that is empty is the first page, as clients of the original service ask for it', async () => {
    const clerk = await shop().as('storefront')
    const first = await page(clerk, list)
    expect(await page(clerk, list, { nextPagingToken: '' })).toStrictEqual(first)
  })

  it('outlives a restart', async () => {
    const own = await openShop()
    const before = await own.as('storefront')
    const nextPagingToken = await tokenOf(before)
    const expected = await page(before, list, { nextPagingToken })
    await own.restart()
    expect(await page(await own.as('storefront'), list, { nextPagingToken })).toStrictEqual(expected)
  })
})
