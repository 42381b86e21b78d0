import { describe, expect, it } from 'vitest'
import { CartsAnswer } from '../../../core/carts/cart.schema.ts'
import { CartEventsAnswer } from '../../../core/carts/cart-event.schema.ts'
import { CustomersAnswer } from '../../../core/customers/customer.schema.ts'
import { ManagedCustomer } from '../../../core/customers/manage/managed-customer.schema.ts'
import { RecordEventsAnswer } from '../../../core/history/record-event.schema.ts'
import { OrderEventsAnswer } from '../../../core/orders/order.schema.ts'
import { checkOrders } from '../../../core/orders/check-orders.ts'
import { OrderTransactionsAnswer } from '../../../core/orders/payments/transaction.schema.ts'
import { checkGiftCards } from '../../../core/gift-cards/check-gift-cards.ts'
import { GiftCard, GiftCardsOfOrder, IssuedGiftCard } from '../../../core/gift-cards/gift-card.schema.ts'
import { EraseAnswer, PersonData } from '../../../core/people/people.schema.ts'
import { insertRows } from '../../../core/database/queries/prepared.ts'
import { statements } from '../../../core/database/statements.ts'
import type { TableName } from '../../../core/database/schema/tables.ts'
import { newId } from '../../../core/kernel/ids.ts'
import { rooms } from '../../../core/rooms.ts'
import { withEngine } from '../../../core/engines.ts'
import { storedRows } from '../../support/data.ts'
import { planOf, runElsewhere } from '../../support/past-the-core.ts'
import { anyParameters, statementsOf } from '../../support/statements.ts'
import { isOnPostgres, locationOf } from '../../support/storage.ts'
import type { Clerk } from '../../support/clerk.ts'
import type { Shop } from '../../support/shop.ts'
import {
  customersFound,
  finishOrder,
  makeCustomer,
  openStaffedShop,
  ordersFound,
  placeOrderOf,
  readCustomer,
} from '../../support/customers.ts'

/** The tables in which something stands. */
async function tablesWith({ dataDir }: Shop, text: RegExp): Promise<string[]> {
  const tables = rooms.flatMap((room): readonly TableName[] => room.tables)
  // One after another on one connection: a server has not as many as there are tables.
  const contents = await withEngine(await locationOf(dataDir), async (engine) =>
    engine.read(async (db) => {
      const texts: string[] = []
      for (const table of tables) texts.push(JSON.stringify(await db.selectFrom(table).selectAll().execute()))
      return texts
    }),
  )
  return tables.filter((_, index) => text.test(contents[index] ?? ''))
}

describe('the data of a person', () => {
  it('is handed over whole: customer, addresses, carts begun under the e-mail, orders, notes and histories', async () => {
    const { clerk, manager } = await openStaffedShop()
    const customer = await makeCustomer(clerk, { email: 'karen@rungsted.example', note: 'Allergic to dust' })
    const { id, order } = await placeOrderOf(clerk, customer.id)
    const begun = await clerk.aCart()
    await clerk.setBilling(begun, { email: 'Karen@Rungsted.example' })
    ;(await clerk.get(`/manage/customers/${customer.id}/data`)).refused('Forbidden')
    const answer = await manager.get(`/manage/customers/${customer.id}/data`)
    expect(answer.headers['content-disposition']).toContain(`customer-${customer.id}.json`)
    const data = answer.ok(PersonData)
    expect(data.customer).toStrictEqual(customer)
    expect(data.carts.map((cart) => cart.id).sort()).toStrictEqual([id, begun].sort())
    expect(data.orders).toMatchObject([{ id, orderNumber: order.orderNumber, note: order.note }])
    expect(data.orders[0]?.events[0]?.kind).toBe('order.placed')
    expect(data.events[0]?.kind).toBe('created')
    expect(data.turnover[0]?.total).toBe(order.orderTotal)
  })

  it('has each cart and order as it is at its own address, in as many statements for three as for one', async () => {
    const { clerk, manager } = await openStaffedShop()
    const { id } = await makeCustomer(clerk)
    const known = async (): Promise<PersonData> =>
      (await manager.get(`/manage/customers/${id}/data`)).ok(PersonData)
    const { paymentId } = await placeOrderOf(clerk, id)
    await clerk.post(`/payments/${paymentId}/capture`, {})
    const statements = async (): Promise<number> => {
      await known()
      return (await statementsOf(known)).length
    }
    const ofOne = await statements()
    await clerk.post(`/payments/${paymentId}/refund`, { amount: 1.5, reason: 'scratched' })
    await placeOrderOf(clerk, id)
    const { id: last } = await placeOrderOf(clerk, id)
    await clerk.post(`/orders/${last}/cancel`, {})
    expect(await statements()).toBe(ofOne)

    const { carts, orders } = await known()
    expect(orders).toHaveLength(3)
    for (const { events, giftCards, ...order } of orders) {
      expect(giftCards).toStrictEqual([])
      expect(order).toStrictEqual(await clerk.readOrder(order.id))
      expect(events).toStrictEqual(
        (await clerk.get(`/orders/${order.id}/events`)).ok(OrderEventsAnswer).events,
      )
    }
    expect(carts).toHaveLength(3)
    for (const { events, ...cart } of carts) {
      expect(cart).toStrictEqual(await clerk.readCart(cart.id))
      expect(events).toStrictEqual((await clerk.get(`/carts/${cart.id}/events`)).ok(CartEventsAnswer).events)
    }
  })

  // A server reads side by side.
  it.skipIf(isOnPostgres)('keeps nobody waiting while it is gathered', async () => {
    const { clerk, manager } = await openStaffedShop()
    const { id } = await makeCustomer(clerk)
    await placeOrderOf(clerk, id)
    const answered: string[] = []
    const ask = async (who: Clerk, path: string) => {
      expect((await who.get(path)).status).toBe(200)
      answered.push(path)
    }
    await Promise.all([ask(manager, `/manage/customers/${id}/data`), ask(clerk, '/orders')])
    expect(answered[0]).toBe('/orders')
  })

  it('is looked for by e-mail in carts that were never placed, and not in those of all orders', async () => {
    const { clerk, manager, shop } = await openStaffedShop()
    const { id } = await makeCustomer(clerk, { email: 'karen@blixen.example' })
    const run = await statementsOf(async () => manager.get(`/manage/customers/${id}/data`))
    const looking = run.filter((sql) => sql.includes('lower("billing_address")'))
    expect(looking).toHaveLength(1)
    const [sql = ''] = looking
    const { text } = await planOf(shop.dataDir, sql, ...anyParameters(sql))
    expect(text).toMatch(/carts_by_state [^]*\bstate\b/)
  })

  it('is not erased while an order is to be paid or delivered, and says which', async () => {
    const { clerk, manager } = await openStaffedShop()
    const { id } = await makeCustomer(clerk)
    const placed = await placeOrderOf(clerk, id)
    const path = `/manage/customers/${id}/erase`
    expect((await manager.post(path)).refused('Conflict').join()).toContain(
      `${placed.order.orderNumber} (New order)`,
    )
    await clerk.post(`/payments/${placed.paymentId}/capture`, {})
    expect((await manager.post(path)).refused('Conflict').join()).toContain('(Paid)')
    expect((await readCustomer(clerk, id)).firstName).toBe('Karen')
  })

  it('is erased from orders that are read together, however many there are', async () => {
    const { clerk, manager } = await openStaffedShop()
    const { id } = await makeCustomer(clerk)
    await finishOrder(clerk, await placeOrderOf(clerk, id))
    await finishOrder(clerk, await placeOrderOf(clerk, id))
    const run = await statementsOf(async () =>
      expect((await manager.post(`/manage/customers/${id}/erase`)).ok(EraseAnswer)).toMatchObject({
        orders: 2,
      }),
    )
    expect(run.filter((sql) => /^select .* from "order_lines"/.test(sql))).toHaveLength(1)
  })

  it('is erased from hundreds of orders in several turns: whoever reads meanwhile is answered in between', async () => {
    const { clerk, manager, shop } = await openStaffedShop()
    const { id } = await makeCustomer(clerk)
    const placed = await placeOrderOf(clerk, id)
    await finishOrder(clerk, placed)
    await withEngine(await locationOf(shop.dataDir), async (engine) =>
      engine.transact(async (db) => {
        const ids = Array.from({ length: 500 }, newId)
        const carts = db.selectFrom('carts').selectAll().where('id', '=', placed.id)
        const cart = await carts.executeTakeFirstOrThrow()
        await insertRows(
          db,
          'carts',
          ids.map((copy) => ({ ...cart, id: copy })),
        )
        const orders = db.selectFrom('orders').selectAll().where('id', '=', placed.id)
        const order = await orders.executeTakeFirstOrThrow()
        await insertRows(
          db,
          'orders',
          ids.map((copy, n) => ({ ...order, id: copy, order_number: `${order.order_number}-${n}` })),
        )
      }),
    )
    let turn = 0
    const count = (): void => {
      turn += 1
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    const turns = new Set<number>()
    const note = (message: unknown): void => {
      if ((message as { sql: string }).sql.startsWith('update "orders"')) turns.add(turn)
    }
    statements.subscribe(note)
    try {
      const erased = (await manager.post(`/manage/customers/${id}/erase`)).ok(EraseAnswer)
      expect(erased).toMatchObject({ orders: 501 })
    } finally {
      statements.unsubscribe(note)
      clearImmediate(next)
    }
    expect(turns.size).toBeGreaterThan(2)
  })

  it('is not erased while an order is open again for them that was placed for somebody else', async () => {
    const { clerk, manager } = await openStaffedShop()
    const [placedFor, chosen] = [await makeCustomer(clerk), await makeCustomer(clerk, { firstName: 'Tania' })]
    const written = await makeCustomer(clerk, { firstName: 'Isak', email: 'isak@blixen.example' })
    const { id, order } = await placeOrderOf(clerk, placedFor.id)
    const erase = async (customer: ManagedCustomer) => manager.post(`/manage/customers/${customer.id}/erase`)

    await clerk.patch(`/carts/${id}`, { customerId: chosen.id })
    expect((await erase(chosen)).refused('Conflict').join()).toContain(`${order.orderNumber} (Reopened)`)
    await clerk.patch(`/carts/${id}`, { customerId: null })
    await clerk.setBilling(id, { email: 'isak@blixen.example' })
    expect((await erase(written)).refused('Conflict').join()).toContain(`${order.orderNumber} (Reopened)`)

    expect((await erase(chosen)).status).toBe(200)
    expect((await clerk.post(`/orders/${id}/cancel`, {})).status).toBe(200)
    expect((await erase(written)).status).toBe(200)
  })

  it('is erased everywhere; orders keep numbers, dates, goods, amounts and taxes', async () => {
    const { clerk, manager, shop } = await openStaffedShop()
    const home = { line1: 'Rungstedlund', city: 'Rungsted', countryId: await clerk.country() }
    const kept = await makeCustomer(clerk, {
      email: 'karen@rungsted.example',
      phoneNumber: '+45 45 57 10 57',
      note: 'Allergic',
      addresses: [home],
    })
    const double = await makeCustomer(clerk, { firstName: 'Osceola', email: 'osceola@rungsted.example' })
    await manager.post(`/manage/customers/${kept.id}/merge`, { doubleId: double.id })
    await clerk.patch(`/manage/customers/${kept.id}`, { firstName: 'Tanne' })
    const placed = await placeOrderOf(clerk, kept.id, { firstName: 'Karen', lastName: 'Blixen', ...home })
    const elsewhere = await clerk.anAddress({ firstName: 'Osceola', line1: 'Rungstedvej 1' })
    const sent = await clerk.post(`/orders/${placed.id}/shipping-address`, { shippingAddress: elsewhere })
    expect(sent.status).toBe(200)
    await finishOrder(clerk, placed)
    await clerk.post(`/orders/${placed.id}/note`, { note: 'Karen called' })
    const lines = [{ lineId: (await clerk.readOrder(placed.id)).orderLines[0]?.id, quantity: 1 }]
    const refund = { amount: 1, lines, reason: 'Karen was unhappy' }
    expect((await clerk.post(`/payments/${placed.paymentId}/refund`, refund)).status).toBe(200)
    const moneyOf = async () =>
      (await clerk.get(`/orders/${placed.id}/transactions`)).ok(OrderTransactionsAnswer)
    const money = await moneyOf()
    expect(money.transactions.at(-1)?.lines).toMatchObject(lines)
    const parked = await clerk.aCart()
    await clerk.patch(`/carts/${parked}`, { customerId: kept.id, name: 'Karen tomorrow' })
    const begun = await clerk.aCart()
    await clerk.setBilling(begun, { email: 'Osceola@rungsted.example', firstName: 'Osceola' })
    const before = await clerk.readOrder(placed.id)
    const path = `/manage/customers/${kept.id}`
    ;(await clerk.post(`${path}/erase`)).refused('Forbidden')
    expect((await manager.post(`${path}/erase`)).ok(EraseAnswer)).toStrictEqual({
      success: true,
      orders: 1,
      carts: 3,
    })

    const after = await clerk.readOrder(placed.id)
    for (const field of [
      'orderNumber',
      'createdDate',
      'completedDate',
      'orderStatus',
      'orderTotal',
      'subTotal',
      'tax',
      'vat',
      'shippingTotal',
      'payments',
      'billingCurrency',
      'discountTotal',
    ] as const)
      expect(after[field], field).toStrictEqual(before[field])
    expect(after.orderLines.map(({ orderLineProperties: _, ...line }) => line)).toStrictEqual(
      before.orderLines.map(({ orderLineProperties: _, ...line }) => line),
    )
    expect(after.billingAddress.country).toStrictEqual(before.billingAddress.country)
    expect(await moneyOf()).toStrictEqual(money)
    await withEngine(await locationOf(shop.dataDir), async (database) => {
      expect((await checkOrders(database)).faults).toStrictEqual([])
    })
    expect(await ordersFound(clerk, { search: before.orderNumber })).toStrictEqual([placed.id])

    // Nothing that anybody can ask for says anything of the person.
    const answers = [
      await clerk.get(`/orders/${placed.id}`),
      await clerk.get(`/orders/${placed.id}/events`),
      await clerk.get(path),
      await clerk.get(`${path}/events`),
      await manager.get(`${path}/data`),
      ...(await Promise.all([placed.id, parked, begun].map(async (id) => clerk.get(`/carts/${id}`)))),
      await clerk.get('/carts'),
    ]
    for (const { status, text } of answers) {
      expect(status).toBe(200)
      expect(text).not.toMatch(/karen|tanne|blixen|osceola|rungsted|neighbour|allergic|4557|unhappy/i)
    }
    for (const search of ['karen', 'rungsted', '45571057', 'osceola@rungsted.example']) {
      expect(await customersFound(clerk, search), search).not.toContain(kept.id)
      expect(await ordersFound(clerk, { search }), search).toStrictEqual([])
      const offered = (await clerk.get('/customers', { search })).ok(CustomersAnswer).customers
      expect(offered.map(({ id }) => id)).not.toContain(kept.id)
    }
    const rows = (await storedRows(shop.dataDir, 'customers')) as { id: string }[]
    expect(rows.find(({ id }) => id === kept.id)).toMatchObject({ state: 'erased', made_for_email: null })
    expect(
      (await clerk.get(`/orders/${placed.id}/events`)).ok(OrderEventsAnswer).events.map(({ kind }) => kind),
    ).toContain('order.erased')
    const [last] = (await clerk.get(`${path}/events`)).ok(RecordEventsAnswer).events
    expect(last?.kind).toBe('erased')

    // For good: nothing can be written of them any more, and what they bought can still be bought again.
    ;(await clerk.patch(path, { firstName: 'Karen' })).refused('BadRequest')
    ;(await manager.post(`${path}/erase`)).refused('Conflict')
    ;(await clerk.patch(`/carts/${await clerk.aCart()}`, { customerId: kept.id })).refused('BadRequest')
    expect((await clerk.post(`/orders/${placed.id}/cart`)).status).toBe(200)
    // Whoever comes back is somebody new.
    const { order } = await clerk.anOrder({ billing: { email: 'karen@rungsted.example' } })
    expect(order.customer.id).not.toBe(kept.id)
  })

  it('is in no table any more, nor in the answers that are kept for whoever asks again', async () => {
    const { clerk, manager, shop } = await openStaffedShop()
    const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
    const person = { firstName: 'Zebulonia', lastName: 'Quist', email: 'zq@ngong.example' }
    const made = (await clerk.post('/manage/customers', person, keyed('made'))).ok(ManagedCustomer)
    const placed = await placeOrderOf(clerk, made.id, person)
    await finishOrder(clerk, placed)
    const note = { note: 'Zebulonia called' }
    expect((await clerk.post(`/orders/${placed.id}/note`, note, keyed('note'))).status).toBe(200)
    const comment = { comment: 'Zebulonia sounded tired' }
    expect((await clerk.post(`/orders/${placed.id}/comments`, comment, keyed('comment'))).status).toBe(200)
    const copy = await clerk.post(`/orders/${placed.id}/cart`, undefined, keyed('copy'))
    await clerk.patch(`/carts/${(copy.body as { cartId: string }).cartId}`, { name: 'Quist again' })
    const other = await clerk.post('/manage/customers', { lastName: 'Dinesen' }, keyed('other'))
    const found = async () => tablesWith(shop, /zebulonia|quist|ngong/i)
    expect(await found()).toContain('idempotency_keys')
    await manager.post(`/manage/customers/${made.id}/erase`, undefined, keyed('erased'))
    expect(await found()).toStrictEqual([])
    // Asked again nothing is done a second time.
    const again = await clerk.post('/manage/customers', person, keyed('made'))
    expect(again.refused('Conflict').join()).toContain('erased')
    expect((await clerk.get(`/orders/${placed.id}`)).status).toBe(200)
    const same = await clerk.post('/manage/customers', { lastName: 'Dinesen' }, keyed('other'))
    expect([same.headers['idempotent-replayed'], same.text]).toStrictEqual(['true', other.text])
  })

  it('tells what was written about gift cards of their orders, which is erased with it', async () => {
    const { clerk, manager, shop } = await openStaffedShop()
    const [product] = await clerk.products()
    await manager.patch(`/manage/products/${product?.sku}`, { isGiftCard: true })
    const { id } = await makeCustomer(clerk)
    const [placed, others] = [
      await placeOrderOf(clerk, id),
      await placeOrderOf(clerk, (await makeCustomer(clerk)).id),
    ]
    const cardOf = async (bought: typeof placed): Promise<string> => {
      await finishOrder(clerk, bought)
      const path = `/orders/${bought.id}/gift-cards`
      const [line] = (await clerk.get(path)).ok(GiftCardsOfOrder).toIssue
      const cardId = (await clerk.post(path, { lineId: line?.lineId })).ok(IssuedGiftCard).giftCard.id
      await manager.post(`/gift-cards/${cardId}/replace`, { reason: 'Zebulonia lost it' })
      await manager.post(`/gift-cards/${cardId}/deactivate`, { reason: 'Zebulonia lost it again' })
      return cardId
    }
    const cards = [await cardOf(placed), await cardOf(others)]
    const told = async () => {
      const { orders } = (await manager.get(`/manage/customers/${id}/data`)).ok(PersonData)
      return orders.flatMap(({ giftCards }) => giftCards)
    }
    const reasons = ['Zebulonia lost it', 'Zebulonia lost it again']
    expect(await told()).toMatchObject([
      { id: cards[0], transactions: reasons.map((reason) => ({ reason })) },
    ])
    await runElsewhere(shop.dataDir, `update gift_cards set reason = 'Zebulonia' where id = '${cards[0]}'`)
    expect((await manager.post(`/manage/customers/${id}/erase`)).status).toBe(200)
    expect(await told()).toMatchObject([{ id: cards[0], transactions: [] }])
    // What was written about somebody else's stays.
    const kept = (await storedRows(shop.dataDir, 'gift_card_transactions')) as Record<string, string | null>[]
    const written = kept.filter(({ reason }) => reason?.startsWith('Zebulonia'))
    expect(written.map((row) => row['gift_card_id'])).toStrictEqual([cards[1], cards[1]])
    expect((await manager.get(`/gift-cards/${cards[0]}`)).ok(GiftCard).reason).toBeNull()
    await withEngine(await locationOf(shop.dataDir), async (database) => {
      expect((await checkGiftCards(database)).faults).toStrictEqual([])
    })
  })

  it('finds the kept answers that tell of them, and no others, however many there are', async () => {
    const { clerk, manager, shop } = await openStaffedShop()
    const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
    const { id } = await makeCustomer(clerk)
    const placed = await placeOrderOf(clerk, id)
    expect((await clerk.post(`/orders/${placed.id}/note`, { note: 'a' }, keyed('note'))).status).toBe(200)
    await clerk.post(`/orders/${placed.id}/reopen`, undefined, keyed('reopened'))
    const property = { key: 'engraving', value: 'Karen' }
    const views = { ...keyed('property'), query: { views: 'miniCart' } }
    await clerk.post(`/carts/${placed.id}/properties`, property, views)
    await clerk.post(`/orders/${placed.id}/cancel`, { reason: 'no' }, keyed('cancelled'))
    for (let other = 0; other < 3; other++)
      await clerk.post('/manage/customers', { lastName: 'Dinesen' }, keyed(`other ${other}`))
    await clerk.post('/carts', { cultureCode: 'en-GB', currency: 'EUR' }, keyed('cart'))
    await manager.post(`/manage/customers/${id}/erase`)
    const rows = (await storedRows(shop.dataDir, 'idempotency_keys')) as Record<string, string | null>[]
    const [emptied, kept] = [true, false].map((isEmpty) =>
      rows.filter(({ body }) => (body === '') === isEmpty).map((row) => row['idempotency_key']),
    )
    expect(emptied?.toSorted()).toStrictEqual(['cancelled', 'note', 'property', 'reopened'])
    expect(kept?.toSorted()).toStrictEqual(['cart', 'other 0', 'other 1', 'other 2'])
    // What tells of nobody is in no index of these.
    expect(rows.find((row) => row['idempotency_key'] === 'cart')).toMatchObject({
      record_id: null,
      customer_id: null,
    })
  })

  it('is in no table any more either where the customer was deleted, who had been one of two', async () => {
    const { clerk, manager, shop } = await openStaffedShop()
    const person = { firstName: 'Zebulonia', email: 'zq@ngong.example' }
    const keyed = { headers: { 'idempotency-key': 'made' } }
    const kept = (await clerk.post('/manage/customers', person, keyed)).ok(ManagedCustomer)
    const double = await makeCustomer(clerk, { lastName: 'Quist' })
    await clerk.patch(`/manage/customers/${double.id}`, { lastName: 'Quistgaard' })
    await manager.post(`/manage/customers/${kept.id}/merge`, { doubleId: double.id })
    await clerk.patch(`/manage/customers/${kept.id}`, { note: 'Zebulonia called' })
    expect(await tablesWith(shop, /zebulonia|quist|ngong/i)).toContain('record_events')
    const { body } = await manager.delete(`/manage/customers/${kept.id}`)
    expect(body).toMatchObject({ retired: false })
    // Nobody finds the customer any more to erase what was left.
    ;(await manager.post(`/manage/customers/${kept.id}/erase`)).refused('NotFound')
    expect(await tablesWith(shop, /zebulonia|quist|ngong/i)).toStrictEqual([])
  })

  it('is taken out of carts begun under their e-mail in capitals, of other letters than those of ASCII, too', async () => {
    const { clerk, manager } = await openStaffedShop()
    const { id } = await makeCustomer(clerk, { email: 'jørgen@åkjær.example' })
    const begun = await clerk.aCart()
    await clerk.setBilling(begun, { email: 'JØRGEN@ÅKJÆR.example' })
    const data = (await manager.get(`/manage/customers/${id}/data`)).ok(PersonData)
    expect(data.carts.map((cart) => cart.id)).toStrictEqual([begun])
    expect((await manager.post(`/manage/customers/${id}/erase`)).ok(EraseAnswer)).toMatchObject({ carts: 1 })
    expect((await clerk.readCart(begun)).billingAddress).toBeNull()
  })

  it('is taken out of the cart of an order that was cancelled while it was open again, though no e-mail leads there', async () => {
    const { clerk, manager } = await openStaffedShop()
    const cancelled = async (lastName: string, billing: object = {}) => {
      const { order } = await clerk.anOrder({ billing: { lastName, email: null } })
      await clerk.setBilling(order.id, { lastName, email: null, line2: 'Left', ...billing })
      expect((await clerk.post(`/orders/${order.id}/cancel`)).status).toBe(200)
      return order
    }
    const own = await cancelled('Dinesen')
    const { id } = own.customer
    const data = (await manager.get(`/manage/customers/${id}/data`)).ok(PersonData)
    expect(data.carts.map((cart) => cart.id)).toStrictEqual([own.id])
    expect((await manager.post(`/manage/customers/${id}/erase`)).ok(EraseAnswer)).toMatchObject({ carts: 1 })
    expect((await clerk.readCart(own.id)).billingAddress).toBeNull()
    // What somebody else has been written on meanwhile is theirs.
    const other = await cancelled('Finch', { lastName: 'Hatton' })
    const theirs = (await manager.get(`/manage/customers/${other.customer.id}/data`)).ok(PersonData)
    expect(theirs.carts).toStrictEqual([])
  })

  it('is taken out of carts begun under an e-mail that they had before, unless it is somebody else’s by now', async () => {
    const { clerk, manager } = await openStaffedShop()
    const { id } = await makeCustomer(clerk, { email: 'old@ngong.example' })
    await clerk.patch(`/manage/customers/${id}`, { email: 'shared@ngong.example' })
    await clerk.patch(`/manage/customers/${id}`, { email: 'new@ngong.example' })
    await makeCustomer(clerk, { email: 'shared@ngong.example' })
    const begun = await Promise.all([clerk.aCart(), clerk.aCart()])
    await clerk.setBilling(begun[0], { email: 'Old@ngong.example' })
    await clerk.setBilling(begun[1], { email: 'shared@ngong.example' })
    expect((await manager.post(`/manage/customers/${id}/erase`)).ok(EraseAnswer)).toMatchObject({ carts: 1 })
    const [theirs, others] = await Promise.all(begun.map(async (cartId) => clerk.readCart(cartId)))
    expect(theirs?.billingAddress).toBeNull()
    expect(others?.billingAddress).toMatchObject({ emailAddress: 'shared@ngong.example' })
  })

  it('of somebody without orders goes with the customer', async () => {
    const { clerk, manager } = await openStaffedShop()
    const { id } = await makeCustomer(clerk)
    const cartId = await clerk.aCart()
    await clerk.patch(`/carts/${cartId}`, { customerId: id })
    expect((await manager.post(`/manage/customers/${id}/erase`)).ok(EraseAnswer)).toMatchObject({ orders: 0 })
    ;(await clerk.get(`/manage/customers/${id}`)).refused('NotFound')
    const [cart] = (await clerk.get('/carts', { state: 'abandoned' })).ok(CartsAnswer).carts
    expect(cart).toMatchObject({ id: cartId, customerName: null })
  })
})
