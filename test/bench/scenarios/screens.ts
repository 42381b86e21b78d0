import type { Page } from 'playwright'
import { launchBrowser, openPage } from '../../e2e/browser.ts'
import { findChromium } from '../../support/chromium.ts'
import type { Lab } from '../lab.ts'
import { watchPageWork } from '../measure/page-work.ts'
import { quantile } from '../measure/statistics.ts'
import type { Contestant, Sample, Scenario } from '../scenario.ts'
import { run } from '../servers/child.ts'
import { cli } from '../servers/core.ts'

/** The places that a key leads to, each with what its first rows are. */
const PLACES = [
  { key: 'F3', title: 'Orders', rows: 'tbody tr' },
  { key: 'Shift+F3', title: 'Carts', rows: 'tbody tr' },
  { key: 'Control+F10', title: 'Customers', rows: 'tbody tr' },
  { key: 'Control+F1', title: 'Products', rows: 'tbody tr' },
  { key: 'Control+F2', title: 'Today', rows: 'tbody tr' },
  { key: 'Control+F7', title: 'Prices', rows: 'main li' },
] as const

/** Where a search is typed letter by letter, and what. */
const SEARCHES = [
  { place: PLACES[0], text: 'anna mikkelsen' },
  { place: PLACES[2], text: 'mette lund' },
  { place: PLACES[3], text: 'wool basket' },
] as const

/** From the key until the first rows of a screen are drawn, of a small and of a large shop. */
export const screenRows: Scenario = {
  name: 'screens-rows',
  title: 'Screens, key to first rows (p95, worst as p99)',
  unit: 'ms',
  isSlow: true,
  needsConsole: true,
  contestants: async (lab) =>
    onCores(lab, async (page) => {
      // The code of each page is here before it is asked for, as it is soon after the start.
      for (const place of PLACES) await open(page, place)
      const times: number[] = []
      for (const place of PLACES) times.push(await open(page, place))
      return times
    }),
}

/** From a letter in the search of a list until it is drawn, while answers to those before come in. */
export const screenTyping: Scenario = {
  name: 'screens-typing',
  title: 'Screens, letter typed to letter drawn (p95, worst as p99)',
  unit: 'ms',
  isSlow: true,
  needsConsole: true,
  contestants: async (lab) =>
    onCores(lab, async (page) => {
      const times: number[] = []
      for (const { place, text } of SEARCHES) {
        await open(page, place)
        await page.getByRole('searchbox').focus()
        for (const letter of text) {
          await page.evaluate(watchKey, 'body')
          await page.keyboard.press(letter === ' ' ? 'Space' : letter)
          times.push(await page.evaluate(async () => window.drawn))
          await page.waitForTimeout(120)
        }
      }
      return times
    }),
}

/** From the last letter of a search until what it finds is drawn; the list waits 100 ms for the next letter. */
export const screenAnswers: Scenario = {
  name: 'screens-answers',
  title: 'Screens, search typed to rows drawn, 100 ms of it patience (p95, worst as p99)',
  unit: 'ms',
  isSlow: true,
  needsConsole: true,
  contestants: async (lab) =>
    onCores(lab, async (page) => {
      const times: number[] = []
      for (const { place, text } of SEARCHES) {
        await open(page, place)
        await page.getByRole('searchbox').fill(text.slice(0, -1))
        await page.waitForTimeout(1500)
        const answered = page.waitForResponse((answer) => answer.url().includes('search='))
        const start = performance.now()
        await page.keyboard.press(text.slice(-1))
        await answered
        await page.evaluate(async () => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
        times.push(performance.now() - start)
      }
      return times
    }),
}

const MOST_ROWS = 2000

/** How long frames take while a long list is scrolled, beside a page as high with nothing on it. */
export const screenScroll: Scenario = {
  name: 'screens-scroll',
  title: 'Screens, frames while scrolling (p95, worst as p99)',
  unit: 'ms',
  isSlow: true,
  needsConsole: true,
  contestants: async (lab) => [
    ...(await onCores(lab, async (page) => {
      await openManyOrders(page)
      return page.evaluate(scroll, 'table')
    })),
    {
      name: 'an empty page',
      prepare: async () =>
        Promise.resolve(async () =>
          inBrowser(async (page) => {
            await page.setContent(
              '<main style="height: 100vh; overflow: auto"><p style="height: 74000px"></p></main>',
            )
            return page.evaluate(scroll, 'p')
          }),
        ),
    },
  ],
}

/** What scrolling costs the thread of the page. */
export const screenScrollWork: Scenario = {
  name: 'screens-work-of-scrolling',
  title: 'Screens, processor time of the page for 1 000 rows scrolled',
  unit: 'ms',
  isSlow: true,
  needsConsole: true,
  contestants: async (lab) =>
    onCores(lab, async (page) => {
      const rows = await openManyOrders(page)
      const work = await watchPageWork(page)
      return [((await work(async () => page.evaluate(scroll, 'table'))) / rows) * 1000]
    }),
}

/** Loads page after page of the list of orders. @returns how many rows there are then */
async function openManyOrders(page: Page): Promise<number> {
  await open(page, PLACES[0])
  const rows = page.locator('tbody tr')
  const more = page.getByRole('button', { name: 'Load more' })
  let count = await rows.count()
  for (; count < MOST_ROWS && (await more.isVisible()); count = await rows.count()) {
    await more.click()
    await page.waitForFunction((before) => document.querySelectorAll('tbody tr').length > before, count)
  }
  return count
}

declare global {
  interface Window {
    /** Milliseconds from the next key until the frame that shows what is waited for. */
    drawn: Promise<number>
  }
}

/** Goes to a place by its key. @returns milliseconds until its first rows are drawn */
async function open(page: Page, { key, title, rows }: (typeof PLACES)[number]): Promise<number> {
  // Another place first: what is there already is no answer.
  await page.evaluate(() => (window.location.hash = '#/orders/00000000-0000-7000-8000-000000000000'))
  await page.getByText('There is no such order').waitFor()
  await page.evaluate(watchKey, rows)
  await page.keyboard.press(key)
  const time = await page.evaluate(async () => window.drawn)
  await page.getByRole('heading', { name: title, exact: true }).first().waitFor()
  return time
}

/** Runs in the page: times the next key. @param selector of what has to be there */
function watchKey(selector: string): void {
  window.drawn = new Promise((resolve) => {
    let start = 0
    const look = (): void => {
      if (document.querySelector(selector) === null) requestAnimationFrame(look)
      // The task after a frame's callbacks comes when it has been drawn.
      else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
    }
    const begin = (): void => {
      start = performance.now()
      look()
    }
    addEventListener('keydown', begin, { once: true, capture: true })
  })
}

/** Runs in the page: scrolls what holds the element from its top to its end. @returns milliseconds of each frame */
async function scroll(selector: string): Promise<number[]> {
  const STEP = 400
  let box = document.querySelector(selector)?.parentElement
  while (box && box.scrollHeight <= box.clientHeight + 1) box = box.parentElement
  const scroller = box ?? document.documentElement
  scroller.scrollTop = 0
  const frames: number[] = []
  let last = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
  while (scroller.scrollTop + scroller.clientHeight < scroller.scrollHeight - 1) {
    scroller.scrollTop += STEP
    const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
    frames.push(now - last)
    last = now
  }
  return frames
}

type Work = (page: Page) => Promise<number[]>

async function onCores(lab: Lab, work: Work): Promise<Contestant[]> {
  const cores = await lab.coresOfScreens()
  return cores.map(({ name, dataDir }) => ({
    name,
    prepare: async () =>
      Promise.resolve(async () =>
        inBrowser(async (page) => {
          const link = (await run([cli(), 'console-link', '--data', dataDir, '--json'])) as {
            console: string
          }
          await page.goto(link.console)
          await page.getByRole('heading', { name: 'Carts' }).waitFor()
          return work(page)
        }),
      ),
  }))
}

/** Every measurement is of a new browser. What is shown is the time that 95 of 100 keep, and the longest of all as p99. */
async function inBrowser(work: Work): Promise<Sample> {
  const browser = await launchBrowser(findChromium())
  try {
    const { page, complaints } = await openPage(browser)
    const times = await work(page)
    if (complaints.length > 0) throw new Error(complaints.join('\n'))
    return {
      value: quantile(times, 0.95),
      operations: times.length,
      p50: quantile(times, 0.5),
      p99: Math.max(...times),
    }
  } finally {
    await browser.close()
  }
}
