import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { backupsDir, listBackups } from '../../../core/database/sqlite/safekeeping/backups.ts'
import { DatabaseOpenError } from '../../../core/database/open-error.ts'
import { createLongWork, type LongWork } from '../../../core/work/long-work.ts'
import { SetupAnswer } from '../../../core/setup/setup.schema.ts'
import { Caller, inProcess } from '../../support/caller.ts'
import { buildCore } from '../../support/core.ts'
import { damage } from '../../support/damage.ts'
import { openShop } from '../../support/shop.ts'

/** On the same thread there would be a few: those before the work began. */
const ENOUGH = 30

const NOW = new Date('2026-11-20T12:00:00.000Z')

function longWork(): LongWork {
  const work = createLongWork()
  onTestFinished(async () => work.close())
  return work
}

/** Asks until something has ended. @returns how often it was answered before that */
async function answersUntil(ended: Promise<unknown>, ask: () => Promise<unknown>): Promise<number> {
  const state = { isEnded: false }
  const end = (): void => void (state.isEnded = true)
  ended.then(end, end)
  for (let answers = 0; ; answers++) {
    await ask()
    // A turn of the event loop: timers, sockets and other threads have theirs. Slower once it is clear.
    await (answers < ENOUGH ? turn() : pause(20))
    if (state.isEnded) return answers
  }
}

describe('work that takes long', () => {
  it('making the demo shops at the first start leaves everybody else their turn', async () => {
    const core = await buildCore()
    const anyone = new Caller(inProcess(core.app))
    const code = (await core.consolePath()).slice('/?setup='.length)
    const made = anyone.post('/setup', { code, shop: 'demo' })
    const answers = await answersUntil(made, async () => {
      expect((await anyone.get('/health')).status).toBe(200)
    })
    ;(await made).ok(SetupAnswer)
    expect(answers).toBeGreaterThan(ENOUGH)
  })

  it('so do a backup and a check', async () => {
    const shop = await openShop()
    const work = longWork()
    const { dataDir } = shop
    const both = Promise.all([
      work.run('addBackup', { dataDir, now: NOW }),
      work.run('checkPages', { dataDir }),
    ])
    const answers = await answersUntil(both, async () => {
      expect((await shop.anyone.get('/health')).status).toBe(200)
    })
    expect((await both)[1]).toStrictEqual([])
    expect(answers).toBeGreaterThan(ENOUGH)
    expect(listBackups(dataDir)).toHaveLength(1)
  })

  it('fails with what it failed with', async () => {
    const shop = await openShop()
    await shop.core.close()
    damage(shop.dataDir, 'product_names')
    const failed: unknown = await longWork()
      .run('addBackup', { dataDir: shop.dataDir, now: NOW })
      .catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(DatabaseOpenError)
    expect(failed).toMatchObject({
      code: 'damaged',
      file: join(shop.dataDir, 'backcounter.sqlite'),
      message: expect.stringContaining('is damaged') as string,
    })
  })

  it('ends with the core, and leaves nothing that counts as a backup', async () => {
    const shop = await openShop()
    const work = createLongWork()
    const { dataDir } = shop
    const backup = work.run('addBackup', { dataDir, now: NOW })
    const refused = expect(backup).rejects.toThrow('was ended before it was done')
    await work.close()
    await refused
    if (existsSync(backupsDir(dataDir))) {
      expect(readdirSync(backupsDir(dataDir)).filter((name) => name.endsWith('.sqlite'))).toStrictEqual([])
    }
    await shop.restart()
    expect((await shop.anyone.get('/health')).status).toBe(200)
  })

  it('may be ended at any moment, also while its thread loads what it is made of: nothing else ends with it', async () => {
    const { dataDir } = await openShop()
    const script = join(import.meta.dirname, 'ended-work.ts')
    const ended = promisify(execFile)(process.execPath, [script, dataDir])
    await expect(ended).resolves.toMatchObject({ stdout: 'ended', stderr: '' })
    // Many threads are loaded one after the other: on a machine that is at other work too, that takes its time.
  }, 240_000)
})
