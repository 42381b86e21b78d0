import { readFileSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Engine } from '../../../../core/database/engine.ts'
import { openSqliteFile } from '../../../support/engines.ts'
import { emptyDir } from '../../../support/core.ts'
import { withFile } from '../../../support/data.ts'

let dataDir: string
let database: Engine
beforeEach(async () => {
  dataDir = await emptyDir()
  database = await openSqliteFile(dataDir)
  onTestFinished(async () => database.close())
})

const LOG_HEADER = 32
const FRAME_HEADER = 24
const PAGE = 4096

/** How many commits the log holds: the last page of each says how large the file is then. */
function commits(): number {
  const log = readFileSync(`${database.name}-wal`)
  let count = 0
  for (let at = LOG_HEADER; at < log.length; at += FRAME_HEADER + PAGE) {
    if (log.readUInt32BE(at + 4) > 0) count++
  }
  return count
}

/** Writes one after another, each after the one before has been answered, as a program does. */
async function writeMuch(name: string, writes: number): Promise<void> {
  for (let n = 0; n < writes; n++) {
    const key = `${name} ${n}`
    await database.transact(async (db) => db.insertInto('settings').values({ key, value: '1' }).execute())
    const isOnDisk = withFile(dataDir, (file) =>
      file.prepare('select 1 from settings where key = ?').get(key),
    )
    expect(isOnDisk).toBeDefined()
    await turn()
  }
}

it('a program that writes alone has a commit for each write', async () => {
  const before = commits()
  await writeMuch('alone', 20)
  expect(commits() - before).toBe(20)
})

it('programs that write side by side share commits, though none waits for another', async () => {
  const before = commits()
  await Promise.all(Array.from({ length: 8 }, async (_, index) => writeMuch(`program ${index}`, 20)))
  // Each could be alone in its first one; together they need little more than one program.
  expect(commits() - before).toBeLessThan(40)
  await writeMuch('alone again', 5)
  const alone = commits()
  await writeMuch('and again', 5)
  expect(commits() - alone).toBe(5)
})

it('one of them that fails takes nothing from the others', async () => {
  const failing = Array.from({ length: 20 }, async (_, n) => {
    await database
      .transact(async (db) => {
        await db
          .insertInto('settings')
          .values({ key: `half ${n}`, value: '1' })
          .execute()
        throw new Error('no')
      })
      .catch(() => undefined)
  })
  await Promise.all([writeMuch('one', 10), writeMuch('other', 10), ...failing])
  const kept = withFile(dataDir, (file) =>
    file.prepare("select count(*) from settings where key like 'one %' or key like 'other %'").pluck().get(),
  )
  expect(kept).toBe(20)
  const half = withFile(dataDir, (file) =>
    file.prepare("select key from settings where key like 'half%'").all(),
  )
  expect(half).toStrictEqual([])
})

describe('of writes that share one commit', () => {
  const add = async (name: string): Promise<void> =>
    database.transact(async (db) => {
      await db.insertInto('settings').values({ key: name, value: '1' }).execute()
      await db
        .insertInto('settings')
        .values({ key: `${name}, second half`, value: '1' })
        .execute()
    })
  /** Has written the first half of what it should. */
  const failHalfWay = async (name: string): Promise<void> =>
    database.transact(async (db) => {
      await db.insertInto('settings').values({ key: name, value: '1' }).execute()
      throw new Error(`${name} fails`)
    })
  const take = (): unknown[] =>
    withFile(dataDir, (file) => file.prepare('delete from settings returning key').pluck().all()).sort()

  /**
   * Writes at once, the bad ones half-way, again and again until all of them have shared one commit: a machine that is
   * busy may spread them over two.
   */
  async function writeTogether(names: readonly string[]) {
    for (let attempt = 0; attempt < 50; attempt++) {
      const before = commits()
      const ended = await Promise.allSettled(
        names.map(async (name) => (/bad/.test(name) ? failHalfWay(name) : add(name))),
      )
      const shared = commits() - before
      const kept = take()
      if (shared === 1) return { ended: ended.map(({ status }) => status), kept }
    }
    throw new Error('They never shared a commit.')
  }
  const whole = (names: readonly string[]): string[] =>
    names.flatMap((name) => [name, `${name}, second half`])

  it('the one that fails half-way leaves nothing, and those before and after it are whole', async () => {
    expect(await writeTogether(['before', 'bad', 'later'])).toStrictEqual({
      ended: ['fulfilled', 'rejected', 'fulfilled'],
      kept: whole(['before', 'later']),
    })
  })

  it('those that fail one after another leave nothing, wherever they stand', async () => {
    const { kept } = await writeTogether(['bad 1', 'a', 'bad 2', 'bad 3', 'b', 'bad 4', 'c', 'bad 5'])
    expect(kept).toStrictEqual(whole(['a', 'b', 'c']))
  })
})
