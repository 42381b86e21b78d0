import { expect, it, vi } from 'vitest'
import { rowsOf } from '../../support/data.ts'
import { openShop } from '../../support/shop.ts'
import { statements } from '../../../core/database/sqlite/connection.ts'

const CART = { cultureCode: 'en-GB', currency: 'EUR' }
const DAY = 24 * 3600

it('answers, tokens and codes that are too old are deleted by themselves, and nothing else is', async () => {
  const shop = await openShop({ looks: { first: 3_600_000, every: 100 } })
  const count = (table: string): number => rowsOf(shop.dataDir, table).length
  const clerk = await shop.as('staff')
  // More than are deleted at once.
  const old = 510
  for (let index = 0; index < old; index++) {
    await clerk.post('/carts', CART, { headers: { 'idempotency-key': `old ${index}` } })
  }
  const tokens = count('access_tokens')
  const carts = count('carts')
  expect(count('idempotency_keys')).toBe(old)

  shop.clock.advance(DAY + 600)
  const later = await shop.as('staff')
  await later.post('/carts', CART, { headers: { 'idempotency-key': 'new' } })
  await vi.waitFor(() => expect(count('idempotency_keys')).toBe(1), 20_000)
  await vi.waitFor(() => expect(count('access_tokens')).toBe(1), 20_000)
  expect(tokens).toBeGreaterThan(0)
  expect(count('carts')).toBe(carts + 1)
})

it('a sweep makes nobody read reference data again', async () => {
  const shop = await openShop({ looks: { first: 3_600_000, every: 100 } })
  await shop.as('staff')
  shop.clock.advance(2 * DAY)
  const clerk = await shop.as('staff')
  await vi.waitFor(() => expect(rowsOf(shop.dataDir, 'access_tokens')).toHaveLength(1), 20_000)
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
  expect(seen.filter((sql) => sql.startsWith('select'))).toStrictEqual([])
})
