import { deepEqual } from 'node:assert/strict'
import { loadScenario } from '../load/drive.ts'
import { repeatReads } from '../load/repeat-reads.ts'
import type { Scenario } from '../scenario.ts'

/** All countries, as every address form asks for them. */
export const countryList = (clients: number): Scenario =>
  loadScenario({ name: 'country-list', title: 'Country list', clients }, async ({ client, shop }) => {
    const query = new URLSearchParams({ cultureCode: shop.cultureCode }).toString()
    return repeatReads(client, [`/countries?${query}`], (answer) =>
      deepEqual(answer, { countries: shop.countries, nextPagingToken: null }),
    )
  })
