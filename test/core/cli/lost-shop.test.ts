import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { addBackup, listBackups } from '../../../core/database/sqlite/safekeeping/backups.ts'
import { openSqliteFile } from '../../support/engines.ts'
import { openCoreIn } from '../../support/open-core.ts'
import { run, runProcess, serve } from '../../support/command.ts'
import { temporaryDir } from '../../support/core.ts'
import { demoTemplate } from '../../support/demo-template.ts'
import { firstVersion } from '../../support/first-version.ts'

const DATABASE = 'backcounter.sqlite'

async function withShop(): Promise<string> {
  const dataDir = await temporaryDir()
  copyFileSync((await demoTemplate()).file, join(dataDir, DATABASE))
  return dataDir
}

/** Every file of a folder with the digest of its bytes, but for empty logs and the index of one, which is shared memory. */
const contentOf = (dir: string): Map<string, string> =>
  new Map(
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !path.endsWith('-wal') || statSync(path).size > 0)
      .map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  )

const losses = [
  ['missing', (path: string) => rmSync(path), 'is missing, but there are backups of it'],
  ['empty', (path: string) => writeFileSync(path, ''), 'is empty, but there are backups of it'],
  [
    'without a schema',
    (path: string) => {
      rmSync(path)
      const file = new Sqlite(path)
      file.pragma('journal_mode = wal')
      file.close()
    },
    'holds nothing, but there are backups of it',
  ],
] as const

describe.each(losses)('a database that is %s beside a good backup', (_what, lose, text) => {
  it('is no first start: the backup is offered, and nothing is made', async () => {
    const dataDir = await withShop()
    const { file } = await addBackup(dataDir, new Date('2026-11-20T12:00:00.000Z'))
    lose(join(dataDir, DATABASE))
    const before = contentOf(dataDir)
    await expect(openSqliteFile(dataDir)).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringContaining(text) as string,
    })
    expect(contentOf(dataDir)).toStrictEqual(before)

    const program = await runProcess('serve', '--json', '--demo', '--port', '0', '--data', dataDir)
    expect(program.code).toBe(1)
    const restore = `npm run cli -- restore --from ${file} --data ${dataDir}`
    expect(JSON.parse(program.stdout)).toStrictEqual({
      error: `The database ${join(dataDir, DATABASE)} ${text}.`,
      backup: { file, date: '2026-11-20T12:00:00.000Z', orders: 0 },
      restore,
    })
    expect(listBackups(dataDir)).toHaveLength(1)

    expect((await run(...restore.split(' ').slice(4))).code).toBe(0)
    expect((await run('check', '--data', dataDir)).code).toBe(0)
  }, 90_000)
})

describe('a database that is gone', () => {
  it('while its log is there is damage, and the log stays', async () => {
    const dataDir = await withShop()
    rmSync(join(dataDir, DATABASE))
    writeFileSync(join(dataDir, `${DATABASE}-wal`), 'what was not folded in')
    await expect(openCoreIn({ dataDir })).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringContaining('its log is there') as string,
    })
    expect(readFileSync(join(dataDir, `${DATABASE}-wal`), 'utf8')).toBe('what was not folded in')
  })

  it('without a backup that could be read is a first start', async () => {
    const dataDir = await temporaryDir()
    mkdirSync(join(dataDir, 'backups'))
    writeFileSync(join(dataDir, 'backups', 'backcounter-2026-11-20T12-00-00Z.sqlite'), 'rotten')
    await (await openCoreIn({ dataDir })).close()
    const other = await temporaryDir()
    writeFileSync(join(other, 'backups'), 'in the way')
    await (await openCoreIn({ dataDir: other })).close()
  })
})

describe('a --data that names no shop', () => {
  const commands = ['check', 'client list', 'client create --store harbour --name x --scope staff', 'backup']
  it.each(commands)(
    'is an error for %s, and nothing is made there',
    async (command) => {
      const root = await temporaryDir()
      const [mistyped, empty, blank] = ['mistyped', 'empty', 'blank'].map((name) => join(root, name))
      mkdirSync(empty ?? '')
      mkdirSync(blank ?? '')
      writeFileSync(join(blank ?? '', DATABASE), '')
      const before = readdirSync(root, { recursive: true })
      const target = command === 'backup' ? ['--to', join(root, 'copy')] : []
      for (const dataDir of [mistyped, empty, blank]) {
        const ended = await run(...command.split(' '), ...target, '--json', '--data', dataDir ?? '')
        expect(ended.code, ended.stdout).toBe(1)
        expect(JSON.parse(ended.stdout)).toStrictEqual({ error: `There is no shop in ${dataDir ?? ''}.` })
      }
      expect(readdirSync(root, { recursive: true })).toStrictEqual(before)
    },
    90_000,
  )
})

describe('check only reads', () => {
  it('a shop that nobody has open stays as it is, to the byte and to the file', async () => {
    const dataDir = await withShop()
    const before = contentOf(dataDir)
    expect((await run('check', '--data', dataDir)).code).toBe(0)
    expect(contentOf(dataDir)).toStrictEqual(before)
    expect(readdirSync(dataDir)).toStrictEqual([DATABASE])
  })

  it('one of an earlier version is not brought up to date: that is said, and it stays as it is', async () => {
    const dataDir = await temporaryDir()
    await firstVersion(dataDir, (await demoTemplate()).file)
    const before = contentOf(dataDir)
    const ended = await run('check', '--json', '--data', dataDir)
    expect(ended.code).toBe(1)
    expect(JSON.parse(ended.stdout)).toStrictEqual({
      error: expect.stringMatching(/is sound, but was written by an earlier version/) as string,
    })
    expect(contentOf(dataDir)).toStrictEqual(before)
    expect(existsSync(join(dataDir, 'backups'))).toBe(false)
  })

  it('a database that no shop is in yet, as while one is moved there, is no sound shop without orders', async () => {
    const dataDir = await temporaryDir()
    await (await openSqliteFile(dataDir)).close()
    const { code, stdout } = await run('check', '--json', '--data', dataDir)
    expect({ code, ...(JSON.parse(stdout) as object) }).toStrictEqual({
      code: 1,
      error: `There is no shop in ${dataDir}.`,
    })
  })

  it('beside a core that runs, and after one that was killed, log and file stay as they are', async () => {
    const dataDir = await withShop()
    const { child, ended } = await serve(dataDir)
    const files = () => [...contentOf(dataDir)].filter(([path]) => !path.endsWith('.lock'))
    const running = files()
    expect((await run('check', '--data', dataDir)).code).toBe(0)
    expect(files()).toStrictEqual(running)
    child.kill('SIGKILL')
    await ended
    expect(existsSync(join(dataDir, `${DATABASE}-wal`))).toBe(true)
    const killed = files()
    expect((await run('check', '--data', dataDir)).code).toBe(0)
    expect(files()).toStrictEqual(killed)
  }, 90_000)
})
