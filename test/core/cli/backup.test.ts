import {
  copyFile,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUp } from '../../../core/database/sqlite/safekeeping/backup.ts'
import { run, runProcess, serve, type Ended } from '../../support/command.ts'
import { temporaryDir } from '../../support/core.ts'
import { withFile } from '../../support/data.ts'
import { copyDemoShops } from '../../support/demo-template.ts'
import { Shop } from '../../support/shop.ts'

const DATABASE = 'backcounter.sqlite'

/** A folder with the demo shops without what most of them is: what is not the matter here is not copied and read dozens of times. */
let light = ''
beforeAll(async () => {
  light = await mkdtemp(join(tmpdir(), 'backcounter-test-'))
  await copyDemoShops(light)
  withFile(light, (file) =>
    file.exec('delete from prices; delete from product_terms; delete from customer_terms; vacuum'),
  )
})
afterAll(async () => rm(light, { recursive: true, force: true }))

/** A data folder with them and, beside it, a folder for backups. */
async function aShop() {
  const root = await temporaryDir()
  const [data, backups] = [join(root, 'data'), join(root, 'backups')]
  for (const dir of [data, backups]) await mkdir(dir)
  await copyFile(join(light, DATABASE), join(data, DATABASE))
  return {
    data,
    backups,
    file: join(backups, 'shop.backup'),
    backup: async (to: string, ...more: string[]) =>
      run('backup', '--json', '--data', data, '--to', to, ...more),
    restore: async (from: string) => run('restore', '--json', '--data', data, '--from', from),
  }
}

const json = ({ code, stdout }: Ended, exit = 0): Record<string, unknown> => {
  expect(code, stdout).toBe(exit)
  expect(stdout).toMatch(/^\{.*\}\n$/)
  return JSON.parse(stdout) as Record<string, unknown>
}

const rename = (dataDir: string, name: string): void =>
  withFile(
    dataDir,
    (file) => void file.prepare('update stores set name = ? where code = ?').run(name, 'harbour'),
  )

function storeName(path: string): unknown {
  const file = new Sqlite(path, { readonly: true })
  try {
    return file.prepare(`select name from stores where code = 'harbour'`).pluck().get()
  } finally {
    file.close()
  }
}

const isSound = async (dataDir: string): Promise<unknown> =>
  json(await run('check', '--json', '--data', dataDir)).ok

describe('backup', () => {
  it('makes one file that stands alone, for its owner only, and says so', async () => {
    const { backups, file, backup } = await aShop()
    const { size } = await (async () => {
      const result = json(await backup(file))
      const made = await stat(file)
      expect(result).toStrictEqual({ file, bytes: made.size })
      return made
    })()
    expect(size).toBeGreaterThan(100_000)
    expect(await readdir(backups)).toStrictEqual(['shop.backup'])
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
    // It can be read where nothing can be written beside it.
    expect((await readFile(file)).subarray(18, 20)).toStrictEqual(Buffer.from([1, 1]))
  })

  it('of a shop that is being written to is the shop of one moment', async () => {
    const { data, backups } = await aShop()
    const { ready, child, ended } = await serve(data)
    const writer = new Sqlite(join(data, DATABASE))
    writer.exec('create table ticks (a integer, b integer)')
    const tick = writer.transaction((number: number) => {
      writer.prepare('insert into ticks values (?, 0)').run(number)
      writer.prepare('update ticks set b = a').run()
    })
    let number = 0
    const ticking = setInterval(() => tick(number++), 1)
    for (const name of ['one', 'two', 'three']) {
      // Of its own: what is written here goes on meanwhile.
      json(await runProcess('backup', '--json', '--data', data, '--to', join(backups, name)))
      const copy = new Sqlite(join(backups, name), { readonly: true })
      const row = copy
        .prepare('select count(*) as count, max(a) as last, sum(a <> b) as torn from ticks')
        .get()
      copy.close()
      expect(row).toMatchObject({ torn: 0 })
      const { count, last } = row as { count: number; last: number }
      expect(count).toBe(last + 1)
    }
    clearInterval(ticking)
    writer.close()
    expect((await fetch(`${ready.api}/api/v1/health`)).status).toBe(200)
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  }, 60_000)

  it('holds what a core has only just written', async () => {
    const { data, file, backup } = await aShop()
    const { ready } = await serve(data)
    expect((await fetch(`${ready.api}/api/v1/health`)).status).toBe(200)
    rename(data, 'Written a moment ago')
    json(await backup(file))
    expect(storeName(file)).toBe('Written a moment ago')
  })

  it('replaces no file that is there, unless told to', async () => {
    const { data, file, backup } = await aShop()
    await writeFile(file, 'precious')
    expect(json(await backup(file), 1).error).toMatch(/is there already/)
    expect(await readFile(file, 'utf8')).toBe('precious')
    json(await backup(file, '--overwrite'))
    expect(storeName(file)).toBe(storeName(join(data, DATABASE)))
  })

  it('asks for the file where a folder is named, and does not promise to replace that', async () => {
    const { backups, backup } = await aShop()
    for (const told of [[], ['--overwrite']])
      expect(json(await backup(backups, ...told), 1).error).toBe(`${backups} is a folder: say the file, too.`)
    expect(await readdir(backups)).toStrictEqual([])
  })

  it('never takes the shop itself for its target', async () => {
    const { data, backup } = await aShop()
    expect(json(await backup(join(data, DATABASE), '--overwrite'), 1).error).toMatch(/is the shop itself/)
    expect(await isSound(data)).toBe(true)
  })

  it('never takes a file of this shop or of another for its target, by whichever name', async () => {
    const { data, backups, backup } = await aShop()
    const other = join(backups, 'other')
    await mkdir(other)
    await copyDemoShops(other)
    await symlink(data, join(backups, 'way'))
    await symlink(join(other, DATABASE), join(backups, 'link'))
    await link(join(data, DATABASE), join(backups, 'second name'))
    await writeFile(join(data, 'backcounter.lock'), '')
    await link(join(data, 'backcounter.lock'), join(backups, 'second lock'))
    const targets = [
      ...['', '-wal', '-shm', '-journal', '.suspect', '.restoring'].map((end) => join(data, DATABASE + end)),
      ...['backcounter.lock', 'backcounter.log', 'Backcounter.SQLITE-WAL'].map((name) => join(data, name)),
      join(data, '..', 'data', `${DATABASE}-wal`),
      join(backups, 'way', `${DATABASE}-wal`),
      relative(process.cwd(), join(data, `${DATABASE}-shm`)),
      join(other, DATABASE),
      join(other, `${DATABASE}-wal`),
      ...['link', 'second name', 'second lock'].map((name) => join(backups, name)),
    ]
    const before = [await readdir(data), await readdir(backups), await readdir(other)]
    for (const target of targets) {
      const refusal = backUp(data, resolve(target), { overwrite: true })
      await expect(refusal, target).rejects.toMatchObject({ kind: 'Conflict' })
    }
    expect([await readdir(data), await readdir(backups), await readdir(other)]).toStrictEqual(before)
    expect(json(await backup(join(data, `${DATABASE}-wal`)), 1).error).toMatch(/belongs to a shop/)
    expect(await isSound(data)).toBe(true)
    expect(await isSound(other)).toBe(true)
  })

  it('replaces nothing that is no file, or that another program has open', async () => {
    const { backups, data } = await aShop()
    await expect(backUp(data, backups, { overwrite: true })).rejects.toMatchObject({ kind: 'Conflict' })
    const open = join(backups, 'notes.db')
    await writeFile(open, 'notes')
    await writeFile(`${open}-journal`, 'of the notes')
    await expect(backUp(data, open, { overwrite: true })).rejects.toMatchObject({ kind: 'Conflict' })
    expect(await readFile(open, 'utf8')).toBe('notes')
  })

  it('of a damaged shop fails, and leaves no file nor a part of one', async () => {
    const { data, backups, file, backup } = await aShop()
    await writeFile(file, 'the last good one')
    const { size } = await stat(join(data, DATABASE))
    await truncate(join(data, DATABASE), Math.floor(size / 2 / 4096) * 4096)
    expect(json(await backup(file, '--overwrite'), 1).error).toMatch(/damaged/)
    expect(await readdir(backups)).toStrictEqual(['shop.backup'])
    expect(await readFile(file, 'utf8')).toBe('the last good one')
  })

  it('of nothing, or into nowhere, fails and makes nothing', async () => {
    const { data, backups, backup } = await aShop()
    expect(json(await backup(join(backups, 'no', 'folder')), 1).error).toMatch(/no folder/)
    const nowhere = join(backups, 'nowhere')
    const none = await run('backup', '--json', '--data', nowhere, '--to', join(backups, 'a'))
    expect(json(none, 1).error).toMatch(/no shop/)
    expect(await readdir(backups)).toStrictEqual([])
    expect((await run('backup', '--data', data)).code).toBe(2)
  })
})

describe('restore', () => {
  it('puts the backup in place, and keeps what it replaces', async () => {
    const { data, file, backup, restore } = await aShop()
    rename(data, 'As it was')
    json(await backup(file))
    rename(data, 'As it became')
    const result = json(await restore(file))
    expect(result).toStrictEqual({
      file: join(data, DATABASE),
      from: file,
      replaced: expect.stringContaining(join(data, `${DATABASE}.replaced-`)) as unknown,
    })
    expect(storeName(join(data, DATABASE))).toBe('As it was')
    expect(storeName(String(result.replaced))).toBe('As it became')
    expect(await isSound(data)).toBe(true)
    const names = await readdir(data)
    expect(names.filter((name) => name.includes('restoring'))).toStrictEqual([])
  })

  it('gives no order number out twice: it goes on behind the last one, though the backup is older', async () => {
    const { data, file, backup, restore } = await aShop()
    json(await backup(file))
    const numbers = () =>
      withFile(data, (shop) =>
        shop.prepare('select store_id, last_number from order_numbers order by store_id').all(),
      )
    withFile(data, (shop) =>
      shop.exec(`update order_numbers set last_number = last_number + 30;
        insert into till_counts
          (id, store_id, currency_id, number, date, actor, received, refunded, paid_in, paid_out, counted, float_amount)
          select 'count', store.id, currency.id, 7, '2026-11-20T09:30:00.000Z', 'Olga', 0, 0, 0, 0, 0, 0
            from stores as store, currencies as currency where code = 'harbour' and iso_code = 'EUR'`),
    )
    const given = numbers()
    json(await restore(file))
    expect(numbers()).toStrictEqual(given)
    // Of counts of tills, neither.
    const before = () =>
      withFile(data, (shop) => shop.prepare('select last_number from numbers_before').pluck().all())
    expect(before()).toStrictEqual([7])
    // The replaced one is not there any more: what was given out is known all the same.
    json(await restore(file))
    expect(before()).toStrictEqual([7])
  })

  it('puts a backup in the place of what is no shop, or none any more', async () => {
    const { data, file, backup, restore } = await aShop()
    rename(data, 'As it was')
    json(await backup(file))
    withFile(data, (shop) => shop.exec('drop table order_numbers'))
    json(await restore(file))
    expect(storeName(join(data, DATABASE))).toBe('As it was')
    await writeFile(join(data, DATABASE), 'something else')
    json(await restore(file))
    expect(storeName(join(data, DATABASE))).toBe('As it was')
    expect(await isSound(data)).toBe(true)
  })

  it('twice in a second keeps both', async () => {
    const { data, file, backup, restore } = await aShop()
    json(await backup(file))
    const kept = new Set([json(await restore(file)).replaced, json(await restore(file)).replaced])
    expect(kept.size).toBe(2)
    expect((await readdir(data)).filter((name) => name.includes('.replaced-'))).toHaveLength(2)
  })

  it('into an empty folder replaces nothing; the core then serves it, with its clients', async () => {
    const { backups, file, backup } = await aShop()
    json(await backup(file))
    const fresh = join(backups, 'fresh')
    const result = json(await run('restore', '--json', '--data', fresh, '--from', file))
    expect(result.replaced).toBeNull()
    const shop = await Shop.in(await temporaryDir())
    const { clientId, clientSecret } = shop.credentials('staff')
    await shop.core.close()
    const { ready } = await serve(fresh)
    const answer = await fetch(`${ready.api}/api/v1/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
    })
    expect(answer.status).toBe(200)
  })

  it('is refused while a core holds the data, and while anybody has the file open', async () => {
    const { data, file, backup, restore } = await aShop()
    json(await backup(file))
    rename(data, 'Still here')
    const { child, ended } = await serve(data)
    expect(json(await restore(file), 1).error).toMatch(/Another Backcounter is open/)
    child.kill('SIGTERM')
    await ended
    const other = new Sqlite(join(data, DATABASE))
    other.prepare('select name from stores').all()
    expect(json(await restore(file), 1).error).toMatch(/in use/)
    other.close()
    expect(storeName(join(data, DATABASE))).toBe('Still here')
    expect((await readdir(data)).filter((name) => /replaced|restoring/.test(name))).toStrictEqual([])
  })

  it.each([
    ['no database', async (path: string) => writeFile(path, 'This is a letter.'.repeat(1000)), /damaged/],
    ['nothing', async (path: string) => writeFile(path, ''), /no database of Backcounter/],
    [
      'a database of something else',
      async (path: string) => {
        await rm(path)
        const file = new Sqlite(path)
        file.exec('create table letters (text text)')
        file.close()
      },
      /no database of Backcounter/,
    ],
    [
      'half a backup',
      async (path: string) => truncate(path, Math.floor((await stat(path)).size / 2 / 4096) * 4096),
      /damaged/,
    ],
    [
      'rows that refer to nothing',
      async (path: string) => {
        const file = new Sqlite(path)
        file.pragma('foreign_keys = off')
        file.exec(`delete from price_groups`)
        file.close()
        return Promise.resolve()
      },
      /damaged.*refers/,
    ],
    [
      'a newer version’s',
      async (path: string) => {
        const file = new Sqlite(path)
        file.exec(`insert into kysely_migration values ('9999-later', '2030-01-01')`)
        file.close()
        return Promise.resolve()
      },
      /newer version/,
    ],
  ])('of %s is refused, and the shop stays as it was', async (_what, spoil, text) => {
    const { data, file, backup, restore } = await aShop()
    json(await backup(file))
    await spoil(file)
    const before = await readFile(join(data, DATABASE))
    expect(json(await restore(file), 1).error).toMatch(text)
    expect((await readFile(join(data, DATABASE))).equals(before)).toBe(true)
    expect((await readdir(data)).filter((name) => /replaced|restoring/.test(name))).toStrictEqual([])
  })

  it('of what is no backup makes no folder', async () => {
    const { backups } = await aShop()
    const [letter, nowhere] = [join(backups, 'letter.txt'), join(backups, 'new', 'shop')]
    await writeFile(letter, 'This is a letter.'.repeat(1000))
    expect(json(await run('restore', '--json', '--data', nowhere, '--from', letter), 1).error).toMatch(
      /damaged/,
    )
    expect(await readdir(backups)).toStrictEqual(['letter.txt'])
  })

  it('of a file that is not there, a folder, or of the shop itself, is refused', async () => {
    const { data, backups, restore } = await aShop()
    for (const none of [join(backups, 'none'), backups, data])
      expect(json(await restore(none), 1).error).toBe(`There is no file ${none}.`)
    expect(json(await restore(join(data, DATABASE)), 1).error).toMatch(/is the shop itself/)
    expect(await isSound(data)).toBe(true)
  })

  it('in the place of a shop that is gone takes nothing from the log that it has left, and keeps that', async () => {
    const { data, file, backup, restore } = await aShop()
    rename(data, 'As it was')
    json(await backup(file))
    const { child, ended } = await serve(data)
    rename(data, 'Written later')
    child.kill('SIGKILL')
    await ended
    const log = await readFile(join(data, `${DATABASE}-wal`))
    expect(log.length).toBeGreaterThan(0)
    await rm(join(data, DATABASE))
    expect(json(await restore(file)).replaced).toBeNull()
    expect(storeName(join(data, DATABASE))).toBe('As it was')
    const kept = (await readdir(data)).find((name) => /replaced-.*-wal$/.test(name))
    expect((await readFile(join(data, kept ?? 'none'))).equals(log)).toBe(true)
    expect(await isSound(data)).toBe(true)
  })

  it('heals a damaged shop, and keeps it with the log that belongs to it', async () => {
    const { data, file, backup, restore } = await aShop()
    json(await backup(file))
    await writeFile(join(data, DATABASE), 'no database any more'.repeat(1000))
    await writeFile(join(data, `${DATABASE}-wal`), 'a log of it')
    const { replaced } = json(await restore(file))
    expect(await isSound(data)).toBe(true)
    expect(await readFile(String(replaced), 'utf8')).toMatch(/^no database any more/)
    expect(await readFile(`${String(replaced)}-wal`, 'utf8')).toBe('a log of it')
  })
})
