import { expect, it } from 'vitest'
import { openShop } from '../../../support/shop.ts'
import { statementsOf } from '../../../support/statements.ts'

const HOUR = 3_600_000

/** How many statements something takes. */
const countOf = async (work: () => Promise<unknown>): Promise<number> => (await statementsOf(work)).length

it('a store sells as before while another one of the database changes its prices', async () => {
  // What is done from time to time does not come between.
  const shop = await openShop({ looks: { first: HOUR, every: HOUR } })
  const clerk = await shop.as('staff', 'uptown')
  const manager = await shop.as('admin', 'harbour')
  const { id } = (await manager.post('/manage/tax-rates', { names: { 'en-GB': 'Standard' }, rate: 0.2 }))
    .body as { id: string }
  const sell = async () => countOf(async () => clerk.anOrder({ quantities: [1] }))
  const change = async (rate: number) =>
    expect((await manager.patch(`/manage/tax-rates/${id}`, { rate })).status).toBe(200)
  await sell()
  const before = await sell()
  await change(0.1)
  // The token, which is looked up before anybody knows of which store it is.
  expect(await sell()).toBe(before + 1)
  const own = await shop.as('staff', 'harbour')
  await own.anOrder({ quantities: [1] })
  const ofOwn = await countOf(async () => own.anOrder({ quantities: [1] }))
  await change(0.2)
  expect(await countOf(async () => own.anOrder({ quantities: [1] }))).toBeGreaterThan(ofOwn + 5)
})
