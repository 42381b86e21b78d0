import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../../../core/database/engine.ts'
import type { Tables } from '../../../core/database/schema/tables.ts'
import { seedDemo } from '../../../core/demo/seed-demo.ts'
import { seedOrders } from '../../../core/demo/seed-orders.ts'
import { NOW, openDemo, type Demo } from './demo-database.ts'

const tables: readonly (keyof Tables)[] = [
  ...(['stores', 'store_cultures', 'store_currencies', 'currencies', 'countries', 'country_names'] as const),
  ...(['price_groups', 'price_group_names', 'price_group_criteria', 'price_group_criterion_values'] as const),
  ...([
    'payment_methods',
    'payment_method_texts',
    'payment_method_fees',
    'payment_method_countries',
  ] as const),
  ...([
    'payment_method_properties',
    'shipping_methods',
    'shipping_method_texts',
    'shipping_method_prices',
  ] as const),
  ...(['shipping_method_countries', 'shipping_method_payment_methods', 'catalogs', 'catalog_names'] as const),
  ...([
    'products',
    'product_names',
    'variants',
    'variant_names',
    'images',
    'prices',
    'product_terms',
    'word_parts',
  ] as const),
  ...([
    'customers',
    'customer_groups',
    'customer_group_members',
    'organizations',
    'customer_addresses',
  ] as const),
  ...(['customer_terms', 'carts', 'cart_lines', 'orders', 'order_lines'] as const),
  ...([
    'campaigns',
    'campaign_texts',
    'campaign_currencies',
    'campaign_codes',
    'campaign_price_groups',
    'campaign_items',
    'campaign_item_amounts',
    'campaign_item_texts',
    'campaign_item_catalogs',
    'cart_discounts',
    'order_discounts',
  ] as const),
  ...(['order_events', 'order_terms', 'payments'] as const),
]

async function everything(database: Engine): Promise<Map<string, string[]>> {
  const contents = new Map<string, string[]>()
  for (const table of tables) {
    const rows = await database.read(async (db) => db.selectFrom(table).selectAll().execute())
    contents.set(table, rows.map((row) => JSON.stringify(row)).sort())
  }
  return contents
}

describe('demo data', () => {
  let one: Demo
  let two: Demo
  beforeAll(async () => {
    one = await openDemo(60)
    two = await openDemo(60)
  })
  afterAll(async () => {
    await one.close()
    await two.close()
  })

  it('shows orders and carts from the first start', async () => {
    const { reader } = one.database
    expect(await reader.selectFrom('orders').select('id').execute()).toHaveLength(60)
    const open = await reader.selectFrom('carts').select('id').where('state', '=', 'open').execute()
    expect(open).toHaveLength(8)
  })

  it('is the same, row by row, wherever it is made at the same moment', async () => {
    await seedOrders(one.database, 50, NOW)
    await seedOrders(two.database, 50, NOW)
    const contents = await everything(one.database)
    expect(await everything(two.database)).toEqual(contents)
    for (const [table, rows] of contents) expect(rows.length, table).toBeGreaterThan(0)
  })

  it('is not changed by making it again, at another time either', async () => {
    const { database } = one
    const before = await everything(database)
    const later = new Date(NOW.getTime() + 86_400_000)
    expect(await database.transact(async (db) => seedDemo(db, later))).toEqual([])
    expect(await everything(database)).toEqual(before)
  })
})
