import axe from 'axe-core'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { brokenWords, cutTexts } from './cut-texts.ts'
import { looksOf, NARROW, type Look } from './looks.ts'

type Axe = typeof axe

/** The rules that colours, sizes and texts have a say in; what the others find is the same in every look. */
const RULES_OF_LOOKS = ['color-contrast', 'scrollable-region-focusable', 'target-size']

/**
 * What axe-core finds wrong with the page as it stands, in the looks of its number (`looksOf`): one text for each element
 * at fault.
 * @param nth the number of the screen among others; which looks it gets. Else one that its test's name gives.
 */
export async function accessibilityFaults(
  page: Page,
  nth = numberOf(expect.getState().currentTestName),
): Promise<string[]> {
  const faults: string[] = []
  for (const [index, look] of looksOf(nth).entries()) {
    await show(page, look)
    const found = await violations(page, index === 0 ? undefined : RULES_OF_LOOKS)
    if (await page.evaluate(isScrolledAsWhole)) found.push('the page scrolls as a whole')
    found.push(...(await page.evaluate(namelessStops)).map((stop) => `a stop without a name: ${stop}`))
    // From 640 px and at 200 % nothing is cut, but cells may break.
    const isNarrow = look.size.width <= NARROW
    if (isNarrow) found.push(...(await cutTexts(page)).map((text) => `cut: ${text}`))
    const whole = page.locator(isNarrow ? 'th' : 'body')
    found.push(...(await brokenWords(whole)).map((word) => `broken: ${word}`))
    faults.push(...found.map((fault) => `${look.theme} ${look.size.width} ${look.language}: ${fault}`))
  }
  await show(page, { size: { width: 1360, height: 860 }, theme: 'light', language: 'en' })
  return faults
}

async function show(page: Page, { size, theme, language }: Look): Promise<void> {
  await Promise.all([
    page.emulateMedia({ colorScheme: theme }),
    page.setViewportSize(size),
    page.evaluate(speak, language),
  ])
  await page.locator(`html[lang="${language}"]`).waitFor()
  await stillness(page)
}

/** Parts of a page scroll, each for itself: beyond the window there is nothing. */
function isScrolledAsWhole(): boolean {
  const { clientHeight, clientWidth, scrollHeight, scrollWidth } = document.documentElement
  return scrollHeight > clientHeight || scrollWidth > clientWidth
}

/** What is scrolled by keys has a name for whoever hears the screen; axe asks for one of fields, buttons and links only. */
function namelessStops(): string[] {
  const named = '[aria-label], [aria-labelledby], [aria-hidden], a, button, input, select, textarea'
  // A group of choices hands the keyboard on to one of them.
  const others = `${named}, [data-orientation]`
  return [...document.querySelectorAll(`[tabindex="0"]:not(${others})`)]
    .filter((stop) => ['list', 'group', 'region', null].includes(stop.role))
    .filter((stop) => stop.checkVisibility() && stop.textContent !== '')
    .map((stop) => stop.outerHTML.slice(0, 100))
}

/** Chooses the console's language as another window of the same browser does. */
function speak(language: string): void {
  const key = 'backcounter.preferences'
  const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as object
  localStorage.setItem(key, JSON.stringify({ ...kept, language }))
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

/** Always the same for the same name. */
const numberOf = (name = ''): number =>
  Array.from(name).reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0)

/** Waits until nothing fades or slides any more; what turns for ever (a loading mark) is no concern. */
export async function stillness(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
      ),
  )
}

/** Menus lie outside of the landmarks, where the component library puts them; their role says what they are. */
const MENU = '[data-reka-popper-content-wrapper]'

/** @param rules those to check, all of them where none are named */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // Evaluated by the debugger, which the content policy does not concern.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ menu, rules }) => {
      const { axe } = window as unknown as { axe: Axe }
      const { violations } = await axe.run({
        resultTypes: ['violations'],
        elementRef: true,
        ...(rules && { runOnly: rules }),
      })
      return violations.flatMap(({ id, nodes }) =>
        nodes
          .filter(({ element }) => id !== 'region' || !element?.closest(menu))
          .map(({ html, failureSummary = '' }) => `${id}: ${html}\n${failureSummary}`),
      )
    },
    { menu: MENU, rules },
  )
}
