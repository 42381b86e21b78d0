import type { Page } from 'playwright'

export interface KeptBack {
  count: () => Promise<number>
  letGo: () => Promise<void>
}

/**
 * Keeps the core's own answers to some requests until they are let go: what was asked is done, and the console does not
 * know it yet.
 */
export async function keepBack(page: Page, isKept: (url: URL, method: string) => boolean): Promise<KeptBack> {
  const kept: (() => Promise<void>)[] = []
  let isOver = false
  const all = (): boolean => true
  await page.route(all, async (route) => {
    const request = route.request()
    if (isOver || !isKept(new URL(request.url()), request.method())) return route.fallback()
    const response = await route.fetch()
    // The console may have given the request up meanwhile.
    kept.push(() => route.fulfill({ response }).catch(() => undefined))
  })
  return {
    count: () => Promise.resolve(kept.length),
    async letGo() {
      isOver = true
      // Whoever stops to stand between lets the browser ask again for what was not answered yet.
      for (const go of kept) await go()
      await page.unroute(all)
    },
  }
}
