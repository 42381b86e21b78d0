import { expect, it } from 'vitest'
import { OrdersAnswer } from '../../../../core/orders/order.schema.ts'
import { Store } from '../../../../core/stores/store.schema.ts'
import { multiplyOrders, planNow } from '../../../support/past-the-core.ts'
import { openShop } from '../../../support/shop.ts'
import { anyParameters, statementsOf } from '../../../support/statements.ts'

const PAGE = 50

it('a search that finds many orders looks at those that it comes across, and not at all that there are', async () => {
  const shop = await openShop()
  const clerk = await shop.as('staff')
  await clerk.anOrder()
  await multiplyOrders(shop.dataDir)
  // A digit may begin the number of an order, of a phone, or a code of goods.
  const run = await statementsOf(async () =>
    expect(
      (await clerk.get('/orders', { search: '4', maxItems: PAGE })).ok(OrdersAnswer).orders,
    ).toHaveLength(PAGE),
  )
  const listing = run.filter((sql) => sql.includes('search_terms like') && sql.includes(' order by '))
  expect(listing).toHaveLength(1)
  const [sql = ''] = listing
  const { id } = (await clerk.get('/store')).ok(Store)
  const given: Record<string, string> = {
    [/store_id" = (\$\d+)/.exec(sql)?.[1] ?? '']: id,
    [/limit (\$\d+)$/.exec(sql)?.[1] ?? '']: String(PAGE + 1),
  }
  const plan = await planNow(shop.dataDir, sql, ...anyParameters(sql, given, '%4%'))
  expect(plan).toContain('orders_pkey')
  expect(plan).not.toMatch(/hashed SubPlan|Seq Scan on orders/)
})
