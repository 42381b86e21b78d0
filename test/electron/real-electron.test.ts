import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedDemoShop } from '../../core/cli/seed-demo-shop.ts'
import { whyNoDisplay } from '../../electron/start/display.ts'
import { findElectron, type ElectronSearch } from '../../electron/start/find-electron.ts'

/** The built app in a real Electron. It runs wherever Electron and a display are, and says so loudly where not. */
const root = fileURLToPath(new URL('../..', import.meta.url))

const NOT_PROVED = `
  ╔══════════════════════════════════════════════════════════════════════════════╗
  ║  SKIPPED: the end-to-end test in a real Electron                             ║
  ╚══════════════════════════════════════════════════════════════════════════════╝
  Not proved by this run:
   - that Electron loads the built main process and the sandboxed preload;
   - that its window shows the console over app:// under the content security policy;
   - that its window, menu, dialogs and quit behave as the strict double does.
  Proved instead: the built main process under the double, and its page in Chromium.
  REQUIRE_ELECTRON=1 turns this skip into a failure. Reason:
`

/** Tests never download a program: `npm start` does, or `npx install-electron`. */
async function findUsableElectron(): Promise<ElectronSearch> {
  const reason = await whyNoDisplay(process.env, process.platform)
  if (reason !== undefined) return { reason }
  return findElectron({
    env: { ...process.env, ELECTRON_SKIP_BINARY_DOWNLOAD: '1' },
    platform: process.platform,
    packageDir: join(root, 'node_modules/electron'),
    say: () => undefined,
  })
}

const search = await findUsableElectron()
if ('reason' in search) process.stderr.write(`${NOT_PROVED}  ${search.reason}\n\n`)

test.runIf(process.env['REQUIRE_ELECTRON'] === '1')(
  'Electron is there, as REQUIRE_ELECTRON=1 demands',
  () => {
    expect(search).toHaveProperty('executable')
  },
)

describe.skipIf('reason' in search)('the desktop app', () => {
  let dataDir: string
  let app: ElectronApplication
  let page: Page

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'backcounter-desktop-'))
    await seedDemoShop({ kind: 'sqlite', dataDir })
    app = await _electron.launch({
      executablePath: 'executable' in search ? search.executable : '',
      args: [root, `--data=${dataDir}`, '--port=0'],
      // Chromium's sandbox does not work for root.
      chromiumSandbox: process.getuid?.() !== 0,
    })
    page = await app.firstWindow()
    await page.getByRole('navigation').first().waitFor()
  }, 60_000)

  afterAll(async () => {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('shows the console over its own scheme', async () => {
    expect(page.url()).toMatch(/^app:\/\/console\//)
    expect(await page.getByRole('main').isVisible()).toBe(true)
  })

  test('its page has the preload’s object and nothing of Node', async () => {
    const found = await page.evaluate(() => ({
      desktop: Object.keys(window.desktop ?? {}).sort(),
      node: ['require', 'process', 'Buffer', 'module'].filter((name) => name in window),
    }))

    expect(found).toEqual({
      desktop: ['drawn', 'onCommand', 'print', 'printers', 'reopen'],
      node: [],
    })
  })

  test('its page cannot leave', async () => {
    await page.evaluate(() => {
      location.href = 'https://example.com/'
    })
    expect(await page.evaluate(() => window.open('https://example.com/'))).toBeNull()
    expect(page.url()).toMatch(/^app:\/\/console\//)
    expect(app.windows()).toHaveLength(1)
  })

  test('its menu works in the console', async () => {
    await app.evaluate(({ Menu }) => {
      const items = Menu.getApplicationMenu()?.items.flatMap((item) => item.submenu?.items ?? [])
      items?.find((item) => item.label.includes('Search Orders'))?.click()
    })

    await page.waitForURL(/#\/orders/)
  })
})
