import { expect, it, vi } from 'vitest'
import type { Tables } from '../../../core/database/schema/tables.ts'
import { storedRows } from '../../support/data.ts'
import { openShop } from '../../support/shop.ts'
import { statements } from '../../../core/database/statements.ts'

const CART = { cultureCode: 'en-GB', currency: 'EUR' }
const DAY = 24 * 3600

it('answers, tokens and codes that are too old are deleted by themselves, and nothing else is', async () => {
  const shop = await openShop({ looks: { first: 3_600_000, every: 100 } })
  const count = async (table: keyof Tables): Promise<number> => (await storedRows(shop.dataDir, table)).length
  const clerk = await shop.as('staff')
  // More than are deleted at once.
  const old = 510
  for (let index = 0; index < old; index++) {
    await clerk.post('/carts', CART, { headers: { 'idempotency-key': `old ${index}` } })
  }
  const tokens = await count('access_tokens')
  const carts = await count('carts')
  expect(await count('idempotency_keys')).toBe(old)

  shop.clock.advance(DAY + 600)
  const later = await shop.as('staff')
  await later.post('/carts', CART, { headers: { 'idempotency-key': 'new' } })
  await vi.waitFor(async () => expect(await count('idempotency_keys')).toBe(1), 20_000)
  await vi.waitFor(async () => expect(await count('access_tokens')).toBe(1), 20_000)
  expect(tokens).toBeGreaterThan(0)
  expect(await count('carts')).toBe(carts + 1)
})

it('a sweep makes nobody read reference data again', async () => {
  const shop = await openShop({ looks: { first: 3_600_000, every: 100 } })
  await shop.as('staff')
  shop.clock.advance(2 * DAY)
  const clerk = await shop.as('staff')
  await vi.waitFor(
    async () => expect(await storedRows(shop.dataDir, 'access_tokens')).toHaveLength(1),
    20_000,
  )
  await clerk.get('/price-groups')
  const seen: string[] = []
  const note = (message: unknown): void => void seen.push((message as { sql: string }).sql)
  shop.clock.advance(0)
  statements.subscribe(note)
  try {
    await clerk.get('/price-groups')
  } finally {
    statements.unsubscribe(note)
  }
  // The sweeps themselves look for what is old, and others for what else is to be done.
  expect(seen.filter((sql) => sql.includes('price_group'))).toStrictEqual([])
})
