import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { withEngine } from '../../../core/engines.ts'
import { exportFile } from '../../../core/transfer/export-file.ts'
import { runElsewhere } from '../../support/past-the-core.ts'
import { openShop } from '../../support/shop.ts'
import { locationOf } from '../../support/storage.ts'

it('an export of orders has a row a line; what is of the whole order stands in its first, so that columns add up', async () => {
  const shop = await openShop()
  const clerk = await shop.as('staff')
  const { order } = await clerk.anOrder({ quantities: [1, 3], billing: { lastName: '=Møller' } })
  const path = join(shop.dataDir, 'orders.csv')
  const rows = await withEngine(await locationOf(shop.dataDir), async (engine) =>
    exportFile(engine, { storeId: order.store.id, kind: 'orders', path }),
  )
  expect(rows).toBe(2)
  const [names = [], ...cells] = parse(await readFile(path, 'utf8'), { bom: true })
  const column = (name: string) => cells.map((row) => row[names.indexOf(name)])
  expect(column('orderNumber')).toStrictEqual([order.orderNumber, order.orderNumber])
  expect(column('quantity')).toStrictEqual(['1', '3'])
  expect(column('lineTotal').map(Number)).toStrictEqual(order.orderLines.map(({ total }) => total))
  expect(column('orderTotal')).toStrictEqual([order.orderTotal.toFixed(2), ''])
  expect(column('subTotal').map(Number)).toStrictEqual([order.subTotal, 0])
  expect(column('billingLastName')).toStrictEqual(["'=Møller", "'=Møller"])
  expect(column('currency')).toStrictEqual(['EUR', 'EUR'])
  // On the clock of the shop, which is in Copenhagen.
  const created = new Date(order.createdDate)
  const [at = ''] = column('createdDate')
  expect(new Date(at)).toStrictEqual(created)
  expect(at.slice(0, 10)).toBe(created.toLocaleDateString('sv-SE', { timeZone: 'Europe/Copenhagen' }))
  expect(at).toMatch(/\+0[12]:00$/)
})

it('has the payment that counts, whichever desk of those whose clocks differ has made the one before', async () => {
  const shop = await openShop()
  const clerk = await shop.as('staff')
  const { order, placing } = await clerk.anOrder()
  const another = { ...placing, paymentMethodId: await clerk.paymentMethod('Invoice') }
  expect((await clerk.post('/payments', another)).status).toBe(200)
  // As a desk makes it whose clock is ahead of that of the next.
  await runElsewhere(
    shop.dataDir,
    `update payments set id = 'ffffffff-0000-7000-8000-000000000000' where state = 'voided'`,
  )
  const path = join(shop.dataDir, 'orders.csv')
  await withEngine(await locationOf(shop.dataDir), async (engine) =>
    exportFile(engine, { storeId: order.store.id, kind: 'orders', path }),
  )
  const rows = parse(await readFile(path, 'utf8'), { bom: true, columns: true }) as object[]
  expect(rows).toContainEqual(expect.objectContaining({ paymentMethod: 'Invoice', paymentState: 'pending' }))
})
