import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shopWithOrders } from '../prepared/shops.ts'
import type { Contestant, Sample, Scenario } from '../scenario.ts'
import { run } from '../servers/child.ts'

const MAIN = join(import.meta.dirname, '../long-work/main.ts')
const ORDERS = 1000

/**
 * How long the event loop of a core that serves is held up at most while something long is done: at most 20 ms, on a
 * machine that has a processor for each of them.
 */
export const longWork: Scenario = {
  name: 'long-work',
  title: 'Longest delay of the event loop beside',
  unit: 'ms',
  isSlow: true,
  contestants: async () =>
    Promise.resolve(['nothing', 'backup', 'check', 'importing', 'seeding'].map((work) => contestant(work))),
}

const contestant = (work: string): Contestant => ({
  name: work,
  prepare: async () => {
    const shop = await shopWithOrders(ORDERS)
    return async () => {
      const dir = await mkdtemp(join(tmpdir(), 'backcounter-bench-'))
      try {
        await cp(shop, dir, { recursive: true })
        return (await run([MAIN, dir, work])) as Sample
      } finally {
        await rm(dir, { recursive: true, force: true })
      }
    }
  },
})
