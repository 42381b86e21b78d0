import { readdir, stat } from 'node:fs/promises'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LAUNCH_LINK_MINUTES } from '../../../core/access/launch-link.schema.ts'
import { TokenResponse } from '../../../core/access/token.schema.ts'
import { Caller, overSocket } from '../../support/caller.ts'
import { run, serve } from '../../support/command.ts'
import { temporaryDir } from '../../support/core.ts'
import { copyDemoShops } from '../../support/demo-template.ts'

async function withShop(): Promise<string> {
  const dataDir = await temporaryDir()
  await copyDemoShops(dataDir)
  return dataDir
}

/** The name of the store that a link opens. */
async function storeBehind(link: string): Promise<string> {
  const { origin, searchParams } = new URL(link)
  const code = searchParams.get('launch')
  const grant = { grant_type: 'authorization_code', code, client_id: 'console' }
  const { access_token: token } = (await new Caller(overSocket(origin)).post('/oauth/token', grant)).ok(
    TokenResponse,
  )
  const headers = { authorization: `Bearer ${token}` }
  return ((await new Caller(overSocket(origin), headers).get('/store')).body as { name: string }).name
}

describe('console-link (decisions, command line)', () => {
  it('gives another link to the console of the running core, of the first store or the one named', async () => {
    const dataDir = await withShop()
    const { child, ready, ended } = await serve(dataDir)
    const link = async (...more: string[]): Promise<string> => {
      const { code, stdout } = await run('console-link', '--json', '--data', dataDir, ...more)
      expect(code, stdout).toBe(0)
      const answer = JSON.parse(stdout) as { console: string }
      expect(answer).toStrictEqual({ console: expect.any(String) as string })
      expect(answer.console).toMatch(new RegExp(`^${ready.api}/\\?launch=[\\w-]{43}$`))
      return answer.console
    }
    const [first, second, uptown] = [
      await link(),
      await link('--store', 'harbour'),
      await link('--store', 'uptown'),
    ]
    const name = await storeBehind(ready.console ?? '')
    expect(await storeBehind(first)).toBe(name)
    expect(await storeBehind(second)).toBe(name)
    expect(await storeBehind(uptown)).not.toBe(name)

    const { stdout } = await run('console-link', '--data', dataDir)
    expect(stdout).toMatch(/^http:\S+\n/)
    expect(stdout).toContain(`within ${LAUNCH_LINK_MINUTES} minutes`)

    const unknown = await run('console-link', '--data', dataDir, '--store', 'nowhere')
    expect(unknown).toMatchObject({ code: 2, stdout: '' })
    expect(unknown.stderr).toContain('names no store: nowhere')

    const note = join(dataDir, 'backcounter.running.json')
    if (process.platform !== 'win32') expect((await stat(note)).mode & 0o777).toBe(0o600)
    child.kill('SIGTERM')
    await ended
    expect(existsSync(note)).toBe(false)
  })

  it('where no core is running is one sentence and exit 1, also after one was cut off', async () => {
    const dataDir = await withShop()
    const refused = {
      code: 1,
      stdout: `${JSON.stringify({ error: `No Backcounter is running with the data in ${dataDir}.` })}\n`,
      stderr: '',
    }
    expect(await run('console-link', '--json', '--data', dataDir)).toMatchObject(refused)
    const { child } = await serve(dataDir)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await readdir(dataDir)).toContain('backcounter.running.json')
    expect(await run('console-link', '--json', '--data', dataDir)).toMatchObject(refused)
    const again = await serve(dataDir)
    const { stdout } = await run('console-link', '--json', '--data', dataDir)
    expect(stdout).toContain(again.ready.api)
  })

  it('makes nothing where there is nothing, and no link where there is no shop yet', async () => {
    const missing = join(await temporaryDir(), 'missing')
    expect(await run('console-link', '--data', missing)).toMatchObject({ code: 1, stdout: '' })
    expect(existsSync(missing)).toBe(false)
    const dataDir = await temporaryDir()
    const { ready } = await serve(dataDir)
    expect(ready.console).toContain('/?setup=')
    const { code, stderr } = await run('console-link', '--data', dataDir)
    expect({ code, stderr }).toStrictEqual({
      code: 1,
      stderr: expect.stringContaining('There is no shop yet') as string,
    })
  })
})
