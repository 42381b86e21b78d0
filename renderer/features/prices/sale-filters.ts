import type { SaleQuery } from '../../api/price-groups.ts'

/** What is known of a sale that price groups are held against. Ids; empty where it is not known. */
export interface SaleFilters {
  customer: string
  customerGroup: string
  organization: string
  /** Free properties (section 4.10, 6). */
  properties: { key: string; value: string }[]
}

/** Filters with an id, in the order in which they are asked for. */
const CIRCLES = ['customer', 'customerGroup', 'organization'] as const

const PREFIX = 'filters-'
/** Its only meaning is that it is there: the clock is the server's. */
const TIME = 'time'

export const noFilters = (): SaleFilters => ({
  customer: '',
  customerGroup: '',
  organization: '',
  properties: [],
})

/** As the API takes them; a property counts as soon as it has a key and a value. */
export function toSaleQuery({ properties, ...circles }: SaleFilters): SaleQuery {
  const given = [
    ...CIRCLES.filter((name) => circles[name] !== '').map((name) => [name, circles[name]] as const),
    ...properties
      .filter(({ key, value }) => isFree(key) && value !== '')
      .map(({ key, value }) => [key.trim(), value] as const),
  ]
  return Object.fromEntries(given.map(([name, value]) => [`${PREFIX}${name}`, value]))
}

/** A key that says whom the sale is to is no property. */
export const isFree = (key: string): boolean =>
  key.trim() !== '' && ![...CIRCLES, TIME].some((name) => name === key.trim())

/** Out of an address, which may hold anything. */
export function fromSaleQuery(query: Readonly<Record<string, unknown>>): SaleFilters {
  const filters = noFilters()
  for (const [name, value] of Object.entries(query)) {
    if (!name.startsWith(PREFIX)) continue
    const key = name.slice(PREFIX.length)
    const text = typeof value === 'string' ? value : ''
    const circle = CIRCLES.find((known) => known === key)
    if (circle) filters[circle] = text
    else if (isFree(key)) filters.properties.push({ key, value: text })
  }
  return filters
}

/** The same for the list of the contract: without any filter it would check nothing, an empty `time` has it check all. */
export const toListQuery = (filters: SaleFilters): SaleQuery => {
  const query = toSaleQuery(filters)
  return Object.keys(query).length > 0 ? query : { 'filters-time': '' }
}
