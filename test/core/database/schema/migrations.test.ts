import { join } from 'node:path'
import Sqlite, { type Database as SqliteFile } from 'better-sqlite3'
import { Kysely } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { migrations } from '../../../../core/database/schema/migrations/index.ts'
import { sqliteDialect } from '../../../../core/database/sqlite/connection.ts'
import { listBackups } from '../../../../core/database/sqlite/safekeeping/backups.ts'
import { openSqliteFile } from '../../../support/engines.ts'
import { ManagedCustomer } from '../../../../core/customers/manage/managed-customer.schema.ts'
import { addressIn } from '../../../../core/customers/address.ts'
import { indexTerms, searchTerms, termLines, termsIn } from '../../../../core/kernel/search-terms.ts'
import { indexRecords } from '../../../../core/transfer/index-records.ts'
import { checkOrders } from '../../../../core/orders/check-orders.ts'
import { temporaryDir } from '../../../support/core.ts'
import { withFile } from '../../../support/data.ts'
import { firstVersion, tablesOf } from '../../../support/first-version.ts'
import { openShop } from '../../../support/shop.ts'

const contentsOf = (file: SqliteFile, tables: ReadonlyMap<string, readonly string[]>): unknown[] =>
  [...tables].map(([table, columns]) => [
    table,
    file.prepare(`select ${columns.join()} from "${table}"`).raw().all(),
  ])

const termTables = ['order_terms', 'customer_terms']

/**
 * In the first version, a phone number was found with its calling code alone, and customers neither by other digits of it
 * nor by their organization.
 */
function forgetLaterTerms(file: SqliteFile): void {
  for (const forget of [
    `delete from order_terms where term not glob '*[^0-9]*' and exists (
      select 1 from order_terms as whole where whole.order_id = order_terms.order_id
        and whole.term not glob '*[^0-9]*' and length(whole.term) > length(order_terms.term)
        and whole.term like '%' || order_terms.term)`,
    `delete from customer_terms where term not glob '*[^0-9]*' or exists (
      select 1 from customers join organizations on organizations.id = organization_id
      where customers.id = customer_id)`,
  ]) {
    expect(file.prepare(forget).run().changes).toBeGreaterThan(0)
  }
}

/** Takes away what the migration of takings has made. */
const forgetTakings = (file: SqliteFile): void =>
  void file.exec(`
    drop table payment_transactions;
    alter table payments drop column cash_given;
    alter table payment_methods drop column takes_cash`)

/** One migration alone, once more, on the schema of now: those behind it need not be undone for it. */
async function migrateAgain(dataDir: string, name: string): Promise<void> {
  const file = new Sqlite(join(dataDir, 'backcounter.sqlite'), { fileMustExist: true })
  const db = new Kysely<unknown>({ dialect: sqliteDialect(file) })
  const migration = migrations[name]
  if (!migration) throw new Error(`There is no migration ${name}.`)
  await db.transaction().execute(async (transaction) => migration.up(transaction))
  await db.destroy()
}

/** Lines of a text in any order. */
const keptIn = (file: SqliteFile, columns: string): unknown =>
  file
    .prepare<[], string[]>(`select ${columns} order by id`)
    .raw()
    .all()
    .map(([id, text]) => [id, text?.split('\n').toSorted()])

/** The terms that lead to each order. */
const leadingTo = (file: SqliteFile): unknown =>
  file
    .prepare(
      `select owner_id as order_id, term from order_terms where kind = 'order'
       union select orders.id, term from order_terms join orders on orders.customer_id = owner_id
       union select line.order_id, term from order_terms join order_lines as line on line.variant_id = owner_id
       order by 1, 2`,
    )
    .raw()
    .all()

describe('the migrations since the first version', () => {
  it('copy a file with data first, keep all of it, and its orders are right', async () => {
    const shop = await openShop()
    const clerk = await shop.as('staff')
    const [product] = await clerk.products({ maxItems: 1 })
    const written = { quantity: 3, customProperties: [{ key: 'engraving', value: 'Ida' }] }
    const placing = await clerk.aCartReadyToPlace({ quantities: [2, 7] })
    await clerk.addLine(placing.cartId, product, written)
    await clerk.post('/payments', placing)
    const order = await clerk.readOrder(placing.cartId)
    const { cartId } = await clerk.aCartReadyToPlace()
    await clerk.addLine(cartId, product, written)
    const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
    await clerk.post(`/orders/${order.id}/note`, { note: 'Ring twice' }, keyed('note'))
    await clerk.post('/carts', { cultureCode: 'en-GB', currency: 'EUR' }, keyed('cart'))
    await clerk.post('/carts', { cultureCode: 'xx' }, keyed('refusal'))
    await shop.core.close()

    const dataDir = await temporaryDir()
    const tables = await firstVersion(dataDir, join(shop.dataDir, 'backcounter.sqlite'))
    withFile(dataDir, forgetLaterTerms)
    const before = withFile(dataDir, (file) => contentsOf(file, tables))
    expect(tables.has('campaigns')).toBe(false)
    expect(tables.get('carts')).not.toContain('discount')

    const database = await openSqliteFile(dataDir)
    onTestFinished(async () => database.close())
    const stayed = new Map([...tables].filter(([table]) => !termTables.includes(table)))
    expect(withFile(dataDir, (file) => contentsOf(file, stayed))).toStrictEqual(
      before.filter((_, index) => !termTables.includes([...tables.keys()][index] ?? '')),
    )
    // Of whom and of what a kept answer tells is read out of it.
    const subjects = 'select idempotency_key, record_id, customer_id from idempotency_keys order by 1'
    expect(withFile(dataDir, (file) => file.prepare(subjects).raw().all())).toStrictEqual([
      ['cart', null, null],
      ['note', order.id, order.customer.id],
      ['refusal', null, null],
    ])
    const ofCustomers = `select * from customer_terms order by 1, 2, 3`
    expect(withFile(dataDir, (file) => file.prepare(ofCustomers).all())).toStrictEqual(
      withFile(shop.dataDir, (source) => source.prepare(ofCustomers).all()),
    )
    // Each term leads to its order: by a row of its own, or by one of its customer or its goods.
    expect(withFile(dataDir, leadingTo)).toStrictEqual(withFile(shop.dataDir, leadingTo))
    const kinds = 'select distinct kind from order_terms order by 1'
    expect(withFile(dataDir, (file) => file.prepare(kinds).pluck().all())).toStrictEqual([
      'customer',
      'goods',
      'order',
    ])
    // An order knows its terms, and a cart the ten minutes of its last change.
    for (const kept of ['id, search_terms from orders', 'id, updated_period from carts'])
      expect(withFile(dataDir, (file) => keptIn(file, kept))).toStrictEqual(
        withFile(shop.dataDir, (source) => keptIn(source, kept)),
      )
    // What carts and orders have once stands in their rows.
    for (const table of ['carts', 'orders']) {
      const contents = `select id, billing_address, shipping_address, shipment_id, shipping_method_id, shipping_price_group_id,
        shipment_name, shipment_price, shipment_tax, shipment_tax_rate_ppm, delivery_note from ${table} order by id`
      const [kept, written] = [dataDir, shop.dataDir].map((dir) =>
        // Fields in any order.
        withFile(dir, (file) => file.prepare<[], Record<string, unknown>>(contents).all()).map((row) => ({
          ...row,
          billing_address: addressIn(row['billing_address'] as string | null),
          shipping_address: addressIn(row['shipping_address'] as string | null),
        })),
      )
      expect(kept).toStrictEqual(written)
      expect(kept?.some((row) => row.billing_address?.city === 'Skagen' && row.shipping_address)).toBe(true)
    }
    withFile(dataDir, (file) => {
      expect(file.prepare('select distinct discount, discount_total from carts').all()).toStrictEqual([
        { discount: 0, discount_total: 0 },
      ])
      expect(file.pragma('foreign_key_check')).toStrictEqual([])
      const numbers = 'select * from order_numbers order by store_id'
      expect(file.prepare(numbers).all()).toStrictEqual(
        withFile(shop.dataDir, (source) => source.prepare(numbers).all()),
      )
    })
    expect(await checkOrders(database)).toStrictEqual({ orders: 1, faults: [] })

    const [backup] = listBackups(dataDir)
    expect(backup?.before).toBe('0002-promotions')
    const copy = new Sqlite(backup?.file, { readonly: true })
    onTestFinished(() => void copy.close())
    expect(contentsOf(copy, tables)).toStrictEqual(before)
    expect(tablesOf(copy)).not.toContain('campaigns')
  })

  it('find by what stands in words without spaces, and by a whole name, what was found by its beginnings', async () => {
    const shop = await openShop()
    const manager = await shop.as('admin')
    const [product] = await manager.products({ maxItems: 1 })
    const names = { names: { 'en-GB': 'フォトアルバム' } }
    await manager.patch(`/manage/products/${product?.sku}`, names)
    await manager.anOrder({ billing: { firstName: '桜子', lastName: '勅使河原', companyName: '文具の森' } })
    await shop.core.close()

    const tables = ['product_terms', 'customer_terms', 'order_terms']
    const all = () =>
      withFile(shop.dataDir, (file) => [
        ...tables.map((table) =>
          file
            .prepare(
              `select * from ${table} order by term, store_id, ${table === 'order_terms' ? 'owner_id' : 3}`,
            )
            .raw()
            .all(),
        ),
        keptIn(file, 'id, search_terms from orders'),
      ])
    const now = all()
    const words = ['フォトアルバム', '文具の森', '桜子', '勅使河原']
    const isLater = (term: string) =>
      indexTerms(...words, '勅使河原桜子').includes(term) && !searchTerms(...words).includes(term)
    withFile(shop.dataDir, (file) => {
      file.function('is_later', (term) => Number(isLater(String(term))))
      for (const table of tables)
        expect(file.prepare(`delete from ${table} where is_later(term)`).run().changes).toBeGreaterThan(0)
      file.function('without_later', (text) =>
        termLines(termsIn(String(text)).filter((term) => !isLater(term))),
      )
      file.exec('update orders set search_terms = without_later(search_terms)')
    })
    expect(all()).not.toStrictEqual(now)
    await migrateAgain(shop.dataDir, '0036-words-without-spaces')
    expect(all()).toStrictEqual(now)
  })

  it('find goods by what words are made of, as those that are kept from now on', async () => {
    const shop = await openShop()
    await shop.core.close()
    const parts = () =>
      withFile(shop.dataDir, (file) =>
        file.prepare('select * from word_parts order by store_id, term, word').raw().all(),
      )
    const now = parts()
    expect(now.length).toBeGreaterThan(100)
    withFile(shop.dataDir, (file) => file.exec('drop table word_parts'))
    await migrateAgain(shop.dataDir, '0048-word-parts')
    expect(parts()).toStrictEqual([])
    const engine = await openSqliteFile(shop.dataDir)
    onTestFinished(async () => engine.close())
    await indexRecords(engine)
    expect(parts()).toStrictEqual(now)
  })

  it('call orders by their bills whose customer is known without a name, and none whose person was erased', async () => {
    const shop = await openShop()
    const manager = await shop.as('admin')
    const orders = []
    for (const [bill, email] of [
      [{ firstName: 'Karen' }, 'karen@kyst.example'],
      [{ firstName: null, lastName: null, companyName: 'Kyst ApS' }, 'kyst@kyst.example'],
      [{}, 'erased@kyst.example'],
    ] as const)
      orders.push((await manager.anOrder({ billing: { ...bill, email } })).order)
    const [, , erased] = orders
    await manager.post(`/manage/customers/${erased?.customer.id}/erase`)
    await shop.core.close()
    const names = () =>
      withFile(shop.dataDir, (file) =>
        keptIn(file, 'id, customer_first_name, customer_last_name from orders'),
      )
    const now = names()
    withFile(shop.dataDir, (file) => {
      file.exec("update orders set customer_first_name = '', customer_last_name = ''")
    })
    expect(names()).not.toStrictEqual(now)
    await migrateAgain(shop.dataDir, '0049-names-of-orders')
    expect(names()).toStrictEqual(now)
  })

  it('tell what each day has taken until now from the histories, and which method is cash', async () => {
    const shop = await openShop()
    const clerk = await shop.as('staff')
    const [plain, parts, cancelled] = [await clerk.anOrder(), await clerk.anOrder(), await clerk.anOrder()]
    const uptown = await shop.as('staff', 'uptown')
    const yen = await uptown.anOrder({ currency: 'JPY', priceGroup: 'Shop price, JPY', payment: 'Invoice' })
    await clerk.anOrder()
    for (const { paymentId } of [plain, parts, cancelled]) await clerk.post(`/payments/${paymentId}/capture`)
    await uptown.post(`/payments/${yen.paymentId}/capture`)
    for (const amount of [0.05, 1.1, 2]) {
      shop.clock.advance(60)
      await clerk.post(`/payments/${parts.paymentId}/refund`, { amount })
    }
    await clerk.post(`/orders/${cancelled.order.id}/cancel`, { refund: true })
    await uptown.post(`/payments/${yen.paymentId}/refund`, { amount: 7 })
    await shop.core.close()

    const kept = () =>
      withFile(shop.dataDir, (file) => [
        file
          .prepare(
            `select store_id, date, payment_id, kind, currency_id, amount, cash_rounding from payment_transactions
             order by payment_id, date, amount`,
          )
          .raw()
          .all(),
        file.prepare('select id, takes_cash from payment_methods order by id').raw().all(),
      ])
    const now = kept()
    expect(now[0]).toHaveLength(9)
    withFile(shop.dataDir, forgetTakings)
    await migrateAgain(shop.dataDir, '0037-takings')
    expect(kept()).toStrictEqual(now)
  })

  it('tell of what was received whether it was in cash', async () => {
    const shop = await openShop()
    const clerk = await shop.as('staff')
    for (const payment of ['Cash', 'Card terminal']) {
      await clerk.anOrder({ payment })
      const { paymentId } = await clerk.anOrder({ payment })
      await clerk.post(`/payments/${paymentId}/capture`)
    }
    await shop.core.close()
    const kept = () =>
      withFile(shop.dataDir, (file) =>
        file.prepare('select id, received_in_cash from payments order by id').raw().all(),
      )
    const now = kept()
    expect(now.map((row) => (row as unknown[])[1]).toSorted()).toStrictEqual([0, 1, null, null])
    withFile(shop.dataDir, (file) => file.exec('alter table payments drop column received_in_cash'))
    await migrateAgain(shop.dataDir, '0038-received-in-cash')
    expect(kept()).toStrictEqual(now)
  })

  it('take what histories tell of deleted customers, and of nobody else', async () => {
    const shop = await openShop()
    const manager = await shop.as('admin')
    const [kept, deleted] = await Promise.all(
      ['Kirsten', 'Ida'].map(async (firstName) => {
        const body = { firstName, lastName: 'Holm' }
        const { id } = (await manager.post('/manage/customers', body)).ok(ManagedCustomer)
        expect((await manager.patch(`/manage/customers/${id}`, { lastName: 'Krogh' })).status).toBe(200)
        return id
      }),
    )
    await shop.core.close()
    withFile(shop.dataDir, (file) => {
      // As it was deleted before: its history stayed as it was.
      file.prepare('delete from customer_terms where customer_id = ?').run(deleted)
      file.prepare('delete from customers where id = ?').run(deleted)
    })
    await migrateAgain(shop.dataDir, '0041-deleted-customers')
    withFile(shop.dataDir, (file) => {
      const changes = file
        .prepare<[string | undefined], string>(
          'select changes from record_events where record_id = ? and version = 2',
        )
        .pluck()
      expect(changes.get(deleted)).toBe('[]')
      expect(changes.get(kept)).toContain('Krogh')
    })
  })

  it('give refunds that there are the numbers that they were printed with', async () => {
    const shop = await openShop()
    const clerk = await shop.as('staff')
    const orders = [await clerk.anOrder(), await clerk.anOrder()]
    for (const { paymentId } of orders) {
      await clerk.post(`/payments/${paymentId}/capture`)
      for (const amount of [3, 2, 1]) {
        shop.clock.advance(10)
        await clerk.post(`/payments/${paymentId}/refund`, { amount })
      }
    }
    await shop.core.close()
    const places = () =>
      withFile(shop.dataDir, (file) =>
        file.prepare('select id, kind, refund_place from payment_transactions order by id').raw().all(),
      )
    const now = places()
    expect(now).toHaveLength(8)
    withFile(shop.dataDir, (file) =>
      file.exec(`
        drop index payment_transactions_by_payment;
        alter table payment_transactions drop column refund_place;
        create index payment_transactions_by_payment on payment_transactions (payment_id)`),
    )
    await migrateAgain(shop.dataDir, '0045-places-of-refunds')
    expect(places()).toStrictEqual(now)
  })

  it('tell payments that were refunded in part, what methods ask of addresses, and where a cart was placed from', async () => {
    const shop = await openShop()
    const clerk = await shop.as('staff')
    const { paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`)
    await clerk.post(`/payments/${paymentId}/refund`, { amount: 1 })
    const whole = await clerk.anOrder()
    await clerk.post(`/payments/${whole.paymentId}/capture`)
    await shop.core.close()

    const dataDir = await temporaryDir()
    const source = join(shop.dataDir, 'backcounter.sqlite')
    // As the first version wrote it.
    withFile(shop.dataDir, (file) => file.exec(`update payments set state = 'captured'`))
    await firstVersion(dataDir, source)
    const database = await openSqliteFile(dataDir)
    onTestFinished(async () => database.close())
    withFile(dataDir, (file) => {
      const all = (sql: string): unknown[] => file.prepare(sql).raw().all()
      expect(all('select state, refunded from payments order by refunded')).toStrictEqual([
        ['captured', 0],
        ['partially_refunded', 100],
      ])
      expect(all('select distinct name from payment_methods where sends_invoice = 1')).toStrictEqual([
        ['Invoice'],
      ])
      expect(all('select name from shipping_methods where delivers = 0 order by name')).toStrictEqual([
        ['Collection in the shop'],
        ['Pickup in store'],
      ])
      expect(
        all(`select distinct state, version - placed_version from carts where state = 'ordered'`),
      ).toStrictEqual([['ordered', 1]])
      expect(file.pragma('foreign_key_check')).toStrictEqual([])
    })
    expect(await checkOrders(database)).toStrictEqual({ orders: 2, faults: [] })
  })
})
