import { expect, it, vi } from 'vitest'
import { CartsAnswer, CreateCartAnswer } from '../../../core/carts/cart.schema.ts'
import { DayFigures } from '../../../core/figures/figures.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { storedRows } from '../../support/data.ts'
import { openShop } from '../../support/shop.ts'

const DAY = 24 * 3600

async function aDraft(clerk: Clerk): Promise<string> {
  const body = { cultureCode: 'en-GB', currency: 'EUR', draft: true }
  return (await clerk.post('/carts', body)).ok(CreateCartAnswer).cartId
}
const listed = async (clerk: Clerk, query: Record<string, string> = {}): Promise<string[]> =>
  (await clerk.get('/carts', query)).ok(CartsAnswer).carts.map(({ id }) => id)

it('a draft is in no list and no figure before something is in it, and found by its id all the same', async () => {
  const shop = await openShop()
  const clerk = await shop.as('staff')
  const openCarts = async () =>
    (await clerk.get('/figures/day', { currency: 'EUR' })).ok(DayFigures).openCarts
  const before = [await listed(clerk), await openCarts()] as const
  const draft = await aDraft(clerk)
  expect([await listed(clerk), await openCarts()]).toStrictEqual(before)
  expect(await listed(clerk, { search: draft })).toStrictEqual([draft])

  await clerk.addLine(draft)
  expect([await listed(clerk), await openCarts()]).toStrictEqual([[draft, ...before[0]], before[1] + 1])
  await clerk.delete(`/carts/${draft}`)
  expect(await listed(clerk, { state: 'abandoned' })).toContain(draft)

  const faulty = await clerk.post('/carts', { cultureCode: 'en-GB', currency: 'EUR', draft: 'yes' })
  expect(faulty.faultyFields('BadRequest')).toStrictEqual(['draft'])
})

it('a draft that stays empty is gone after a day, given up or not; other carts stay', async () => {
  const shop = await openShop({ looks: { first: 3_600_000, every: 100 } })
  const clerk = await shop.as('staff')
  const [left, givenUp, filled, own] = [
    await aDraft(clerk),
    await aDraft(clerk),
    await aDraft(clerk),
    await clerk.aCart(),
  ]
  expect((await clerk.delete(`/carts/${givenUp}`)).status).toBe(200)
  expect(await listed(clerk, { state: 'abandoned' })).not.toContain(givenUp)
  await clerk.patch(`/carts/${filled}`, { note: 'Waits outside' })
  const ids = async () => (await storedRows(shop.dataDir, 'carts')).map((row) => (row as { id: string }).id)

  shop.clock.advance(DAY / 2)
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(await ids()).toEqual(expect.arrayContaining([left, givenUp, filled, own]))
  shop.clock.advance(DAY)
  await vi.waitFor(async () => expect(await ids()).not.toContain(left), 20_000)
  expect(await ids()).not.toContain(givenUp)
  expect(await ids()).toEqual(expect.arrayContaining([filled, own]))
})
