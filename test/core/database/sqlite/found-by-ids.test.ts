import { afterAll, beforeAll, expect, it } from 'vitest'
import { findProductRecords } from '../../../../core/catalog/manage/product-record.repository.ts'
import { getVariants } from '../../../../core/catalog/product.repository.ts'
import { findCustomerRecords } from '../../../../core/customers/manage/customer-record.repository.ts'
import { statements } from '../../../../core/database/statements.ts'
import { openFile, inDatabase } from '../../../support/data.ts'
import { openShop } from '../../../support/shop.ts'

const run: string[] = []
const note = (message: unknown): void => void run.push((message as { sql: string }).sql)
beforeAll(() => statements.subscribe(note))
afterAll(() => statements.unsubscribe(note))

it('what is found by its ids is not looked for among all that the store has', async () => {
  const { dataDir } = await openShop()
  await inDatabase(dataDir, async (db) => {
    const { id } = await db.selectFrom('stores').select('id').executeTakeFirstOrThrow()
    const ids = async (table: 'products' | 'variants' | 'customers') =>
      (await db.selectFrom(table).select('id').where('store_id', '=', id).limit(20).execute()).map(
        (row) => row.id,
      )
    const [products, variants, customers] = [
      await ids('products'),
      await ids('variants'),
      await ids('customers'),
    ]
    run.length = 0
    expect(await findProductRecords(db, id, 'id', products)).toHaveLength(20)
    expect(await getVariants(db, id, variants)).toHaveLength(20)
    expect(await findCustomerRecords(db, id, customers)).toHaveLength(customers.length)
    expect(customers.length).toBeGreaterThan(4)
  })
  const file = openFile(dataDir)
  const ways = run
    .filter((sql) => sql.includes('store_id'))
    .map((sql) => {
      const places = Array.from(sql.matchAll(/\?/g), () => '')
      const steps = file.prepare<string[], { detail: string }>(`explain query plan ${sql}`).all(...places)
      return steps.map(({ detail }) => detail).join('; ')
    })
  expect(ways.length).toBeGreaterThanOrEqual(3)
  for (const way of ways) expect(way).toMatch(/^SEARCH \w+ USING INDEX \w+ \(id=\?\)/)
})
