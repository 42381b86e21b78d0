import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { LAUNCH_LINK_MINUTES } from '../../core/access/launch-link.schema.ts'
import { seedDemoShop } from '../../core/cli/seed-demo-shop.ts'
import { addBackup } from '../../core/database/sqlite/safekeeping/backups.ts'
import { openCoreIn } from '../support/open-core.ts'
import { temporaryDir } from '../support/core.ts'
import { startAs, startBrowserForm, startIn, START } from './browser-form.ts'
import { WORLD_VARIABLE } from './double/world.ts'

/** As a person who is not root, with a bare socket for a display and the double of Electron, whose page dies. */
async function startWithDyingWindow() {
  const dir = await temporaryDir()
  const display = createServer()
  await new Promise<void>((resolve) => display.listen(join(dir, 'wayland-0'), resolve))
  onTestFinished(() => void display.close())
  const electron = join(dir, 'electron')
  const run = fileURLToPath(new URL('./double/run.ts', import.meta.url))
  writeFileSync(
    electron,
    `#!/bin/sh\nif [ "$ELECTRON_RUN_AS_NODE" = 1 ]; then echo 45.4.1; exit; fi\nexec "${process.execPath}" "${run}" "$@"\n`,
    { mode: 0o755 },
  )
  return startIn(
    {
      NODE_OPTIONS: '--import data:text/javascript,process.getuid=()=>1000',
      ELECTRON_EXEC_PATH: electron,
      WAYLAND_DISPLAY: join(dir, 'wayland-0'),
      [WORLD_VARIABLE]: '{"page":"dies"}',
    },
    [],
  )
}

test.runIf(process.platform === 'linux')(
  'the allocator is told where the core runs in this process, and not where a window may be shown',
  async () => {
    const told = async ({ child, link }: Awaited<ReturnType<typeof startIn>>): Promise<string[]> => {
      await link()
      const variables = readFileSync(`/proc/${String(child.pid)}/environ`, 'utf8').split('\0')
      return variables.filter((variable) => variable.startsWith('MALLOC_')).sort()
    }
    expect(await told(await startBrowserForm())).toStrictEqual([
      'MALLOC_ARENA_MAX=2',
      'MALLOC_MMAP_THRESHOLD_=131072',
    ])
    expect(await told(await startWithDyingWindow())).toStrictEqual([])
  },
)

test('an empty data folder: a link to the first start, one line that says why, and a clean end', async () => {
  const { child, dataDir, ended, link, output } = await startBrowserForm()
  const console = await link()
  const page = await fetch(console)

  expect(console.searchParams.has('setup')).toBe(true)
  expect(output().split('\n')).toContain(
    'No desktop window (asked for with --browser): the console opens in the browser.',
  )
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('<title>Backcounter</title>')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")

  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(existsSync(join(dataDir, 'backcounter.sqlite-wal'))).toBe(false)
})

test.runIf(process.platform === 'linux')('without a display it is the browser by itself', async () => {
  const { link, output } = await startAs()
  const console = await link()

  expect((await fetch(console)).status).toBe(200)
  expect(output()).toMatch(/^No desktop window \((there is no display|it does not run as root)\):/m)
})

test.runIf(process.platform === 'linux')(
  'where the window dies it says so, and goes on in the browser with the same data',
  async () => {
    const { child, dataDir, ended, link, output } = await startWithDyingWindow()
    const console = await link()

    expect(output().split('\n')).toContain(
      'No desktop window (its window failed: its page ended (crashed)): the console opens in the browser.',
    )
    expect(await (await fetch(console)).text()).toContain('<title>Backcounter</title>')
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(existsSync(join(dataDir, 'backcounter.sqlite-wal'))).toBe(false)
  },
)

test('--demo goes straight in', async () => {
  const { child, ended, link, output } = await startBrowserForm('--demo')
  const console = await link()
  const answer = await fetch(new URL('/api/v1/oauth/token', console), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'authorization_code',
      code: console.searchParams.get('launch'),
      client_id: 'console',
    }),
  })

  expect(answer.status).toBe(200)
  expect(output()).toContain(`The link works once, within ${LAUNCH_LINK_MINUTES} minutes.`)
  child.kill('SIGINT')
  expect(await ended).toBe(0)
})

test('a taken port is said, and a free one is used', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  const { link, output } = await startBrowserForm('--port', String(port))
  const console = await link()

  expect(output()).toContain(
    `Port ${port} is taken by another program; this start uses port ${console.port}.`,
  )
  expect(console.port).not.toBe(String(port))
})

test('data that another Backcounter has open is one line and exit 1', async () => {
  const dataDir = await temporaryDir()
  const core = await openCoreIn({ dataDir })
  onTestFinished(() => core.close())
  const { ended, output } = await startBrowserForm('--data', dataDir)

  expect(await ended).toBe(1)
  expect(output().trim().split('\n').at(-1)).toBe(`Another Backcounter is open with the data in ${dataDir}.`)
})

test('a damaged database is named with the newest good backup and the command that restores it', async () => {
  const dataDir = await temporaryDir()
  await seedDemoShop({ kind: 'sqlite', dataDir })
  const { file } = await addBackup(dataDir, new Date('2026-11-20T12:00:00.000Z'))
  writeFileSync(
    join(dataDir, 'backcounter.sqlite'),
    'no database, but long enough to be read as one '.repeat(50),
  )
  const { ended, output } = await startBrowserForm('--demo', '--data', dataDir)

  expect(await ended).toBe(1)
  expect(output()).toContain('backcounter.sqlite is damaged')
  expect(output()).toContain(`2026-11-20T12:00:00.000Z, with 180 orders: ${file}`)
  expect(output()).toContain(`npm run cli -- restore --from ${file} --data ${dataDir}`)
})

test('wrong use is exit 2 with what is wrong', async () => {
  const { ended, output } = await startBrowserForm('--port', '99999')

  expect(await ended).toBe(2)
  expect(output()).toContain('"99999" is not a port')
})

test('it ends when npm is gone, though the shell that npm put between is not', async () => {
  const dataDir = await temporaryDir()
  const command = `"${process.execPath}" "${START}" --browser --no-open --port 0 --data "${dataDir}"`
  // Both shells have something to do afterwards, so neither makes way for what it runs.
  const npm = spawn('sh', ['-c', `sh -c '${command}; exit'; exit`], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that nothing stays behind where the test fails.
    detached: true,
  })
  onTestFinished(() => {
    try {
      process.kill(-(npm.pid ?? 0), 'SIGKILL')
    } catch {
      // All of it has ended, as it should.
    }
  })
  let output = ''
  npm.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  await expect.poll(() => output, { timeout: 20_000 }).toMatch(/Ctrl\+C/)
  const closed = new Promise((resolve) => npm.stdout.once('close', resolve))
  npm.kill('SIGKILL')

  await closed
  expect(existsSync(join(dataDir, 'backcounter.sqlite-wal'))).toBe(false)
})
