import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { seedDemoShop } from '../../core/cli/seed-demo-shop.ts'
import { startBuiltMain, type BuiltMain } from './built-main.ts'
import type { World } from './double/world.ts'

const renderer = fileURLToPath(new URL('../../out/renderer', import.meta.url))
const json = { 'content-type': 'application/json', origin: 'app://console' }

/** The built main process answers `app://console`: the console's files and the API, without a socket. */
let main: BuiltMain
let origin: string | undefined

beforeAll(async () => {
  main = await startBuiltMain({ prepare: async (dataDir) => seedDemoShop({ kind: 'sqlite', dataDir }) })
  origin = await main.ready()
}, 60_000)
afterAll(async () => {
  await main[Symbol.asyncDispose]()
})

const get = (path: string) => main.call('request', { url: `app://console${path}` })

async function signIn(launchCode: string | null) {
  const answer = await main.call('request', {
    url: 'app://console/api/v1/oauth/token',
    method: 'POST',
    headers: json,
    body: JSON.stringify({ grant_type: 'authorization_code', code: launchCode, client_id: 'console' }),
  })
  return { status: answer.status, body: JSON.parse(answer.body.toString()) as Record<string, string> }
}

describe('files of the console', () => {
  test('the page is the built one, under the console’s content security policy', async () => {
    const { status, headers, body } = await get('/')

    expect(status).toBe(200)
    expect(body.toString()).toBe(readFileSync(join(renderer, 'index.html'), 'utf8'))
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe|default-src[^;]*unsafe/)
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('every file comes whole and under its own type', async () => {
    const types = { js: 'application/javascript', css: 'text/css', svg: 'image/svg+xml', woff2: 'font/woff2' }
    // What lies compressed beside them is for browsers.
    const files = readdirSync(join(renderer, 'assets')).filter((name) => !/\.(br|gz)$/.test(name))
    expect(files.length).toBeGreaterThan(5)
    for (const name of files) {
      const { status, headers, body } = await get(`/assets/${name}`)
      const type = types[name.split('.').at(-1) as keyof typeof types]

      expect(status, name).toBe(200)
      expect(headers['content-type'], name).toContain(type)
      expect(body.equals(readFileSync(join(renderer, 'assets', name))), name).toBe(true)
    }
  })

  test.each([
    '/../main/main.js',
    '/assets/../../main/main.js',
    '/..%2fmain%2fmain.js',
    '/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5cmain%5cmain.js',
    '//etc/passwd',
    '/.%00./package.json',
    '/assets/nothing-here.js',
  ])('%s leads to nothing', async (path) => {
    const { status, body } = await get(path)

    expect([400, 404]).toContain(status)
    expect(body.toString()).not.toMatch(/import |"name"|root:/)
  })

  test('another host of the scheme is not the console', async () => {
    for (const url of ['app://elsewhere/', 'app://console.example.com/', 'app://console:81/']) {
      await expect(main.call('request', { url }), url).rejects.toThrow('ERR_BLOCKED_BY_CLIENT')
    }
  })
})

describe('the API', () => {
  test('the window’s launch code is good for one session, with which the API answers', async () => {
    const [window] = await main.call('windows')
    const code = new URL(window?.url ?? '').searchParams.get('launch')
    const session = await signIn(code)

    expect(session.status).toBe(200)
    const store = await main.call('request', {
      url: 'app://console/api/v1/store',
      headers: { authorization: `Bearer ${session.body['access_token'] ?? ''}` },
    })
    expect(store.status).toBe(200)
    expect(JSON.parse(store.body.toString())).toMatchObject({ code: 'harbour' })
    expect(store.headers['content-security-policy']).toBeDefined()
    expect((await signIn(code)).status).toBe(400)
  })

  test('errors keep the contract’s body', async () => {
    const { status, body } = await main.call('request', {
      url: 'app://console/api/v1/carts',
      method: 'POST',
      headers: json,
      body: '{"broken',
    })

    expect(status).toBe(400)
    expect(JSON.parse(body.toString())).toMatchObject({ errors: [{ error: 'BadRequest' }] })
  })

  test('a body over the limit is refused while it is being sent', async () => {
    const { status } = await main.call('request', {
      url: 'app://console/api/v1/oauth/token',
      method: 'POST',
      headers: json,
      body: JSON.stringify({ padding: 'x'.repeat(1_100_000) }),
    })

    expect(status).toBe(413)
  })

  test('a page of another origin is refused, wherever it got the address from', async () => {
    const { status } = await main.call('request', {
      url: 'app://console/api/v1/health',
      headers: { origin: 'https://example.com' },
    })

    expect(status).toBe(403)
  })

  test('local programs reach the same core on 127.0.0.1', async () => {
    const answer = await fetch(`${origin ?? ''}/api/v1/health`)

    expect(new URL(origin ?? '').hostname).toBe('127.0.0.1')
    expect(await answer.json()).toMatchObject({ status: 'ok' })
    const foreign = await fetch(`${origin ?? ''}/api/v1/health`, { headers: { origin: 'app://console' } })
    expect(foreign.status).toBe(403)
  })
})

test('errors of the core are kept beside the data', () => {
  expect(existsSync(join(main.dataDir, 'backcounter.log'))).toBe(true)
})

describe('while the console is being written', () => {
  const startBesideVite = async (world: Partial<World>): Promise<BuiltMain> => {
    const vite = createServer((request, answer) => answer.end(`vite ${request.url ?? ''}`))
    await new Promise<void>((resolve) => vite.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(vite.address() as AddressInfo).port}`
    const started = await startBuiltMain({ world, env: { ELECTRON_RENDERER_URL: url } })
    onTestFinished(async () => {
      await started[Symbol.asyncDispose]()
      vite.close()
    })
    await started.ready()
    return started
  }

  test('its files come from Vite, the API from the core, and the window from the same address', async () => {
    const dev = await startBesideVite({})
    const file = await dev.call('request', { url: 'app://console/main.ts?t=1' })
    const health = await dev.call('request', { url: 'app://console/api/v1/health' })
    const [window] = await dev.call('windows')

    expect(file.body.toString()).toBe('vite /main.ts?t=1')
    expect(JSON.parse(health.body.toString())).toMatchObject({ status: 'ok' })
    expect(window?.url).toMatch(/^app:\/\/console\//)
  })

  test('an installed app does not look for Vite, whatever its environment says', async () => {
    const installed = await startBesideVite({ isPackaged: true })
    const { body } = await installed.call('request', { url: 'app://console/' })

    expect(body.toString()).toContain('<title>Backcounter</title>')
    expect(await installed.call('menu')).not.toContain('toggleDevTools')
  })
})
