import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openShop } from '../../../support/shop.ts'

const PAGE = 4096
const FRAME = PAGE + 24

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN

it('a commit touches few pages: each is written to the log whole', async () => {
  const shop = await openShop()
  const clerk = await shop.as('staff')
  const log = join(shop.dataDir, 'backcounter.sqlite-wal')
  const pages = async (work: () => Promise<unknown>): Promise<number> => {
    const before = statSync(log).size
    await work()
    return Math.round((statSync(log).size - before) / FRAME)
  }
  const written: Record<'note' | 'order', number>[] = []
  // The first order makes its customer, too.
  for (let n = 0; n < 5; n++) {
    shop.clock.advance(1)
    const { cartId } = await clerk.aCartReadyToPlace()
    shop.clock.advance(1)
    const note = await pages(async () => clerk.patch(`/carts/${cartId}`, { note: `${n}` }))
    const order = await pages(async () => clerk.anOrder())
    written.push({ note, order })
  }
  expect(median(written.map(({ note }) => note))).toBeLessThanOrEqual(2)
  expect(median(written.map(({ order }) => order))).toBeLessThanOrEqual(42)
})
