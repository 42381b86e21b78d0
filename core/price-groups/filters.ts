import { badRequest } from '../kernel/errors.ts'

export const FILTER_PREFIX = 'filters-'

/**
 * The `filters-*` of a query as properties (section 4.10); undefined where there are none, because then nothing is
 * filtered at all. Those that a kind of criterion declares are validated by their schema.
 * @throws CommerceError BadRequest for a filter that stands twice
 */
export function readFilters(
  query: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, string> | undefined {
  const given = Object.entries(query).filter(([name]) => name.startsWith(FILTER_PREFIX))
  if (given.length === 0) return undefined
  return new Map(
    given.map(([name, value]) => {
      if (typeof value !== 'string') throw badRequest('filter.repeated', 'stands more than once', name)
      return [name.slice(FILTER_PREFIX.length), value]
    }),
  )
}
