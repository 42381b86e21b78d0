import type { Response } from 'playwright'
import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { makeDemoDir } from './demo-dir.ts'
import { removeDataDir, serveCore } from './served-core.ts'
import { sharedBrowser } from './shared-browser.ts'

/** Of script and style over the wire, before the first screen can be used. */
const MOST_BYTES = 250_000

const browser = sharedBrowser()

test('the first screen needs little, and the others are there when the core is not', async () => {
  const core = await serveCore(await makeDemoDir())
  const { page } = await openPage(browser())
  const files: Response[] = []
  page.on('response', (response) => {
    if (['script', 'stylesheet'].includes(response.request().resourceType())) files.push(response)
  })
  await page.goto(core.console)
  await page.getByRole('heading', { name: 'Carts' }).waitFor()
  const first = [...files]
  const sizes = await Promise.all(first.map(async (file) => file.request().sizes()))
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
  expect(await first[0]?.headerValue('content-encoding')).toBe('br')
  expect(await first[0]?.headerValue('vary')).toMatch(/accept-encoding/i)

  await expect
    .poll(() => files.some((file) => file.url().includes('orders-page')), { timeout: 20_000 })
    .toBe(true)
  await core.stop()
  await page.keyboard.press('F3')
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
  await removeDataDir(core.dataDir)
})
