import { expect, it } from 'vitest'
import { withEngine } from '../../../core/engines.ts'
import { checkTillCounts } from '../../../core/till-counts/check-till-counts.ts'
import { TillCountWithMovements } from '../../../core/till-counts/till-count.schema.ts'
import { ManagedTill } from '../../../core/tills/till.schema.ts'
import { runElsewhere } from '../../support/past-the-core.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { locationOf } from '../../support/storage.ts'

const check = async (shop: Shop) =>
  withEngine(await locationOf(shop.dataDir), async (engine) => checkTillCounts(engine))

/** A shop whose own till and one with a name were counted three times each, with all that moves cash between. */
async function countedShop(): Promise<Shop> {
  const shop = await openShop()
  const clerk = await shop.as('admin')
  const bar = (await clerk.post('/manage/tills', { name: 'Bar' })).ok(ManagedTill).id
  for (const tillId of [null, bar]) {
    const till = { currency: 'EUR', tillId }
    const sell = async () => {
      const placed = await clerk.anOrder({ payment: 'Cash' })
      await clerk.post(`/payments/${placed.paymentId}/capture`, { tillId })
      return placed
    }
    const count = async (counted: object) =>
      (await clerk.post('/till/counts', { ...till, ...counted })).ok(TillCountWithMovements)
    await sell()
    await count({ counted: 500, float: 200 })
    const { paymentId } = await sell()
    await clerk.post(`/payments/${paymentId}/refund`, { amount: 1, tillId })
    await clerk.post('/till/movements', { ...till, kind: 'in', amount: 100, reason: 'change' })
    await clerk.post('/till/movements', { ...till, kind: 'out', amount: 12.4, reason: 'stamps' })
    await count({
      counted: 250.5,
      float: 150,
      pieces: [
        { value: 50, count: 5 },
        { value: 0.5, count: 1 },
      ],
    })
    await sell()
    await count({ counted: 3 })
    await sell()
  }
  return shop
}

it('finds nothing wrong with counts of several tills, nor where there are none', async () => {
  expect(await check(await openShop())).toStrictEqual({ tillCounts: 0, faults: [] })
  expect(await check(await countedShop())).toStrictEqual({ tillCounts: 6, faults: [] })
})

const second = `number = 2 and till_id is not null`
const claimed = `till_count_id in (select id from till_counts where ${second})`

it.each([
  [
    'what was in it',
    `update till_counts set opening = opening + 1 where ${second}`,
    /opening is 200.01 EUR, .* 200.00 EUR/,
  ],
  [
    'what was left in it',
    `update till_counts set float_amount = 1 where number = 1 and till_id is not null`,
    /opening is 200.00 EUR, .* 0.01 EUR/,
  ],
  ['what came', `update till_counts set received = received + 1 where ${second}`, /received is/],
  [
    'what went back',
    `update till_counts set refunded = 0 where ${second}`,
    /refunded is 0.00 EUR, .* 1.00 EUR/,
  ],
  [
    'what was put in',
    `update till_counts set paid_in = 1 where ${second}`,
    /paidIn is 0.01 EUR, .* 100.00 EUR/,
  ],
  [
    'what was taken out',
    `update till_counts set paid_out = 1 where ${second}`,
    /paidOut is 0.01 EUR, .* 12.40 EUR/,
  ],
  [
    'its coins',
    `update till_counts set counted = counted + 1 where ${second}`,
    /counted is 250.51 EUR, .* 250.50 EUR/,
  ],
  [
    'a sale that it has counted',
    `update payment_transactions set amount = amount + 1 where kind = 'capture' and ${claimed}`,
    /received is/,
  ],
  [
    'a sale that it has counted, taken to nobody',
    `update payment_transactions set till_count_id = null where ${claimed}`,
    /refunded is/,
  ],
  ['money put in that is gone', `delete from till_movements where kind = 'in' and ${claimed}`, /paidIn is/],
])('finds %s changed, and names the count', async (_what, sql, text) => {
  const shop = await countedShop()
  await runElsewhere(shop.dataDir, sql)
  const { faults } = await check(shop)
  expect(faults).toContainEqual({
    countId: expect.any(String) as string,
    count: 'Count 2 of Bar in harbour, EUR',
    text: expect.stringMatching(text) as string,
  })
})

it.each([
  [
    'waits for another',
    `update payment_transactions set awaits_count = 1 where kind = 'refund' and ${claimed}`,
  ],
  [
    'is of another till',
    `update payment_transactions set till_id = null where kind = 'refund' and ${claimed}`,
  ],
  [
    'is of a count that is not there',
    `update till_movements set till_count_id = 'none' where kind = 'in' and ${claimed}`,
  ],
])('finds money that is counted and %s', async (_what, sql) => {
  const shop = await countedShop()
  await runElsewhere(shop.dataDir, sql)
  const texts = (await check(shop)).faults.map(({ text }) => text)
  expect(texts).toContainEqual(expect.stringMatching(/^it is not the one count of/))
})

it('finds a count that is gone', async () => {
  const shop = await countedShop()
  await runElsewhere(shop.dataDir, 'delete from till_counts where number = 2 and till_id is null')
  const { faults, tillCounts } = await check(shop)
  expect(tillCounts).toBe(5)
  expect(faults).toContainEqual({
    countId: expect.any(String) as string,
    count: 'Count 3 of the till in harbour, EUR',
    text: 'the count before it is missing',
  })
})
