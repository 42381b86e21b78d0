import { describe, expect, it } from 'vitest'
import { fieldsOf, type Answer } from '../support/answer.ts'
import type { Method, Query } from '../support/caller.ts'
import type { Clerk } from '../support/clerk.ts'
import type { TemplateScope } from '../support/demo-template.ts'
import { listen } from '../support/event-stream.ts'
import { openShop, sharedShop } from '../support/shop.ts'
import * as contract from './support/contract.ts'
import { listIn, UNKNOWN, type Body } from './support/fixtures.ts'
import {
  amount,
  culture,
  dateTime,
  filled,
  guid,
  listOf,
  nullable,
  quantity,
  rate,
  record,
  said,
  text,
  truth,
  whole,
  wire,
  type Fields,
  type Wire,
} from './support/wire.ts'

const shop = sharedShop()
const staff = async (): Promise<Clerk> => shop().as('staff')

/** What an answer is, field by field. */
const answers = ({ status, body, text: sent }: Answer, wanted: Wire): void => {
  expect(status, sent).toBe(200)
  expect(wanted.fault(body)).toBeUndefined()
}
const token = nullable(filled)
const list = (field: string, element: Fields): Wire =>
  record({ [field]: listOf(record(element), 1), nextPagingToken: token })
const names = ({ body }: Answer, field: string, of: string): unknown[] =>
  listIn(body as Body, field).map((row) => row[of])
const changed = record({ miniCart: wire('null', (value) => value === null), success: said(true) })

describe('Decisions, operations beyond the contract', () => {
  const cart: Fields = {
    id: guid,
    createdDate: dateTime,
    updatedDate: dateTime,
    state: wire('a state', (value) => ['open', 'ordered', 'abandoned'].includes(value as string)),
    cultureCode: culture,
    billingCurrency: record({ id: guid, isoCode: filled }),
    customerName: nullable(filled),
    name: nullable(filled),
    lineCount: wire('a count', (value) => Number.isInteger(value)),
    orderTotal: amount,
  }

  it('GET /carts › exactly these fields, newest change first', async () => {
    const clerk = await staff()
    const [first, second] = [await clerk.aCart(), await clerk.aCart()]
    shop().clock.advance(1)
    await clerk.patch(`/carts/${first}`, { note: 'x' })
    const answer = await clerk.get('/carts')
    answers(answer, list('carts', cart))
    expect(names(answer, 'carts', 'id').slice(0, 2)).toStrictEqual([first, second])
  })

  it.each(['open', 'ordered', 'abandoned'])('GET /carts › state %s', async (state) => {
    const clerk = await staff()
    const open = await clerk.aCart()
    const abandoned = await clerk.aCart()
    await clerk.delete(`/carts/${abandoned}`)
    const { order } = await clerk.anOrder()
    const answer = await clerk.get('/carts', { state })
    expect([...new Set(names(answer, 'carts', 'state'))]).toStrictEqual([state])
    const wanted = { open, abandoned, ordered: order.id }[state]
    expect(names(answer, 'carts', 'id')).toContain(wanted)
  })

  it('GET /carts › search', async () => {
    const clerk = await staff()
    const cartId = await clerk.aCart()
    await clerk.setBilling(cartId, { lastName: 'Klitmøller' })
    expect(names(await clerk.get('/carts', { search: 'klitm' }), 'carts', 'id')).toContain(cartId)
    expect(names(await clerk.get('/carts', { search: 'klitmollere' }), 'carts', 'id')).toStrictEqual([])
  })

  it.each(['note', 'customerId', 'cultureCode'])('PATCH /carts/{id} › %s', async (field) => {
    const clerk = await shop().as('storefront')
    const [someone] = listIn(
      (await (await staff()).get('/customers', { maxItems: 1 })).body as Body,
      'customers',
    )
    const values: Record<string, unknown> = {
      note: 'By the door',
      customerId: someone?.['id'],
      cultureCode: 'da-DK',
    }
    const cartId = await clerk.aCart()
    answers(await clerk.patch(`/carts/${cartId}`, { [field]: values[field] }), changed)
    const after = await clerk.readCart(cartId)
    const now: Record<string, unknown> = { ...after, customerId: after.customer?.id }
    expect(now[field]).toBe(values[field])
  })

  it('DELETE /carts/{id} › abandons it', async () => {
    const clerk = await staff()
    const cartId = await clerk.aCart()
    answers(await clerk.delete(`/carts/${cartId}`), changed)
    expect((await clerk.patch(`/carts/${cartId}`, { note: 'x' })).refused('Conflict')).toHaveLength(1)
  })

  const product: Fields = {
    sku: filled,
    variantSku: nullable(filled),
    barcode: nullable(filled),
    name: filled,
    catalogId: guid,
    imageUrl: nullable(filled),
    price: amount,
    taxRate: rate,
    currency: said('EUR'),
    inStock: nullable(whole),
  }
  const products = async (query: Query): Promise<Answer> => {
    const clerk = await shop().as('storefront')
    return clerk.get('/products', { cultureCode: 'en-GB', priceGroupId: await clerk.priceGroup(), ...query })
  }

  it('GET /products › exactly these fields', async () =>
    answers(await products({}), list('products', product)))

  it.each(['cultureCode', 'priceGroupId'])('GET /products › %s is required', async (field) => {
    expect((await products({ [field]: undefined })).faultyFields('BadRequest')).toStrictEqual([field])
  })

  it('GET /products › catalogId', async () => {
    const [first] = listIn((await products({ maxItems: 1 })).body as Body, 'products')
    const catalogId = first?.['catalogId'] as string
    const found = await products({ catalogId })
    expect(new Set(names(found, 'products', 'catalogId'))).toStrictEqual(new Set([catalogId]))
  })

  it.each(['sku', 'variantSku', 'barcode', 'name'])('GET /products › search by %s', async (field) => {
    const wanted = listIn((await products({})).body as Body, 'products').find(
      (row) => row['variantSku'] !== null && row['barcode'] !== null,
    )
    const found = await products({ search: wanted?.[field] as string })
    expect(names(found, 'products', field)).toContain(wanted?.[field])
  })

  const person: Fields = {
    ...contract.customer,
    emailAddress: nullable(filled),
    phoneNumber: nullable(filled),
    customerGroups: listOf(record(contract.named)),
    organization: nullable(record(contract.named)),
    addresses: listOf(record(contract.anyCartAddress)),
  }

  it('GET /customers › exactly these fields', async () => {
    const answer = await (await staff()).get('/customers')
    answers(answer, list('customers', person))
    const rows = listIn(answer.body as Body, 'customers')
    expect(rows.some((row) => listIn(row, 'addresses').length > 0)).toBe(true)
  })

  it('POST /customers, GET /customers/{id}', async () => {
    const clerk = await staff()
    const answer = await clerk.post('/customers', {
      firstName: 'Ida',
      lastName: 'Holm',
      email: 'ida.holm@example.com',
      addresses: [await clerk.anAddress()],
    })
    answers(answer, record(person))
    const { id } = answer.body as { id: string }
    expect((await clerk.get(`/customers/${id}`)).body).toStrictEqual(answer.body)
  })

  it.each([
    ['/customer-groups', 'customerGroups'],
    ['/organizations', 'organizations'],
  ])('GET %s › id, name', async (path, field) =>
    answers(await (await staff()).get(path), list(field, contract.named)),
  )

  it('GET /price-groups/{id}/evaluation › why a group is or is not offered', async () => {
    const clerk = await shop().as('storefront')
    const path = `/price-groups/${await clerk.priceGroup('Germany, EUR')}/evaluation`
    const criterion: Fields = {
      kind: filled,
      description: filled,
      valid: truth,
      reason: filled,
      asked: listOf(record({ parameter: filled, value: text, name: nullable(filled) })),
      found: listOf(record({ value: text, name: nullable(filled) })),
      inheritedFrom: nullable(record(contract.named)),
    }
    const wanted = record({ valid: truth, criteria: listOf(record(criterion), 1) })
    for (const [country, valid] of [
      ['DE', true],
      ['DK', false],
    ] as const) {
      const answer = await clerk.get(path, { 'filters-country': country })
      answers(answer, wanted)
      expect(answer.body).toMatchObject({ valid })
    }
  })

  const summary: Fields = {
    id: guid,
    orderNumber: filled,
    orderStatus: record(contract.named),
    createdDate: dateTime,
    customerName: filled,
    emailAddress: nullable(filled),
    orderTotal: amount,
    billingCurrency: record(contract.currency),
  }

  it('GET /orders › exactly these fields, newest first', async () => {
    const clerk = await staff()
    await clerk.anOrder()
    shop().clock.advance(1)
    const { order } = await clerk.anOrder()
    const answer = await (await shop().as('support')).get('/orders')
    answers(answer, list('orders', summary))
    expect(names(answer, 'orders', 'id')[0]).toBe(order.id)
  })

  it.each(['id', 'payment id', 'order number', 'e-mail', 'name', 'phone', 'sku'])(
    'GET /orders › search by %s',
    async (what) => {
      const clerk = await staff()
      const billing = {
        firstName: 'Nanna',
        lastName: 'Grønlund',
        email: 'nanna.g@example.com',
        mobileNumber: '+45 71 72 73 74',
      }
      const { order, paymentId } = await clerk.anOrder({ billing })
      const search: Record<string, string | undefined> = {
        id: order.id,
        'payment id': paymentId,
        'order number': order.orderNumber,
        'e-mail': 'nanna.g@example.com',
        name: 'nanna grøn',
        phone: '45-71727374',
        sku: order.orderLines[0]?.sku,
      }
      expect(names(await clerk.get('/orders', { search: search[what] }), 'orders', 'id')).toContain(order.id)
    },
  )

  it('GET /orders › status by id or name, from, to', async () => {
    const clerk = await staff()
    const { order, paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`)
    const { orderStatus } = await clerk.readOrder(order.id)
    for (const status of [orderStatus.id, 'Paid']) {
      const found = listIn((await clerk.get('/orders', { status })).body as Body, 'orders')
      expect(found.map(({ id }) => id)).toContain(order.id)
      for (const row of found) expect(row['orderStatus']).toStrictEqual(orderStatus)
    }
    const day = order.createdDate.slice(0, 10)
    expect(names(await clerk.get('/orders', { from: day, to: day }), 'orders', 'id')).toContain(order.id)
    expect(names(await clerk.get('/orders', { to: '2020-01-01' }), 'orders', 'id')).toStrictEqual([])
    expect(names(await clerk.get('/orders', { from: '2030-01-01' }), 'orders', 'id')).toStrictEqual([])
  })

  it('GET /orders/{id}/events › date, actor, kind, text, details', async () => {
    const clerk = await staff()
    const { order } = await clerk.anOrder()
    answers(
      await (await shop().as('support')).get(`/orders/${order.id}/events`),
      list('events', {
        date: dateTime,
        actor: filled,
        kind: filled,
        text: filled,
        details: wire('an object, or null', (value) => typeof value === 'object'),
      }),
    )
  })

  const steps: readonly [string, string, object, string][] = [
    ['POST /orders/{id}/complete', 'complete', {}, 'Completed order'],
    ['POST /orders/{id}/cancel', 'cancel', { reason: 'Changed their mind', refund: true }, 'Cancelled'],
    ['POST /orders/{id}/note', 'note', { note: 'Call first' }, 'Paid'],
  ]
  it.each(steps)('%s › the order', async (_name, step, body, status) => {
    const clerk = await staff()
    const { order, paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`)
    const answer = await clerk.post(`/orders/${order.id}/${step}`, body)
    expect(fieldsOf(answer.body as object)).toStrictEqual(fieldsOf(contract.order))
    expect(answer.body).toMatchObject({ id: order.id, orderStatus: { name: status } })
    expect((await clerk.get(`/orders/${order.id}`)).body).toStrictEqual(answer.body)
  })

  it('POST /orders/{id}/cancel › while money is held, refund is required: BadRequest naming the amount', async () => {
    const clerk = await staff()
    const { order, paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`)
    const refused = await clerk.post(`/orders/${order.id}/cancel`, { reason: 'Torn' })
    expect(refused.faultyFields('BadRequest')).toStrictEqual(['refund'])
    expect(refused.text).toContain(`${order.orderTotal.toFixed(2)} EUR`)
    const kept = await clerk.post(`/orders/${order.id}/cancel`, { refund: false })
    expect(kept.body).toMatchObject({
      orderStatus: { name: 'Cancelled' },
      payments: [{ state: 'Captured', refunded: 0 }],
    })
  })

  it('POST /orders/{id}/reopen › the order', async () => {
    const clerk = await staff()
    const { order } = await clerk.anOrder()
    const answer = await clerk.post(`/orders/${order.id}/reopen`, { reason: 'Wrong size' })
    expect(fieldsOf(answer.body as object)).toStrictEqual(fieldsOf(contract.order))
    expect(answer.body).toMatchObject({
      id: order.id,
      orderNumber: order.orderNumber,
      createdDate: order.createdDate,
      orderStatus: { name: 'Reopened' },
    })
    expect((await clerk.get(`/orders/${order.id}`)).body).toStrictEqual(answer.body)
    expect((await clerk.post(`/orders/${order.id}/reopen`)).refused('Conflict')[0]).toContain('Reopened')
  })

  it('POST /orders/{id}/cart › copies it to a new cart', async () => {
    const clerk = await staff()
    const { order } = await clerk.anOrder()
    const answer = await clerk.post(`/orders/${order.id}/cart`)
    answers(answer, record({ cartId: guid }))
    const copy = await clerk.readCart((answer.body as { cartId: string }).cartId)
    const goods = (lines: readonly { sku: string; quantity: number }[]) =>
      lines.map((line) => [line.sku, line.quantity])
    expect(goods(copy.orderLines)).toStrictEqual(goods(order.orderLines))
  })

  const payments: readonly [string, readonly string[], object][] = [
    ['capture', [], { transactionId: 'T1-000042' }],
    ['void', [], {}],
    ['refund', ['capture'], { reason: 'Torn' }],
  ]
  it.each(payments)('POST /payments/{id}/%s › the order', async (step, before, body) => {
    const clerk = await staff()
    const { order, paymentId } = await clerk.anOrder()
    for (const earlier of before) await clerk.post(`/payments/${paymentId}/${earlier}`)
    const answer = await clerk.post(`/payments/${paymentId}/${step}`, body)
    expect(fieldsOf(answer.body as object)).toStrictEqual(fieldsOf(contract.order))
    expect((await clerk.get(`/orders/${order.id}`)).body).toStrictEqual(answer.body)
    // The same step twice is a wrong one.
    const again = await clerk.post(`/payments/${paymentId}/${step}`, body)
    expect(again.refused('Conflict')).toHaveLength(1)
  })

  it('payments go Pending → Captured → Partially refunded → Refunded, and Pending → Voided', async () => {
    const clerk = await staff()
    const stateOf = async (id: string): Promise<unknown> =>
      (await clerk.readOrder(id)).payments.map(({ state, refunded }) => [state, refunded])
    const { order, paymentId } = await clerk.anOrder()
    expect(await stateOf(order.id)).toStrictEqual([['Pending', 0]])
    await clerk.post(`/payments/${paymentId}/capture`)
    expect(await stateOf(order.id)).toStrictEqual([['Captured', 0]])
    await clerk.post(`/payments/${paymentId}/refund`, { amount: 1.5 })
    expect(await stateOf(order.id)).toStrictEqual([['Partially refunded', 1.5]])
    await clerk.post(`/payments/${paymentId}/refund`)
    expect(await stateOf(order.id)).toStrictEqual([['Refunded', order.orderTotal]])
    const other = await clerk.anOrder()
    await clerk.post(`/payments/${other.paymentId}/void`)
    expect(await stateOf(other.order.id)).toStrictEqual([['Voided', 0]])
  })

  it('a wrong step is Conflict with the state it is in', async () => {
    const clerk = await staff()
    const { order, paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`)
    await clerk.post(`/orders/${order.id}/complete`)
    const [said] = (await clerk.post(`/orders/${order.id}/cancel`)).refused('Conflict')
    expect(said).toContain('Completed order')
  })

  const printedTexts = [
    ...['line1', 'line2', 'postalCode', 'city', 'region', 'countryCode'],
    ...['phoneNumber', 'emailAddress', 'taxNumber'],
  ]
  const byCulture = wire(
    'texts by culture',
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  )

  it('GET /store › with cultures and currencies', async () => {
    answers(
      await (await shop().as('admin')).get('/store'),
      record({
        id: guid,
        code: said('harbour'),
        name: filled,
        description: nullable(text),
        timeZone: said('Europe/Copenhagen'),
        defaultCultureCode: culture,
        defaultCountryId: nullable(guid),
        cultures: listOf(culture, 3),
        currencies: listOf(record({ id: guid, isoCode: filled }), 2),
        formerCurrencies: listOf(record({ id: guid, isoCode: filled })),
        keepsStock: said(true),
        walkInShippingMethodId: nullable(guid),
        walkInPaymentMethodId: nullable(guid),
        beginsWithWalkIn: said(false),
        ...Object.fromEntries(printedTexts.map((field) => [field, nullable(text)])),
        receiptHead: byCulture,
        receiptFoot: byCulture,
      }),
    )
  })

  const client: Fields = {
    clientId: guid,
    name: filled,
    scope: filled,
    tokenSeconds: quantity,
    redirectUris: listOf(filled),
    allowedOrigins: listOf(filled),
    createdDate: dateTime,
    lastUsedDate: nullable(dateTime),
  }

  it('GET /clients › exactly these fields, no secret among them', async () =>
    answers(await (await shop().as('admin')).get('/clients'), list('clients', client)))

  it('POST /clients, DELETE /clients/{clientId} › its tokens work until then', async () => {
    const admin = await shop().as('admin')
    const answer = await admin.post('/clients', { name: 'Till', scope: 'staff', tokenSeconds: 60 })
    answers(answer, record({ ...client, clientSecret: filled }))
    const { clientId, clientSecret } = answer.body as { clientId: string; clientSecret: string }
    const credentials = { client_id: clientId, client_secret: clientSecret }
    const till = shop().withToken(
      (
        (await shop().anyone.post('/oauth/token', { grant_type: 'client_credentials', ...credentials }))
          .body as { access_token: string }
      ).access_token,
    )
    expect((await till.get('/customers')).status).toBe(200)
    answers(await admin.delete(`/clients/${clientId}`), record({ success: said(true) }))
    expect((await till.get('/customers')).refused('Unauthorized')).toHaveLength(1)
  })

  it('GET /events › cart.changed, order.placed, order.changed with id and version', async () => {
    const own = await openShop()
    const stream = await listen(own, await own.listen())
    const clerk = await own.as('staff')
    const { order, paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`)
    const kinds = () => [...new Set(stream.sent.map(({ event }) => event))]
    await expect.poll(kinds).toStrictEqual(['cart.changed', 'order.placed', 'order.changed'])
    for (const { data } of stream.sent) {
      expect(data).toStrictEqual({ id: order.id, version: expect.any(Number) as number })
    }
  })

  it('GET /openapi.json › no token', async () => {
    const { status, body } = await shop().anyone.get('/openapi.json')
    expect({ status, body }).toMatchObject({ status: 200, body: { openapi: '3.1.0' } })
  })

  it('GET /docs › no token, a page with files of this core alone', async () => {
    const { status, text: page } = await shop().anyone.get('/docs')
    expect(status).toBe(200)
    const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file)
    expect(files.length).toBeGreaterThan(2)
    for (const file of files) {
      const { pathname, origin } = new URL(file, 'http://core/api/v1/docs')
      expect(origin).toBe('http://core')
      expect((await shop().anyone.get(pathname.slice('/api/v1'.length))).status, file).toBe(200)
    }
  })

  it('GET /health › status, version, database; no token', async () =>
    answers(
      await shop().anyone.get('/health'),
      record({ status: said('ok'), version: filled, database: said('ok') }),
    ))
})

/** Who may, row by row: the scopes in brackets. */
describe('Decisions, operations beyond the contract, scopes', () => {
  const scopes: readonly [string, TemplateScope][] = [
    ['GET /carts', 'staff'],
    ['PATCH /carts/{id}', 'storefront'],
    ['DELETE /carts/{id}', 'staff'],
    ['GET /products', 'storefront'],
    ['GET /customers', 'staff'],
    ['POST /customers', 'staff'],
    ['GET /customers/{id}', 'staff'],
    ['GET /customer-groups', 'staff'],
    ['GET /organizations', 'staff'],
    ['GET /price-groups/{id}/evaluation', 'storefront'],
    ['GET /orders', 'support'],
    ['GET /orders/{id}/events', 'support'],
    ['GET /orders/{id}/transactions', 'support'],
    ['POST /orders/{id}/complete', 'staff'],
    ['POST /orders/{id}/cancel', 'staff'],
    ['POST /orders/{id}/reopen', 'staff'],
    ['POST /orders/{id}/note', 'staff'],
    ['POST /orders/{id}/cart', 'staff'],
    ['GET /payments/{id}/methods', 'staff'],
    ['GET /carts/{id}/return-methods', 'staff'],
    ['POST /returns', 'admin'],
    ['POST /payments/{id}/capture', 'staff'],
    ['POST /payments/{id}/void', 'staff'],
    ['POST /payments/{id}/refund', 'staff'],
    ['GET /clients', 'admin'],
    ['POST /clients', 'admin'],
    ['DELETE /clients/{id}', 'admin'],
    ['GET /stores', 'admin'],
    ['POST /console-links', 'admin'],
    ['GET /events', 'support'],
  ]
  const without: Readonly<Record<string, readonly TemplateScope[]>> = {
    storefront: ['support', 'price'],
    support: ['storefront', 'price'],
    staff: ['storefront', 'support', 'price'],
    admin: ['staff', 'price'],
  }

  it.each(scopes)('%s [%s]', async (operation, scope) => {
    const [method = '', path = ''] = operation.split(' ')
    const ask = async (as: TemplateScope): Promise<Answer> =>
      (await shop().as(as)).request(method as Method, path.replace('{id}', UNKNOWN))
    for (const other of without[scope] ?? []) {
      expect((await ask(other)).refused('Forbidden'), other).toHaveLength(1)
    }
    // A stream has no end to wait for; the row above reads it.
    if (path !== '/events') expect([200, 400, 404]).toContain((await ask(scope)).status)
  })
})

describe('Decisions, operations beyond the contract, every list takes maxItems and nextPagingToken', () => {
  it.each([
    ['/carts', 'carts'],
    ['/products', 'products'],
    ['/customers', 'customers'],
    ['/customer-groups', 'customerGroups'],
    ['/organizations', 'organizations'],
    ['/orders', 'orders'],
    ['/orders/{id}/events', 'events'],
    ['/orders/{id}/transactions', 'transactions'],
    ['/payments/{paymentId}/methods', 'paymentMethods'],
    ['/carts/{id}/return-methods', 'paymentMethods'],
    ['/clients', 'clients'],
  ])('GET %s', async (path, field) => {
    const clerk = await shop().as('admin')
    const { order, paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`)
    await clerk.post(`/payments/${paymentId}/refund`, { amount: 1 })
    await clerk.anOrder()
    const query: Query =
      path === '/products' ? { cultureCode: 'en-GB', priceGroupId: await clerk.priceGroup() } : {}
    const page = async (more: Query): Promise<Body> =>
      (
        await clerk.get(path.replace('{id}', order.id).replace('{paymentId}', paymentId), {
          ...query,
          ...more,
        })
      ).body as Body
    const first = await page({ maxItems: 1 })
    expect(listIn(first, field)).toHaveLength(1)
    const second = await page({ maxItems: 1, nextPagingToken: first['nextPagingToken'] as string })
    expect([...listIn(first, field), ...listIn(second, field)]).toStrictEqual(
      listIn(await page({ maxItems: 2 }), field),
    )
  })
})
