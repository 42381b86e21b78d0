import { defineAsyncComponent, readonly, ref, type Component } from 'vue'
import type { RouteLocationNormalized, Router } from 'vue-router'
import { askWhetherThere, whenReachable } from './api/connection.ts'

/** Whether the code of the page that was asked for last could not be fetched, and the console is loaded anew for it. */
const isMissing = ref(false)
export const isPageMissing = readonly(isMissing)

/** At least between one load of the console and the next where the first has not helped. */
const LOAD_EVERY_MS = 5000

/** The page that was asked for last. */
let asked: RouteLocationNormalized | undefined

/**
 * A page that could not be fetched is opened by loading the console anew there, once the core answers. Of several it is the one that
 * was asked for last, whichever failed last; whoever has gone to another one meanwhile, that was here, stays with it.
 */
export function loadMissingPages(router: Router): void {
  router.beforeEach((to) => {
    asked = to
    isMissing.value = false
  })
  router.onError(async (_error, to) =>
    // Without telling the router, which would try, fail and go back again before the console is loaded.
    loadAnew(to, () => window.history.pushState(null, '', router.resolve(to).href)),
  )
}

async function loadAnew(to: typeof asked, goThere?: () => void): Promise<void> {
  isMissing.value = asked === to
  // It may be the core that does not answer, or the code alone: that of an older build is there no more.
  await askWhetherThere()
  await Promise.all([whenReachable(), untilLoadingHelps()])
  if (asked !== to) return
  goThere?.()
  window.location.reload()
}

/**
 * What a page needs beside its own code. Where it could not be fetched the console is loaded anew.
 * @throws what kept it from being fetched, once one has gone to another page meanwhile
 */
export async function orLoadedAnew<T>(part: Promise<T>): Promise<T> {
  const page = asked
  return part.catch(async (fault: unknown) => {
    await loadAnew(page)
    if (asked !== page) throw fault
    return new Promise<T>(() => undefined)
  })
}

/**
 * A part that the first screen does not need.
 * @param giveUp is called where it could not be fetched and one has gone to another page: it is asked for again there
 */
export const latePart = (loader: () => Promise<Component>, giveUp: () => void = () => undefined): Component =>
  defineAsyncComponent({
    loader: async () => orLoadedAnew(loader()),
    onError(_fault, _retry, fail) {
      giveUp()
      fail()
    },
  })

/** Where loading the console anew has not helped a moment ago, as with a file that is missing, it is not tried again at once. */
async function untilLoadingHelps(): Promise<void> {
  const [loading] = performance.getEntriesByType('navigation')
  const isAgain = (loading as PerformanceNavigationTiming | undefined)?.type === 'reload'
  const waitMs = isAgain ? LOAD_EVERY_MS - performance.now() : 0
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
}
