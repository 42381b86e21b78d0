import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { launchBrowser, openPage } from '../e2e/browser.ts'
import { makeDataDir, removeDataDir, serveCore } from '../e2e/served-core.ts'
import { findChromium } from '../support/chromium.ts'
import { registerPrograms, type Ask } from './programs.ts'
import { screens } from './screens.ts'

/** Takes the pictures of README anew: every screen, light and dark, at both sizes. `npm run screenshots` */
const TARGET = join(import.meta.dirname, '../../docs/screenshots')
const sizes = [
  { width: 1360, height: 860 },
  { width: 1024, height: 700 },
]

await mkdir(TARGET, { recursive: true })
const dataDir = await makeDataDir()
const empty = await serveCore(await makeDataDir())
const browser = await launchBrowser(findChromium())
let askAsPrograms: Ask | undefined
try {
  for (const viewport of sizes) {
    for (const colorScheme of ['light', 'dark'] as const) await takeAll(browser, { colorScheme, viewport })
  }
} finally {
  await browser.close()
  await empty.stop()
  await removeDataDir(empty.dataDir)
  await removeDataDir(dataDir)
}

async function takeAll(
  browser: Browser,
  look: { colorScheme: 'light' | 'dark'; viewport: { width: number; height: number } },
): Promise<void> {
  const shop = await serveCore(dataDir, '--demo')
  try {
    const { page } = await openPage(browser, { ...look, reducedMotion: 'reduce' })
    await showUsersFolder(page)
    const asking = (askAsPrograms ??= await registerPrograms(dataDir))
    const ask = async (): Promise<void> => asking(shop.api)
    for (const [name, show] of Object.entries(screens())) {
      let shown = page
      await show(page, { empty, shop, ask, lookAt: (other) => (shown = other) })
      await settle(shown)
      const file = `${name}-${look.colorScheme}-${look.viewport.width}.png`
      await shown.screenshot({ path: join(TARGET, file) })
      if (shown !== page) await shown.close()
      process.stdout.write(`${file}\n`)
    }
    await page.context().close()
  } finally {
    await shop.stop()
  }
}

/** Where a user's data are, in the place of the folder of this run: that one is of no shop. */
async function showUsersFolder(page: Page): Promise<void> {
  await page.route('**/api/v1/data**', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(dataDir, '/home/ida/.local/share/backcounter')
    await route.fulfill({ response, body })
  })
}

/** Fonts are there and nothing is loading any more; the pointer rests where there is nothing. */
async function settle(page: Page): Promise<void> {
  await page.mouse.move(0, 0)
  await page.evaluate(async () => document.fonts.ready)
  await page.waitForTimeout(600)
}
