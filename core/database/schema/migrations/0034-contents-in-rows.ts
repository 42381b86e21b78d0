import { PostgresAdapter, type Kysely } from 'kysely'
import { define } from '../define.ts'

const owners = { carts: 'cart', orders: 'order' } as const

const shipment = {
  shipment_id: 'text',
  shipping_method_id: 'text',
  shipping_price_group_id: 'text',
  shipment_name: 'text',
  shipment_price: 'bigint check (shipment_price >= 0)',
  shipment_discount: 'bigint check (shipment_discount between 0 and shipment_price)',
  shipment_tax: 'bigint check (shipment_tax >= 0)',
  shipment_tax_rate_ppm: 'integer check (shipment_tax_rate_ppm >= 0)',
  delivery_note: 'text',
  track_and_trace: 'text',
}

/** Where a column of a shipment was called otherwise in a table of its own. */
const before: Record<string, string> = {
  shipment_id: 'id',
  shipping_price_group_id: 'price_group_id',
  shipment_price: 'price',
  shipment_discount: 'discount',
  shipment_tax: 'tax',
  shipment_tax_rate_ppm: 'tax_rate_ppm',
}

const address = [
  'id',
  'address_name',
  'first_name',
  'last_name',
  'company_name',
  'attention',
  'line1',
  'line2',
  'postal_code',
  'city',
  'state',
  'country_id',
  'email_address',
  'phone_number',
  'mobile_phone_number',
]

/**
 * What a cart or an order has once stands in its own row: it was in a tree or two of its own, of which each change wrote a
 * page and each look read one, and was asked for by statements of its own. Addresses are JSON: nothing but their cart or
 * their order ever asks for a part of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isServer = db.getExecutor().adapter instanceof PostgresAdapter
  // Without what is null.
  const object = (fields: string): string =>
    isServer ? `json_strip_nulls(json_build_object(${fields}))` : `json_patch('{}', json_object(${fields}))`
  for (const [table, owner] of Object.entries(owners)) {
    const fields = owner === 'order' ? [...address, 'country_name'] : address
    const json = object(fields.map((name) => `'${name}', own.${name}`).join(', '))
    const text = (kind: string): string =>
      `(select cast(${json} as text) from ${owner}_addresses as own where own.${owner}_id = ${table}.id and own.kind = '${kind}')`
    await define(db, [
      ...Object.entries(shipment).map(([name, type]) => `alter table ${table} add column ${name} ${type}`),
      `alter table ${table} add column billing_address text`,
      `alter table ${table} add column shipping_address text`,
      `update ${table} set billing_address = ${text('billing')}, shipping_address = ${text('shipping')}`,
      `update ${table} set ${Object.keys(shipment)
        .map((name) => `${name} = own.${before[name] ?? name}`)
        .join(', ')}
        from ${owner}_shipments as own where own.${owner}_id = ${table}.id`,
      `drop table ${owner}_addresses`,
      `drop table ${owner}_shipments`,
    ])
  }
}
