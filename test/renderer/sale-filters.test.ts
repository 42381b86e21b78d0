import { describe, expect, it } from 'vitest'
import { filterParameters } from '../../core/price-groups/criteria/index.ts'
import { curlOf } from '../../renderer/api/curl.ts'
import {
  fromSaleQuery,
  isFree,
  noFilters,
  toListQuery,
  toSaleQuery,
} from '../../renderer/features/prices/sale-filters.ts'

describe('the filters of a sale', () => {
  it('are those of the API, and come back from the address as they were', () => {
    const filters = {
      ...noFilters(),
      customer: 'an-id',
      properties: [
        { key: 'export', value: 'yes' },
        { key: 'vat-number', value: 'a & b' },
      ],
    }
    const query = toSaleQuery(filters)
    expect(query).toEqual({
      'filters-customer': 'an-id',
      'filters-export': 'yes',
      'filters-vat-number': 'a & b',
    })
    expect(fromSaleQuery({ ...query, currency: 'EUR' })).toEqual(filters)
  })

  it('count once they say something, and a property never says whom the sale is to', () => {
    const properties = [
      { key: 'export', value: '' },
      { key: ' ', value: 'x' },
      { key: 'customer', value: 'x' },
      { key: 'time', value: 'x' },
    ]
    expect(toSaleQuery({ ...noFilters(), properties })).toEqual({})
    const asProperties = Object.keys(filterParameters()).map((name) => name.replace('filters-', ''))
    expect(
      asProperties.filter(isFree),
      'read by a kind of criterion, and not known to renderer/features/prices/sale-filters.ts',
    ).toEqual([])
    expect(toListQuery(noFilters())).toEqual({ 'filters-time': '' })
  })
})

describe('a call as it is typed in a terminal', () => {
  it('is one that a shell takes as it stands, empty filters too', () => {
    expect(
      curlOf('/price-groups', { cultureCode: 'en-GB', 'filters-time': '' }, 'http://127.0.0.1:4780'),
    ).toBe(
      `curl -H "Authorization: Bearer $TOKEN" 'http://127.0.0.1:4780/api/v1/price-groups?cultureCode=en-GB&filters-time='`,
    )
    const hostile = curlOf(
      '/price-groups',
      { 'filters-a': `'; rm -rf "$HOME"`, b: undefined },
      'app://console',
    )
    expect(hostile).toBe(
      `curl -H "Authorization: Bearer $TOKEN" 'http://127.0.0.1:4780/api/v1/price-groups?filters-a=%27%3B+rm+-rf+%22%24HOME%22'`,
    )
  })
})
