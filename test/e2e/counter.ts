import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import type { Clerk } from '../support/clerk.ts'
import { makeDemoDir } from './demo-dir.ts'
import { openPage, type WatchedPage } from './browser.ts'
import { localProgram } from './local-program.ts'
import { Scanner } from './scanner.ts'
import { removeDataDir, serveCore, type ServedCore } from './served-core.ts'
import { sharedBrowser } from './shared-browser.ts'

/** What a hand needs from one key to another one that it is not already above. */
const HAND_MS = 100

/** A counter of the demo shop: the core as a process, the console in a browser, and a program beside it. */
export class Counter {
  readonly #browser: Browser
  readonly #watched: WatchedPage
  readonly program: Clerk
  #core: ServedCore
  #scanner: Scanner | undefined

  private constructor(core: ServedCore, browser: Browser, watched: WatchedPage, program: Clerk) {
    this.#core = core
    this.#browser = browser
    this.#watched = watched
    this.program = program
  }

  static async open(browser: Browser): Promise<Counter> {
    const core = await serveCore(await makeDemoDir())
    const watched = await openPage(browser)
    await watched.page.goto(core.console)
    await watched.page.getByRole('heading', { name: 'Carts' }).waitFor()
    return new Counter(core, browser, watched, await localProgram(core))
  }

  get page(): Page {
    return this.#watched.page
  }

  get complaints(): readonly string[] {
    return this.#watched.complaints
  }

  get core(): ServedCore {
    return this.#core
  }

  /** The rows of the goods in the cart that is open. */
  get lines(): Locator {
    return this.page.getByRole('table', { name: 'Goods' }).locator('tbody tr')
  }

  /** Presses keys in whatever has the focus, as a hand on the keyboard does: never as fast after typing as a scanner. */
  readonly press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) {
      await this.page.waitForTimeout(HAND_MS)
      await this.page.keyboard.press(key)
    }
  }

  /** Types a text and Enter into whatever has the focus, as a scanner does. */
  readonly scan = async (text: string): Promise<void> => {
    this.#scanner ??= await Scanner.at(this.page)
    await this.#scanner.scan(text)
  }

  /** Goes to a page of the console without loading it anew. @param path such as `/orders` */
  readonly goTo = async (path: string): Promise<void> => {
    await this.page.goto(`${this.#core.api}/#${path}`)
  }

  /** Starts an order and waits for its scan field. @returns the cart's id */
  readonly newOrder = async (): Promise<string> => {
    const before = this.page.url()
    await this.press('Shift+F2')
    await this.page.waitForURL((url) => url.href !== before && /#\/carts\/./.test(url.hash))
    await this.page
      .getByRole('combobox', { name: 'Scan, sku or name' })
      .and(this.page.locator(':focus'))
      .waitFor()
    return /carts\/([0-9a-f-]{36})/.exec(this.page.url())?.[1] ?? ''
  }

  /** One more window of the browser, with nothing in it yet. */
  readonly openWindow = async (): Promise<WatchedPage> => openPage(this.#browser)

  /** Starts the core again on the same port and data, after it was killed or stopped. */
  readonly serveAgain = async (): Promise<void> => {
    this.#core = await serveCore(this.#core.dataDir, '--port', new URL(this.#core.api).port)
  }

  async close(): Promise<void> {
    await this.#core.stop()
    await removeDataDir(this.#core.dataDir)
  }
}

/** One counter for all tests of a file. */
export function counterOfDemoShop(): () => Counter {
  let counter: Counter | undefined
  const browser = sharedBrowser()
  beforeAll(async () => {
    counter = await Counter.open(browser())
  })
  afterAll(async () => counter?.close())
  return () => {
    if (!counter) throw new Error('The counter is open inside of tests only.')
    return counter
  }
}
