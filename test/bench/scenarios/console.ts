import type { Browser, Page } from 'playwright'
import { launchBrowser, openPage } from '../../e2e/browser.ts'
import { findChromium } from '../../support/chromium.ts'
import { makeCart } from '../load/carts.ts'
import { watchPageWork } from '../measure/page-work.ts'
import { mean, quantile } from '../measure/statistics.ts'
import type { Contestant, Sample, Scenario } from '../scenario.ts'
import type { Server } from '../servers/server.ts'

const SCANS = 15
const CART_LINES = 100
const CARTS_OPENED = 5
const SETTLED_MS = 1000

/** From the opening of the link, in a browser that has never seen the console, until a clerk can begin. */
export const consoleStart: Scenario = {
  name: 'console-start',
  title: 'Console, link to first page',
  unit: 'ms',
  isSlow: true,
  needsConsole: true,
  contestants: async (lab) =>
    contestants([await lab.core()], async (page, { consoleUrl }) => {
      const start = performance.now()
      await page.goto(consoleUrl)
      await page.getByRole('heading', { name: 'Carts' }).waitFor()
      return [performance.now() - start]
    }),
}

/** From the Enter of the scanner until the line is painted, in a cart that grows. */
export const consoleScan: Scenario = {
  name: 'console-scan',
  title: 'Console, scan to line shown',
  unit: 'ms',
  isSlow: true,
  needsConsole: true,
  contestants: async (lab) =>
    contestants([await lab.core()], async (page, { consoleUrl, shop }) => {
      await page.goto(consoleUrl)
      await page.getByRole('heading', { name: 'Carts' }).waitFor()
      await page.keyboard.press('Shift+F2')
      const field = page.getByRole('combobox', { name: 'Scan, sku or name' })
      await field.and(page.locator(':focus')).waitFor()
      const times: number[] = []
      for (const [index, { barcode }] of shop.products.slice(0, SCANS).entries()) {
        await page.keyboard.insertText(barcode)
        await page.evaluate(watchLines, index + 1)
        await page.keyboard.press('Enter')
        times.push(await page.evaluate(async () => window.lineShown))
      }
      return times
    }),
}

/** What it costs the thread of the page to open a long cart, such as that of somebody who buys for a crew. */
export const consoleCart: Scenario = {
  name: 'console-cart',
  title: `Console, processor time of the page for a cart of ${CART_LINES} lines opened`,
  unit: 'ms',
  isSlow: true,
  needsConsole: true,
  contestants: async (lab) =>
    contestants(await lab.cores(), async (page, { client, consoleUrl, shop }) => {
      const { cartId } = await makeCart({ client, shop }, CART_LINES)
      await page.goto(consoleUrl)
      const carts = page.getByRole('heading', { name: 'Carts', exact: true })
      await carts.waitFor()
      const work = await watchPageWork(page)
      const times: number[] = []
      for (let opened = 0; opened < CARTS_OPENED; opened++) {
        times.push(
          await work(async () => {
            await page.evaluate((id) => (window.location.hash = `#/carts/${id}`), cartId)
            await page.getByRole('row').nth(CART_LINES).waitFor()
            // What comes right behind it, such as pictures, is of it too.
            await page.waitForTimeout(SETTLED_MS)
          }),
        )
        await page.evaluate(() => (window.location.hash = '#/carts'))
        await carts.waitFor()
      }
      return times
    }),
}

declare global {
  interface Window {
    /** Milliseconds from Enter to the frame that shows the line. */
    lineShown: Promise<number>
  }
}

/** Runs in the page. */
function watchLines(count: number): void {
  window.lineShown = new Promise((resolve) => {
    let start = 0
    addEventListener('keydown', () => (start = performance.now()), { once: true, capture: true })
    const look = (): void => {
      if (document.querySelectorAll('table[aria-label="Goods"] tbody tr').length < count) {
        requestAnimationFrame(look)
      } else {
        // The task after a frame's callbacks comes when it has been drawn.
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
      }
    }
    look()
  })
}

interface Desk extends Pick<Server, 'client' | 'shop'> {
  /** Works once. */
  readonly consoleUrl: string
}

type Work = (page: Page, desk: Desk) => Promise<number[]>

const contestants = (cores: readonly Server[], work: Work): Contestant[] =>
  cores.map((core) => ({
    name: core.name,
    prepare: async () =>
      Promise.resolve(async () => withBrowser(async (browser) => atDesk(core, browser, work))),
  }))

async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await launchBrowser(findChromium())
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

/** Every measurement is of a new core and a new browser. */
async function atDesk({ shop, startAnother }: Server, browser: Browser, work: Work): Promise<Sample> {
  const started = await startAnother?.()
  if (started?.child.consoleUrl === undefined) throw new Error('The core has no console.')
  const { page, complaints } = await openPage(browser)
  const client = await started.connect()
  const times = await work(page, { client, consoleUrl: started.child.consoleUrl, shop })
  client.close()
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
  await started.child.stop()
  return {
    value: mean(times),
    operations: times.length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  }
}
