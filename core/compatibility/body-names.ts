/** Names of body fields that are not ours. The text of nearly every body has none, and is not looked at further. */
const otherName = /"(?:[A-Z][A-Za-z0-9]*|productCatalogId|basketId)"\s*:/

/** Deeper than any body of ours; what is deeper stays as it is. */
const MAX_DEPTH = 16

const names: ReadonlyMap<string, string> = new Map([
  ['productCatalogId', 'catalogId'],
  ['basketId', 'cartId'],
])

/**
 * A body with the names its fields have here: `Sku` is `sku`, and a few have another name altogether. Where a field
 * comes under both, ours counts.
 * @param text the body as it was sent
 * @param body what the text says
 */
export const acceptOtherNames = (text: string, body: unknown): unknown =>
  otherName.test(text) ? renamed(body) : body

function renamed(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) return value
  if (Array.isArray(value)) return value.map((item) => renamed(item, depth + 1))
  const own = new Map<string, unknown>()
  const other = new Map<string, unknown>()
  for (const [key, field] of Object.entries(value)) {
    const name = nameOf(key)
    ;(name === key ? own : other).set(name, renamed(field, depth + 1))
  }
  return Object.fromEntries([...other, ...own])
}

function nameOf(key: string): string {
  const camelCase = key.charAt(0).toLowerCase() + key.slice(1)
  return names.get(camelCase) ?? camelCase
}
