import { createHash, getRandomValues } from 'node:crypto'
import { v7 } from 'uuid'

const guid = /^\{?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\}?$/i

/** Random bytes are fetched for so many identifiers at once: fetching them costs more than making an identifier. */
const FETCHED = 256
const BYTES = 16
const random = new Uint8Array(FETCHED * BYTES)
let used = random.length
/** When the last identifier was made, in milliseconds since 1970, and its number in that moment, which begins anywhere. */
let msecs = -Infinity
let seq = 0

/** A new identifier: a lower-case GUID of version 7. Those of one process sort in the order they were made in. */
export function newId(): string {
  if (used === random.length) {
    getRandomValues(random)
    used = 0
  }
  const own = random.subarray(used, (used += BYTES))
  const now = Date.now()
  if (now > msecs) {
    msecs = now
    // The top bit stays free, so that there is always room to count.
    seq = new DataView(own.buffer, own.byteOffset).getUint32(0) >>> 1
  } else {
    seq++
  }
  return v7({ msecs, seq, random: own })
}

/** An identifier for a given moment (milliseconds since 1970) from given random bytes: seeded data keeps its ids. */
export const idAt = (msecs: number, random: Uint8Array): string => v7({ msecs, random })

/** The identifier of a text, always the same: it sorts before all that were made in a moment. */
export const idOf = (text: string): string =>
  idAt(0, createHash('sha256').update(text).digest().subarray(0, BYTES))

/** When an identifier was made, in milliseconds since 1970. */
export const momentOf = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

/** Any spelling of a GUID (upper case, braces) in its one canonical form, or undefined where it is none. */
export function parseId(text: string): string | undefined {
  const match = guid.exec(text)
  if (!match?.[1] || text.startsWith('{') !== text.endsWith('}')) return undefined
  return match[1].toLowerCase()
}
