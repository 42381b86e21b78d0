/**
 * What somebody has made of a value, on top of what somebody else has made of it meanwhile: field by field; of lists, entry
 * by entry where these can be told apart, by their `id` or being texts. Where both have changed the same, `mine` wins.
 * @param base what both began with
 */
export function layOver<T>(theirs: T, base: T, mine: T): T
export function layOver(theirs: unknown, base: unknown, mine: unknown): unknown {
  if (isSame(base, mine)) return theirs
  if (isSame(base, theirs)) return mine
  const parts = partsOf(theirs, base, mine)
  if (!parts) return mine
  const laid = parts
    .map(([name, ...three]) => [name, layOver(...three)] as const)
    .filter(([, value]) => value !== undefined)
  return Array.isArray(mine) ? laid.map(([, value]) => value) : Object.fromEntries(laid)
}

/** Whether both have changed the same, each to something else: then one of them wins. */
export function isClash(theirs: unknown, base: unknown, mine: unknown): boolean {
  if (isSame(base, mine) || isSame(base, theirs) || isSame(theirs, mine)) return false
  return partsOf(theirs, base, mine)?.some(([, ...three]) => isClash(...three)) ?? true
}

/** Whether two values say the same, whatever the order of their fields. */
export function isSame(one: unknown, other: unknown): boolean {
  if (isFields(one) && isFields(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)])
    return [...names].every((name) => isSame(one[name], other[name]))
  }
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((entry, at) => isSame(entry, other[at]))
  return one === other
}

type Part = readonly [name: string, theirs: unknown, base: unknown, mine: unknown]

/** What is changed one by one; undefined for what is changed as a whole. */
function partsOf(...three: readonly [theirs: unknown, base: unknown, mine: unknown]): Part[] | undefined {
  const [theirs, base, mine] = three.every(Array.isArray)
    ? mapsOf(three)
    : three.every(isFields)
      ? three.map(mapOf)
      : []
  if (!theirs || !base || !mine) return undefined
  const names = new Set([...theirs.keys(), ...mine.keys()])
  return [...names].map((name) => [name, theirs.get(name), base.get(name), mine.get(name)])
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const mapOf = (fields: Fields): ReadonlyMap<string, unknown> => new Map(Object.entries(fields))

/** The entries of lists by what tells them apart; nothing where that is not so. */
function mapsOf(lists: readonly (readonly unknown[])[]): ReadonlyMap<string, unknown>[] {
  const [, base = []] = lists
  // What somebody has added has no id yet: those that were there before, or those that are stored by now, say whether there are any.
  const haveIds = (list: readonly unknown[]): boolean =>
    list.length > 0 && list.every((entry) => idOf(entry) !== undefined)
  if (!(base.length > 0 ? haveIds(base) : lists.some(haveIds))) return []
  const maps = lists.map(
    (list) => new Map(list.map((entry) => [idOf(entry) ?? JSON.stringify(entry), entry])),
  )
  return maps.every(({ size }, at) => size === lists[at]?.length) ? maps : []
}

function idOf(entry: unknown): string | undefined {
  const id = isFields(entry) ? entry['id'] : entry
  return typeof id === 'string' ? id : undefined
}
