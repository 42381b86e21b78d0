import { chromium, type Browser, type BrowserContextOptions, type Page, type Response } from 'playwright'
import { sharedDocument } from '../support/api-document.ts'
import { CHROMIUM_FLAGS } from '../support/chromium.ts'

/** Chromium as the suite found it. */
export const launchBrowser = async (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: CHROMIUM_FLAGS })

/** How many times slower than here the browser shall be: `SLOWDOWN=6 npm run test:e2e` finds what only a fast machine does in time. */
const SLOWDOWN = Number(process.env['SLOWDOWN'] ?? 1)

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

export interface WatchedPage {
  readonly page: Page
  /** What must not be: errors of scripts, violations of the content policy, requests that leave the origin, answers of the API that its document does not know. */
  readonly complaints: readonly string[]
}

/** A page that notes everything a user would not see but should worry about; its first address is its origin. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: 1360, height: 860 },
    locale: 'en-GB',
    // Nothing is waited for that slides or fades, unless a test wants to see it.
    reducedMotion: 'reduce',
    ...options,
  })
  const complaints: string[] = []
  // Every tab of the browser, whoever opens it.
  context.on('page', (page) => {
    watch(page, complaints)
    if (SLOWDOWN > 1) void slowDown(page)
  })
  return { page: await context.newPage(), complaints }
}

function watch(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // A refused request is an answer like any other; the browser reports it all the same.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(`console: ${message.text()}`)
    }
  })
  let home: string | undefined
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    home ??= origin
    if (protocol !== 'data:' && origin !== home) complaints.push(`request: ${request.url()}`)
  })
  page.on('response', (response) => {
    faultOf(response)
      .then((fault) => fault !== undefined && complaints.push(`answer: ${response.url()}: ${fault}`))
      // Its page is gone, and its body with it.
      .catch(() => undefined)
  })
}

/** What the API's document says against an answer of the API; undefined for any other. */
async function faultOf(response: Response): Promise<string | undefined> {
  const { origin, pathname, search } = new URL(response.url())
  if (!pathname.startsWith('/api/')) return undefined
  const headers = await response.allHeaders()
  if (headers['content-type'] === 'text/event-stream') return undefined
  const text = await response.text()
  const document = await sharedDocument(async () =>
    (await fetch(new URL('/api/v1/openapi.json', origin))).text(),
  )
  return document.faultOf(response.request().method(), pathname + search, {
    status: response.status(),
    headers,
    text,
    body: headers['content-type']?.startsWith('application/json') ? JSON.parse(text) : undefined,
  })
}
