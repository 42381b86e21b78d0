import { fileURLToPath } from 'node:url'
import { once } from 'node:events'
import { link, lstat, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { CreateCartAnswer } from '../../../core/carts/cart.schema.ts'
import { ProductsAnswer } from '../../../core/catalog/catalog.schema.ts'
import { CountriesAnswer } from '../../../core/countries/country.schema.ts'
import { Order } from '../../../core/orders/order.schema.ts'
import { PlaceOrderAnswer } from '../../../core/orders/payments/payment.schema.ts'
import { PaymentMethodsAnswer } from '../../../core/payment-methods/payment-method.schema.ts'
import { PriceGroupsAnswer } from '../../../core/price-groups/price-group.schema.ts'
import { Caller, overSocket } from '../../support/caller.ts'
import { begin, run, runOnFullDisk, runUnread, serve, type Ended } from '../../support/command.ts'
import { temporaryDir } from '../../support/core.ts'
import { copyDemoShops } from '../../support/demo-template.ts'

const HOSTED = fileURLToPath(new URL('../transfer/hosted-products.csv', import.meta.url))

const json = ({ stdout }: Ended): Record<string, unknown> => {
  expect(stdout).toMatch(/^\{.*\}\n$/)
  return JSON.parse(stdout) as Record<string, unknown>
}

it('from an empty folder to a paid order with a product of a hosted shop, by the command line', async () => {
  const data = await temporaryDir()
  const { ready } = await serve(data)
  const anyone = new Caller(overSocket(ready.api))
  const code = new URL(ready.console ?? '').searchParams.get('setup')
  const store = {
    name: 'Kyst',
    countryCode: 'DK',
    currency: 'DKK',
    cultureCode: 'da-DK',
    timeZone: 'Europe/Copenhagen',
  }
  expect((await anyone.post('/setup', { code, shop: 'empty', store })).status).toBe(200)
  const at = ['--store', 'kyst', '--data', data, '--json']

  const dry = await run(
    'import',
    'products',
    HOSTED,
    '--tax-rate',
    '25%',
    '--prices-include-tax',
    '--dry-run',
    ...at,
  )
  expect([dry.code, json(dry)]).toMatchObject([0, { kind: 'products', rows: 7, added: 4, faults: [] }])
  const done = await run('import', 'products', HOSTED, '--tax-rate', '25%', '--prices-include-tax', ...at)
  expect([done.code, json(done)]).toMatchObject([0, { added: 4, changed: 0, unchanged: 0 }])
  const again = await run('import', 'products', HOSTED, '--prices-include-tax', ...at)
  expect([again.code, json(again)]).toMatchObject([0, { added: 0, changed: 0, unchanged: 4 }])

  // Whoever says no rate is told whose counts.
  const twine = join(data, 'twine.csv')
  await writeFile(twine, 'sku,name\nTWINE,Tjæregarn\n')
  const untaxed = await run('import', 'products', twine, '--dry-run', '--store', 'kyst', '--data', data)
  expect(untaxed.stdout).toContain('nothing with the rate that new products of the store have, or with 0%')

  const client = json(await run('client', 'create', '--name', 'Till', '--scope', 'staff', ...at))
  const grant = {
    grant_type: 'client_credentials',
    client_id: client.clientId,
    client_secret: client.clientSecret,
  }
  const { access_token } = (await anyone.post('/oauth/token', grant)).body as { access_token: string }
  const till = new Caller(overSocket(ready.api), { authorization: `Bearer ${access_token}` })
  const cultureCode = 'da-DK'
  const [group] = (await till.get('/price-groups', { cultureCode })).ok(PriceGroupsAnswer).priceGroups
  const priceGroupId = group?.id ?? ''
  const scan = { cultureCode, priceGroupId, search: '0712345678911' }
  const [goods] = (await till.get('/products', scan)).ok(ProductsAnswer).products
  expect(goods).toMatchObject({ variantSku: 'FJ-M-NAV', price: 959.2, taxRate: 0.25 })
  const { cartId } = (await till.post('/carts', { cultureCode, currency: 'DKK' })).ok(CreateCartAnswer)
  const line = { ...goods, priceGroupId, cultureCode, price: undefined, taxRate: undefined, quantity: 2 }
  expect((await till.post(`/carts/${cartId}/lines`, line)).status).toBe(200)
  const countries = (await till.get('/countries')).ok(CountriesAnswer).countries
  const countryId = countries.find(({ name }) => name === 'Danmark')?.id ?? ''
  const bill = { firstName: 'Ida', lastName: 'Holm', countryId }
  expect((await till.post(`/carts/${cartId}/billing-address`, bill)).status).toBe(200)
  const methods = (await till.get('/payment-methods', { cultureCode, countryId, priceGroupId })).ok(
    PaymentMethodsAnswer,
  )
  const paymentMethodId = methods.paymentMethods[0]?.id
  const placing = { cartId, paymentMethodId, priceGroupId, cultureCode, expectedTotal: 2398 }
  const { paymentId } = (await till.post('/payments', placing)).ok(PlaceOrderAnswer)
  expect((await till.post(`/payments/${paymentId}/capture`, {})).status).toBe(200)
  const order = (await till.get(`/orders/${cartId}`)).ok(Order)
  expect([order.orderStatus.name, order.orderTotal]).toStrictEqual(['Paid', 2398])

  const file = join(data, 'out.csv')
  expect(json(await run('export', 'products', '--to', file, ...at))).toStrictEqual({
    kind: 'products',
    rows: 6,
    file,
  })
  expect(json(await run('import', 'products', file, ...at))).toMatchObject({ unchanged: 4, changed: 0 })
  expect(json(await run('export', 'prices', '--to', file, ...at))).toMatchObject({ kind: 'prices', rows: 6 })
  expect(await readFile(file, 'utf8')).toContain('fisherman-jumper,FJ-M-NAV,959.20\r\n')
})

it('an export takes the place of a file, by its link too, and of nothing that belongs to a shop or is no file', async () => {
  const [data, other, folder] = [await temporaryDir(), await temporaryDir(), await temporaryDir()]
  await copyDemoShops(data)
  await copyDemoShops(other)
  const exportTo = async (path: string): Promise<Ended> =>
    run('export', 'prices', '--to', path, '--store', 'harbour', '--data', data, '--json')

  await symlink(join(data, 'backcounter.sqlite'), join(folder, 'prices of today.csv'))
  await link(join(data, 'backcounter.sqlite'), join(folder, 'second name'))
  await symlink(other, join(folder, 'way'))
  for (const path of [
    join(data, 'backcounter.sqlite'),
    join(data, 'backcounter.sqlite-wal'),
    join(data, 'backcounter.lock'),
    join(folder, 'prices of today.csv'),
    join(folder, 'second name'),
    join(folder, 'way', 'backcounter.sqlite'),
  ]) {
    const refused = await exportTo(path)
    expect([refused.code, json(refused)['error']], path).toMatchObject([
      1,
      expect.stringMatching(/the shop|a shop/),
    ])
  }
  for (const dataDir of [data, other]) expect((await run('check', '--data', dataDir)).code, dataDir).toBe(0)

  const socket = createServer().listen(join(folder, 'socket'))
  await once(socket, 'listening')
  expect(json(await exportTo(join(folder, 'socket')))['error']).toMatch(/is no file/)
  socket.close()

  await writeFile(join(folder, 'kept elsewhere.csv'), 'old')
  await symlink(join(folder, 'kept elsewhere.csv'), join(folder, 'prices.csv'))
  const written = await exportTo(join(folder, 'prices.csv'))
  expect([written.code, json(written)]).toMatchObject([0, { kind: 'prices' }])
  expect((await lstat(join(folder, 'prices.csv'))).isSymbolicLink()).toBe(true)
  expect(await readFile(join(folder, 'kept elsewhere.csv'), 'utf8')).toContain('price:')
})

it('an export or backup removes what one to the same place has left that was killed, and of nobody who is at it', async () => {
  const [data, folder] = [await temporaryDir(), await temporaryDir()]
  await copyDemoShops(data)
  // No process has the first number; the one that has started this one lives.
  const [killed, alive] = [999_999_999, process.ppid]
  const begun = (name: string, pid: number, more = ''): string => `${name}.${pid}.partial${more}`
  const left = [
    begun('orders.csv', killed),
    begun('shop.backup', killed),
    begun('shop.backup', killed, '-journal'),
  ]
  const kept = [begun('orders.csv', alive), begun('shop.backup', alive), begun('other.csv', killed)]
  for (const name of [...left, ...kept]) await writeFile(join(folder, name), 'Ida Holm')

  const to = (name: string): string[] => ['--to', join(folder, name), '--data', data, '--json']
  expect((await run('export', 'orders', '--store', 'harbour', ...to('orders.csv'))).code).toBe(0)
  expect((await run('backup', ...to('shop.backup'))).code).toBe(0)
  expect((await readdir(folder)).sort()).toStrictEqual([...kept, 'orders.csv', 'shop.backup'].sort())
})

it.each([
  ['a backup', ['backup'], 'SIGINT'],
  ['an export', ['export', 'prices', '--store', 'harbour'], 'SIGTERM'],
] as const)('%s that is ended in the middle leaves nothing behind', async (_, command, signal) => {
  const [data, folder] = [await temporaryDir(), await temporaryDir()]
  await copyDemoShops(data)
  const file = join(folder, 'file')
  const isBegun = async (): Promise<boolean> =>
    (await readdir(folder)).some((each) => each.endsWith('.partial'))
  const endInTheMiddle = async (): Promise<Ended> => {
    const { child, ended } = begin(...command, '--to', file, '--data', data)
    while (child.exitCode === null && !(await isBegun())) await turn()
    child.kill(signal)
    const end = await ended
    // It was quicker than the signal, and is no answer to what is asked here.
    if (end.code !== 0) return end
    await rm(file)
    return endInTheMiddle()
  }
  expect(await endInTheMiddle()).toMatchObject({ code: null, signal, stdout: '', stderr: '' })
  expect(await readdir(folder)).toStrictEqual([])
})

it('a person is told that all rows were read, and are being stored', async () => {
  const data = await temporaryDir()
  expect((await run('demo', '--data', data)).code).toBe(0)
  const { code, stderr } = await run('import', 'products', HOSTED, '--store', 'harbour', '--data', data)
  expect(code).toBe(0)
  expect(stderr).toMatch(/All rows were read; storing them/)
})

it('a file with faults is exit 1, with each line; wrong use is exit 2', async () => {
  const data = await temporaryDir()
  expect((await run('demo', '--data', data)).code).toBe(0)
  const at = ['--store', 'harbour', '--data', data]
  const faulty = join(data, 'faulty.csv')
  await writeFile(faulty, 'Name,Price\nMug,12.50\n')
  const refused = await run('import', 'products', faulty, ...at, '--json')
  expect([refused.code, json(refused)]).toMatchObject([1, { added: 0, faults: [{ column: null }] }])
  expect((await run('import', 'products', faulty, ...at)).stdout).toMatch(
    /^line \d+: .*\n.*Nothing was imported/s,
  )
  expect((await run('import', 'products', join(data, 'nowhere.csv'), ...at)).code).toBe(1)
  const folder = await run('import', 'products', data, ...at)
  expect([folder.code, folder.stderr]).toMatchObject([
    1,
    expect.stringContaining(`There is no file ${data}.`),
  ])
  const above = await run('export', 'products', '--to', data, ...at)
  expect([above.code, above.stderr]).toMatchObject([1, expect.stringContaining(`${data} is a folder`)])
  const nowhere = await run('export', 'products', '--to', join(data, 'nowhere', 'out.csv'), ...at)
  expect([nowhere.code, nowhere.stderr]).toMatchObject([1, expect.stringContaining('There is no folder')])
  for (const wrong of [
    ['import', 'goods', HOSTED, ...at],
    ['import', 'products', ...at],
    ['import', 'products', HOSTED, '--data', data],
    ['import', 'products', HOSTED, '--store', 'nowhere', '--data', data],
    ['import', 'products', HOSTED, ...at, '--price-group', 'Gold'],
    ['import', 'products', HOSTED, ...at, '--tax-rate', 'lots'],
    ['export', 'products', ...at],
  ]) {
    expect((await run(...wrong)).code, wrong.join(' ')).toBe(2)
  }
})

it('an import is done, and says so by its exit code, also where whoever reads what it says has read enough', async () => {
  const data = await temporaryDir()
  await copyDemoShops(data)
  const file = join(data, 'customers.csv')
  await writeFile(file, 'firstName,lastName,email\nKaren,Blixen,karen@rungsted.example\n')
  const args = ['import', 'customers', file, '--store', 'harbour', '--data', data, '--json'] as const
  expect(await runUnread(...args)).toMatchObject({ code: 0, stderr: '' })
  expect(json(await run(...args))).toMatchObject({ added: 0, unchanged: 1 })
})

it.skipIf(process.platform !== 'linux')(
  'what cannot write its result, as into a file on a full disk, says so in a line, with the work done',
  async () => {
    const dataDir = await temporaryDir()
    const file = join(dataDir, 'customers.csv')
    await copyDemoShops(dataDir)
    const args = ['export', 'customers', '--store', 'harbour', '--to', file, '--data', dataDir]
    const { code, stderr } = await runOnFullDisk(...args)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The result could not be written to standard output: ENOSPC.*\n$/)
    expect(await readFile(file, 'utf8')).toContain('lastName')
  },
)
