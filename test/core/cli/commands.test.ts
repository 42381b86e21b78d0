import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { wholeNumber } from '../../../core/cli/arguments.ts'
import { parsePort } from '../../../core/defaults.ts'
import { Caller, overSocket } from '../../support/caller.ts'
import { run, serve, type Ended } from '../../support/command.ts'
import { temporaryDir } from '../../support/core.ts'
import { rowsOf, withFile } from '../../support/data.ts'
import { copyDemoShops } from '../../support/demo-template.ts'
import { openShop } from '../../support/shop.ts'

async function withShop(): Promise<string> {
  const dataDir = await temporaryDir()
  await copyDemoShops(dataDir)
  return dataDir
}

/** The one line of JSON on standard output, and nothing else there. */
function json({ stdout }: Ended): Record<string, unknown> {
  expect(stdout).toMatch(/^\{.*\}\n$/)
  return JSON.parse(stdout) as Record<string, unknown>
}

describe('client', () => {
  it('create gives credentials that work at once in a core that is running, rotate others, and revoke takes them', async () => {
    const dataDir = await withShop()
    const { ready } = await serve(dataDir)
    const created = await run(
      'client',
      'create',
      '--json',
      '--data',
      dataDir,
      '--store',
      'uptown',
      '--name',
      'Till 2',
      '--scope',
      'storefront support',
      '--token-seconds',
      '60',
      '--allow-origin',
      'https://till.example',
    )
    expect(created.code).toBe(0)
    const credentials = json(created)
    expect(credentials).toStrictEqual({
      clientId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      clientSecret: expect.stringMatching(/^[\w-]{43}$/) as string,
      store: 'uptown',
      scope: 'storefront support',
    })
    const anyone = new Caller(overSocket(ready.api))
    const body = {
      grant_type: 'client_credentials',
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
    }
    const token = (await anyone.post('/oauth/token', body)).body as {
      access_token: string
      expires_in: number
    }
    expect(token).toMatchObject({ expires_in: 60, scope: 'storefront support' })
    const headers = { authorization: `Bearer ${token.access_token}`, origin: 'https://till.example' }
    expect((await anyone.get('/store', {}, headers)).body).toMatchObject({ code: 'uptown' })

    const clientId = String(credentials.clientId)
    const rotated = json(await run('client', 'rotate', clientId, '--json', '--data', dataDir))
    expect(rotated).toStrictEqual({ clientId, clientSecret: expect.stringMatching(/^[\w-]{43}$/) as string })
    expect((await anyone.get('/store', {}, { authorization: headers.authorization })).status).toBe(401)
    expect((await anyone.post('/oauth/token', body)).status).toBe(401)
    const renewed = await anyone.post('/oauth/token', { ...body, client_secret: rotated['clientSecret'] })
    expect(renewed.status).toBe(200)
    headers.authorization = `Bearer ${(renewed.body as { access_token: string }).access_token}`
    const [listed, revoked] = [
      await run('client', 'list', '--json', '--data', dataDir),
      await run('client', 'revoke', clientId, '--json', '--data', dataDir),
    ]
    const clients = json(listed).clients as { clientId: string; name: string }[]
    expect(clients.find((client) => client.clientId === clientId)).toStrictEqual({
      clientId,
      name: 'Till 2',
      store: 'uptown',
      scope: 'storefront support',
      tokenSeconds: 60,
      createdDate: expect.stringMatching(/^20\d\d-.*Z$/) as string,
      revokedDate: null,
    })
    expect(listed.stdout).not.toContain(String(credentials.clientSecret))
    expect(clients.map(({ name }) => name)).not.toContain('Console')
    expect(json(revoked)).toStrictEqual({ clientId })
    expect((await anyone.get('/store', {}, { authorization: headers.authorization })).status).toBe(401)
    const again = await run('client', 'revoke', clientId, '--data', dataDir)
    expect(again).toMatchObject({ code: 1, stdout: '' })
    expect(again.stderr).toContain('no such client')
  })
})

describe('wrong use', () => {
  it('exits 2, says why on standard error and nothing on standard output', async () => {
    const data = ['--data', await withShop()]
    const create = ['client', 'create', '--store', 'harbour', '--name', 'x', '--scope']
    const calls = [
      ['serve', '--port', '65536', ...data],
      ['sell'],
      ['client', 'create', '--store', 'harbour', ...data],
      ['client', 'create', '--store', 'nowhere', '--name', 'x', '--scope', 'staff', ...data],
      [...create, 'everything', ...data],
      [...create, 'staff', '--token-seconds', '0', ...data],
      [...create, 'staff', '--name', 'x'.repeat(513), ...data],
      ['serve', '--port', '', ...data],
      ['serve', '--port', '1e3', ...data],
      ['demo', '--orders', '0x10', ...data],
      [...create, 'staff', '--token-seconds', ' 60', ...data],
      ...['serve', 'check', 'demo', 'client list'].map((command) => [...command.split(' '), '--data', '']),
      ...['', 'postgres://host:99999/shop', join(data[1] ?? '', 'other')].map((to) => [
        'move',
        '--to',
        to,
        ...data,
      ]),
      ['import', 'products', '', '--store', 'harbour', ...data],
      ['export', 'products', '--store', 'harbour', '--to', '', ...data],
      ['backup', '--to', '', ...data],
      ['restore', '--from', '', ...data],
      ['client', 'revoke', 'till-2', ...data],
      ['client', 'rotate', 'till-2', ...data],
    ]
    const ended = await Promise.all(calls.map(async (args) => ({ args, ...(await run(...args)) })))
    for (const { args, stderr, ...rest } of ended) {
      expect(rest, args.join(' ')).toMatchObject({ code: 2, stdout: '' })
      expect(stderr, args.join(' ')).toMatch(/\S/)
      expect(stderr, args.join(' ')).not.toContain('    at ')
    }
  })

  it('is one line of JSON for a program, as all that fails is', async () => {
    const data = ['--data', await withShop()]
    const calls = [
      ['backup'],
      ['sell'],
      ['serve', '--port', 'x'],
      ['demo', '--orders', '0x10'],
      ['import', 'orders', 'orders.csv', '--store', 'harbour'],
      ['client', 'revoke', 'till-2'],
    ]
    for (const args of calls) {
      const { code, stderr, ...answer } = await run(...args, ...data, '--json')
      expect({ code, stderr }, args.join(' ')).toStrictEqual({ code: 2, stderr: '' })
      expect(json({ ...answer, code, stderr }), args.join(' ')).toStrictEqual({
        error: expect.stringMatching(/^(?!error).*\S/) as string,
      })
    }
  })

  it.each(['', ' ', '1e3', '0x10', '-1', '+5', '1.0', '5 ', '٣', 'NaN', '9'.repeat(16)])(
    'is the number "%s": only decimal digits are one',
    (text) => {
      expect(() => wholeNumber(text)).toThrow(RangeError)
      expect(() => parsePort(text)).toThrow(RangeError)
    },
  )

  it('is not a number in decimal digits', () => {
    expect([wholeNumber('0'), wholeNumber('1500'), parsePort('0'), parsePort('65535')]).toStrictEqual([
      0, 1500, 0, 65_535,
    ])
    expect(() => parsePort('65536')).toThrow(RangeError)
  })

  it('is not a variable that is set to nothing, as by whoever passes one on that there is not', async () => {
    vi.stubEnv('BACKCOUNTER_DATABASE', '')
    onTestFinished(() => void vi.unstubAllEnvs())
    const check = ['check', '--json', '--data', await withShop()]
    expect(json(await run(...check))).toMatchObject({ ok: true })
    expect(json(await run(...check, '--database', ''))).toStrictEqual({
      error: expect.stringContaining('--database') as string,
    })
  })

  it.each([' postgres://till:secret@host/shop', 'postgres:/till:secret@host/shop', 'mysql://:secret@host'])(
    'is told without the password of an address that is none: "%s"',
    async (address) => {
      for (const args of [
        ['check', '--database', address],
        ['check', '--database', address, '--json'],
      ]) {
        const { code, stderr, stdout } = await run(...args)
        expect(code).toBe(2)
        expect(stderr + stdout).toMatch(/--database.*…@host.*user:password@host/)
        expect(stderr + stdout).not.toContain('secret')
      }
    },
  )

  it('is not asking for help', async () => {
    const answers = await Promise.all(
      [['--help'], ['client', 'create', '--help']].map(async (args) => run(...args)),
    )
    for (const { code, stdout } of answers) {
      expect(code).toBe(0)
      expect(stdout).toContain('Usage:')
    }
  })
})

describe('demo', () => {
  it('makes the shops once, with as many orders as asked for, and they are sound', async () => {
    const dataDir = await temporaryDir()
    const first = await run('demo', '--json', '--data', dataDir, '--orders', '120')
    expect(first.code, first.stderr).toBe(0)
    expect(json(first)).toMatchObject({ stores: ['harbour', 'uptown'] })
    expect(rowsOf(dataDir, 'orders')).toHaveLength(120)
    const products = rowsOf(dataDir, 'products').length
    const second = await run('demo', '--json', '--data', dataDir)
    expect(json(second)).toMatchObject({ stores: [] })
    expect(rowsOf(dataDir, 'products')).toHaveLength(products)
    expect(rowsOf(dataDir, 'orders')).toHaveLength(120)
    const checked = await run('check', '--json', '--data', dataDir)
    const none = { database: [], faults: [] }
    expect(json(checked)).toStrictEqual({
      ok: true,
      orders: 120,
      tillCounts: 0,
      giftCards: 3,
      stockLevels: 16,
      ...none,
    })
    expect(checked.code).toBe(0)
  })
})

describe('check', () => {
  it('finds an order that was changed by a cent, beside a running core, and exits 1', async () => {
    const shop = await openShop()
    const { order } = await (await shop.as('staff')).anOrder()
    withFile(shop.dataDir, (file) => file.exec('update orders set order_total = order_total - 1'))
    const { code, stdout } = await run('check', '--data', shop.dataDir)
    expect(code).toBe(1)
    expect(stdout).toContain(`Order ${order.orderNumber}: orderTotal is`)
    expect(stdout).toContain('NOT SOUND')
    const machine = await run('check', '--json', '--data', shop.dataDir)
    expect(machine.code).toBe(1)
    expect(json(machine)).toMatchObject({
      ok: false,
      orders: 1,
      faults: [{ orderId: order.id }, { orderId: order.id }],
    })
  })

  it('finds a damaged file, at its head or in its middle, and exits 1 with a sentence', async () => {
    const dataDir = await withShop()
    const path = join(dataDir, 'backcounter.sqlite')
    const sound = await readFile(path)
    const inTheMiddle = Buffer.from(sound).fill(0xaa, sound.length / 2, sound.length / 2 + 40_000)
    await writeFile(path, inTheMiddle)
    const middle = await run('check', '--data', dataDir)
    expect(middle.code).toBe(1)
    expect(middle.stdout + middle.stderr).toMatch(/Database: |malformed|damaged/)
    await writeFile(path, 'no database at all, only text that is long enough to be read as one'.repeat(100))
    const head = await run('check', '--json', '--data', dataDir)
    expect(head.code).toBe(1)
    expect(json(head)).toStrictEqual({
      error: expect.stringContaining('damaged') as string,
      backup: null,
      restore: null,
    })
  })
})
