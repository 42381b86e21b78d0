import { loadScenario } from '../load/drive.ts'
import { openShopFile, readStore } from '../prepared/file.ts'
import { channelOf } from '../prepared/price-groups.ts'
import type { Scenario } from '../scenario.ts'

const GROUPS = 1000

/** Which price groups hold for a customer group and a property, among 1 000 that ask for both. */
export const priceGroupFilter = (clients: number): Scenario =>
  loadScenario(
    {
      name: 'price-group-filter',
      title: 'Price groups by filters',
      clients,
      servers: async (lab) => [await lab.coreWithPriceGroups(0), await lab.coreWithPriceGroups(GROUPS)],
    },
    async ({ client, dataDir }) => {
      const db = openShopFile(dataDir)
      const store = readStore(db)
      const circle = db
        .prepare<[string], string>('select id from customer_groups where store_id = ? order by id')
        .pluck()
        .get(store.id)
      db.close()
      const paths = Array.from({ length: 50 }, (_, n) => {
        const query = new URLSearchParams({
          cultureCode: store.cultures[0] ?? '',
          'filters-customerGroup': circle ?? '',
          'filters-channel': channelOf(n),
        })
        return `/price-groups?${query.toString()}`
      })
      // The first group that asks for nothing but the first property holds; those of other properties do not.
      const { priceGroups } = await client.get<{ priceGroups: unknown[] }>(paths[1] ?? '')
      if (priceGroups.length === 0) throw new Error('No price group holds.')
      return async (n) => client.send('GET', paths[n % paths.length] ?? '')
    },
  )
