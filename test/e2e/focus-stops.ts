import type { Page } from 'playwright'

/**
 * Walks once round the page with Tab and compares how each stop looks with the focus and without.
 * @returns how many stops there are, and those that look the same either way
 */
export async function unmarkedFocusStops(page: Page): Promise<{ stops: number; unmarked: string[] }> {
  const seen = new Set<string>()
  const unmarked: string[] = []
  await page.evaluate(watchFocus)
  for (;;) {
    await page.keyboard.press('Tab')
    const { stop, left } = await page.evaluate(() => window.nextStop())
    if (left?.isSame) unmarked.push(left.name)
    // From the last stop the focus may leave the page before it comes to the first.
    if (stop === null) continue
    if (seen.has(stop)) return { stops: seen.size, unmarked }
    seen.add(stop)
  }
}

declare global {
  interface Window {
    /** The stop that has the focus now, and how the one before it looks without. */
    nextStop: () => { stop: string | null; left: { name: string; isSame: boolean } | null }
  }
}

function watchFocus(): void {
  let last: { element: Element; name: string; look: string } | undefined
  const numbers = new Map<Element, number>()

  /** Whatever may mark the focus, on the element itself or on what it lies in. */
  function lookOf(element: Element): string {
    return [element, element.parentElement, element.closest('label')]
      .filter((part) => part !== null)
      .map((part) => {
        const { outline, boxShadow, backgroundColor, borderColor, textDecoration } = getComputedStyle(part)
        return [outline, boxShadow, backgroundColor, borderColor, textDecoration].join('|')
      })
      .join('\n')
  }

  window.nextStop = () => {
    const element = document.activeElement
    const left = last && { name: last.name, isSame: lookOf(last.element) === last.look }
    if (!element || element === document.body) {
      last = undefined
      return { stop: null, left: left ?? null }
    }
    numbers.set(element, numbers.get(element) ?? numbers.size)
    const label = element.getAttribute('aria-label') ?? element.textContent.trim()
    const name = `${element.tagName.toLowerCase()} ${label} (stop ${numbers.get(element)})`
    last = { element, name, look: lookOf(element) }
    return { stop: name, left: left ?? null }
  }
}
