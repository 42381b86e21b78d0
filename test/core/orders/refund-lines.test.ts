import { sql, type Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { migrations } from '../../../core/database/schema/migrations/index.ts'
import { OrderTransactionsAnswer } from '../../../core/orders/payments/transaction.schema.ts'
import { checkOrders } from '../../../core/orders/check-orders.ts'
import { withEngine } from '../../../core/engines.ts'
import { ReturnAnswer } from '../../../core/checkout/return.schema.ts'
import type { CartChoices, Clerk } from '../../support/clerk.ts'
import { inDatabase } from '../../support/data.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { locationOf } from '../../support/storage.ts'

/** An order that was paid, and how pieces of its lines, by their places, come back. */
async function aPaidOrder(clerk: Clerk, choices: CartChoices) {
  const { order, paymentId } = await clerk.anOrder(choices)
  expect((await clerk.post(`/payments/${paymentId}/capture`, {})).status).toBe(200)
  const refund = async (amount: number, pieces: Readonly<Record<number, number>> = {}): Promise<void> => {
    const lines = Object.entries(pieces).map(([index, quantity]) => ({
      lineId: order.orderLines[Number(index)]?.id,
      quantity,
    }))
    expect((await clerk.post(`/payments/${paymentId}/refund`, { amount, lines })).status).toBe(200)
  }
  return { id: order.id, refund }
}

const refundLines = async ({ dataDir }: Shop): Promise<unknown[]> =>
  inDatabase(dataDir, async (db) =>
    db
      .selectFrom('refund_lines')
      .selectAll()
      .orderBy('order_id')
      .orderBy('refund_place')
      .orderBy('line_id')
      .execute(),
  )

const KIND = 'payment.refunded'

/** As earlier versions wrote it: the histories alone say of which lines it was that came back. */
const forgetRows = async ({ dataDir }: Shop): Promise<void> =>
  inDatabase(dataDir, async (db) => {
    const lines = await db.selectFrom('order_lines').select(['order_id', 'id', 'product_name']).execute()
    const events = await db.selectFrom('order_events').selectAll().where('kind', '=', KIND).execute()
    for (const { details, id, order_id: orderId } of events) {
      const { lines: named, ...told } = JSON.parse(details ?? '{}') as {
        lines?: { quantity: number; productName: string }[]
      }
      const before = named?.map(({ productName, quantity }) => {
        const line = lines.find((one) => one.order_id === orderId && one.product_name === productName)
        return { lineId: line?.id, quantity, productName }
      })
      await db
        .updateTable('order_events')
        .set({ details: JSON.stringify({ ...told, lines: before }) })
        .where('id', '=', id)
        .execute()
    }
    await sql`drop table refund_lines`.execute(db)
  })

const migrate = async ({ dataDir }: Shop): Promise<void> =>
  inDatabase(dataDir, async (db) => migrations['0057-refund-lines']?.up(db as unknown as Kysely<unknown>))

it('what came back with refunds is known from the histories of earlier versions, each with its refund', async () => {
  const shop = await openShop()
  const clerk = await shop.as('admin')
  const one = await aPaidOrder(clerk, { quantities: [3, 2] })
  // At one moment, and the same amount: for the delay, for goods, and for other goods.
  await one.refund(1)
  await one.refund(1, { 0: 1 })
  await one.refund(1, { 0: 1, 1: 2 })
  shop.clock.advance(60)
  await one.refund(2, { 0: 1 })
  const yen = await aPaidOrder(await shop.as('staff', 'uptown'), {
    currency: 'JPY',
    priceGroup: 'Shop price, JPY',
    payment: 'Invoice',
    quantities: [2],
  })
  await yen.refund(7, { 0: 2 })
  await (await aPaidOrder(clerk, {})).refund(1)
  const { cartId, paymentMethodId } = await clerk.aCartReadyToPlace({ shipping: null, quantities: [2, 1] })
  const returned = await clerk.post('/returns', { cartId, paymentMethodId, reason: 'No receipt' })
  expect(returned.ok(ReturnAnswer).orderId).toBe(cartId)

  const now = await refundLines(shop)
  expect(now).toHaveLength(7)
  const moneyOf = async () => (await clerk.get(`/orders/${one.id}/transactions`)).ok(OrderTransactionsAnswer)
  const money = await moneyOf()
  await forgetRows(shop)
  await migrate(shop)
  expect(await refundLines(shop)).toStrictEqual(now)
  expect(await moneyOf()).toStrictEqual(money)
  const { faults } = await withEngine(await locationOf(shop.dataDir), async (engine) => checkOrders(engine))
  expect(faults).toStrictEqual([])
})

it('whatever else stands in old histories, an entry is of a refund that there is, and of lines that were sold', async () => {
  const shop = await openShop()
  const clerk = await shop.as('staff')
  const { id, refund } = await aPaidOrder(clerk, { quantities: [3, 2] })
  await refund(1, { 0: 1 })
  shop.clock.advance(60)
  await refund(2, { 1: 1 })
  const now = await refundLines(shop)
  expect(now).toHaveLength(2)
  const other = await clerk.anOrder()
  await forgetRows(shop)
  await inDatabase(shop.dataDir, async (db) => {
    // One at another moment and of another amount than any refund; it is the one that is left.
    const [first] = await db
      .selectFrom('order_events')
      .selectAll()
      .where('kind', '=', KIND)
      .orderBy('date')
      .execute()
    if (!first) throw new Error('There was a refund.')
    const told = JSON.parse(first.details ?? '{}') as object
    await db
      .updateTable('order_events')
      .set({ date: '2026-01-01T00:00:00.000Z', details: JSON.stringify({ ...told, amount: 0.5 }) })
      .where('id', '=', first.id)
      .execute()
    const lineId = (now[0] as { line_id: string }).line_id
    const odd = [
      null,
      '{"lines":[{',
      '{"lines":"all"}',
      '{"lines":[null,7,{},{"lineId":7,"quantity":1}]}',
      JSON.stringify({ lines: [{ lineId: 'elsewhere', quantity: 1 }] }),
      JSON.stringify({ lines: [0, -1, 0.5, '1', 1e12].map((quantity) => ({ lineId, quantity })) }),
    ]
    const entries = [id, other.order.id].flatMap((orderId) =>
      odd.map((details, index) => ({
        ...first,
        id: `odd ${orderId} ${index}`,
        order_id: orderId,
        details,
      })),
    )
    await db.insertInto('order_events').values(entries).execute()
  })
  await migrate(shop)
  expect(await refundLines(shop)).toStrictEqual(now)
})
