import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { findShop, IN_FOLDER, keepShop } from '../../../core/database/desk-settings.ts'
import { plainKeeper, type SecretKeeper } from '../../../core/database/secret-keeper.ts'
import { temporaryDir } from '../../support/core.ts'

const ADDRESS = 'postgres://clerk:p%40ss%20word@db.example:5433/shop?sslmode=verify-full'

/** A key store of one user, of which nobody else opens anything. */
const storeOf = (user: string): SecretKeeper => ({
  name: 'system',
  seal: async (secret) => Promise.resolve(Buffer.from(`${user}:${secret}`).toString('base64')),
  open: async (sealed) => {
    const [owner, secret] = Buffer.from(sealed, 'base64').toString().split(':')
    return Promise.resolve(owner === user ? secret : undefined)
  },
})
const keyStore = storeOf('ida')

let dataDir: string
beforeEach(async () => {
  dataDir = await temporaryDir()
})

const settings = (): string => readFileSync(join(dataDir, 'backcounter.desk.json'), 'utf8')
const keep = async (address: string, keeper: SecretKeeper): Promise<void> =>
  keepShop({ dataDir, keeper }, { kind: 'postgres', address })
const find = async (keeper: SecretKeeper, database?: string) => findShop({ dataDir, database, keeper })
const at = (address: string) => ({ kind: 'postgres', address, deskDir: dataDir })

describe('where the shop of a desk is', () => {
  it('is its folder, until it is told otherwise', async () => {
    expect(await find(plainKeeper)).toStrictEqual({ kind: 'sqlite', dataDir })
    expect(await find(plainKeeper, ADDRESS)).toStrictEqual(at(ADDRESS))
  })

  it('is kept for the next start, and forgotten when it is in the folder again', async () => {
    await keep(ADDRESS, plainKeeper)
    expect(await find(plainKeeper)).toStrictEqual(at(ADDRESS))
    const inFolder = await find(plainKeeper, IN_FOLDER)
    expect(inFolder).toStrictEqual({ kind: 'sqlite', dataDir })
    await keepShop({ dataDir, keeper: plainKeeper }, inFolder)
    expect(await find(plainKeeper)).toStrictEqual({ kind: 'sqlite', dataDir })
  })

  it.each(['', '{}', 'null', '{"database":"elsewhere"}', '{"database":"postgres://["}'])(
    'is not guessed where the settings are %j',
    async (text) => {
      writeFileSync(join(dataDir, 'backcounter.desk.json'), text)
      await expect(find(plainKeeper)).rejects.toMatchObject({ code: 'settings' })
      await keep(ADDRESS, plainKeeper)
      expect(await find(plainKeeper)).toStrictEqual(at(ADDRESS))
    },
  )
})

describe('a folder that is a file', () => {
  it.each(['', 'below'])(
    'is told as such, and not as what the system says of what would lie in it: %j',
    async (below) => {
      const file = join(dataDir, 'notes.txt')
      writeFileSync(file, 'no folder')
      const named = join(file, below)
      for (const database of [undefined, IN_FOLDER])
        await expect(findShop({ dataDir: named, database, keeper: plainKeeper })).rejects.toMatchObject({
          code: 'unwritable',
          message: `The folder of the data, ${named}, is a file or lies in one.`,
        })
    },
  )
})

describe('its password', () => {
  it.each([
    ['as part of the address', ADDRESS],
    ['as a parameter', 'postgres://clerk@db.example:5433/shop?sslmode=verify-full&password=p%40ss+word'],
  ])('is in the key store, apart from the address, where it came %s', async (_how, address) => {
    await keep(address, keyStore)
    expect(settings()).not.toMatch(/p(%40|@)ss/)
    expect(JSON.parse(settings())).toMatchObject({
      database: 'postgres://clerk@db.example:5433/shop?sslmode=verify-full',
      password: { keeper: 'system' },
    })
    expect(await find(keyStore)).toStrictEqual(at(ADDRESS))
  })

  it.skipIf(process.platform === 'win32')('is its owner’s only where there is no key store', async () => {
    await keep(ADDRESS, plainKeeper)
    expect(statSync(join(dataDir, 'backcounter.desk.json')).mode & 0o777).toBe(0o600)
  })

  it('need not be said again with the same address', async () => {
    await keep(ADDRESS, keyStore)
    const bare = 'postgres://clerk@db.example:5433/shop?sslmode=verify-full'
    expect(await find(keyStore, bare)).toStrictEqual(at(ADDRESS))
    expect(await find(keyStore, bare.replace('shop', 'other'))).toStrictEqual(
      at(bare.replace('shop', 'other')),
    )
  })

  it('is sealed as soon as there is a key store, and is never in plain beside it again', async () => {
    await keep(ADDRESS, plainKeeper)
    expect(settings()).toContain('p%40ss')
    await keep(ADDRESS, keyStore)
    expect(settings()).not.toContain('p%40ss')
    await keep(ADDRESS, plainKeeper)
    expect(settings()).not.toContain('p%40ss')
    await keep(ADDRESS.replace('word', 'new'), keyStore)
    expect(await find(keyStore)).toStrictEqual(at(ADDRESS.replace('word', 'new')))
  })

  it.each([
    ['without it', plainKeeper],
    ['by another user', storeOf('ole')],
  ])('cannot be had %s, and that is said; the environment may name it', async (_how, keeper) => {
    await keep(ADDRESS, keyStore)
    const refused = find(keeper)
    await expect(refused).rejects.toMatchObject({ code: 'unreachable', mayPass: false })
    await expect(refused).rejects.toThrow('The password of postgres://db.example:5433/shop is in a key store')
    vi.stubEnv('PGPASSWORD', 'from the environment')
    try {
      expect(await find(keeper)).toStrictEqual(
        at('postgres://clerk@db.example:5433/shop?sslmode=verify-full'),
      )
    } finally {
      vi.unstubAllEnvs()
    }
  })
})
