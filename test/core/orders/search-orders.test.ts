import { describe, expect, it } from 'vitest'
import { CartsAnswer } from '../../../core/carts/cart.schema.ts'
import { CustomersAnswer } from '../../../core/customers/customer.schema.ts'
import { OrdersAnswer } from '../../../core/orders/order.schema.ts'
import { ManagedStoresAnswer } from '../../../core/store-settings/store-settings.schema.ts'
import type { Query } from '../../support/caller.ts'
import type { Clerk } from '../../support/clerk.ts'
import { planOf } from '../../support/past-the-core.ts'
import { openShop, sharedShop } from '../../support/shop.ts'
import { anyParameters, statementsOf } from '../../support/statements.ts'
import { isOnPostgres } from '../../support/storage.ts'

const shop = sharedShop()

const find = async (clerk: Clerk, query: Query): Promise<string[]> =>
  (await clerk.get('/orders', query)).ok(OrdersAnswer).orders.map(({ id }) => id)

describe('orders are searched for (extension)', () => {
  it('names the family first where the letters of a name are read so', async () => {
    const own = await openShop()
    const staff = await own.as('staff')
    const { order } = await staff.anOrder({ billing: { firstName: '桜子', lastName: '勅使河原' } })
    const cartId = await staff.aCart()
    await staff.setBilling(cartId, { firstName: '桜子', lastName: '勅使河原' })
    // By its parts, and as one word, as it is written.
    for (const search of ['桜子 勅使河原', '勅使河原桜子', '河原桜']) {
      const { orders } = (await staff.get('/orders', { search })).ok(OrdersAnswer)
      expect(orders.map(({ id, customerName }) => [id, customerName])).toEqual([[order.id, '勅使河原 桜子']])
      const { carts } = (await staff.get('/carts', { search })).ok(CartsAnswer)
      expect(carts.find(({ id }) => id === cartId)?.customerName).toBe('勅使河原 桜子')
      const { customers } = (await staff.get('/customers', { search })).ok(CustomersAnswer)
      expect(customers.map(({ id }) => id)).toEqual([order.customer.id])
    }
  })

  it('are found by their number alone, whatever the store’s numbers begin with since', async () => {
    const own = await openShop()
    const admin = await own.as('admin')
    const orders = [(await admin.anOrder({ quantities: [1] })).order]
    const [store] = (await admin.get('/manage/stores')).ok(ManagedStoresAnswer).stores
    for (const orderNumberPrefix of ['', '2027-']) {
      await admin.patch(`/manage/stores/${store?.id}`, { orderNumberPrefix })
      orders.push((await admin.anOrder({ quantities: [1] })).order)
    }
    const numbers = orders.map(({ orderNumber }) => orderNumber)
    expect(numbers).toStrictEqual(['H-10001', '10002', '2027-10003'])
    const found = async (search: string) => find(admin, { search })
    const [first, second, third] = orders.map(({ id }) => [id])
    for (const search of ['10001', 'h10001', 'Order no. 10001', '(H-10001)'])
      expect(await found(search)).toEqual(first)
    expect(await found('10002')).toEqual(second)
    for (const search of ['10003', '2027 10003']) expect(await found(search)).toEqual(third)
    const all = orders.map(({ id }) => id).toReversed()
    expect(await found('10001, 10002, 10003')).toEqual(all)
  })

  it('by order id, payment id, order number, e-mail, name, phone or sku', async () => {
    const clerk = await shop().as('staff')
    const billing = {
      firstName: 'Gunhild',
      lastName: 'Ørsted-Krag',
      companyName: 'Krag Glas ApS',
      attention: 'Thyra Vestergaard',
      email: 'gunhild@krag-glas.example',
      mobileNumber: '+45 71 23 45 67',
    }
    const placing = await clerk.aCartReadyToPlace({ billing, quantities: [], shipping: null })
    const [product] = (await clerk.products({ maxItems: 1000 })).toReversed()
    await clerk.addLine(placing.cartId, product)
    const { paymentId } = (await clerk.post('/payments', placing)).body as { paymentId: string }
    const order = await clerk.readOrder(placing.cartId)
    for (const search of [
      order.id,
      `{${order.id.toUpperCase()}}`,
      paymentId,
      order.orderNumber,
      order.orderNumber.toLowerCase(),
      'gunhild@krag-glas.example',
      'GUNHILD@KRAG',
      'Gunhild Krag <gunhild@krag-glas.example>',
      'mailto:gunhild@krag-glas.example',
      'tel:+4571234567',
      'Tlf. 71 23 45 67',
      '７１２３４５６７',
      'Gunhild Ørsted',
      'orsted gunh',
      'krag glas',
      'thyra vester',
      '+45 71 23 45 67',
      '4571234567',
      '45 71-23',
      '71 23 45 67',
      '71234567',
      '7123',
      '0045 71 23 45 67',
      'Gunhild Ørsted, +45 71 23 45 67',
      '71 23 45 67 Gunhild',
      'Gunhild Ørsted-Krag\nKrag Glas ApS\nTlf.: 71 23 45 67',
      `${order.orderNumber} 27.11.2026`,
      `${order.orderNumber} 71 23 45 67`,
      product?.sku ?? '',
      product?.variantSku?.toLowerCase() ?? product?.sku ?? '',
      `  ${order.orderNumber} `,
    ]) {
      expect(await find(clerk, { search }), search).toStrictEqual([order.id])
    }
    for (const search of [
      'unhild',
      'gunhild nielsen',
      '%',
      '___',
      '99 71 23',
      '0199a0b0-0000-7000-8000-00000000ffff',
    ]) {
      expect(await find(clerk, { search }), search).toStrictEqual([])
    }
    expect(await find(await shop().as('staff', 'uptown'), { search: order.id })).toStrictEqual([])
    expect(await find(await shop().as('staff', 'uptown'), { search: paymentId })).toStrictEqual([])
  })

  it('by whatever is pasted: a number in any spelling, an id with what stands around it, an address', async () => {
    const clerk = await shop().as('support')
    const staff = await shop().as('staff')
    const { order, paymentId, placing } = await staff.anOrder()
    const digits = order.orderNumber.replace('H-', '')
    const plain = order.id.replaceAll('-', '')
    const at = 'http://127.0.0.1:4780'
    const wide = (text: string): string =>
      Array.from(text, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0)).join('')
    for (const search of [
      wide(digits),
      wide(order.orderNumber),
      `ご注文番号：${wide(order.orderNumber)}`,
      `${order.orderNumber}\r\n`,
      order.orderNumber.replace('-', '\u2011'),
      `Your order ${order.orderNumber} has been shipped`,
      `http://127.0.0.1:4780/#/orders?search=${order.orderNumber}&status=all`,
      `https://shop.example/track?order=${order.orderNumber}&utm_source=mail`,
      digits,
      `#${digits}`,
      `# ${digits}`,
      `H ${digits}`,
      `H${digits}`,
      `h-${digits}`,
      ` "${order.orderNumber}", `,
      `Order no. ${digits}`,
      `Order: ${order.orderNumber}`,
      `order number ${digits}`,
      `Ordrenr.: ${order.orderNumber}`.replace('Ordrenr', 'Ordre nr'),
      `Order id: ${order.id}`,
      `Order ID:${order.id.toUpperCase()}`,
      `"${order.id}"`,
      `'${order.id}'`,
      `“${order.id}”.`,
      `{${order.id}}`,
      `{${order.id.toUpperCase()}}`,
      `(${order.id})`,
      `${order.id.slice(0, 18)}…`,
      order.id.slice(0, 20).toUpperCase(),
      paymentId.slice(0, 23),
      plain,
      plain.toUpperCase(),
      `%7B${order.id}%7D`,
      `payment ${paymentId} of Ida`,
      paymentId.replaceAll('-', ''),
      `${at}/orders/${order.id}`,
      `${at}/?launch=x#/orders/${order.id}`,
      `${at}/orders?search=${order.orderNumber}`,
      `${at}/api/v1/orders/${order.id}`,
      `${at}/api/v1/orders/${order.id}/events?maxItems=5`,
      `${at}/api/v1/orders/payments/${paymentId}`,
      `${at}/api/v1/checkout?payment=${paymentId}&paymentMethod=${placing.paymentMethodId}`,
      `app://console/orders/${order.id}`,
    ]) {
      expect(await find(clerk, { search }), search).toStrictEqual([order.id])
    }
    for (const search of [
      `U ${digits}`,
      `${digits}0000`,
      placing.paymentMethodId,
      `${order.id}0`,
      `${at}/orders/0199a0b0-0000-7000-8000-00000000ffff`,
      `${at}/`,
      'http://[',
      '#',
      '""',
    ]) {
      expect(await find(clerk, { search }), search).not.toContain(order.id)
    }
  })

  it('by the transaction of its payment, as the receipt of a terminal spells it, and by nothing less', async () => {
    const clerk = await shop().as('staff')
    const paidBy = async (transactionId: string, who = clerk) => {
      const { order, paymentId } = await who.anOrder({ shipping: null })
      expect((await who.post(`/payments/${paymentId}/capture`, { transactionId })).status).toBe(200)
      return order
    }
    const order = await paidBy('T-0047/11 AX')
    for (const search of [
      'T-0047/11 AX',
      ' T-0047/11 AX\n',
      '"T-0047/11 AX"',
      'Transaction id: T-0047/11 AX',
      't-0047/11 ax',
    ])
      expect(await find(clerk, { search }), search).toStrictEqual([order.id])
    for (const search of ['T-0047/11', 'T-0047/11 A', '0047'])
      expect(await find(clerk, { search }), search).not.toContain(order.id)
    expect(await find(clerk, { search: 'T-0047/11 AX', status: 'New order' })).toStrictEqual([])
    expect(await find(await shop().as('support', 'uptown'), { search: 'T-0047/11 AX' })).toStrictEqual([])

    // A transaction may be spelled as another order's number, and the same for two.
    const namesake = await paidBy(order.orderNumber.replace('H-', ''))
    expect(await find(clerk, { search: order.orderNumber.replace('H-', '') })).toStrictEqual([
      namesake.id,
      order.id,
    ])
    expect(await find(clerk, { search: order.orderNumber })).toStrictEqual([order.id])
    const small = await paidBy('pi-47')
    expect(await find(clerk, { search: 'PI-47' })).toStrictEqual([small.id])
    const mixed = await paidBy('pi_3MtwBwLkdIÆ')
    for (const search of ['pi_3MtwBwLkdIÆ', 'PI_3MTWBWLKDIÆ', 'pi_3mtwbwlkdiÆ'])
      expect(await find(clerk, { search }), search).toStrictEqual([mixed.id])
    const slip = await paidBy('MW19980349')
    for (const search of ['TXN MW19980349', 'Terminal T1 REF: mw19980349 27.11.2026', 'MW19980349 Card'])
      expect(await find(clerk, { search }), search).toStrictEqual([slip.id])
    expect(await find(clerk, { search: 'TXN MW1998034' })).toStrictEqual([])
    // Several numbers at once.
    const numbers = [slip, mixed].map(({ orderNumber }) => orderNumber)
    expect(await find(clerk, { search: numbers.join(', ') })).toStrictEqual([slip.id, mixed.id])
    const again = await paidBy('T-0047/11 AX')
    expect(await find(clerk, { search: 'T-0047/11 AX' })).toStrictEqual([again.id, order.id])
  })

  it('by words, also where somebody has written one of them for the transaction of a payment', async () => {
    const clerk = await shop().as('staff')
    const billing = { firstName: 'Solvej', lastName: 'Kragh', email: 'solvej@kragh.example' }
    const { order } = await clerk.anOrder({ billing })
    const { order: paid, paymentId } = await clerk.anOrder()
    const transactionId = 'solvej'
    expect((await clerk.post(`/payments/${paymentId}/capture`, { transactionId })).status).toBe(200)
    for (const search of ['Solvej', 'SOLVEJ'])
      expect(await find(clerk, { search }), search).toStrictEqual([paid.id, order.id])
    expect(await find(clerk, { search: 'solvej', status: 'New order' })).toStrictEqual([order.id])
  })

  it('by what its parcel is followed by, with the gaps that a carrier prints, and by nothing less', async () => {
    const clerk = await shop().as('staff')
    const followedBy = async (trackAndTrace: string) => {
      const { order } = await clerk.anOrder()
      const set = await clerk.post(`/orders/${order.id}/track-and-trace`, { trackAndTrace })
      expect(set.status).toBe(200)
      return order
    }
    const order = await followedBy('JD014600003SE')
    for (const search of [
      'JD014600003SE',
      ' jd014600003se\n',
      'JD 0146 0000 3SE',
      'Track and trace: JD014600003SE',
      'Sendungsnummer JD014600003SE',
      '追跡番号：JD014600003SE',
    ])
      expect(await find(clerk, { search }), search).toStrictEqual([order.id])
    expect(await find(clerk, { search: 'JD0146' })).toStrictEqual([])
    expect(await find(await shop().as('support', 'uptown'), { search: 'JD014600003SE' })).toStrictEqual([])
    const linked = await followedBy('https://carrier.example/track?id=77-A')
    expect(await find(clerk, { search: 'https://carrier.example/track?id=77-A' })).toStrictEqual([linked.id])

    await clerk.post(`/orders/${order.id}/track-and-trace`, { trackAndTrace: null })
    expect(await find(clerk, { search: 'JD014600003SE' })).toStrictEqual([])
  })

  it('by a code of others reads indexes, however many orders there are', async () => {
    const plan = await planOf(
      shop().dataDir,
      `select order_id as id from payments where store_id = +? and transaction_id is not null
        and lower(transaction_id) in (+?, +?, +?) union all
        select id from orders where store_id = +? and track_and_trace in (+?, +?, +?) limit 1`,
      ...['store', 'Z-1', 'z-1', 'z 1', 'store', 'Z-1', 'z-1', 'z 1'],
    )
    expect(plan.text).toContain('payments_by_transaction')
    expect(plan.text).toContain('orders_by_track_and_trace')
  })

  it('by a code that is whole finds it alone, and not what begins with it', async () => {
    const clerk = await shop().as('staff')
    const placed = async (email: string, firstName: string) =>
      (await clerk.anOrder({ billing: { firstName, lastName: 'Quist', email } })).order.id
    const short = await placed('q@quist.example', 'Ann')
    const long = await placed('q@quist.example.com', 'Anna')
    expect(await find(clerk, { search: 'q@quist.example' })).toStrictEqual([short])
    expect(await find(clerk, { search: 'q@quist.exampl' })).toStrictEqual([long, short])
    // A name is no code: who types Ann may be on the way to Anna.
    expect(await find(clerk, { search: 'ann quist' })).toStrictEqual([long, short])
  })

  it('by the goods in it: a barcode, a sku, or beginnings of words of a name in any language', async () => {
    const clerk = await shop().as('staff')
    const goods = await clerk.products({ maxItems: 1000 })
    const product = goods.findLast(({ barcode }) => barcode !== null)
    const other = goods.find(({ sku }) => sku !== product?.sku)
    const orderOf = async (sold: typeof product, lastName: string) => {
      const placing = await clerk.aCartReadyToPlace({ billing: { lastName }, quantities: [], shipping: null })
      await clerk.addLine(placing.cartId, sold)
      await clerk.post('/payments', placing)
      return placing.cartId
    }
    const id = await orderOf(product, 'Goodsson')
    const otherId = await orderOf(other, 'Goodsson')
    const words = product?.name.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2) ?? []
    for (const search of [
      product?.barcode ?? '',
      ` "${product?.barcode ?? ''}" `,
      `0${product?.barcode ?? ''}`,
      product?.barcode?.replace(/^(.)(.{6})/, '$1 $2 ') ?? '',
      product?.sku.toLowerCase() ?? '',
      words.join(' '),
      words.map((word) => word.slice(0, -1).toUpperCase()).join(' '),
    ]) {
      const found = await find(clerk, { search })
      expect(found, search).toContain(id)
      expect(found, search).not.toContain(otherId)
    }
    const pages = await find(clerk, { search: words.join(' '), status: 'Cancelled' })
    expect(pages).toStrictEqual([])
    // The beginning of a barcode is that of all: it is the beginning of a phone number.
    expect(await find(clerk, { search: product?.barcode?.slice(0, 6) ?? '' })).toStrictEqual([])
    // Names of people and of goods, whichever fits.
    expect(await find(clerk, { search: 'goodsson' })).toStrictEqual([otherId, id])
    const uptown = await shop().as('support', 'uptown')
    expect(await find(uptown, { search: product?.barcode ?? '' })).toStrictEqual([])
  })

  it('by what was on it when it was placed, and by nothing else that its customer or its goods were ever called', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const manager = await own.as('admin')
    const person = { firstName: 'Isak', email: 'same@person.example' }
    const placed = async (lastName: string) =>
      (await clerk.anOrder({ quantities: [1], billing: { ...person, lastName } })).order
    const before = await placed('Dinesen')
    const { id: customerId } = before.customer
    const [line] = before.orderLines
    const code = line?.sku ?? ''
    await manager.patch(`/manage/customers/${customerId}`, { lastName: 'Blixen' })
    const path = `/manage/products/${encodeURIComponent(code)}`
    expect((await manager.patch(path, { sku: 'RENAMED-1' })).text).toContain('RENAMED-1')
    const after = await placed('Blixen')
    expect(after.customer.id).toBe(customerId)

    expect(await find(clerk, { search: 'dinesen' })).toStrictEqual([before.id])
    expect(await find(clerk, { search: 'blixen' })).toStrictEqual([after.id])
    expect(await find(clerk, { search: 'same@person.example' })).toStrictEqual([after.id, before.id])
    expect(await find(clerk, { search: code })).toStrictEqual([before.id])
    expect(await find(clerk, { search: 'dinesen same' })).toStrictEqual([before.id])
    expect(await find(clerk, { search: 'dinesen blixen' })).toStrictEqual([])

    // The only order that had them has them no more, while others of the customer and of the goods are there.
    const [, other] = await clerk.products({ maxItems: 2 })
    await clerk.delete(`/carts/${before.id}/lines/${line?.id ?? ''}`)
    await clerk.addLine(before.id, other)
    await clerk.setBilling(before.id, { ...person, lastName: 'Osceola' })
    const { cultureCode } = clerk
    const [paymentMethodId, priceGroupId] = [await clerk.paymentMethod(), await clerk.priceGroup()]
    const placing = { cartId: before.id, paymentMethodId, priceGroupId, cultureCode }
    expect((await clerk.post('/payments', placing)).status).toBe(200)
    for (const gone of ['dinesen', code, 'dinesen same'])
      expect(await find(clerk, { search: gone }), gone).toStrictEqual([])
    expect(await find(clerk, { search: 'osceola' })).toStrictEqual([before.id])
    expect(await find(clerk, { search: 'same@person.example' })).toStrictEqual([after.id, before.id])
  })

  it('of goods, by name and by total reads indexes, however many orders there are', async () => {
    const plan = async (query: string, ...parameters: string[]) =>
      planOf(shop().dataDir, query, ...parameters)
    const byGoods = await plan('select order_id from order_lines where variant_id in (+?, +?)', 'a', 'b')
    expect(byGoods.text).toContain('order_lines_by_variant')
    const first = 'select id from orders where store_id = +?'
    const byName = `${first} order by customer_last_name, customer_first_name, id limit 51`
    expect(await plan(byName, 'store')).toStrictEqual({
      text: expect.stringContaining('orders_by_customer_name') as string,
      sorts: false,
    })
    const byTotal = `${first} order by currency_id desc, order_total desc, id desc limit 51`
    expect(await plan(byTotal, 'store')).toStrictEqual({
      text: expect.stringContaining('orders_by_total') as string,
      sorts: false,
    })
  })

  // A server knows how few they are.
  it.skipIf(isOnPostgres)(
    'of a filter are sorted by name or total once they are found: the list is not walked for them',
    async () => {
      const clerk = await shop().as('staff')
      const { order } = await clerk.anOrder()
      const plans = async (query: Query): Promise<string> => {
        const run = await statementsOf(async () => find(clerk, query))
        const listed = run.filter((sql) => sql.includes(' from "orders" as "'))
        const explained = listed.map(async (sql) => planOf(shop().dataDir, sql, ...anyParameters(sql)))
        return (await Promise.all(explained)).map(({ text }) => text).join('\n')
      }
      const filters = [
        [{ status: 'New order' }, 'orders_by_status'],
        [{ customerId: order.customer.id, status: 'New order' }, 'orders_by_customer '],
        [{ from: '2026-01-01' }, 'orders_by_date'],
        [{ from: '2026-01-01', search: 'a' }, 'orders_by_date'],
      ] as const
      for (const [filter, index] of filters)
        for (const sort of ['customerName', '-orderTotal'] as const) {
          const plan = await plans({ ...filter, sort })
          expect(plan).toContain(index)
          expect(plan).not.toMatch(/orders_by_(customer_name|total)/)
        }
      // What is in the order of dates is found in it: of a customer, all that is theirs.
      const byDate = await plans({ customerId: order.customer.id, status: 'New order' })
      expect(byDate).toContain('orders_by_customer ')
    },
  )

  it('of a blank search lists all', async () => {
    const clerk = await shop().as('support')
    const { order } = await (await shop().as('staff')).anOrder()
    expect(await find(clerk, { search: '  ' })).toContain(order.id)
  })
})

it('several orders are found by a list of their numbers, as digits alone too', async () => {
  const own = await openShop()
  const clerk = await own.as('support')
  const seller = await own.as('staff')
  const numbers: string[] = []
  for (let count = 0; count < 3; count++)
    numbers.push((await seller.anOrder({ quantities: [1], shipping: null })).order.orderNumber)
  const digits = numbers.map((number) => number.replace('H-', ''))
  const listed = async (search: string) =>
    (await clerk.get('/orders', { search, sort: 'createdDate' }))
      .ok(OrdersAnswer)
      .orders.map(({ orderNumber }) => orderNumber)
  expect(await listed(digits.slice(0, 2).join(' '))).toStrictEqual(numbers.slice(0, 2))
  expect(await listed(digits.join('\n'))).toStrictEqual(numbers)
  expect(await listed(`#${digits[0]}, ${numbers[2]}`)).toStrictEqual([numbers[0], numbers[2]])
})

it('an order is found by the name of its customer together with a sku', async () => {
  const own = await openShop()
  const clerk = await own.as('staff')
  const billing = { firstName: 'Gunhild', lastName: 'Ørsted-Krag' }
  const placing = await clerk.aCartReadyToPlace({ billing, quantities: [], shipping: null })
  const other = await clerk.aCartReadyToPlace({ billing, quantities: [], shipping: null })
  const products = await clerk.products({ maxItems: 1000 })
  const bought = products.find(({ variantSku }) => variantSku?.includes('-'))
  const another = products.find(({ sku }) => sku !== bought?.sku)
  await clerk.addLine(placing.cartId, bought)
  await clerk.addLine(other.cartId, another)
  await clerk.post('/payments', placing)
  await clerk.post('/payments', other)
  const sku = bought?.variantSku ?? ''
  expect(sku).toMatch(/-/)
  for (const search of [`Krag ${sku}`, `${sku.toLowerCase()}, Ørsted-Krag`])
    expect(await find(clerk, { search }), search).toStrictEqual([placing.cartId])
  expect(await find(clerk, { search: `Nobody ${sku}` })).toStrictEqual([])
})
