import { once } from 'node:events'
import fs, { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Agent, request, type IncomingMessage } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { CreateCartAnswer } from '../../../core/carts/cart.schema.ts'
import { ManagedProduct, ManagedProductsAnswer } from '../../../core/catalog/manage/product.schema.ts'
import { ProductsAnswer } from '../../../core/catalog/catalog.schema.ts'
import { CountriesAnswer } from '../../../core/countries/country.schema.ts'
import { Order } from '../../../core/orders/order.schema.ts'
import { PlaceOrderAnswer } from '../../../core/orders/payments/payment.schema.ts'
import {
  ManagedCustomer,
  ManagedCustomersAnswer,
} from '../../../core/customers/manage/managed-customer.schema.ts'
import { RecordEventsAnswer } from '../../../core/history/record-event.schema.ts'
import { PaymentMethodsAnswer } from '../../../core/payment-methods/payment-method.schema.ts'
import { PriceGroupsAnswer } from '../../../core/price-groups/price-group.schema.ts'
import { ExportJob, ImportJob } from '../../../core/transfer/transfer.schema.ts'
import type { Caller, Query } from '../../support/caller.ts'
import type { Clerk } from '../../support/clerk.ts'
import { ownSystemTemp } from '../../support/core.ts'
import { hireAt, lock, openDesk, take } from '../../support/desks.ts'
import { ownShop } from '../../support/own-shop.ts'
import { listen } from '../../support/event-stream.ts'
import { fillDisk, writeElsewhere } from '../../support/past-the-core.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const HOSTED = fileURLToPath(new URL('hosted-products.csv', import.meta.url))
const CSV = { 'content-type': 'text/csv' }
const cultureCode = 'da-DK'
const shop = sharedShop()

async function begin(owner: Caller, content: string, query: Query = {}): Promise<ImportJob> {
  const answer = await owner.post('/manage/imports', content, {
    query: { kind: 'products', ...query },
    headers: CSV,
  })
  expect(answer.status, answer.text).toBe(202)
  return answer.body as ImportJob
}

/** The job as it ended. */
async function ended<T extends typeof ImportJob | typeof ExportJob>(
  owner: Caller,
  address: string,
  schema: T,
) {
  for (;;) {
    const job = (await owner.get(address)).ok(schema)
    if (job.state !== 'running') return job
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function bring(owner: Caller, content: string, query: Query = {}): Promise<ImportJob> {
  const { id } = await begin(owner, content, query)
  return ended(owner, `/manage/imports/${id}`, ImportJob)
}

it('from an empty folder to a paid order with a product of a hosted shop, by the API', async () => {
  const { owner } = await ownShop()
  const file = await readFile(HOSTED, 'utf8')
  const terms = { taxRate: '0.25', pricesIncludeTax: true }
  const dry = await bring(owner, file, { ...terms, dryRun: true })
  expect(dry).toMatchObject({ state: 'done', rows: 7, report: { added: 4, faults: [] } })
  expect((await owner.get('/manage/products')).ok(ManagedProductsAnswer).products).toStrictEqual([])
  expect(await bring(owner, file, terms)).toMatchObject({ state: 'done', error: null, report: { added: 4 } })

  const [group] = (await owner.get('/price-groups', { cultureCode })).ok(PriceGroupsAnswer).priceGroups
  const priceGroupId = group?.id ?? ''
  const scan = { cultureCode, priceGroupId, search: '5701234567899' }
  const [mug] = (await owner.get('/products', scan)).ok(ProductsAnswer).products
  expect(mug).toMatchObject({ sku: 'MUG-1', price: 71.2 })
  const { cartId } = (await owner.post('/carts', { cultureCode, currency: 'DKK' })).ok(CreateCartAnswer)
  const line = { sku: mug?.sku, catalogId: mug?.catalogId, priceGroupId, cultureCode, quantity: 3 }
  expect((await owner.post(`/carts/${cartId}/lines`, line)).status).toBe(200)
  const { countries } = (await owner.get('/countries')).ok(CountriesAnswer)
  const countryId = countries.find(({ name }) => name === 'Danmark')?.id ?? ''
  const bill = { firstName: 'Ida', lastName: 'Holm', countryId }
  expect((await owner.post(`/carts/${cartId}/billing-address`, bill)).status).toBe(200)
  const query = { cultureCode, countryId, priceGroupId }
  const [method] = (await owner.get('/payment-methods', query)).ok(PaymentMethodsAnswer).paymentMethods
  const placing = { cartId, paymentMethodId: method?.id, priceGroupId, cultureCode, expectedTotal: 267 }
  const { paymentId } = (await owner.post('/payments', placing)).ok(PlaceOrderAnswer)
  expect((await owner.post(`/payments/${paymentId}/capture`, {})).status).toBe(200)
  const order = (await owner.get(`/orders/${cartId}`)).ok(Order)
  expect([order.orderStatus.name, order.orderTotal]).toStrictEqual(['Paid', 267])
})

it('an import says that it is being stored once all its rows were looked at, for as long as that takes', async () => {
  const { owner, dataDir } = await ownShop()
  const goOn = await writeElsewhere(dataDir, 'products')
  const file = await readFile(HOSTED, 'utf8')
  const { id } = await begin(owner, file, { taxRate: '0.25', pricesIncludeTax: true })
  const job = async () => (await owner.get(`/manage/imports/${id}`)).ok(ImportJob)
  await expect.poll(async () => (await job()).isStoring, { timeout: 10_000 }).toBe(true)
  expect(await job()).toMatchObject({ state: 'running', isStoring: true })
  await goOn()
  const done = await ended(owner, `/manage/imports/${id}`, ImportJob)
  expect(done).toMatchObject({ state: 'done', isStoring: false, report: { added: 4 } })
})

it('an import or export that is asked for again by its key is the one that was begun, for the same file and none other', async () => {
  const { owner } = await ownShop()
  const file = 'Handle,Title,Variant Price\nmug,Mug,5\n'
  const importing = async (content: string, key: string) =>
    owner.post('/manage/imports', content, {
      query: { kind: 'products' },
      headers: { ...CSV, 'idempotency-key': key },
    })
  const exporting = async (kind: string, key: string) =>
    owner.post('/manage/exports', { kind }, { headers: { 'idempotency-key': key } })
  for (const [ask, one, other] of [
    [importing, file, file.replace('5', '6')],
    [exporting, 'products', 'customers'],
  ] as const) {
    const key = `a lost answer to ${one}`
    const answers = await Promise.all([ask(one, key), ask(one, key)])
    const late = await ask(one, key)
    expect(late.status).toBe(202)
    expect(late.headers['idempotent-replayed']).toBe('true')
    expect(answers.map(({ text }) => text)).toStrictEqual([late.text, late.text])
    expect((await ask(other, key)).faultyFields('Conflict')).toStrictEqual(['Idempotency-Key'])
    expect((await ask(one, '')).faultyFields('BadRequest')).toStrictEqual(['Idempotency-Key'])
    const { id } = late.body as ImportJob
    if (ask === importing) {
      expect(await ended(owner, `/manage/imports/${id}`, ImportJob)).toMatchObject({ report: { added: 1 } })
    } else expect(await ended(owner, `/manage/exports/${id}`, ExportJob)).toMatchObject({ rows: 1 })
  }
})

it('an import or export whose core has ended since is begun again by its key: nobody knows of it any more', async () => {
  const shop = await openShop()
  const file = 'Handle,Title,Variant Price\nlamp,Lamp,5\n'
  const importing = async (owner: Caller) =>
    owner.post('/manage/imports', file, {
      query: { kind: 'products', dryRun: 'true' },
      headers: { ...CSV, 'idempotency-key': 'in' },
    })
  const exporting = async (owner: Caller) =>
    owner.post('/manage/exports', { kind: 'products' }, { headers: { 'idempotency-key': 'out' } })
  for (const [ask, address, schema] of [
    [importing, '/manage/imports', ImportJob],
    [exporting, '/manage/exports', ExportJob],
  ] as const) {
    const first = (await ask(await shop.as('admin'))).body as ImportJob | ExportJob
    await shop.restart()
    const owner = await shop.as('admin')
    const [again, ...others] = await Promise.all([ask(owner), ask(owner), ask(owner)])
    const { id } = again.body as ImportJob | ExportJob
    expect(id).not.toBe(first.id)
    expect(await ended(owner, `${address}/${id}`, schema)).toMatchObject({ state: 'done' })
    // From then on it is known again, also once it is forgotten.
    await owner.delete(`${address}/${id}`)
    const texts = [...others, await ask(owner)].map(({ text }) => text)
    expect(texts).toStrictEqual(texts.map(() => again.text))
  }
})

it('an import that has failed on our side is begun again by its key, as any request that has', async () => {
  const shop = await openShop()
  const owner = await shop.as('admin')
  const importing = async (taxRate: string) => {
    const answer = await owner.post('/manage/imports', 'sku,name:en-GB\nlamp,Lamp\n', {
      query: { kind: 'products', taxRate },
      headers: { ...CSV, 'idempotency-key': `tax of ${taxRate}` },
    })
    return ended(owner, `/manage/imports/${(answer.body as ImportJob).id}`, ImportJob)
  }
  const makeRoom = await fillDisk(shop.dataDir, 'products')
  expect(await importing('0.25')).toMatchObject({ state: 'failed' })
  await makeRoom()
  const done = await importing('0.25')
  expect(done).toMatchObject({ state: 'done', report: { added: 1 } })
  expect((await importing('0.25')).id).toBe(done.id)
})

it('of an import whose answer could not be kept nothing is imported: it was refused', async () => {
  const shop = await openShop()
  const owner = await shop.as('admin')
  const folder = await ownSystemTemp()
  const importing = async () =>
    owner.post('/manage/imports', 'sku,name:en-GB\nlamp,Lamp\n', {
      query: { kind: 'products', taxRate: '0.25' },
      headers: { ...CSV, 'idempotency-key': 'full' },
    })
  const makeRoom = await fillDisk(shop.dataDir, 'idempotency_keys', 'update')
  expect((await importing()).status).toBeGreaterThanOrEqual(500)
  await makeRoom()
  const { id } = (await importing()).body as ImportJob
  // One after another: what was refused would have been first.
  expect(await ended(owner, `/manage/imports/${id}`, ImportJob)).toMatchObject({
    state: 'done',
    report: { added: 1, faults: [] },
  })
  await expect.poll(() => readdirSync(folder)).toStrictEqual([])
})

it('where nothing can be written to the folder for temporary files, it is said so, and which folder that is', async () => {
  const { owner } = await ownShop()
  const folder = join(await ownSystemTemp(), 'gone')
  vi.stubEnv('TMPDIR', folder)
  const query = { kind: 'products' }
  for (const answer of [
    await owner.post('/manage/imports', 'sku\nA', { query, headers: CSV }),
    await owner.post('/manage/exports', query),
  ])
    expect(answer.refused('ServiceUnavailable')).toStrictEqual([
      `Nothing can be written to the folder for temporary files, ${folder}, so this could not be done. Please have it looked at.`,
    ])
})

it('a file that breaks off on its way leaves nothing, and is no failure of ours in the log', async () => {
  let log = ''
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      log += chunk.toString()
      done()
    },
  })
  const shop = await openShop({ logger: { level: 'error', stream } })
  const folder = await ownSystemTemp()
  const token = await shop.tokenOf(shop.credentials('admin'))
  const { hostname, host, port } = new URL(await shop.listen())
  const socket = connect(Number(port), hostname)
  const head = [
    'POST /api/v1/manage/imports?kind=products HTTP/1.1',
    `Host: ${host}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: text/csv',
    'Content-Length: 1000000',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\nsku,name:en-GB\r\n`)
  await expect.poll(() => readdirSync(folder)).toHaveLength(1)
  socket.destroy()
  await expect.poll(() => readdirSync(folder)).toStrictEqual([])
  expect((await (await shop.as('admin')).get('/store')).status).toBe(200)
  expect(log).toBe('')
})

it('a file that cannot be kept is refused, and the next request on its connection is answered at once', async () => {
  const shop = await openShop()
  const token = await shop.tokenOf(shop.credentials('admin'))
  const origin = await shop.listen()
  const full = vi.spyOn(fs, 'createWriteStream').mockImplementation(() => {
    const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    return new Writable({ write: (_chunk, _encoding, done) => done(error) }) as fs.WriteStream
  })
  syncBuiltinESMExports()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => {
    agent.destroy()
    full.mockRestore()
    syncBuiltinESMExports()
  })
  const ask = async (method: string, path: string, body = ''): Promise<number | undefined> => {
    const headers = { ...CSV, authorization: `Bearer ${token}` }
    const asked = request(`${origin}/api/v1${path}`, { agent, headers, method }).end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    await answer.toArray()
    return answer.statusCode
  }
  expect(await ask('POST', '/manage/imports?kind=products', 'x'.repeat(400_000))).toBe(503)
  expect(await ask('GET', '/store')).toBe(200)
})

it('a file with faults tells them all, and one that is refused as a whole says why', async () => {
  const { owner } = await ownShop()
  const faulty = await bring(owner, 'Handle,Title,Variant Price\na,A,free\nb,,1\n')
  expect(faulty).toMatchObject({
    state: 'done',
    report: {
      added: 0,
      faults: [
        {
          line: 2,
          column: 'Variant Price',
          code: 'cell.price',
          values: { cell: 'free', currency: 'DKK', example: '1234.50' },
        },
        { line: 3, column: 'Title', code: 'cell.missing', values: {} },
      ],
    },
  })
  expect(await bring(owner, '')).toMatchObject({ report: { faults: [{ text: 'The file is empty.' }] } })
  const refused = await bring(owner, 'sku\nA', { priceGroup: 'Gold' })
  expect(refused).toMatchObject({ state: 'failed', report: null })
  expect(refused.error).toMatch(/^priceGroup: names no price group/)
  expect(refused.errors).toStrictEqual([
    {
      error: 'BadRequest',
      'error-description': 'priceGroup: names no price group, or more than one: Gold',
      code: 'import.price-group',
      values: { priceGroup: 'Gold' },
    },
  ])
  for (const [query, field] of [
    [{ kind: 'goods' }, 'kind'],
    [{ taxRate: '25' }, 'taxRate'],
    [{ dryRun: 'yes' }, 'dryRun'],
  ] as const) {
    const options = { query: { kind: 'products', ...query }, headers: CSV }
    expect((await owner.post('/manage/imports', 'sku\nA', options)).faultyFields('BadRequest')).toStrictEqual(
      [field],
    )
  }
  const json = await owner.post('/manage/imports', { kind: 'products' }, { query: { kind: 'products' } })
  json.refused('UnsupportedMediaType')
})

it('an import that is cancelled has imported nothing, and leaves no file', async () => {
  const { owner } = await ownShop()
  // Other tests make folders, too.
  const folder = await ownSystemTemp()
  const folders = () => readdirSync(folder)
  const before = folders()
  const rows = Array.from({ length: 20_000 }, (_, n) => `p${n},Thing ${n},${n}.50`)
  const { id } = await begin(owner, ['Handle,Title,Variant Price', ...rows].join('\n'))
  expect(folders().length).toBeGreaterThan(before.length)
  expect((await owner.delete(`/manage/imports/${id}`)).body).toStrictEqual({ success: true })
  expect(await ended(owner, `/manage/imports/${id}`, ImportJob)).toMatchObject({ state: 'cancelled' })
  expect((await owner.get('/manage/products')).ok(ManagedProductsAnswer).products).toStrictEqual([])
  expect((await owner.delete(`/manage/imports/${id}`)).status).toBe(200)
  expect((await owner.get(`/manage/imports/${id}`)).status).toBe(404)
  expect(folders()).toStrictEqual(before)
})

it('one that waits behind another is cancelled at once', async () => {
  const { owner } = await ownShop()
  const rows = Array.from({ length: 20_000 }, (_, n) => `p${n},Thing ${n},${n}.50`)
  const first = await begin(owner, ['Handle,Title,Variant Price', ...rows].join('\n'))
  const second = await begin(owner, 'Handle,Title,Variant Price\nmug,Mug,5.00')
  await owner.delete(`/manage/imports/${second.id}`)
  expect(await ended(owner, `/manage/imports/${second.id}`, ImportJob)).toMatchObject({ state: 'cancelled' })
  expect((await owner.get(`/manage/imports/${first.id}`)).ok(ImportJob)).toMatchObject({ state: 'running' })
  await owner.delete(`/manage/imports/${first.id}`)
  expect(await ended(owner, `/manage/imports/${first.id}`, ImportJob)).toMatchObject({ state: 'cancelled' })
})

it('one that waits behind another is told in histories when its turn has come, behind what it has changed', async () => {
  const shop = await openShop()
  const owner = await shop.as('admin')
  const customer = { firstName: 'Karen', lastName: 'Blixen', email: 'karen@rungsted.example' }
  const { id } = (await owner.post('/manage/customers', customer)).ok(ManagedCustomer)
  const rows = Array.from({ length: 20_000 }, (_, n) => `p${n},Thing ${n},${n}.50`)
  await begin(owner, ['Handle,Title,Variant Price', ...rows].join('\n'), { dryRun: 'true' })
  const file = 'firstName,lastName,email\nTania,Blixen,karen@rungsted.example'
  const waiting = await begin(owner, file, { kind: 'customers' })
  shop.clock.advance(60)
  await owner.patch(`/manage/customers/${id}`, { firstName: 'Isak' })
  expect(await ended(owner, `/manage/imports/${waiting.id}`, ImportJob)).toMatchObject({ state: 'done' })
  const { events } = (await owner.get(`/manage/customers/${id}/events`)).ok(RecordEventsAnswer)
  expect(events.map(({ kind }) => kind)).toStrictEqual(['imported', 'changed', 'created'])
  expect(events.map(({ date }) => date)).toStrictEqual(
    events
      .map(({ date }) => date)
      .toSorted()
      .reverse(),
  )
})

describe('an import whose beginner may not import any more', () => {
  /** A first one that takes some seconds, and the one that waits behind it. */
  async function beginBehind(clerk: Clerk): Promise<string> {
    const rows = Array.from({ length: 60_000 }, (_, n) => `p${n},Thing ${n},${n}.50`)
    const first = await begin(clerk, ['Handle,Title,Variant Price', ...rows].join('\n'), { dryRun: 'true' })
    const { id } = await begin(clerk, 'firstName,lastName\nMallory,Late', { kind: 'customers' })
    onTestFinished(async () => void (await clerk.delete(`/manage/imports/${first.id}`)))
    return `/manage/imports/${id}`
  }
  const found = async (clerk: Clerk) =>
    (await clerk.get('/manage/customers', { search: 'Mallory' })).ok(ManagedCustomersAnswer).customers.length

  it('is cancelled: its client has been revoked', async () => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    const client = await shop.register({ scope: 'manage' })
    const late = await beginBehind(shop.withToken(await shop.tokenOf(client)))
    expect((await admin.delete(`/clients/${client.clientId}`)).status).toBe(200)
    expect(await ended(admin, late, ImportJob)).toMatchObject({ state: 'cancelled' })
    expect(await found(admin)).toBe(0)
  })

  it.each([
    ['they have left', async (admin: Clerk, path: string) => admin.delete(path)],
    ['their role is another', async (admin: Clerk, path: string) => admin.patch(path, { role: 'clerk' })],
  ])('is cancelled: %s', async (_why, step) => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    await hireAt(shop, admin, 'Olga', 'owner', '4711')
    const ida = await hireAt(shop, admin, 'Ida', 'manager', '1234')
    const desk = await openDesk(shop)
    await take(desk, ida)
    const late = await beginBehind(desk)
    expect((await step(admin, `/manage/staff/${ida.staffId}`)).status).toBe(200)
    expect(await ended(admin, late, ImportJob)).toMatchObject({ state: 'cancelled' })
    expect(await found(admin)).toBe(0)
  })

  it('is cancelled: its client was revoked while the file was on its way', async () => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    const client = await shop.register({ scope: 'manage' })
    const token = await shop.tokenOf(client)
    const { hostname, host, port } = new URL(await shop.listen())
    const socket = connect(Number(port), hostname)
    const file = 'firstName,lastName\nMallory,Late'
    const head = [
      'POST /api/v1/manage/imports?kind=customers HTTP/1.1',
      `Host: ${host}`,
      `Authorization: Bearer ${token}`,
      'Content-Type: text/csv',
      `Content-Length: ${file.length}`,
      'Connection: close',
    ]
    const folder = await ownSystemTemp()
    socket.write(`${head.join('\r\n')}\r\n\r\n${file.slice(0, 10)}`)
    await expect.poll(() => readdirSync(folder)).toHaveLength(1)
    expect((await admin.delete(`/clients/${client.clientId}`)).status).toBe(200)
    socket.write(file.slice(10))
    const [, id = ''] = /"id":"([^"]+)"/.exec(await text(socket)) ?? []
    expect(await ended(admin, `/manage/imports/${id}`, ImportJob)).toMatchObject({ state: 'cancelled' })
    expect(await found(admin)).toBe(0)
  })

  it('goes on where only their token has expired, or their desk is locked', async () => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    await hireAt(shop, admin, 'Olga', 'owner', '4711')
    const ida = await hireAt(shop, admin, 'Ida', 'manager', '1234')
    const desk = await openDesk(shop)
    await take(desk, ida)
    const late = await beginBehind(desk)
    await lock(desk)
    shop.clock.advance(3600)
    expect(await ended(await shop.as('admin'), late, ImportJob)).toMatchObject({ state: 'done' })
    expect(await found(await shop.as('admin'))).toBe(1)
  })
})

it('an export is a file that changes nothing when it comes back', async () => {
  const { owner } = await ownShop()
  await bring(owner, await readFile(HOSTED, 'utf8'))
  const begun = (await owner.post('/manage/exports', { kind: 'products' })).body as ExportJob
  const address = `/manage/exports/${begun.id}`
  expect(await ended(owner, address, ExportJob)).toMatchObject({ state: 'done', rows: 6 })
  const file = await owner.get(`${address}/file`)
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="products.csv"',
  })
  expect(file.text).toMatch(/^\ufeffsku,state,/)
  expect(await bring(owner, file.text)).toMatchObject({ report: { changed: 0, unchanged: 4 } })
  expect((await owner.delete(address)).status).toBe(200)
  expect((await owner.get(`${address}/file`)).status).toBe(404)
})

it('a file of other columns tells what each holds, and is taken once it is said what they are', async () => {
  const { owner } = await ownShop()
  const file = 'Varenr;Betegnelse;Udsalgspris;Lager\nKRUS;Emaljekrus;89,00;7\nKANDE;"Kande; stor";125,00;2\n'
  const unknown = await bring(owner, file, { dryRun: true })
  expect(unknown.report).toMatchObject({
    added: 0,
    format: null,
    faults: [{ line: 1, column: null }],
    ignoredColumns: [],
    columns: [
      { name: 'Varenr', takenFor: null, example: 'KRUS' },
      { name: 'Betegnelse', takenFor: null, example: 'Emaljekrus' },
      { name: 'Udsalgspris', takenFor: null, example: '89,00' },
      { name: 'Lager', takenFor: null, example: '7' },
    ],
  })
  const columns = JSON.stringify({ varenr: 'sku', Betegnelse: 'name', Udsalgspris: 'price', Lager: '' })
  const terms = { columns, taxRate: '0.25', pricesIncludeTax: true }
  expect((await bring(owner, file, terms)).report).toMatchObject({
    added: 2,
    faults: [],
    format: 'own',
    ignoredColumns: ['Lager'],
    products: [
      { sku: 'KRUS', name: 'Emaljekrus', change: 'added' },
      { sku: 'KANDE', name: 'Kande; stor', change: 'added' },
    ],
  })
  const mug = (await owner.get('/manage/products/KRUS')).ok(ManagedProduct)
  expect(mug).toMatchObject({ taxRate: 0.25, names: { 'da-DK': 'Emaljekrus' } })
  expect(mug.variants[0]?.prices).toMatchObject([{ price: 71.2 }])
  expect((await bring(owner, file, terms)).report).toMatchObject({ unchanged: 2, products: [] })

  const cheaper = file.replace('89,00', 'ni')
  expect((await bring(owner, cheaper, terms)).report).toMatchObject({
    faults: [{ line: 2, column: 'Udsalgspris' }],
  })
  const twice = JSON.stringify({ Varenr: 'sku', Betegnelse: 'sku' })
  expect((await bring(owner, file, { columns: twice })).report?.faults[0]?.text).toBe(
    'The columns Varenr and Betegnelse are both taken for sku.',
  )
  for (const wrong of ['Varenr', '["sku"]', '{"Varenr":1}']) {
    const options = { query: { kind: 'products', columns: wrong }, headers: CSV }
    expect((await owner.post('/manage/imports', file, options)).faultyFields('BadRequest')).toStrictEqual([
      'columns',
    ])
  }
})

it('tells the stream of events how far it is, and that it has ended', async () => {
  const other = await openShop()
  const listener = await listen(other, await other.listen())
  const manager = await other.as('admin')
  const rows = Array.from({ length: 300 }, (_, n) => `p${n},Thing ${n},${n}.50`)
  const { id } = await begin(manager, ['Handle,Title,Variant Price', ...rows].join('\n'), { dryRun: true })
  await expect
    .poll(() => listener.sent.at(-1))
    .toStrictEqual({ event: 'import.changed', data: { id, version: 300 } })
  // The last of its rows may be told before its end is.
  await expect.poll(async () => (await manager.get(`/manage/imports/${id}`)).ok(ImportJob).state).toBe('done')
})

it('exports those customers and orders that a filter leaves, and refuses one that the kind does not know', async () => {
  const open = await openShop()
  const [clerk, manager] = [await open.as('staff'), await open.as('admin')]
  const { order } = await clerk.anOrder({
    quantities: [1],
    billing: { lastName: 'Xylander', email: 'x@xylander.example' },
  })
  await clerk.anOrder({ billing: { lastName: 'Another', email: 'a@another.example' } })
  const rowsOf = async (body: object): Promise<string[]> => {
    const { id } = (await manager.post('/manage/exports', body)).body as ExportJob
    expect(await ended(manager, `/manage/exports/${id}`, ExportJob)).toMatchObject({
      state: 'done',
      error: null,
    })
    return (await manager.get(`/manage/exports/${id}/file`)).text.trim().split('\r\n').slice(1)
  }
  const orders = await rowsOf({ kind: 'orders', search: 'xylander', from: '2020-01-01', status: 'New order' })
  expect(orders).toHaveLength(1)
  expect(orders[0]).toContain(order.orderNumber)
  expect(await rowsOf({ kind: 'orders', status: 'Cancelled' })).toStrictEqual([])
  expect((await rowsOf({ kind: 'orders' })).length).toBeGreaterThan(1)
  const customers = await rowsOf({ kind: 'customers', search: 'xylander', state: 'active' })
  expect(customers).toHaveLength(1)
  expect(customers[0]).toContain('x@xylander.example')

  const wrong = await manager.post('/manage/exports', {
    kind: 'customers',
    from: '2020-01-01',
    status: 'Paid',
  })
  expect(wrong.faultyFields('BadRequest')).toStrictEqual(['from', 'status'])
  const { id } = (await manager.post('/manage/exports', { kind: 'orders', status: 'Lost' })).body as ExportJob
  const failed = await ended(manager, `/manage/exports/${id}`, ExportJob)
  expect(failed).toMatchObject({
    state: 'failed',
    error: expect.stringMatching(/^status: must be/) as string,
  })
})

it('is for whoever manages the shop, and of no other store', async () => {
  const manager = await shop().as('admin')
  const clerk = await shop().as('staff')
  const options = { query: { kind: 'products' }, headers: CSV }
  ;(await clerk.post('/manage/imports', 'sku\nA', options)).refused('Forbidden')
  ;(await clerk.post('/manage/exports', { kind: 'products' })).refused('Forbidden')
  const { id } = await begin(manager, 'sku\nA', { dryRun: true })
  const uptown = await shop().as('admin', 'uptown')
  expect((await uptown.get(`/manage/imports/${id}`)).status).toBe(404)
  expect((await uptown.delete(`/manage/imports/${id}`)).status).toBe(404)
})
