import type { Response } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { openPage } from './browser.ts'
import { makeDemoDir } from './demo-dir.ts'
import { removeDataDir, serveCore } from './served-core.ts'
import { sharedBrowser } from './shared-browser.ts'

/** Of script and style over the wire, before the first screen can be used. */
const MOST_BYTES = 250_000

const browser = sharedBrowser()

test('the first screen needs little, and the others are there when the core is not', async () => {
  const core = await serveCore(await makeDemoDir())
  onTestFinished(async () => {
    await core.stop()
    await removeDataDir(core.dataDir)
  })
  const { page } = await openPage(browser())
  const files: Response[] = []
  page.on('response', (response) => {
    if (['script', 'stylesheet'].includes(response.request().resourceType())) files.push(response)
  })
  await page.goto(core.console)
  await page.getByRole('heading', { name: 'Carts' }).waitFor()
  const first = [...files]
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
