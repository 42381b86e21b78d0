import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDir } from '../../support/core.ts'
import { copyDemoShops } from '../../support/demo-template.ts'
import { MAIN } from '../../support/main.ts'

const { NODE_COMPILE_CACHE: _kept, XDG_CACHE_HOME: _chosen, ...env } = process.env

/** @returns what it ended with */
async function runAtHome(home: string, args: readonly string[], shared = home): Promise<unknown> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...env, HOME: home, USERPROFILE: home, LOCALAPPDATA: home, TMPDIR: shared, TEMP: shared },
  })
  // A core says that it is ready, and stays.
  if (args[0] === 'serve') child.stdout.once('data', () => child.kill('SIGTERM'))
  else child.stdout.resume()
  return (await once(child, 'close')) as unknown
}

const filesIn = (home: string): string[] =>
  readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((file) => /\bcompiled\b.+\d/.test(file))

it('what is compiled is kept in the user’s own folder, not where anybody may put files', async () => {
  const home = await temporaryDir()
  const shared = await temporaryDir()
  expect(await runAtHome(home, ['--version'], shared)).toStrictEqual([0, null])
  expect(readdirSync(shared)).toStrictEqual([])
  expect(filesIn(home).length).toBeGreaterThan(0)
})

it('a start finds what the one before has compiled, whatever commands have run between', async () => {
  const home = await temporaryDir()
  const dataDir = await temporaryDir()
  await copyDemoShops(dataDir)
  const serving = ['serve', '--data', dataDir, '--port', '0', '--json']
  const written = (): Record<string, number> =>
    Object.fromEntries(filesIn(home).map((file) => [file, statSync(join(home, file)).mtimeMs]))
  // What the first start has not run is compiled with the second.
  for (let n = 0; n < 2; n++) expect(await runAtHome(home, serving)).toStrictEqual([0, null])
  const before = written()
  expect(await runAtHome(home, ['check', '--data', dataDir])).toStrictEqual([0, null])
  expect(await runAtHome(home, serving)).toStrictEqual([0, null])
  expect(written()).toMatchObject(before)
})
