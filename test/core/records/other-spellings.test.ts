import { describe, expect, it } from 'vitest'
import { CartsAnswer } from '../../../core/carts/cart.schema.ts'
import { CustomersAnswer } from '../../../core/customers/customer.schema.ts'
import {
  ManagedCircle,
  ManagedCustomerGroupsAnswer,
} from '../../../core/customers/manage/managed-customer.schema.ts'
import { OrdersAnswer } from '../../../core/orders/order.schema.ts'
import { sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

const BILLING = { firstName: 'Jörgwin', lastName: 'Høgevang-Muellerin', companyName: 'Kværnskov Åmarken ApS' }

/** What finds them, typed on whatever keyboard. */
const FINDS = [
  ...['jörgwin høgevang', 'joergwin hoegevang', 'jorgwin hogevang', 'Jörgwin Hoegevang', 'hoegev'],
  ...['muellerin', 'Müllerin', 'joergwin müllerin', 'Aamarken', 'kvaernskov aamarken', 'amarken'],
]

describe('a search that finds nothing as it is typed', () => {
  it('is tried with the letters of another keyboard, for orders, customers and carts', async () => {
    const clerk = await shop().as('staff')
    const { order } = await clerk.anOrder({ billing: BILLING })
    const cartId = await clerk.aCart()
    await clerk.setBilling(cartId, BILLING)
    for (const search of FINDS) {
      const { orders } = (await clerk.get('/orders', { search })).ok(OrdersAnswer)
      expect(
        orders.map(({ id }) => id),
        search,
      ).toStrictEqual([order.id])
      const { carts } = (await clerk.get('/carts', { search, state: 'open' })).ok(CartsAnswer)
      expect(
        carts.map(({ id }) => id),
        search,
      ).toStrictEqual([cartId])
    }
    for (const search of FINDS.filter((typed) => !/marken/i.test(typed))) {
      const { customers } = (await clerk.get('/customers', { search })).ok(CustomersAnswer)
      expect(
        customers.map(({ id }) => id),
        search,
      ).toStrictEqual([order.customer.id])
    }
    expect((await clerk.get('/orders/count', { search: 'hoegevang' })).body).toStrictEqual({
      count: 1,
      more: false,
    })
    for (const search of ['hoegevang osk', 'hoegevange', 'joerw']) {
      expect((await clerk.get('/orders', { search })).ok(OrdersAnswer).orders, search).toStrictEqual([])
    }
  })

  it('so for goods, at the counter and within words, and for what a shop names', async () => {
    const clerk = await shop().as('staff')
    const skusOf = async (search: string) => (await clerk.products({ search })).map(({ sku }) => sku)
    for (const [typed, meant] of [
      ['schuhbuerste', 'Schuhbürste'],
      ['puetz', 'pütz'],
      ['skoboerste', 'Skobørste'],
    ] as const) {
      const skus = await skusOf(meant)
      expect(skus.length, meant).toBeGreaterThan(0)
      expect(await skusOf(typed), typed).toStrictEqual(skus)
    }
    const manager = await shop().as('admin')
    const made = (await manager.post('/manage/customer-groups', { name: 'Frühstücksgäste' })).ok(
      ManagedCircle,
    )
    const groups = async (search: string) =>
      (await manager.get('/manage/customer-groups', { search }))
        .ok(ManagedCustomerGroupsAnswer)
        .customerGroups.map(({ id }) => id)
    for (const search of ['fruehst', 'Fruehstuecks', 'gaeste'])
      expect(await groups(search), search).toEqual([made.id])
  })

  it('is what was meant where it finds something as it is typed', async () => {
    const clerk = await shop().as('staff')
    const [typed, other] = ['Bruehlmann', 'Brühlmann']
    const ids = []
    for (const lastName of [typed, other]) ids.push((await clerk.anOrder({ billing: { lastName } })).order.id)
    for (const [at, search] of [typed, other].entries()) {
      const { orders } = (await clerk.get('/orders', { search })).ok(OrdersAnswer)
      expect(
        orders.map(({ id }) => id),
        search,
      ).toStrictEqual([ids[at]])
    }
  })
})
