import { readdirSync, statSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { addBackup, listBackups } from '../../../../core/database/sqlite/safekeeping/backups.ts'
import { statements } from '../../../../core/database/statements.ts'
import { moveShop } from '../../../../core/database/move.ts'
import { fillEngine, withEngine } from '../../../../core/engines.ts'
import { findFirstStore } from '../../../../core/stores/store.repository.ts'
import { run, runProcess } from '../../../support/command.ts'
import { temporaryDir } from '../../../support/core.ts'
import { changesSince, snapshot, withFile } from '../../../support/data.ts'
import { aPicture } from '../../../support/pictures.ts'
import { demoTemplate } from '../../../support/demo-template.ts'
import { demoShop, emptyShop } from '../../../support/storage.ts'
import { mountSmall, unmount, whyNoMount } from '../../../support/small-disk.ts'

async function demoFolder(): Promise<string> {
  const { file } = await demoTemplate()
  const dataDir = await temporaryDir()
  await copyFile(file, join(dataDir, 'backcounter.sqlite'))
  return dataDir
}

/** The rows of every table, in whichever order they lie. */
const contentOf = (dataDir: string): Record<string, string[]> =>
  withFile(dataDir, (file) => {
    const tables = file
      .prepare<[], string>(`select name from sqlite_master where type = 'table' and name not like 'kysely%'`)
      .pluck()
      .all()
    const rowsOf = (table: string) => file.prepare(`select * from "${table}"`).raw().all()
    return Object.fromEntries(
      tables.map((table) => [
        table,
        rowsOf(table)
          .map((row) => JSON.stringify(row))
          .sort(),
      ]),
    )
  })

/** The command that moves the shop of a server to a new folder, at a desk of its own. */
const movingFrom = async (address: string): Promise<string[]> => [
  ...['move', '--json', '--data', await temporaryDir()],
  ...['--database', address, '--to', await temporaryDir()],
]

it('a shop that is moved to a server and back is what it was, row by row', async () => {
  const [from, back, address] = [await demoFolder(), await temporaryDir(), await emptyShop()]
  // More pictures than are held in memory at a time.
  withFile(from, (file) => {
    const insert = file.prepare(`insert into images select ?, id, 'image/png', null, ? from stores limit 1`)
    for (let nth = 0; nth < 50; nth++) insert.run(`picture ${nth}`, aPicture())
  })
  const before = snapshot(from)
  const there = await run('move', '--json', '--data', from, '--to', address)
  expect([there.code, there.stderr]).toStrictEqual([0, ''])
  expect(changesSince(before, from)).toStrictEqual([])
  const again = await run(
    'move',
    '--json',
    '--data',
    await temporaryDir(),
    '--database',
    address,
    '--to',
    back,
  )
  expect([again.code, again.stderr]).toStrictEqual([0, ''])
  expect(contentOf(back)).toStrictEqual(contentOf(from))
}, 120_000)

it('a shop is moved from a server to the folder of the desk itself, which is where a desk has its shop without one', async () => {
  const [from, desk, address] = [await demoFolder(), await temporaryDir(), await emptyShop()]
  expect((await run('move', '--json', '--data', from, '--to', address)).code).toBe(0)
  const back = await run('move', '--json', '--data', desk, '--database', address, '--to', desk)
  expect([back.code, back.stderr, back.stdout]).toStrictEqual([0, '', expect.stringContaining('{"from"')])
  expect(contentOf(desk)).toStrictEqual(contentOf(from))
}, 120_000)

it('a shop is moved back to where it was before, though its backups are there; where that fails, there is no shop', async () => {
  const [folder, address] = [await demoFolder(), await emptyShop()]
  const file = join(folder, 'backcounter.sqlite')
  await addBackup(folder, new Date())
  expect((await run('move', '--json', '--data', folder, '--to', address)).code).toBe(0)
  await rm(file)
  const back = ['move', '--json', '--data', await temporaryDir(), '--database', address, '--to', folder]
  const failing = fillEngine({ kind: 'sqlite', dataDir: folder }, async () =>
    Promise.reject(new Error('The server is gone.')),
  )
  await expect(failing).rejects.toThrow('The server is gone.')
  const missed = await run('check', '--json', '--data', folder)
  expect(missed.stdout).toContain('is missing, but there are backups of it')
  const { code, stdout } = await run(...back)
  expect([code, stdout]).toStrictEqual([0, expect.stringContaining(file)])
  expect(listBackups(folder)).toHaveLength(1)
}, 120_000)

it('a shop is moved whose texts hold what a server takes nowhere: as the sign for what cannot be read', async () => {
  const [from, back, address] = [await demoFolder(), await temporaryDir(), await emptyShop()]
  const file = new Sqlite(join(from, 'backcounter.sqlite'))
  const nul = `case when length(NAME) > 3 then substr(NAME, 1, 2) || char(0) || substr(NAME, 3) else NAME end`
  file.exec(`
    update product_names set name = ${nul.replaceAll('NAME', 'name')};
    update product_terms set term = ${nul.replaceAll('NAME', 'term')} where term glob '*[aeiou]*';
    update customers set note = 'Rings' || char(0) || 'twice'`)
  file.close()
  const before = snapshot(from)
  const there = await run('move', '--json', '--data', from, '--to', address)
  expect([there.code, there.stderr, there.stdout]).toStrictEqual([0, '', expect.stringContaining('{')])
  expect(changesSince(before, from)).toStrictEqual([])
  const moving = await movingFrom(address)
  expect((await run(...moving.slice(0, -1), back)).code).toBe(0)
  const readable = Object.entries(contentOf(from)).map(([table, rows]): [string, string[]] => [
    table,
    rows.map((row) => row.replaceAll('\\u0000', '\ufffd')).sort(),
  ])
  expect(contentOf(back)).toStrictEqual(Object.fromEntries(readable))
}, 120_000)

it('a shop is not moved to where there is one, nor from a server where others work on it', async () => {
  const [from, address] = [await demoFolder(), await emptyShop()]
  await withEngine({ kind: 'sqlite', dataDir: from }, async (source) =>
    withEngine({ kind: 'postgres', address }, async (target) => moveShop(source, target)),
  )
  const twice = await run('move', '--json', '--data', from, '--to', address)
  expect(twice.code).toBe(1)
  expect(twice.stdout).toContain('holds a shop already')
  await withEngine({ kind: 'postgres', address }, async (other) => {
    // Who only opens it has no session yet, and nothing that could stay behind.
    await other.read(findFirstStore)
    const used = await run(...(await movingFrom(address)))
    expect(used.code).toBe(1)
    expect(used.stdout).toContain('Other desks are open')
  })
}, 120_000)

it('a shop is not moved from a server that is away, or does not let anybody in: it is said which', async () => {
  const wrong = new URL(await emptyShop())
  wrong.password = 'not-this-one'
  for (const [address, why] of [
    ['postgres://somebody@localhost:1/shop', 'The database postgres://localhost:1/shop cannot be reached.'],
    [wrong.href, `The database postgres://${wrong.host}${wrong.pathname} does not let this user in.`],
  ] as const) {
    const { code, stdout } = await run(...(await movingFrom(address)))
    expect([code, JSON.parse(stdout)]).toStrictEqual([1, { error: why }])
  }
})

it('a shop is not moved from a server where somebody has begun to work on it meanwhile', async () => {
  const [from, address] = [await demoFolder(), await emptyShop()]
  expect((await run('move', '--json', '--data', from, '--to', address)).code).toBe(0)
  const move = await movingFrom(address)
  const holder = new pg.Client({ connectionString: address })
  await holder.connect()
  try {
    await holder.query('begin; lock table orders in access exclusive mode')
    const moving = run(...move)
    await expect
      .poll(async () => (await holder.query('select 1 from pg_locks where not granted')).rowCount)
      .toBe(1)
    // Whatever it is called there.
    const till = `${address}?application_name=Till`
    await withEngine({ kind: 'postgres', address: till }, async (other) => {
      await other.read(findFirstStore)
      await holder.query('commit')
      const { code, stdout } = await moving
      expect([code, stdout]).toStrictEqual([1, expect.stringContaining('Other desks are open')])
    })
  } finally {
    await holder.end()
  }
  // Nothing of it is there: it is moved as soon as they have ended.
  expect((await run(...move)).code).toBe(0)
}, 120_000)

it.skipIf(whyNoMount() !== undefined)(
  'a shop is not said to be moved to a disk that has no room for all of its file, and nothing is left there',
  async () => {
    const [from, address] = [await demoFolder(), await emptyShop()]
    expect((await run('move', '--json', '--data', from, '--to', address)).code).toBe(0)
    const disk = await temporaryDir()
    const { size } = statSync(join(from, 'backcounter.sqlite'))
    // All of it may lie in the log, and not in the file as well.
    mountSmall(disk, `${Math.round(1.4 * size)}`)
    onTestFinished(() => void unmount(disk))
    const target = join(disk, 'shop')
    const { code, stdout } = await run(...(await movingFrom(address)).slice(0, -1), target)
    expect([code, stdout]).toStrictEqual([1, expect.stringContaining('there is no space left on its disk')])
    expect(readdirSync(target).filter((name) => name.startsWith('backcounter.sqlite'))).toStrictEqual([])
  },
  120_000,
)

it('what is read back of a long table keeps the server waiting no longer than a part of it', async () => {
  const [from, address] = [await demoFolder(), await emptyShop()]
  expect((await run('move', '--json', '--data', from, '--to', address)).code).toBe(0)
  const texts: string[] = []
  const note = (message: unknown): void => void texts.push((message as { sql: string }).sql)
  statements.subscribe(note)
  onTestFinished(() => {
    statements.unsubscribe(note)
  })
  const back = await run(...(await movingFrom(address)))
  expect(back.code).toBe(0)
  // The server ends a transaction of which it hears nothing for a minute.
  const readBack = texts
    .map((text) => (/^select \* from "product_terms".*\?/.test(text) ? 'f' : 's'))
    .join('')
  expect(readBack).toMatch(/fsf/)
  expect(readBack).not.toMatch(/ff/)
}, 120_000)

it('an export into a file that cannot be made, which turns out while the server is asked, says why in a line', async () => {
  const dir = await temporaryDir()
  // As a folder that is only read refuses it: with what is behind the name until it is whole, it is too long.
  const file = join(dir, 'x'.repeat(250))
  const place = ['--store', 'harbour', '--data', dir, '--database', await demoShop()]
  const { code, stderr, stdout } = await runProcess('export', 'orders', '--json', '--to', file, ...place)
  expect([code, stderr]).toStrictEqual([1, ''])
  expect(JSON.parse(stdout)).toStrictEqual({ error: expect.stringContaining('ENAMETOOLONG') as string })
})
