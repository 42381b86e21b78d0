import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../../../core/database/engine.ts'
import { demoShops } from '../../../core/demo/demo-shops.ts'
import { harbour } from '../../../core/demo/harbour/harbour.ts'
import { openDemo } from './demo-database.ts'

let database: Engine
let close: () => Promise<void>
beforeAll(async () => ({ database, close } = await openDemo(0)))
afterAll(async () => close())

const groupNamed = async (name: string) =>
  database.reader
    .selectFrom('price_groups as own')
    .innerJoin('price_group_names as text', 'text.price_group_id', 'own.id')
    .selectAll('own')
    .where('text.name', '=', name)
    .executeTakeFirstOrThrow()

async function criteriaOf(name: string) {
  const group = await groupNamed(name)
  const rows = await database.reader
    .selectFrom('price_group_criteria as criterion')
    .innerJoin('price_group_criterion_values as parameter', 'parameter.criterion_id', 'criterion.id')
    .select(['criterion.id', 'criterion.kind', 'parameter.name', 'parameter.value'])
    .where('criterion.price_group_id', '=', group.id)
    .execute()
  return [...Map.groupBy(rows, (row) => row.id).values()].map((values) => ({
    kind: values[0]?.kind,
    values: Object.fromEntries(
      [...Map.groupBy(values, (row) => row.name)].map(([key, own]) => [key, own.map((row) => row.value)]),
    ),
  }))
}

describe('the price groups of the harbour', () => {
  it('show every criterion', async () => {
    expect(await criteriaOf('Shop price, EUR')).toEqual([])
    const [club] = await criteriaOf('Harbour Club, EUR')
    expect(club?.kind).toBe('customerGroup')
    const [trade] = await criteriaOf('Trade, EUR')
    expect(trade).toMatchObject({ kind: 'organization' })
    expect(trade?.values['organization']).toHaveLength(6)
    expect(await criteriaOf('Tax-free export')).toEqual([
      { kind: 'property', values: { key: ['export'], value: ['tax-free', 'yes'] } },
    ])
    expect(await criteriaOf('Morning coffee, DKK')).toEqual([
      {
        kind: 'timeWindow',
        values: { weekday: ['1', '2', '3', '4', '5'], startTime: ['08:00'], endTime: ['10:30'] },
      },
    ])
  })

  it('name customer groups and organizations that exist', async () => {
    const values = await database.reader
      .selectFrom('price_group_criterion_values')
      .selectAll()
      .where('name', 'in', ['customerGroup', 'organization'])
      .execute()
    const groups = await database.reader.selectFrom('customer_groups').select('id').execute()
    const organizations = await database.reader.selectFrom('organizations').select('id').execute()
    const known = new Set([...groups, ...organizations].map(({ id }) => id))
    expect(values.length).toBeGreaterThan(10)
    expect(values.filter(({ value }) => !known.has(value))).toEqual([])
  })

  it('lie in the past, now and in the future, and will for many years', async () => {
    const bounds = async (name: string) => (await criteriaOf(name)).map(({ values }) => values)
    const [past] = await bounds('Summer sale 2021')
    const [current] = await bounds('Season, EUR')
    const [future] = await bounds('Harbour jubilee 2100')
    const moment = (text: string[] | undefined) => new Date(text?.[0] ?? '').getUTCFullYear()
    expect(moment(past?.['to'])).toBe(2021)
    expect(moment(current?.['from'])).toBe(2020)
    expect(moment(current?.['to'])).toBe(2099)
    expect(moment(future?.['from'])).toBe(2099)
  })

  it('derive from each other, also from one whose criteria fail', async () => {
    const failing = await groupNamed('Summer sale 2021')
    const derived = await groupNamed('Summer sale 2021, club')
    expect(derived.base_price_group_id).toBe(failing.id)
    const groups = await database.reader.selectFrom('price_groups').selectAll().execute()
    const byId = new Map(groups.map((group) => [group.id, group]))
    for (const group of groups) {
      const base = byId.get(group.base_price_group_id ?? '')
      if (base) expect(base.currency_id).toBe(group.currency_id)
    }
    const frame = await groupNamed('Trade, EU reverse charge')
    expect(byId.get(frame.base_price_group_id ?? '')?.base_price_group_id).toBe(
      (await groupNamed('Shop price, EUR')).id,
    )
  })

  it('have tax rates of their own', async () => {
    expect((await groupNamed('Germany, EUR')).tax_rate_ppm).toBe(190_000)
    expect((await groupNamed('Tax-free export')).tax_rate_ppm).toBe(0)
    expect((await groupNamed('Coffee wholesale, Germany')).tax_rate_ppm).toBe(70_000)
    expect((await groupNamed('Shop price, DKK')).tax_rate_ppm).toBeNull()
  })
})

describe('the methods', () => {
  it.each(demoShops.map((shop) => [shop.code, shop] as const))(
    'of %s have texts in every culture',
    (_code, shop) => {
      for (const method of [...shop.paymentMethods, ...shop.shippingMethods]) {
        expect(method.texts, method.key).toHaveLength(shop.cultures.length)
        expect(method.countries.length).toBe(new Set(method.countries).size)
      }
    },
  )

  it('serve every country that customers live in, with something to pay by', async () => {
    const { reader } = database
    const countries = await reader
      .selectFrom('customer_addresses as address')
      .innerJoin('customers as customer', 'customer.id', 'address.customer_id')
      .select(['address.country_id', 'customer.store_id'])
      .distinct()
      .execute()
    for (const { country_id, store_id } of countries) {
      const shipping = await reader
        .selectFrom('shipping_method_countries as served')
        .innerJoin('shipping_methods as method', 'method.id', 'served.shipping_method_id')
        .innerJoin('shipping_method_payment_methods as pair', 'pair.shipping_method_id', 'method.id')
        .innerJoin('payment_method_countries as paid', 'paid.payment_method_id', 'pair.payment_method_id')
        .select('method.id')
        .where('served.country_id', '=', country_id)
        .where('paid.country_id', '=', country_id)
        .where('method.store_id', '=', store_id)
        .execute()
      expect(shipping.length).toBeGreaterThan(0)
    }
  })

  it('of the harbour do not serve the whole world', () => {
    const served = new Set(harbour.shippingMethods.flatMap((method) => method.countries))
    expect(served.size).toBeGreaterThan(30)
    expect(served.size).toBeLessThan(100)
  })
})

describe('the customers', () => {
  it('are found by their words, have addresses, and some two', async () => {
    const { reader } = database
    const customers = await reader.selectFrom('customers').selectAll().execute()
    expect(customers.length).toBeGreaterThanOrEqual(350)
    const addresses = await reader.selectFrom('customer_addresses').select('customer_id').execute()
    const counts = [...Map.groupBy(addresses, (address) => address.customer_id).values()].map(
      (own) => own.length,
    )
    expect(counts).toHaveLength(customers.length)
    expect(counts.filter((count) => count === 2).length).toBeGreaterThan(40)
    const terms = await reader.selectFrom('customer_terms').selectAll().execute()
    const found = Map.groupBy(terms, (term) => term.customer_id)
    for (const { id, email_address } of customers) {
      expect(found.get(id)?.map(({ term }) => term)).toContain(email_address)
    }
  })

  it('have e-mails of domains that are nobody’s, each its own', async () => {
    const rows = await database.reader.selectFrom('customers').select(['store_id', 'email_address']).execute()
    expect(rows.every(({ email_address }) => /@example\.(com|org)$/.test(email_address ?? ''))).toBe(true)
    const own = rows.map(({ store_id, email_address }) => `${store_id} ${email_address ?? ''}`)
    expect(new Set(own).size).toBe(own.length)
  })
})
