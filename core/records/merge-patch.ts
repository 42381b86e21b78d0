import { parseCulture } from '../kernel/culture.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * What a JSON merge patch makes of an object (RFC 7396): fields that it names are replaced, null takes one away, objects
 * are merged, and lists are replaced as a whole. A culture is found in any spelling.
 */
export function mergePatch(target: object, patch: object): object {
  const merged = new Map(Object.entries(target as Fields))
  for (const [spelling, value] of Object.entries(patch as Fields)) {
    const culture = parseCulture(spelling)
    const name = !merged.has(spelling) && culture !== undefined && merged.has(culture) ? culture : spelling
    const old = merged.get(name)
    if (value === null) merged.delete(name)
    else merged.set(name, isObject(value) ? mergePatch(isObject(old) ? old : {}, value) : value)
  }
  return Object.fromEntries(merged)
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
