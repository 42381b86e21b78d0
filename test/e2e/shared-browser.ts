import type { Browser } from 'playwright'
import { afterAll, beforeAll, inject } from 'vitest'
import { launchBrowser } from './browser.ts'

let launched: Browser | undefined

/** The browser of all files that a worker runs one after the other; what a file has opened in it is closed after it. */
export function sharedBrowser(): () => Browser {
  beforeAll(async () => {
    if (launched?.isConnected() !== true) launched = await launchBrowser(inject('chromium'))
  })
  afterAll(async () => {
    await Promise.all(launched?.contexts().map(async (context) => context.close()) ?? [])
  })
  return () => {
    if (!launched) throw new Error('The browser is open inside of tests only.')
    return launched
  }
}
