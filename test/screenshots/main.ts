import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { launchBrowser, openPage } from '../e2e/browser.ts'
import { makeDataDir, removeDataDir, serveCore } from '../e2e/served-core.ts'
import { findChromium } from '../support/chromium.ts'
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
    for (const [name, show] of Object.entries(screens())) {
      await show(page, { empty, shop })
      await settle(page)
      const file = `${name}-${look.colorScheme}-${look.viewport.width}.png`
      await page.screenshot({ path: join(TARGET, file) })
      process.stdout.write(`${file}\n`)
    }
    await page.context().close()
  } finally {
    await shop.stop()
  }
}

/** Fonts are there and nothing is loading any more. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => document.fonts.ready)
  await page.waitForTimeout(600)
}
