import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright'
import { CHROMIUM_FLAGS } from '../support/chromium.ts'

/** Chromium as the suite found it. */
export const launchBrowser = async (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: CHROMIUM_FLAGS })

export interface WatchedPage {
  readonly page: Page
  /** What must not be: errors of scripts, violations of the content policy, requests that leave the origin. */
  readonly complaints: readonly string[]
}

/** A page that notes everything a user would not see but should worry about; its first address is its origin. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: 1360, height: 860 },
    locale: 'en-GB',
    ...options,
  })
  const page = await context.newPage()
  const complaints: string[] = []
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
  return { page, complaints }
}
