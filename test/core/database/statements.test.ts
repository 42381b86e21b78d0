import { afterAll, beforeAll, expect, it } from 'vitest'
import { statements } from '../../../core/database/statements.ts'
import { openShop } from '../../support/shop.ts'

const HOUR = 3_600_000

const run: string[] = []
const note = (message: unknown): void => void run.push((message as { sql: string }).sql)
beforeAll(() => statements.subscribe(note))
afterAll(() => statements.unsubscribe(note))

/** How many statements something takes. */
async function statementsOf<T>(work: () => Promise<T>): Promise<[number, T]> {
  run.length = 0
  const answer = await work()
  return [run.length, answer]
}

it('few statements make an order: what rarely changes is not read again', async () => {
  // What is done from time to time does not come between.
  const shop = await openShop({ looks: { first: HOUR, every: HOUR } })
  const clerk = await shop.as('staff')
  // Everything is remembered once it has been asked for.
  const { placing } = await clerk.anOrder({ quantities: [1] })
  const [first] = await clerk.products({ maxItems: 1 })
  const taken: Record<string, number> = {}
  const count = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const [number, answer] = await statementsOf(work)
    // SQLite plans a query with a plain `?` anew for other values: three times as slow, and seen by no one else.
    expect(run.filter((sql) => /(?<!\+)\?/.test(sql))).toStrictEqual([])
    taken[name] = number
    return answer
  }

  const cartId = await count('a cart', async () => clerk.aCart())
  await count('a line', async () => clerk.addLine(cartId, first))
  await count('more of it', async () => clerk.addLine(cartId, first))
  await count('the bill', async () => clerk.setBilling(cartId))
  await count('the delivery', async () => clerk.setShipping(cartId, 'Home delivery'))
  await count('the cart as it is', async () => clerk.readCart(cartId))
  await count('the order', async () => clerk.post('/payments', { ...placing, cartId }))
  await count('the order as it is', async () => clerk.readOrder(cartId))
  const larger = await clerk.aCartReadyToPlace({ quantities: [1, 2, 3, 4, 5] })
  await count('an order of more lines', async () => clerk.post('/payments', larger))
  const stocked = await clerk.aCartReadyToPlace({ quantities: [1] })
  for (const search of ['WCA-SEJ', 'WCA-MAG', 'SPG']) {
    const [goods] = await clerk.products({ search })
    await clerk.addLine(stocked.cartId, goods)
  }
  await count('an order of goods in stock', async () => clerk.post('/payments', stocked))
  expect(taken).toStrictEqual({
    'a cart': 1,
    'a line': 6,
    'more of it': 7,
    'the bill': 5,
    'the delivery': 5,
    'the cart as it is': 3,
    'the order': 13,
    'the order as it is': 4,
    'an order of more lines': 13,
    'an order of goods in stock': 15,
  })
})
