import { badRequest } from '../kernel/errors.ts'
import { parseId } from '../kernel/ids.ts'

const PREFIX = 'filters-'
/** Keys whose values are identifiers (section 4.10). */
const identifiers = new Set(['customer', 'customerGroup', 'organization'])

/**
 * The `filters-*` of a query as properties (section 4.10); undefined where there are none, because then nothing is
 * filtered at all.
 * @throws CommerceError BadRequest for an identifier that is malformed, or a filter that stands twice
 */
export function readFilters(
  query: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, string> | undefined {
  const given = Object.entries(query).filter(([name]) => name.startsWith(PREFIX))
  if (given.length === 0) return undefined
  return new Map(
    given.map(([name, value]) => {
      const key = name.slice(PREFIX.length)
      if (typeof value !== 'string') throw badRequest('filter.repeated', 'stands more than once', name)
      if (!identifiers.has(key)) return [key, value]
      const id = parseId(value)
      if (id === undefined) throw badRequest('filter.id', 'must be a GUID', name)
      return [key, id]
    }),
  )
}
