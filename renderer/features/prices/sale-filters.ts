import type { SaleQuery } from '../../api/price-groups.ts'

/** Filters that are no free property, in the order in which they are asked for. */
const OWN = ['customer', 'customerGroup', 'organization'] as const
type OwnFilters = Record<(typeof OWN)[number], string>

/** What is known of a sale that price groups are held against; empty where it is not known. */
export interface SaleFilters extends OwnFilters {
  /** Free properties (section 4.10, 6). */
  properties: { key: string; value: string }[]
}

const PREFIX = 'filters-'
/** Its only meaning is that it is there: the clock is the server's. */
const TIME = 'time'

export const noFilters = (): SaleFilters => ({
  ...(Object.fromEntries(OWN.map((name) => [name, ''])) as OwnFilters),
  properties: [],
})

/** As the API takes them; a property counts as soon as it has a key and a value. */
export function toSaleQuery({ properties, ...own }: SaleFilters): SaleQuery {
  const given = [
    ...OWN.filter((name) => own[name] !== '').map((name) => [name, own[name]] as const),
    ...properties
      .filter(({ key, value }) => isFree(key) && value !== '')
      .map(({ key, value }) => [key.trim(), value] as const),
  ]
  return Object.fromEntries(given.map(([name, value]) => [`${PREFIX}${name}`, value]))
}

/** A key that a filter of its own has is no property. */
export const isFree = (key: string): boolean =>
  key.trim() !== '' && ![...OWN, TIME].some((name) => name === key.trim())

/** Out of an address, which may hold anything. */
export function fromSaleQuery(query: Readonly<Record<string, unknown>>): SaleFilters {
  const filters = noFilters()
  for (const [name, value] of Object.entries(query)) {
    if (!name.startsWith(PREFIX)) continue
    const key = name.slice(PREFIX.length)
    const text = typeof value === 'string' ? value : ''
    const ownName = OWN.find((known) => known === key)
    if (ownName) filters[ownName] = text
    else if (isFree(key)) filters.properties.push({ key, value: text })
  }
  return filters
}

/** The same for the list of the contract: without any filter it would check nothing, an empty `time` has it check all. */
export const toListQuery = (filters: SaleFilters): SaleQuery => {
  const query = toSaleQuery(filters)
  return Object.keys(query).length > 0 ? query : { 'filters-time': '' }
}
