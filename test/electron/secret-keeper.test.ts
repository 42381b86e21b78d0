import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { backUp } from '../../core/database/sqlite/safekeeping/backup.ts'
import { restore } from '../../core/database/sqlite/safekeeping/restore.ts'
import { buildCore, temporaryDir } from '../support/core.ts'
import { withFile } from '../support/data.ts'
import { copyDemoShops } from '../support/demo-template.ts'
import { startBuiltMain, type BuiltMain } from './built-main.ts'
import type { World } from './double/world.ts'

/** The built main process on a folder with the demo shops, with the key store of a system. */
async function desktop(dataDir: string, world: Partial<World> = {}) {
  const main = await startBuiltMain({ dataDir, world })
  onTestFinished(() => main[Symbol.asyncDispose]())
  await main.ready()
  return main
}

async function aShop(): Promise<string> {
  const dataDir = await temporaryDir()
  await copyDemoShops(dataDir)
  return dataDir
}

const settingsOf = (dataDir: string): Record<string, string> =>
  withFile(dataDir, (file) =>
    Object.fromEntries(
      file
        .prepare<[], [string, string]>(`select key, value from settings where key like 'cursor-key%'`)
        .raw()
        .all(),
    ),
  )

async function end(main: BuiltMain): Promise<void> {
  main.call('quit').catch(() => undefined)
  await main.ended
}

/** A token to read with, and a list's second page. */
async function signIn(
  main: BuiltMain,
): Promise<(path: string) => Promise<{ status: number; next?: string }>> {
  const [window] = await main.call('windows')
  const code = new URL(window?.url ?? '').searchParams.get('launch')
  const tokens = await main.call('request', {
    url: 'app://console/api/v1/oauth/token',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'authorization_code', code, client_id: 'console' }),
  })
  const { access_token } = JSON.parse(tokens.body.toString()) as { access_token: string }
  return async (path) => {
    const answer = await main.call('request', {
      url: `app://console/api/v1${path}`,
      headers: { authorization: `Bearer ${access_token}` },
    })
    const { nextPagingToken } = JSON.parse(answer.body.toString()) as { nextPagingToken?: string }
    return { status: answer.status, ...(nextPagingToken === undefined ? {} : { next: nextPagingToken }) }
  }
}

const COUNTRIES = '/countries?maxItems=5'
const after = (token: string | undefined): string =>
  `${COUNTRIES}&nextPagingToken=${encodeURIComponent(token ?? '')}`

describe('the secret of the file', () => {
  test('is sealed by the system’s key store, and opens again at the next start', async () => {
    const dataDir = await aShop()
    const first = await desktop(dataDir)
    const { next } = await (await signIn(first))(COUNTRIES)
    await end(first)
    const kept = settingsOf(dataDir)
    expect(Object.keys(kept)).toStrictEqual(['cursor-key.system'])
    expect(Buffer.from(kept['cursor-key.system'] ?? '', 'base64').toString('latin1')).toMatch(/^v1[01]/)

    const second = await desktop(dataDir)
    expect(await (await signIn(second))(after(next))).toMatchObject({ status: 200 })
    expect(settingsOf(dataDir)).toStrictEqual(kept)
  })

  test('a backup opens on another machine, where lists are begun anew', async () => {
    const dataDir = await aShop()
    const here = await desktop(dataDir)
    const { next } = await (await signIn(here))(COUNTRIES)
    const backup = join(await temporaryDir(), 'shop.sqlite')
    await backUp(dataDir, backup, { overwrite: false })
    const elsewhere = await temporaryDir()
    await restore(elsewhere, backup, new Date(), [])

    const there = await desktop(elsewhere, { keyStoreUser: 'somebody elsewhere' })
    const get = await signIn(there)
    expect(await get(after(next))).toMatchObject({ status: 400 })
    const again = await get(COUNTRIES)
    expect(again.status).toBe(200)
    expect(await get(after(again.next))).toMatchObject({ status: 200 })
  })

  test('the same file opens without a key store too, as on the command line', async () => {
    const dataDir = await aShop()
    await end(await desktop(dataDir))
    const sealed = settingsOf(dataDir)
    const core = await buildCore({ dataDir })
    expect((await core.app.inject('/api/v1/health')).statusCode).toBe(200)
    expect(settingsOf(dataDir)).toMatchObject(sealed)
  })

  test.runIf(process.platform === 'linux').each(['basic_text', 'missing', 'locked'] as const)(
    'where the key store is %s, nothing pretends: the start goes on without',
    async (keyStore) => {
      const dataDir = await aShop()
      await desktop(dataDir, { keyStore })
      expect(settingsOf(dataDir)).toStrictEqual({
        'cursor-key': expect.stringMatching(/^[\da-f]{64}$/) as string,
      })
    },
  )
})

test('nothing that the desktop writes holds a token or code of its session', async () => {
  const dataDir = await aShop()
  const main = await desktop(dataDir)
  const [window] = await main.call('windows')
  const code = new URL(window?.url ?? '').searchParams.get('launch') ?? ''
  expect(code).toMatch(/^[\w-]{43}$/)
  await signIn(main)
  const copy = join(await temporaryDir(), 'wal')
  for (const name of readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) {
    const path = join(dataDir, name)
    try {
      copyFileSync(path, copy)
    } catch {
      continue // a folder
    }
    expect(readFileSync(copy).includes(code), name).toBe(false)
  }
})
