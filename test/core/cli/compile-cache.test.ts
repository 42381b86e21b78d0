import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { temporaryDir } from '../../support/core.ts'
import { MAIN } from '../../support/main.ts'

it('what is compiled is kept in the user’s own folder, not where anybody may put files', async () => {
  const home = await temporaryDir()
  const shared = await temporaryDir()
  const { NODE_COMPILE_CACHE: _kept, XDG_CACHE_HOME: _chosen, ...env } = process.env
  const child = spawn(process.execPath, [MAIN, '--version'], {
    stdio: 'ignore',
    env: { ...env, HOME: home, USERPROFILE: home, LOCALAPPDATA: home, TMPDIR: shared, TEMP: shared },
  })
  expect(await once(child, 'close')).toStrictEqual([0, null])
  expect(readdirSync(shared)).toStrictEqual([])
  const kept = readdirSync(home, { recursive: true, encoding: 'utf8' }).map(String)
  expect(kept.some((file) => /\bcompiled\b.+\d/.test(file))).toBe(true)
})
