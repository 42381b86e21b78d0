import type { Locator } from 'playwright'

/** Of a hand that double-clicks, in milliseconds. */
const BETWEEN_MS = 200

/**
 * Clicks twice at one place, as whoever double-clicks everything does, with the times of a hand however busy the machine is.
 * @param place what is there at first
 * @param between waits for what the first click leads to: the second comes after that
 */
export async function clickTwice(place: Locator, between: () => Promise<unknown>): Promise<void> {
  const page = place.page()
  const mouse = await page.context().newCDPSession(page)
  const { x = 0, y = 0, width = 0, height = 0 } = (await place.boundingBox()) ?? {}
  // At its end: the figures and buttons of a row lie there.
  const at = { x: x + width - 16, y: y + height / 2 }
  const now = Date.now()
  const click = async (clickCount: number, time: number): Promise<void> => {
    for (const type of ['mousePressed', 'mouseReleased'] as const)
      await mouse.send('Input.dispatchMouseEvent', {
        ...at,
        type,
        button: 'left',
        clickCount,
        timestamp: time / 1000,
      })
  }
  await click(1, now)
  await between()
  await click(2, now + BETWEEN_MS)
  await mouse.detach()
}
