import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { addBackup } from '../../../core/database/sqlite/safekeeping/backups.ts'
import { suspect } from '../../../core/database/sqlite/safekeeping/suspicion.ts'
import { run, runAsNobody, serve, serveAsNobody, type Serving } from '../../support/command.ts'
import { emptyDir, temporaryDir } from '../../support/core.ts'
import { copyDemoShops } from '../../support/demo-template.ts'
import { giveToNobody, NOBODY, whyNobodyElse } from '../../support/other-user.ts'
import { mountReadOnly, unmount, whyNoMount } from '../../support/small-disk.ts'

/** A data folder of somebody who is not root. */
async function theirFolder(): Promise<string> {
  const dataDir = await emptyDir()
  giveToNobody(dataDir)
  return dataDir
}

const end = async ({ child, ended }: Serving): Promise<unknown> => {
  child.kill('SIGTERM')
  return ended
}

/** That they can serve it. */
async function theyGoOn(dataDir: string): Promise<void> {
  const served = await serveAsNobody(dataDir)
  expect(served.ready).toMatchObject({ ready: true })
  expect(await end(served)).toMatchObject({ code: 0, stderr: '' })
}

/** What is in a folder, each with its owner's id. */
const ownersIn = (dir: string): Record<string, number> =>
  Object.fromEntries(readdirSync(dir).map((name) => [name, statSync(join(dir, name)).uid]))

const noOther = whyNobodyElse()
describe.skipIf(noOther)(
  `what root does with the shop of somebody else${noOther ? `: ${noOther}` : ''}`,
  () => {
    it('leaves them whatever it makes there, so that they can go on', async () => {
      const dataDir = await theirFolder()
      const log = join(dataDir, 'backcounter.log')
      closeSync(openSync(log, 'w'))
      truncateSync(log, 5_000_001)
      giveToNobody(dataDir)
      const served = await serve(dataDir)
      const whileOpen = ownersIn(dataDir)
      expect(Object.keys(whileOpen)).toContain('backcounter.sqlite-wal')
      expect(Object.keys(whileOpen)).toContain('backcounter.running.json')
      await end(served)
      const { file: backup } = await addBackup(dataDir, new Date())
      expect(await run('restore', '--data', dataDir, '--from', backup)).toMatchObject({ code: 0 })
      suspect(dataDir)
      const after = { ...ownersIn(dataDir), ...ownersIn(join(dataDir, 'backups')) }
      for (const part of [
        '.lock',
        '.log',
        '.log.1',
        '.sqlite',
        '.replaced-',
        '.suspect',
        'Z.sqlite',
        'backups',
      ])
        expect(Object.keys(after).join(' ')).toContain(part)
      expect(new Set(Object.values({ ...whileOpen, ...after }))).toStrictEqual(new Set([NOBODY]))
      await theyGoOn(dataDir)
    })

    it('keeps a copy that it makes elsewhere to itself', async () => {
      const [dataDir, elsewhere] = [await theirFolder(), await temporaryDir()]
      const made = async (to: string): Promise<number> => {
        expect(await run('backup', '--data', dataDir, '--to', to)).toMatchObject({ code: 0 })
        return statSync(to).uid
      }
      expect(await made(join(elsewhere, 'copy.sqlite'))).toBe(0)
      chownSync(elsewhere, 12_345, 12_345)
      expect(await made(join(elsewhere, 'other.sqlite'))).toBe(0)
      expect(await made(join(dataDir, 'copy.sqlite'))).toBe(NOBODY)
    })

    it('does not keep them out where they may write what is root’s', async () => {
      const dataDir = await theirFolder()
      for (const name of ['backcounter.lock', 'backcounter.log']) {
        writeFileSync(join(dataDir, name), '')
        chmodSync(join(dataDir, name), 0o666)
      }
      mkdirSync(join(dataDir, 'backups'))
      chmodSync(join(dataDir, 'backups'), 0o777)
      await theyGoOn(dataDir)
    })

    const noMount = whyNoMount()
    it.skipIf(noMount)(
      `is to read it where it may only be read, beside a core${noMount ? `: ${noMount}` : ''}`,
      async () => {
        const [dataDir, readOnly] = [await temporaryDir(), await temporaryDir()]
        await copyDemoShops(dataDir)
        giveToNobody(dataDir)
        chmodSync(join(dataDir, 'backcounter.sqlite'), 0o644)
        await serveAsNobody(dataDir)
        chmodSync(join(dataDir, 'backcounter.sqlite'), 0o644)
        mountReadOnly(readOnly, dataDir)
        onTestFinished(() => void unmount(readOnly))
        expect(await run('client', 'list', '--data', readOnly)).toMatchObject({ code: 0, stderr: '' })
        const to = join(await temporaryDir(), 'products.csv')
        const args = ['--store', 'harbour', '--data', readOnly, '--to', to]
        expect(await run('export', 'products', ...args)).toMatchObject({ code: 0, stderr: '' })
      },
    )
  },
)

const noReadOnly = whyNoMount()
it.skipIf(noReadOnly)(
  `a folder that may only be read, with no core at work on it, opens to nobody, and says why${noReadOnly ? `: ${noReadOnly}` : ''}`,
  async () => {
    const [dataDir, readOnly, elsewhere] = [await temporaryDir(), await temporaryDir(), await temporaryDir()]
    await copyDemoShops(dataDir)
    mountReadOnly(readOnly, dataDir)
    onTestFinished(() => void unmount(readOnly))
    const names = readdirSync(dataDir)
    for (const command of [
      ['check'],
      ['client', 'list'],
      ['backup', '--to', join(elsewhere, 'copy.sqlite')],
      ['serve', '--port', '0'],
    ]) {
      const { code, stderr } = await run(...command, '--data', readOnly)
      expect(code).toBe(1)
      expect(stderr).toContain('cannot be opened or written: nothing can be written to its folder')
    }
    expect([readdirSync(dataDir), readdirSync(elsewhere)]).toStrictEqual([names, []])
  },
)

it.skipIf(noOther)(
  `a folder that somebody may not enter is told as such, and not as broken settings${noOther ? `: ${noOther}` : ''}`,
  async () => {
    const dataDir = await emptyDir()
    chmodSync(dataDir, 0o700)
    for (const command of [['check'], ['check', '--database', 'none'], ['serve', '--port', '0']])
      expect(await runAsNobody(...command, '--data', dataDir)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: `The folder of the data, ${dataDir}, cannot be read by this user.\n`,
      })
  },
)
