import { chromium, type Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHROMIUM_FLAGS, findChromium } from '../../support/chromium.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

// A browser beside the core's tests has a second try, as the others have.
describe('the documentation page', { retry: 1 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
  }, 60_000)
  afterAll(async () => browser.close())

  it('shows every operation, from this core alone, within its content policy', async () => {
    const shop = await openShop()
    const origin = await shop.listen()
    const page = await browser.newPage()
    const elsewhere: string[] = []
    const faults: string[] = []
    await page.route('**/*', async (route) => {
      const url = route.request().url()
      if (url.startsWith(`${origin}/`) || url.startsWith('data:')) return route.continue()
      elsewhere.push(url)
      return route.abort()
    })
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(error.message))

    await page.goto(`${origin}/api/v1/docs`)
    await page.getByRole('heading', { name: /Backcounter commerce API/ }).waitFor()
    const { paths } = (await shop.anyone.get('/openapi.json')).body as { paths: Record<string, object> }
    const count = Object.values(paths).flatMap((methods) => Object.keys(methods)).length
    // A long page holds only what is in sight: it is read from the top to the end.
    const shown = new Set<string>()
    const readOn = async (): Promise<number> => {
      const ids = await page.locator('.opblock').evaluateAll((blocks) => blocks.map(({ id }) => id))
      for (const id of ids) shown.add(id)
      await page.mouse.wheel(0, 300)
      return shown.size
    }
    await page.mouse.move(200, 400)
    await expect.poll(readOn, { timeout: 40_000, interval: 50 }).toBe(count)
    await page.evaluate(() => window.scrollTo(0, 0))

    await page.locator('#operations-Carts-addLine button.opblock-summary-control').click()
    await page.getByText('JACKET-RED-M').first().waitFor()
    expect(await page.title()).toBe('Backcounter commerce API')
    expect({ elsewhere, faults }).toStrictEqual({ elsewhere: [], faults: [] })
    await page.close()
  }, 60_000)
})

describe('the addresses of the page', () => {
  const shop = sharedShop()

  it.each([
    '/docs',
    '/docs/',
    '/docs/static/swagger-ui-bundle.js',
    '/docs/static/swagger-ui.css',
    '/docs/json',
  ])('%s needs no token, and carries the content policy', async (path) => {
    const answer = await shop().anyone.get(path)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/)
    expect(answer.headers['content-security-policy']).not.toMatch(/https?:|unsafe-eval/)
    expect(answer.headers['content-security-policy']).toContain(`frame-ancestors 'none'`)
  })

  it('are refused in the contract’s form where there is nothing', async () => {
    ;(await shop().anyone.get('/docs/static/none.js')).refused('NotFound')
    ;(await shop().anyone.get('/docs/static/%2e%2e/package.json')).refused('NotFound')
  })
})
