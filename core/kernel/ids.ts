import { v7 } from 'uuid'

const guid = /^\{?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\}?$/i

/** A new identifier: a lower-case GUID of version 7, so that identifiers sort by the time they were made. */
export const newId = (): string => v7()

/** An identifier for a given moment (milliseconds since 1970) from given random bytes: seeded data keeps its ids. */
export const idAt = (msecs: number, random: Uint8Array): string => v7({ msecs, random })

/** Any spelling of a GUID (upper case, braces) in its one canonical form, or undefined where it is none. */
export function parseId(text: string): string | undefined {
  const match = guid.exec(text)
  if (!match?.[1] || text.startsWith('{') !== text.endsWith('}')) return undefined
  return match[1].toLowerCase()
}
