import type { PriceRowsAnswer } from '../../../core/catalog/manage/prices/price.schema.ts'
import { mean, quantile } from '../measure/statistics.ts'
import { openShopFile, readStore } from '../prepared/file.ts'
import type { Contestant, Measure, Scenario } from '../scenario.ts'
import type { PreparedCore } from '../servers/server.ts'

const PRODUCTS = 100_000
const GROUPS = 1000
/** Products on a page, and groups side by side. */
const PAGE = 50
const COLUMNS = 12

/** A page of the price grid of a shop of 100 000 products and 1 000 price groups; and what it asks of SQLite, without HTTP. */
export const priceGrid: Scenario = {
  name: 'price-grid',
  title: 'Page of prices among 100 000 products and 1 000 groups',
  unit: 'ms',
  contestants: async (lab) => {
    const core = await lab.coreWithGrid(PRODUCTS, GROUPS)
    return [ofCore(core), ofDatabase(core)]
  },
}

const ofCore = ({ client, dataDir }: PreparedCore): Contestant => ({
  name: 'core',
  prepare: async () => {
    const { groups } = shelfOf(dataDir)
    let token: string | null = null
    return Promise.resolve(
      timed(async () => {
        const query: URLSearchParams = new URLSearchParams({
          priceGroupIds: groups.join(','),
          maxItems: String(PAGE),
          ...(token !== null && { nextPagingToken: token }),
        })
        const page: PriceRowsAnswer = await client.get<PriceRowsAnswer>(`/manage/prices?${query.toString()}`)
        if (page.variants.length < PAGE) throw new Error('A page is not full.')
        token = page.nextPagingToken
      }),
    )
  },
})

const ofDatabase = ({ dataDir }: PreparedCore): Contestant => ({
  name: 'database',
  prepare: async () => {
    const { groups, storeId } = shelfOf(dataDir)
    const db = openShopFile(dataDir)
    const list = (count: number): string => Array.from({ length: count }, () => '?').join(', ')
    const products = db.prepare<[string, string, number], { id: string; sku: string }>(
      'select id, sku from products where store_id = ? and sku > ? order by sku limit ?',
    )
    const ofProducts = (sql: string) => db.prepare<string[]>(sql.replace('$', list(PAGE)))
    const parts = [
      'select product_id, culture_code, name from product_names where product_id in ($)',
      'select id, product_id, variant_sku from variants where product_id in ($) order by position',
      'select text.* from variant_names text join variants on id = variant_id where product_id in ($)',
    ].map(ofProducts)
    const prices = db.prepare<string[]>(
      `select price.* from variants join prices price on variant_id = id where product_id in (${list(PAGE)})
       and price_group_id in (${list(groups.length)})`,
    )
    let last = ''
    return Promise.resolve(
      timed(async () => {
        const next = products.all(storeId, last, PAGE)
        // Behind the last page comes the first one.
        const page = next.length === PAGE ? next : products.all(storeId, '', PAGE)
        const ids = page.map(({ id }) => id)
        for (const part of parts) part.all(...ids)
        if (prices.all(...ids, ...groups).length === 0) throw new Error('There are no prices.')
        last = page.at(-1)?.sku ?? ''
        return Promise.resolve()
      }),
    )
  },
})

/** The groups that are side by side: spread over all. */
function shelfOf(dataDir: string): { readonly storeId: string; readonly groups: readonly string[] } {
  const db = openShopFile(dataDir)
  const store = readStore(db)
  const all = db
    .prepare<[string], string>('select id from price_groups where store_id = ? order by priority desc')
    .pluck()
    .all(store.id)
  db.close()
  const step = Math.floor(all.length / COLUMNS)
  return { storeId: store.id, groups: all.filter((_id, n) => n % step === 0).slice(0, COLUMNS) }
}

function timed(page: () => Promise<void>): Measure {
  return async (seconds, signal) => {
    const times: number[] = []
    const end = performance.now() + seconds * 1000
    do {
      signal.throwIfAborted()
      const start = performance.now()
      await page()
      times.push(performance.now() - start)
    } while (performance.now() < end)
    return {
      value: mean(times),
      operations: times.length,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
    }
  }
}
