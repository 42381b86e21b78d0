import type { Response } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { openPage } from './browser.ts'
import { makeDemoDir } from './demo-dir.ts'
import { removeDataDir, serveCore } from './served-core.ts'
import { sharedBrowser } from './shared-browser.ts'

/** Of script and style over the wire, before the first screen can be used, the texts of all screens in its language among it: 256 KiB. */
const MOST_BYTES = 262_144

/** Runs in the page: notes when the first screen is there, as other pages are fetched a little later. */
function markFirstScreen(): void {
  const looking = new MutationObserver(() => {
    if (document.querySelector('h1')?.textContent.trim() !== 'Carts') return
    performance.mark('first screen')
    looking.disconnect()
  })
  looking.observe(document, { childList: true, subtree: true, characterData: true })
}

/** Runs in the page: the addresses of what had been asked for by then. */
function askedBefore(): string[] {
  const [first] = performance.getEntriesByName('first screen')
  return performance
    .getEntriesByType('resource')
    .filter(({ startTime }) => startTime <= (first?.startTime ?? 0))
    .map(({ name }) => name)
}

const browser = sharedBrowser()

test('the first screen needs little, and the others are there when the core is not', async () => {
  const core = await serveCore(await makeDemoDir())
  onTestFinished(async () => {
    await core.stop()
    await removeDataDir(core.dataDir)
  })
  const { page } = await openPage(browser())
  await page.addInitScript(markFirstScreen)
  const files: Response[] = []
  page.on('response', (response) => {
    if (['script', 'stylesheet'].includes(response.request().resourceType())) files.push(response)
  })
  await page.goto(core.console)
  await page.getByRole('heading', { name: 'Carts' }).waitFor()
  const asked = new Set(await page.evaluate(askedBefore))
  const first = files.filter((file) => asked.has(file.url()))
  const sizes = await Promise.all(
    first.map(async (file) => ({ file, bytes: (await file.request().sizes()).responseBodySize })),
  )
  const bytes = sizes.reduce((sum, file) => sum + file.bytes, 0)
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
  const largest = sizes.toSorted((one, other) => other.bytes - one.bytes)[0]?.file
  expect(await largest?.headerValue('content-encoding')).toBe('br')
  expect(await largest?.headerValue('vary')).toMatch(/accept-encoding/i)

  await expect
    .poll(() => files.some((file) => file.url().includes('/pages-')), { timeout: 20_000 })
    .toBe(true)
  await core.stop()
  await page.keyboard.press('F3')
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
})
