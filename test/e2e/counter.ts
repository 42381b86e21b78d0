import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Clerk } from '../support/clerk.ts'
import { makeDemoDir } from './demo-dir.ts'
import { openPage, type WatchedPage } from './browser.ts'
import { localProgram } from './local-program.ts'
import { Scanner, type ScanPace } from './scanner.ts'
import { isServed, openCoreHere, removeDataDir, runCli, serveCore, type ServedCore } from './served-core.ts'
import { sharedBrowser } from './shared-browser.ts'

/** What a hand needs from one key to another one that it is not already above. */
const HAND_MS = 100

export interface CounterOptions extends BrowserContextOptions {
  /** Whether the core is a process of its own: for tests that end it. */
  isProcess?: boolean
}

/** A counter of the demo shop: the core, the console in a browser, and a program beside it. */
export class Counter {
  readonly #browser: Browser
  readonly #options: BrowserContextOptions
  readonly #watched: WatchedPage
  readonly program: Clerk
  #core: ServedCore
  #scanner: Scanner | undefined

  private constructor(
    core: ServedCore,
    program: Clerk,
    watched: WatchedPage,
    browser: Browser,
    options: BrowserContextOptions,
  ) {
    this.#core = core
    this.program = program
    this.#watched = watched
    this.#browser = browser
    this.#options = options
  }

  static async open(
    dataDir: string,
    browser: Browser,
    { isProcess = false, ...options }: CounterOptions,
  ): Promise<Counter> {
    const core = await (isProcess ? serveCore : openCoreHere)(dataDir)
    const watched = await openConsole(browser, options, core.console)
    return new Counter(core, await localProgram(core), watched, browser, options)
  }

  /**
   * The same shop seen by a clerk who has just come: a new browser, signed in by a link of its own. What the old one had
   * open, on the screen or on its way, is gone, and a core that was left away is back.
   */
  async startAnew(): Promise<Counter> {
    await this.page.context().close()
    if (!(await isServed(this.#core))) await this.serveAgain()
    const { console: link } = await runCli<{ console: string }>('console-link', '--data', this.#core.dataDir)
    const watched = await openConsole(this.#browser, this.#options, link)
    return new Counter(this.#core, this.program, watched, this.#browser, this.#options)
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

  /** @see pressKeys */
  readonly press = async (...keys: string[]): Promise<void> => pressKeys(this.page, keys)

  /** Types a text and Enter into whatever has the focus, as a scanner does. */
  readonly scan = async (text: string, pace?: ScanPace): Promise<void> => {
    this.#scanner ??= await Scanner.at(this.page)
    await this.#scanner.scan(text, pace)
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

  /** Starts the core again, as a process, on the same port and data, after it was killed or stopped. */
  readonly serveAgain = async (): Promise<void> => {
    this.#core = await serveCore(this.#core.dataDir, '--port', new URL(this.#core.api).port)
  }

  async close(): Promise<void> {
    await this.#core.stop()
    await removeDataDir(this.#core.dataDir)
  }
}

/** Of the screen that is there where somebody has to say first who they are. */
const LOCKED = 'This desk is locked'

async function openConsole(
  browser: Browser,
  options: BrowserContextOptions,
  link: string,
): Promise<WatchedPage> {
  const watched = await openPage(browser, options)
  await watched.page.goto(link)
  const { page } = watched
  await page
    .getByRole('heading', { name: 'Carts' })
    .or(page.getByRole('dialog', { name: LOCKED }))
    .waitFor()
  return watched
}

/**
 * Presses keys in whatever has the focus, as a hand on the keyboard does: never as fast after typing as a scanner, and
 * what is asked is read before it is answered.
 */
export async function pressKeys(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.waitForTimeout(HAND_MS)
    await page.locator('[role="dialog"] [type="submit"][aria-disabled]').waitFor({ state: 'detached' })
    await page.keyboard.press(key)
  }
}

/**
 * One counter for all tests of a file. After one that failed the next begins at a screen of its own, so does its own
 * second try: what went wrong once stays one failure.
 * @param makeDir where a shop with more in it is needed
 */
export function counterOfDemoShop(
  options: CounterOptions = {},
  makeDir: () => Promise<string> = makeDemoDir,
): () => Counter {
  let counter: Counter | undefined
  let isLeftOver = false
  const browser = sharedBrowser()
  const get = (): Counter => {
    if (!counter) throw new Error('The counter is open inside of tests only.')
    return counter
  }
  beforeAll(async () => {
    counter = await Counter.open(await makeDir(), browser(), options)
  })
  beforeEach(async ({ onTestFailed }) => {
    onTestFailed(async () => {
      isLeftOver = true
      await tellScreen(get())
    })
    if (isLeftOver) counter = await get().startAnew()
    isLeftOver = false
  })
  afterAll(async () => counter?.close())
  return get
}

/** What went wrong elsewhere can often be told from what was on the screen. */
async function tellScreen({ complaints, page }: Counter): Promise<void> {
  const timeout = { timeout: 2000 }
  const text = await page.locator('body').innerText(timeout).catch(String)
  const focus = await page
    .locator(':focus')
    .evaluate(({ outerHTML }) => outerHTML.slice(0, 300), undefined, timeout)
    .catch(() => 'nowhere')
  const lines = [
    `On the screen, at ${new URL(page.url()).hash}:`,
    text.slice(0, 2000),
    `The keyboard is at: ${focus}`,
    ...complaints,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
