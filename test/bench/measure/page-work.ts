import type { Page } from 'playwright'

/**
 * What a page costs its thread: scripts, style, layout and paint, in processor time, which a busy machine lengthens least.
 * @returns the milliseconds that something takes of it
 */
export async function watchPageWork(page: Page): Promise<(work: () => Promise<unknown>) => Promise<number>> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async (): Promise<number> => {
    const { metrics } = await devTools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000
  }
  return async (work) => {
    const before = await worked()
    await work()
    return (await worked()) - before
  }
}
