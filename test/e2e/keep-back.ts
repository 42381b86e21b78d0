import type { Page, Route } from 'playwright'

export interface KeptBack {
  count: () => Promise<number>
  letGo: () => Promise<void>
}

type IsKept = (url: URL, method: string) => boolean

/**
 * Keeps the core's own answers to some requests until they are let go: what was asked is done, and the console does not
 * know it yet.
 */
export const keepBack = async (page: Page, isKept: IsKept): Promise<KeptBack> =>
  keep(page, isKept, async (route) => {
    const response = await route.fetch()
    return () => route.fulfill({ response })
  })

/** Keeps some requests from the core until they are let go: nothing of what was asked is done yet. */
export const keepFromCore = async (page: Page, isKept: IsKept): Promise<KeptBack> =>
  keep(page, isKept, (route) => Promise.resolve(() => route.continue()))

async function keep(
  page: Page,
  isKept: IsKept,
  take: (route: Route) => Promise<() => Promise<void>>,
): Promise<KeptBack> {
  const kept: (() => Promise<void>)[] = []
  const coming: Promise<unknown>[] = []
  let isOver = false
  const all = (): boolean => true
  await page.route(all, async (route) => {
    const request = route.request()
    if (isOver || !isKept(new URL(request.url()), request.method())) return route.fallback()
    const taken = take(route)
    coming.push(taken)
    const go = await taken
    // The console may have given the request up meanwhile.
    kept.push(() => go().catch(() => undefined))
  })
  return {
    count: () => Promise.resolve(kept.length),
    async letGo() {
      isOver = true
      // On a busy machine an answer may still be on its way here: nobody would hand it on later.
      await Promise.allSettled(coming)
      // Whoever stops to stand between lets the browser ask again for what was not answered yet.
      for (const go of kept) await go()
      await page.unroute(all)
    },
  }
}
