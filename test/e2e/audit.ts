import axe from 'axe-core'
import type { Page } from 'playwright'

/** What the console is looked at in: light and dark, at both sizes of the screenshots. */
const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [
    { width: 1360, height: 860 },
    { width: 1024, height: 700 },
  ].map((viewport) => ({ colorScheme, viewport })),
)

/** What axe-core finds wrong with the page as it stands, in every look: one text for each element at fault. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const { colorScheme, viewport } of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await stillness(page)
    const look = `${colorScheme} ${viewport.width}`
    for (const { id, nodes } of await violations(page)) {
      faults.push(...nodes.map(({ html, failureSummary }) => `${look}: ${id}: ${html}\n${failureSummary}`))
    }
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

async function violations(page: Page) {
  // Evaluated by the debugger, which the content policy does not concern.
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary: failureSummary ?? '' })),
    }))
  })
}
