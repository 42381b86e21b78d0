import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { withEngine } from '../../../core/engines.ts'
import { PlaceOrderAnswer } from '../../../core/orders/payments/payment.schema.ts'
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

it('has the payment that counts, or did at last, whichever desk of those whose clocks differ has made the one before', async () => {
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
  const rows = async (): Promise<object[]> => {
    await withEngine(await locationOf(shop.dataDir), async (engine) =>
      exportFile(engine, { storeId: order.store.id, kind: 'orders', path }),
    )
    return parse(await readFile(path, 'utf8'), { bom: true, columns: true })
  }
  const invoice = { paymentMethod: 'Invoice' }
  expect(await rows()).toContainEqual(expect.objectContaining({ ...invoice, paymentState: 'pending' }))
  await clerk.post(`/orders/${order.id}/cancel`)
  expect(await rows()).toContainEqual(expect.objectContaining({ ...invoice, paymentState: 'voided' }))
  const { orderTotal, payments } = await clerk.readOrder(order.id)
  expect(payments).toMatchObject([{ amount: orderTotal, paymentMethod: { name: 'Invoice' } }])
})

it('an export of payments has a row a tax rate of each amount; those that went out are less than nothing', async () => {
  const shop = await openShop()
  const clerk = await shop.as('staff price')
  const placing = await clerk.aCartReadyToPlace({
    quantities: [1, 2],
    shipping: null,
    payment: 'Card terminal',
  })
  const { orderLines } = await clerk.readCart(placing.cartId)
  for (const [index, taxRate] of [0.25, 0.075].entries())
    await clerk.patch(`/carts/${placing.cartId}/lines/${orderLines[index]?.id}`, { price: 100, taxRate })
  const { paymentId } = (await clerk.post('/payments', placing)).ok(PlaceOrderAnswer)
  const order = await clerk.readOrder(placing.cartId)
  await clerk.post(`/payments/${paymentId}/capture`, { transactionId: '=T1' })
  const lines = [{ lineId: orderLines[1]?.id, quantity: 1 }]
  await clerk.post(`/payments/${paymentId}/refund`, { amount: 107.5, lines })

  const rowsOf = async (filter: object = {}) => {
    const path = join(shop.dataDir, 'payments.csv')
    await withEngine(await locationOf(shop.dataDir), async (engine) =>
      exportFile(engine, { storeId: order.store.id, kind: 'payments', path, ...filter }),
    )
    return parse<Record<string, string>>(await readFile(path, 'utf8'), { bom: true, columns: true })
  }
  const rows = await rowsOf()
  const same = {
    orderNumber: order.orderNumber,
    orderId: order.id,
    paymentMethod: 'Card terminal',
    transactionId: "'=T1",
    currency: 'EUR',
  }
  const none = { amount: '', cashRounding: '' }
  const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+0[12]:00$/) as string
  expect(rows).toStrictEqual([
    {
      ...{ date, kind: 'capture', ...same, amount: '340.00', cashRounding: '0.00' },
      ...{ taxRate: '25%', taxedAmount: '125.00', tax: '25.00', withoutTax: '100.00' },
    },
    {
      ...{ date, kind: 'capture', ...same, ...none },
      ...{ taxRate: '7.5%', taxedAmount: '215.00', tax: '15.00', withoutTax: '200.00' },
    },
    {
      ...{ date, kind: 'refund', ...same, amount: '-107.50', cashRounding: '0.00' },
      ...{ taxRate: '7.5%', taxedAmount: '-107.50', tax: '-7.50', withoutTax: '-100.00' },
    },
  ])
  const [day = ''] = (rows[0]?.['date'] ?? '').split('T')
  expect(await rowsOf({ from: day, to: day, currency: 'EUR' })).toStrictEqual(rows)
  expect(await rowsOf({ currency: 'DKK' })).toStrictEqual([])
  expect(await rowsOf({ to: '2000-01-01' })).toStrictEqual([])
  await expect(rowsOf({ from: 'yesterday' })).rejects.toMatchObject({ kind: 'BadRequest' })
})
