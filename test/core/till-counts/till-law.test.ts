import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withEngine } from '../../../core/engines.ts'
import { OrderEventsAnswer } from '../../../core/orders/order.schema.ts'
import { checkTillCounts } from '../../../core/till-counts/check-till-counts.ts'
import { Till, TillCountsAnswer, type TillCount } from '../../../core/till-counts/till-count.schema.ts'
import { ManagedTill } from '../../../core/tills/till.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { rounds } from '../../support/rounds.ts'
import { openShop } from '../../support/shop.ts'
import { locationOf } from '../../support/storage.ts'

/** Kroner: 50 øre is the smallest coin, so that what is handed over is not what was paid. */
const CURRENCY = 'DKK'
const KRONER = { currency: CURRENCY, priceGroup: 'Shop price, DKK', quantities: [1], shipping: null }

const minor = (amount: number): number => Math.round(amount * 100)
const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** Something that happens at one of three tills. */
const step = fc.record({
  till: fc.nat({ max: 2 }),
  what: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('sell', 'sell by card') },
    { weight: 2, arbitrary: fc.constantFrom('refund', 'refund', 'cancel') },
    { weight: 1, arbitrary: fc.constantFrom('put in', 'take out') },
    { weight: 2, arbitrary: fc.constant('count') },
  ),
  order: fc.nat({ max: 20 }),
  /** In øre. */
  amount: fc.integer({ min: 1, max: 5000 }),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** An order that was paid in cash at one till; what goes back of it does so at another. */
interface Sale {
  readonly orderId: string
  readonly paymentId: string
  readonly soldAt: number
  readonly backAt: number
}

interface Day {
  readonly clerk: Clerk
  readonly tills: readonly (string | undefined)[]
  readonly sales: Sale[]
  /** In øre, by till. */
  readonly movements: { readonly till: number; readonly kind: 'in' | 'out'; readonly amount: number }[]
}

async function happen(
  { clerk, movements, sales, tills }: Day,
  { amount, order, till, what }: Step,
): Promise<void> {
  const tillId = tills[till] ?? null
  const sale = sales[order % Math.max(sales.length, 1)]
  const place = { currency: CURRENCY, tillId }
  switch (what) {
    case 'sell':
    case 'sell by card': {
      const payment = what === 'sell' ? 'Cash' : 'Card terminal'
      const placed = await clerk.anOrder({ ...KRONER, payment })
      expect((await clerk.post(`/payments/${placed.paymentId}/capture`, { tillId })).status).toBe(200)
      if (what === 'sell') {
        const {
          order: { id: orderId },
          paymentId,
        } = placed
        sales.push({ orderId, paymentId, soldAt: till, backAt: (till + amount) % 3 })
      }
      break
    }
    case 'refund':
    case 'cancel': {
      if (!sale) break
      const back = { tillId: tills[sale.backAt] ?? null }
      // Others may have been first, and more than is left is refused.
      const answer =
        what === 'refund'
          ? await clerk.post(`/payments/${sale.paymentId}/refund`, { ...back, amount: amount / 100 })
          : await clerk.post(`/orders/${sale.orderId}/cancel`, { ...back, refund: true })
      expect([200, 409]).toContain(answer.status)
      break
    }
    case 'count': {
      const counted = amount / 100
      expect((await clerk.post('/till/counts', { ...place, counted, float: counted / 2 })).status).toBe(200)
      break
    }
    default: {
      const kind = what === 'put in' ? 'in' : 'out'
      const body = { ...place, kind, amount: amount / 100, reason: what }
      expect((await clerk.post('/till/movements', body)).status).toBe(200)
      movements.push({ till, kind, amount })
    }
  }
}

/** What was handed over of a sale, in øre, as its history tells it. */
async function handedOf(clerk: Clerk, { orderId }: Sale, kind: string): Promise<number> {
  const { events } = (await clerk.get(`/orders/${orderId}/events`)).ok(OrderEventsAnswer)
  return sumOf(
    events
      .filter((event) => event.kind === kind)
      .map(({ details }) => minor(details?.cash ?? details?.amount ?? 0)),
  )
}

it('each coin that comes or goes is counted once, by the till that it is in, whatever happens at once', async () => {
  const own = await openShop()
  const clerk = await own.as('admin')
  let shops = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 8 }),
      async (batches) => {
        shops += 1
        const make = async (name: string) =>
          (await clerk.post('/manage/tills', { name: `${name} ${shops}` })).ok(ManagedTill).id
        const day: Day = {
          clerk,
          tills: [await make('Front'), await make('Back'), await make('Door')],
          sales: [],
          movements: [],
        }
        for (const tillId of day.tills)
          await clerk.post('/till/counts', { currency: CURRENCY, tillId, counted: 100 })
        for (const batch of batches) await Promise.all(batch.map(async (each) => happen(day, each)))

        for (const [index, tillId] of day.tills.entries()) {
          const of = { currency: CURRENCY, tillId }
          const now = (await clerk.get('/till', of)).ok(Till)
          const counts = (await clerk.get('/till/counts', of)).ok(TillCountsAnswer).tillCounts.toReversed()
          const all = (part: 'received' | 'refunded' | 'paidIn' | 'paidOut'): number =>
            sumOf([...counts, now].map((each) => minor(each[part])))
          const sold = day.sales.filter(({ soldAt }) => soldAt === index)
          const back = day.sales.filter(({ backAt }) => backAt === index)
          const handed = async (sales: readonly Sale[], kind: string) =>
            sumOf(await Promise.all(sales.map(async (sale) => handedOf(clerk, sale, kind))))
          const moved = (kind: 'in' | 'out') =>
            sumOf(
              day.movements
                .filter((each) => each.till === index && each.kind === kind)
                .map(({ amount }) => amount),
            )
          expect({
            received: all('received'),
            refunded: all('refunded'),
            paidIn: all('paidIn'),
            paidOut: all('paidOut'),
          }).toStrictEqual({
            received: await handed(sold, 'payment.captured'),
            refunded: await handed(back, 'payment.refunded'),
            paidIn: moved('in'),
            paidOut: moved('out'),
          })
          expect(counts.map(({ number }) => number)).toStrictEqual(counts.map((_, at) => at + 1))
          expectFollowed([...counts, now])
        }
        const location = await locationOf(own.dataDir)
        expect((await withEngine(location, async (engine) => checkTillCounts(engine))).faults).toStrictEqual(
          [],
        )
      },
    ),
    { numRuns: rounds(4) },
  )
})

/** Each count begins with what the one before has left, and what should be there is what came and went. */
function expectFollowed(
  counts: readonly (Pick<
    TillCount,
    'opening' | 'received' | 'refunded' | 'paidIn' | 'paidOut' | 'expected'
  > & {
    readonly float?: number
  })[],
): void {
  for (const [index, count] of counts.entries()) {
    const before = counts[index - 1]
    expect(count.opening).toBe(before?.float ?? null)
    const expected =
      count.opening === null
        ? null
        : minor(count.opening) +
          minor(count.received) -
          minor(count.refunded) +
          minor(count.paidIn) -
          minor(count.paidOut)
    expect(count.expected === null ? null : minor(count.expected)).toBe(expected)
  }
}
