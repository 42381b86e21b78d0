import axe from 'axe-core'
import type { Page } from 'playwright'

type Axe = typeof axe

/** The sizes of the screenshots, the narrowest window, and the wider one of the screenshots at 200 %. */
const SIZES = [
  { width: 1360, height: 860 },
  { width: 1024, height: 700 },
  { width: 640, height: 700 },
  { width: 680, height: 430 },
] as const
const THEMES = ['light', 'dark'] as const

/**
 * What a screen is looked at in: every size, in turns light and dark. The next screen begins with the other theme, so that
 * all of them together are looked at in every pair.
 */
const looksOf = (nth: number) =>
  SIZES.map((viewport, index) => ({ colorScheme: THEMES[(nth + index) % 2] ?? 'light', viewport }))
let looked = 0

/** The rules that colours and sizes have a say in; what the others find is the same in every look. */
const RULES_OF_LOOKS = ['color-contrast', 'scrollable-region-focusable', 'target-size']

/** What axe-core finds wrong with the page as it stands, in every size: one text for each element at fault. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const [index, { colorScheme, viewport }] of looksOf(looked++).entries()) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await stillness(page)
    const look = `${colorScheme} ${viewport.width}`
    const found = await violations(page, index === 0 ? undefined : RULES_OF_LOOKS)
    faults.push(...found.map((fault) => `${look}: ${fault}`))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1360, height: 860 })
  return faults
}

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
