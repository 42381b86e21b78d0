import { copyFile, cp, symlink } from 'node:fs/promises'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Caller, overSocket } from '../../support/caller.ts'
import { run, runProcess, serve, type Serving } from '../../support/command.ts'
import { temporaryDir } from '../../support/core.ts'
import { copyDemoShops, demoTemplate } from '../../support/demo-template.ts'
import { environment, MAIN } from '../../support/main.ts'

async function withShop(): Promise<string> {
  const dataDir = await temporaryDir()
  await copyDemoShops(dataDir)
  return dataDir
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A core whose parent is another process than this, in an environment with or without npm. */
async function startedByAnother(
  dataDir: string,
  npm: Readonly<Record<string, string>>,
): Promise<{ parent: ChildProcess; pid: number }> {
  const args = [MAIN, 'serve', '--json', '--port', '0', '--data', dataDir]
  const script = `
    const child = require('node:child_process').spawn(process.execPath, ${JSON.stringify(args)}, { stdio: ['ignore', 'pipe', 'ignore'] })
    child.stdout.once('data', (line) => process.stdout.write(line))`
  const { npm_lifecycle_event: _, ...withoutNpm } = environment
  const env = { ...withoutNpm, ...npm }
  const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'], env })
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const { pid } = JSON.parse(line.toString()) as { pid: number }
  onTestFinished(() => {
    parent.kill('SIGKILL')
    if (isRunning(pid)) process.kill(pid, 'SIGKILL')
  })
  return { parent, pid }
}

describe('serve (decisions, command line)', () => {
  it.runIf(process.platform === 'linux')(
    'is told what it may keep of memory, unless somebody has',
    async () => {
      const told = ({ child }: Serving): string =>
        readFileSync(`/proc/${String(child.pid)}/cmdline`, 'utf8')
          .split('\0')
          .filter((word) => word.startsWith('--max-semi'))
          .join()
      expect(told(await serve(await withShop()))).toBe('--max-semi-space-size=4')
      const { NODE_OPTIONS: before } = environment
      environment['NODE_OPTIONS'] = '--max-semi-space-size=8'
      onTestFinished(() => void (environment['NODE_OPTIONS'] = before))
      expect(told(await serve(await withShop()))).toBe('')
    },
  )

  it('says in one line of JSON where it is, and on SIGTERM ends with 0', async () => {
    const { child, ready, ended } = await serve(await withShop())
    expect(ready).toStrictEqual({
      ready: true,
      api: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
      console: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/\?launch=[\w-]{43}$/) as string,
      pid: child.pid,
    })
    expect(new URL(ready.console ?? '').origin).toBe(ready.api)
    const anyone = new Caller(overSocket(ready.api))
    expect((await anyone.get('/health')).status).toBe(200)
    const code = new URL(ready.console ?? '').searchParams.get('launch')
    const tokens = await anyone.post('/oauth/token', {
      grant_type: 'authorization_code',
      code,
      client_id: 'console',
    })
    expect(tokens.status).toBe(200)
    child.kill('SIGTERM')
    const { code: exit, signal, stdout } = await ended
    expect({ exit, signal }).toStrictEqual({ exit: 0, signal: null })
    expect(stdout.trim().split('\n')).toHaveLength(1)
  })

  it.runIf(process.platform === 'linux')(
    'begins anew where the allocator is not told to give memory back, and hears who has told it something else',
    async () => {
      const told = async (env: Readonly<Record<string, string>>): Promise<string[]> => {
        const args = [MAIN, 'serve', '--json', '--port', '0', '--data', await withShop()]
        const child = spawn(process.execPath, args, {
          stdio: ['ignore', 'pipe', 'inherit'],
          env: { ...environment, ...env },
        })
        onTestFinished(() => void child.kill('SIGKILL'))
        const [line] = (await once(child.stdout, 'data')) as [Buffer]
        const { pid } = JSON.parse(line.toString()) as { pid: number }
        expect(pid).toBe(child.pid)
        const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
        return variables.filter((variable) => variable.startsWith('MALLOC_')).sort()
      }
      expect(await told({})).toStrictEqual(['MALLOC_ARENA_MAX=2', 'MALLOC_MMAP_THRESHOLD_=131072'])
      expect(await told({ MALLOC_ARENA_MAX: '1' })).toStrictEqual(['MALLOC_ARENA_MAX=1'])
    },
  )

  it('gives no link to a console that is not built, and says so', async () => {
    // The sources alone, as somebody has them who has not built yet.
    const [root, folder] = [join(import.meta.dirname, '../../..'), await temporaryDir()]
    await cp(join(root, 'core'), join(folder, 'core'), { recursive: true })
    await copyFile(join(root, 'package.json'), join(folder, 'package.json'))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
    const main = join(folder, 'core/cli/main.ts')
    const dataDir = await withShop()
    const firstLines = async (count: number, ...more: string[]): Promise<string[]> => {
      const args = [main, 'serve', '--port', '0', '--data', dataDir, ...more]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: environment })
      onTestFinished(() => void child.kill('SIGKILL'))
      const lines: string[] = []
      for await (const line of createInterface({ input: child.stdout })) if (lines.push(line) === count) break
      if (more.length > 0) {
        expect(await run('console-link', '--data', dataDir)).toMatchObject({
          code: 1,
          stdout: '',
          stderr: expect.stringContaining('The console is not built') as string,
        })
      }
      child.kill('SIGTERM')
      await once(child, 'exit')
      return lines
    }
    const [line] = await firstLines(1, '--json')
    expect(JSON.parse(line ?? '')).toStrictEqual({
      ready: true,
      api: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
      console: null,
      pid: expect.any(Number) as number,
    })
    expect((await firstLines(2)).at(-1)).toMatch(/^Console {2}The console is not built: run `npm run build`/)
  })

  it('on SIGINT ends with 0 too, and an empty folder is set up first', async () => {
    const { child, ready, ended } = await serve(await temporaryDir())
    expect(ready.console).toMatch(/\/\?setup=/)
    child.kill('SIGINT')
    expect((await ended).code).toBe(0)
  })

  it('with --demo has the demo shops', async () => {
    const { child, ready, ended } = await serve(await temporaryDir(), '--demo')
    expect(ready.console).toMatch(/\/\?launch=/)
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  })

  it('fails with 1 and a sentence where the folder is in use or the port is taken', async () => {
    const dataDir = await withShop()
    const { ready } = await serve(dataDir)
    const port = new URL(ready.api).port
    const [second, other] = await Promise.all([
      runProcess('serve', '--port', '0', '--data', dataDir),
      runProcess('serve', '--json', '--port', port, '--data', await withShop()),
    ])
    expect(second).toMatchObject({ code: 1, stdout: '' })
    expect(second.stderr).toContain('Another Backcounter is open')
    expect(second.stderr).not.toContain('    at ')
    expect(other.code).toBe(1)
    expect(JSON.parse(other.stdout)).toStrictEqual({
      error: expect.stringMatching(new RegExp(`^Port ${port} is taken by another program`)) as string,
    })
  })

  it('under npm ends when npm is gone, however that went; without npm it may outlive its parent', async () => {
    const dataDir = await withShop()
    const [ofNpm, alone] = await Promise.all([
      startedByAnother(dataDir, { npm_lifecycle_event: 'cli' }),
      startedByAnother(await withShop(), {}),
    ])
    for (const { pid } of [ofNpm, alone]) expect(isRunning(pid)).toBe(true)
    for (const { parent } of [ofNpm, alone]) parent.kill('SIGKILL')
    await expect.poll(() => isRunning(ofNpm.pid), { timeout: 10_000, interval: 50 }).toBe(false)
    const again = await serve(dataDir)
    expect(again.ready.ready).toBe(true)
    expect(isRunning(alone.pid)).toBe(true)
  })

  it('finishes the requests under way before it ends', async () => {
    const { child, ready, ended } = await serve(await withShop())
    const { credentials } = await demoTemplate()
    const { clientId: client_id, clientSecret: client_secret } = credentials.harbour.staff
    const anyone = new Caller(overSocket(ready.api))
    const asked = Array.from({ length: 20 }, async () =>
      anyone.post('/oauth/token', { grant_type: 'client_credentials', client_id, client_secret }),
    )
    await asked[0]
    child.kill('SIGTERM')
    const answers = await Promise.allSettled(asked)
    for (const answer of answers) {
      // A connection that came too late is refused; one that was taken is answered.
      if (answer.status === 'fulfilled') expect([200, 503]).toContain(answer.value.status)
    }
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    expect((await ended).code).toBe(0)
  })
})
