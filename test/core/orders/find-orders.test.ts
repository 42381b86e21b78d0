import { describe, expect, it } from 'vitest'
import { OrdersAnswer, type OrderSummary } from '../../../core/orders/order.schema.ts'
import { fieldsOf } from '../../support/answer.ts'
import type { Query } from '../../support/caller.ts'
import type { Clerk } from '../../support/clerk.ts'
import { planOf } from '../../support/past-the-core.ts'
import { openShop, sharedShop } from '../../support/shop.ts'
import { anyParameters, statementsOf } from '../../support/statements.ts'

const shop = sharedShop()

const find = async (clerk: Clerk, query: Query): Promise<string[]> =>
  (await clerk.get('/orders', query)).ok(OrdersAnswer).orders.map(({ id }) => id)

describe('finding orders (extension)', () => {
  it('answers exactly what staff need to see of each', async () => {
    const clerk = await shop().as('staff')
    const { order } = await clerk.anOrder()
    expect((await clerk.get('/orders', { search: order.id })).body).toStrictEqual({
      orders: [
        {
          id: order.id,
          orderNumber: order.orderNumber,
          orderStatus: order.orderStatus,
          createdDate: order.createdDate,
          customerName: 'Ida Møller',
          emailAddress: 'ida.moller@example.com',
          orderTotal: order.orderTotal,
          billingCurrency: order.billingCurrency,
        },
      ],
      nextPagingToken: null,
    })
  })

  it('are counted as they are found', async () => {
    const own = await openShop()
    const clerk = await own.as('support')
    const staff = await own.as('staff')
    const { order } = await staff.anOrder()
    await staff.anOrder({ billing: { lastName: 'Krag' } })
    const count = async (query: Query) => (await clerk.get('/orders/count', query)).body
    expect(await count({})).toStrictEqual({ count: 2, more: false })
    expect(await count({ search: order.id })).toStrictEqual({ count: 1, more: false })
    expect(await count({ search: 'krag' })).toStrictEqual({ count: 1, more: false })
    expect(await count({ status: 'Paid' })).toStrictEqual({ count: 0, more: false })
    expect((await clerk.get('/orders/count', { status: 'lost' })).faultyFields('BadRequest')).toStrictEqual([
      'status',
    ])
  })

  it('by the id of the customer: all of theirs, newest first, filtered and counted as any', async () => {
    const clerk = await shop().as('staff')
    const support = await shop().as('support')
    const email = 'repeats@orders.example'
    const placed = async () => clerk.anOrder({ billing: { email }, shipping: null })
    const [first, second, third] = [await placed(), await placed(), await placed()]
    const { id } = first.order.customer
    expect(third.order.customer.id).toBe(id)
    await clerk.post(`/payments/${second.paymentId}/capture`)
    const all = [third, second, first].map(({ order }) => order.id)
    for (const search of [
      id,
      `{${id.toUpperCase()}}`,
      `Customer id: ${id}`,
      `http://127.0.0.1:4780/#/customers/${id}`,
    ])
      expect(await find(support, { search }), search).toStrictEqual(all)
    expect(await find(support, { search: id, status: 'Paid' })).toStrictEqual([second.order.id])
    expect(await find(support, { search: id, sort: 'createdDate' })).toStrictEqual(all.toReversed())
    expect((await support.get('/orders/count', { search: id })).body).toStrictEqual({ count: 3, more: false })
    const page = (await support.get('/orders', { search: id, maxItems: 2 })).ok(OrdersAnswer)
    const nextPagingToken = page.nextPagingToken ?? undefined
    expect(page.orders.map((order) => order.id)).toStrictEqual(all.slice(0, 2))
    expect(await find(support, { search: id, maxItems: 2, nextPagingToken })).toStrictEqual(all.slice(2))
    // An order that is named with its customer is meant alone.
    expect(await find(support, { search: `${id}: ${first.order.id}` })).toStrictEqual([first.order.id])
    expect(await find(await shop().as('support', 'uptown'), { search: id })).toStrictEqual([])
  })

  it('by the id of the customer reads an index, and sorts nothing', async () => {
    const query = 'select id from orders where customer_id in (+?) order by created_at desc, id desc limit 51'
    expect(await planOf(shop().dataDir, query, 'customer')).toStrictEqual({
      text: expect.stringContaining('orders_by_customer ') as string,
      sorts: false,
    })
  })

  it('by the ids of customers looks these up, however many customers there are', async () => {
    const support = await shop().as('support')
    const search = '0199a0b0-0000-7000-8000-00000000fff1 0199a0b0-0000-7000-8000-00000000fff2'
    const run = await statementsOf(async () => find(support, { search }))
    const looking = run.filter((sql) => sql.includes('"customer_doubles"'))
    expect(looking).toHaveLength(1)
    const [sql = ''] = looking
    expect((await planOf(shop().dataDir, sql, ...anyParameters(sql))).text).not.toContain('customers_by_name')
  })

  it('by the id of their customer, and by that of a double which is merged with them', async () => {
    const own = await openShop()
    const [clerk, manager] = [await own.as('support'), await own.as('admin')]
    const first = await manager.anOrder({ billing: { email: 'one@doubles.example' } })
    const second = await manager.anOrder({ billing: { email: 'two@doubles.example' } })
    const [kept, double] = [first.order.customer.id, second.order.customer.id]
    expect(await find(clerk, { search: `Customer: ${double.toUpperCase()}` })).toStrictEqual([
      second.order.id,
    ])
    expect((await manager.post(`/manage/customers/${kept}/merge`, { doubleId: double })).status).toBe(200)
    for (const search of [kept, double])
      expect(await find(clerk, { search }), search).toStrictEqual([second.order.id, first.order.id])
    expect(await find(await own.as('support', 'uptown'), { search: kept })).toStrictEqual([])
  })

  it('finds the same of a filter, however it is sorted', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const one = await clerk.anOrder()
    const other = await clerk.anOrder({ billing: { lastName: 'Aaby', email: 'aaby@filter.example' } })
    const paid = await clerk.anOrder()
    await clerk.post(`/payments/${paid.paymentId}/capture`)
    const [a, b, c] = [one.order.id, other.order.id, paid.order.id]
    const found = [
      [{ status: 'New order' }, [a, b]],
      [{ status: '-New order' }, [c]],
      [{ status: '{0199A0B0-0000-7000-8000-000000000002}' }, [c]],
      [{ customerId: one.order.customer.id }, [a, c]],
      [{ customerId: one.order.customer.id, status: 'Paid' }, [c]],
      [{ from: one.order.createdDate }, [a, b, c]],
      [{ to: '2020-01-01' }, []],
      [{ status: 'New order', search: 'aaby' }, [b]],
      [{ status: 'Paid', search: 'aaby' }, []],
      [{ status: 'New order', search: 'ida', currency: 'EUR' }, [a, b]],
    ] as const
    for (const [filter, ids] of found)
      for (const sort of ['createdDate', 'customerName', '-orderTotal'])
        expect((await find(clerk, { ...filter, sort })).sort(), JSON.stringify([filter, sort])).toStrictEqual(
          [...ids].sort(),
        )
  })

  it('by status, as id or name', async () => {
    const clerk = await shop().as('staff')
    const fresh = await clerk.anOrder()
    const paid = await clerk.anOrder()
    await clerk.post(`/payments/${paid.paymentId}/capture`)
    const { orderStatus } = await clerk.readOrder(paid.order.id)
    for (const status of [orderStatus.id, 'Paid', 'paid']) {
      const found = await find(clerk, { status })
      expect(found).toContain(paid.order.id)
      expect(found).not.toContain(fresh.order.id)
    }
    expect(await find(clerk, { status: 'New order', search: fresh.order.id })).toStrictEqual([fresh.order.id])
    const [text = ''] = (await clerk.get('/orders', { status: 'Lost' })).refused('BadRequest')
    expect(text).toMatch(/^status: .*New order.*Paid.*Completed order.*Cancelled/)
  })

  it('by what figures count: one currency, and any status but one', async () => {
    const clerk = await (await openShop()).as('staff')
    const inKroner = { currency: 'DKK', priceGroup: 'Shop price, DKK', shipping: null }
    const [one, kroner, cancelled] = [
      await clerk.anOrder(),
      await clerk.anOrder(inKroner),
      await clerk.anOrder(),
    ]
    await clerk.post(`/orders/${cancelled.order.id}/cancel`, {})
    expect(await find(clerk, { currency: 'DKK' })).toStrictEqual([kroner.order.id])
    expect(await find(clerk, { status: '-Cancelled' })).toStrictEqual([kroner.order.id, one.order.id])
    const sold = { status: '-cancelled', currency: 'eur' }
    expect(await find(clerk, sold)).toStrictEqual([one.order.id])
    expect((await clerk.get('/orders/count', sold)).body).toStrictEqual({ count: 1, more: false })
    for (const [field, value] of Object.entries({ currency: 'CHF', status: '-Lost' }))
      expect((await clerk.get('/orders', { [field]: value })).faultyFields('BadRequest')).toStrictEqual([
        field,
      ])
  })
})

describe('orders of some days', () => {
  it('are those of the store’s own days, the first and the last included', async () => {
    const own = await openShop()
    // Copenhagen is an hour ahead of UTC in November, New York five behind.
    const moments = [
      '2026-11-20T22:59:59.999Z',
      '2026-11-20T23:00:00.000Z',
      '2026-11-21T22:59:59.999Z',
      '2026-11-21T23:00:00.000Z',
    ]
    const placed: string[] = []
    const placedUptown: string[] = []
    const staff = async () => [await own.as('staff'), await own.as('staff', 'uptown')] as const
    for (const moment of moments) {
      own.clock.set(moment)
      const [clerk, uptown] = await staff()
      placed.push((await clerk.anOrder({ shipping: null })).order.id)
      placedUptown.push((await uptown.anOrder({ shipping: null })).order.id)
    }
    const [clerk, uptown] = await staff()
    const [before, first, last, after] = placed
    expect(await find(clerk, { from: '2026-11-21', to: '2026-11-21' })).toStrictEqual([last, first])
    expect(await find(clerk, { to: '2026-11-20' })).toStrictEqual([before])
    expect(await find(clerk, { from: '2026-11-22' })).toStrictEqual([after])
    expect(await find(uptown, { from: '2026-11-20', to: '2026-11-20' })).toStrictEqual(
      placedUptown.slice(0, 2).toReversed(),
    )

    expect(
      await find(clerk, { from: '2026-11-20T23:00:00.000Z', to: '2026-11-21T22:59:59.999Z' }),
    ).toStrictEqual([first])
    expect(
      await find(clerk, { from: '2026-11-21T00:00:00+01:00', to: '2026-11-22T00:00:00+01:00' }),
    ).toStrictEqual([last, first])
    // As an address says it whose plus was not written `%2B`.
    expect(
      await find(clerk, { from: '2026-11-21T00:00:00 01:00', to: '2026-11-22T00:00:00 01:00' }),
    ).toStrictEqual([last, first])
    expect(await find(clerk, { from: '2026-11-22', to: '2026-11-20' })).toStrictEqual([])
    expect(await find(clerk, { from: '1900-01-01', to: '9999-12-31' })).toStrictEqual(placed.toReversed())
    expect(await find(clerk, { from: '0001-01-01' })).toStrictEqual(placed.toReversed())
  })

  it.each([
    'yesterday',
    '21-11-2026',
    '2026-13-01',
    '2026-02-30',
    '2026-11-21T25:00:00Z',
    '2026',
    '2026-11-21 (sic)',
    '',
    '20261121',
  ])('cannot be named by %j', async (moment) => {
    const clerk = await shop().as('support')
    expect((await clerk.get('/orders', { from: moment })).faultyFields('BadRequest')).toStrictEqual(['from'])
    expect((await clerk.get('/orders', { to: moment })).faultyFields('BadRequest')).toStrictEqual(['to'])
  })
})

it('the list of orders is sorted by what is asked for, page after page, in a search too', async () => {
  const own = await openShop()
  const clerk = await own.as('staff')
  const place = async (lastName: string, quantity: number) => {
    own.clock.advance(1)
    const billing = { lastName, email: `${lastName}@sorted.example` }
    return (await clerk.anOrder({ billing, quantities: [quantity], shipping: null })).order.id
  }
  const [berg, aas, carl] = [await place('Berg', 2), await place('Aas', 3), await place('Carl', 1)]
  const orders = {
    '-createdDate': [carl, aas, berg],
    createdDate: [berg, aas, carl],
    customerName: [aas, berg, carl],
    '-customerName': [carl, berg, aas],
    orderTotal: [carl, berg, aas],
    '-orderTotal': [aas, berg, carl],
  }
  for (const [sort, ids] of Object.entries(orders)) {
    expect(await find(clerk, { sort }), sort).toStrictEqual(ids)
    expect(await find(clerk, { sort, search: 'ida' }), sort).toStrictEqual(ids)
    const { nextPagingToken } = (await clerk.get('/orders', { sort, maxItems: 2 })).ok(OrdersAnswer)
    const rest = await find(clerk, { sort, maxItems: 2, nextPagingToken: nextPagingToken ?? '' })
    expect(rest, sort).toStrictEqual(ids.slice(2))
  }
  expect((await clerk.get('/orders', { sort: 'colour' })).faultyFields('BadRequest')).toStrictEqual(['sort'])
})

it('the list of orders by their totals holds no amounts of two currencies against each other', async () => {
  const own = await openShop()
  const clerk = await own.as('staff')
  const place = async (currency: 'EUR' | 'DKK', quantity: number) => {
    const priceGroup = `Shop price, ${currency}`
    return (await clerk.anOrder({ currency, priceGroup, quantities: [quantity], shipping: null })).order
  }
  const orders = [
    await place('EUR', 2),
    await place('DKK', 1),
    await place('EUR', 1),
    await place('DKK', 3),
    await place('EUR', 3),
    await place('DKK', 2),
  ]
  const amounts = (found: readonly Pick<OrderSummary, 'billingCurrency' | 'orderTotal'>[]) =>
    found.map(({ billingCurrency, orderTotal }) => `${billingCurrency.isoCode} ${orderTotal}`)
  const lowest = Object.values(Object.groupBy(orders, (order) => order.billingCurrency.id))
    .map((some = []) => some.toSorted((one, other) => one.orderTotal - other.orderTotal))
    .toSorted(([one], [other]) =>
      (one?.billingCurrency.id ?? '') < (other?.billingCurrency.id ?? '') ? -1 : 1,
    )
    .flat()
  const list = async (query: Record<string, string | number>) =>
    (await clerk.get('/orders', query)).ok(OrdersAnswer)
  for (const [sort, sorted] of [
    ['orderTotal', lowest],
    ['-orderTotal', lowest.toReversed()],
  ] as const) {
    const first = await list({ sort, maxItems: 4 })
    const rest = await list({ sort, maxItems: 4, nextPagingToken: first.nextPagingToken ?? '' })
    expect(amounts([...first.orders, ...rest.orders]), sort).toStrictEqual(amounts(sorted))
  }
})

it('the list of orders shows the newest first', async () => {
  const own = await openShop()
  const clerk = await own.as('staff')
  const ids: string[] = []
  for (let number = 0; number < 3; number++) {
    own.clock.advance(1)
    ids.unshift((await clerk.anOrder({ shipping: null })).order.id)
  }
  expect(await find(clerk, {})).toStrictEqual(ids)
  expect(fieldsOf((await clerk.get('/orders')).body as object)).toStrictEqual(['nextPagingToken', 'orders'])
})
