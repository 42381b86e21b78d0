import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Caller, overSocket } from '../support/caller.ts'
import { run, runProcess, serve, type Ended } from '../support/command.ts'
import { temporaryDir } from '../support/core.ts'
import { rowsOf, withFile } from '../support/data.ts'
import { copyDemoShops } from '../support/demo-template.ts'
import { openShop } from '../support/shop.ts'
import { filled, guid, record, said } from './support/wire.ts'

const FILE = 'backcounter.sqlite'

async function aShop(): Promise<string> {
  const dataDir = await temporaryDir()
  await copyDemoShops(dataDir)
  return dataDir
}

/** One JSON line on standard output, and nothing else there. */
function json({ code, stdout, stderr }: Ended, exit = 0): Record<string, unknown> {
  expect(code, stdout + stderr).toBe(exit)
  expect(stdout).toMatch(/^\{.*\}\n$/)
  return JSON.parse(stdout) as Record<string, unknown>
}

describe('Decisions, command line', () => {
  it.each(['serve', 'client create', 'client list', 'client revoke', 'demo', 'check', 'backup', 'restore'])(
    '%s has --help, --data and --json',
    async (command) => {
      const { code, stdout } = await run(...command.split(' '), '--help')
      expect(code).toBe(0)
      for (const option of ['--help', '--data', '--json']) expect(stdout).toContain(option)
    },
  )

  it.each([
    ['serve', ['--port', '65536']],
    ['client create', ['--store', 'harbour']],
    ['client revoke', ['till']],
    ['demo', ['--orders', 'many']],
    ['backup', []],
    ['restore', []],
    ['sell', []],
  ])('wrong use of %s exits 2', async (command, args) => {
    const ended = await run(...command.split(' '), ...args, '--data', await temporaryDir())
    expect(ended).toMatchObject({ code: 2, stdout: '' })
  })

  it('what a command ends with is what its process exits with', async () => {
    expect(await runProcess('sell')).toMatchObject({ code: 2, stdout: '' })
    const nowhere = join(await temporaryDir(), 'nowhere')
    expect(json(await runProcess('client', 'list', '--json', '--data', nowhere), 1)).toHaveProperty('error')
    expect(json(await runProcess('client', 'list', '--json', '--data', await aShop()))).toHaveProperty(
      'clients',
    )
  })

  it('serve › its first line, a free port, SIGTERM and exit 0', async () => {
    const { child, ready, ended } = await serve(await aShop())
    expect(Object.keys(ready).toSorted()).toStrictEqual(['api', 'console', 'pid', 'ready'])
    expect(ready).toMatchObject({ ready: true, pid: child.pid })
    expect(ready.console).toMatch(new RegExp(`^${ready.api}/\\?launch=[\\w-]+$`))
    expect((await new Caller(overSocket(ready.api)).get('/health')).status).toBe(200)
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  })

  it('serve --demo › has the demo stores; SIGINT and exit 0', async () => {
    const dataDir = await temporaryDir()
    const { child, ended } = await serve(dataDir, '--demo')
    child.kill('SIGINT')
    expect((await ended).code).toBe(0)
    const codes = (rowsOf(dataDir, 'stores') as { code: string }[]).map(({ code }) => code)
    expect(codes.toSorted()).toStrictEqual(['harbour', 'uptown'])
  })

  it('client create, list, revoke', async () => {
    const data = ['--json', '--data', await aShop()]
    const about = ['--store', 'harbour', '--name', 'Till', '--scope', 'storefront staff']
    const more = [
      '--token-seconds',
      '60',
      '--redirect-uri',
      'https://a.example/b',
      '--allow-origin',
      'https://a.example',
    ]
    const created = json(await run('client', 'create', ...data, ...about, ...more))
    const wanted = record({
      clientId: guid,
      clientSecret: filled,
      store: said('harbour'),
      scope: said('storefront staff'),
    })
    expect(wanted.fault(created)).toBeUndefined()
    const clientId = String(created['clientId'])
    const { clients } = json(await run('client', 'list', ...data))
    expect(clients).toContainEqual(expect.objectContaining({ clientId, name: 'Till', tokenSeconds: 60 }))
    expect(json(await run('client', 'revoke', clientId, ...data))).toStrictEqual({ clientId })
    json(await run('client', 'revoke', clientId, ...data), 1)
  })

  it('demo --orders N › placed orders, spread over two years', async () => {
    const dataDir = await temporaryDir()
    json(await run('demo', '--orders', '200', '--json', '--data', dataDir))
    const dates = (rowsOf(dataDir, 'orders') as { created_at: string }[])
      .map(({ created_at }) => Date.parse(created_at))
      .toSorted((a, b) => a - b)
    expect(dates).toHaveLength(200)
    const days = ((dates.at(-1) ?? 0) - (dates[0] ?? 0)) / 86_400_000
    expect(days).toBeGreaterThan(650)
    expect(days).toBeLessThan(740)
  })

  it('check › exit 0 where all is well, 1 and a list where an order fails', async () => {
    const shop = await openShop()
    const { order } = await (await shop.as('staff')).anOrder()
    const check = async (): Promise<Ended> => run('check', '--json', '--data', shop.dataDir)
    expect(json(await check())).toMatchObject({ ok: true })
    withFile(shop.dataDir, (file) => file.exec('update orders set order_total = order_total + 1'))
    expect(JSON.stringify(json(await check(), 1))).toContain(order.orderNumber)
  })

  it('backup, restore › online, checked, and the replaced file is kept', async () => {
    const [dataDir, other] = [await aShop(), await aShop()]
    const target = join(await temporaryDir(), 'shop.backup')
    await serve(dataDir)
    json(await run('backup', '--to', target, '--json', '--data', dataDir))
    withFile(other, (file) => file.exec(`update stores set name = 'Replaced'`))
    json(await run('restore', '--from', target, '--json', '--data', other))
    expect((rowsOf(other, 'stores') as { name: string }[]).map(({ name }) => name)).not.toContain('Replaced')
    const kept = (await readdir(other)).filter((name) => name !== FILE && name.includes('sqlite'))
    expect(kept).toHaveLength(1)
  })
})
