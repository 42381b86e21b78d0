import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { holdInstanceLock } from '../../../../../core/database/sqlite/safekeeping/instance-lock.ts'
import { runProcess, serve } from '../../../../support/command.ts'
import { temporaryDir } from '../../../../support/core.ts'

const LOCK = 'backcounter.lock'

const broken = [
  ['text', Buffer.from('4711\n')],
  ['more than a page of text', Buffer.from('Another program was here. '.repeat(500))],
  ['the head of a database and nothing behind it', Buffer.from('SQLite format 3\0')],
  ['nothing but ones', Buffer.alloc(8192, 0xff)],
] as const

describe.each(broken)('a lock file that holds %s', (_what, content) => {
  it('is locked all the same, by one at a time', async () => {
    const dataDir = await temporaryDir()
    writeFileSync(join(dataDir, LOCK), content)
    const release = await holdInstanceLock(dataDir)
    await expect(holdInstanceLock(dataDir)).rejects.toMatchObject({ code: 'busy' })
    release()
    const again = await holdInstanceLock(dataDir)
    again()
  })
})

it('of several that start at once on a broken lock file one serves, and the others say that it does', async () => {
  const dataDir = await temporaryDir()
  writeFileSync(join(dataDir, LOCK), 'not a lock '.repeat(800))
  const lines = await Promise.all(Array.from({ length: 3 }, async () => (await serve(dataDir)).ready))
  const refusal = expect.stringContaining('Another Backcounter is open') as string
  const [serving, ...refused] = lines.sort((one, other) => Number('error' in one) - Number('error' in other))
  expect(serving).toMatchObject({ ready: true })
  expect(refused).toStrictEqual([{ error: refusal }, { error: refusal }])
}, 90_000)

it('a lock file that is broken while a core holds it lets nobody else in', async () => {
  const dataDir = await temporaryDir()
  const first = await serve(dataDir)
  // By another process, whose closing of the file does not concern the lock of this one.
  writeFileSync(join(dataDir, LOCK), 'not a lock '.repeat(800))
  const second = await runProcess('serve', '--port', '0', '--data', dataDir)
  expect(second).toMatchObject({ code: 1, stdout: '' })
  expect(second.stderr).toContain('Another Backcounter is open')
  first.child.kill('SIGTERM')
  expect((await first.ended).code).toBe(0)
  const third = await serve(dataDir)
  expect(third.ready.ready).toBe(true)
}, 90_000)

it('a lock file that cannot be one is named, and nobody else is blamed', async () => {
  const dataDir = await temporaryDir()
  mkdirSync(join(dataDir, LOCK))
  const error: unknown = await holdInstanceLock(dataDir).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'unwritable', file: join(dataDir, LOCK) })
  expect(String(error)).toMatch(/The lock file .*backcounter\.lock cannot be used/)
})

describe.runIf(process.platform === 'linux')('a data folder where the system makes none', () => {
  it('is refused at once, and named', async () => {
    const ended = await Promise.all(
      ['/proc/x', '/proc/x/deep/er', '/dev/null/x'].map(async (dir) => ({
        dir,
        ...(await runProcess('serve', '--port', '0', '--data', dir)),
      })),
    )
    for (const { dir, code, stderr } of ended) {
      expect(code, dir).toBe(1)
      expect(stderr, dir).toContain(dir)
    }
  }, 30_000)
})
