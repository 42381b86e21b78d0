/** The version of a thing as its `ETag` says it. */
export const etagOf = (version: number): string => `"${version}"`

/** The version that an `ETag` says; undefined where it is none of ours. */
export function versionOf(etag: string): number | undefined {
  const [, digits] = /^"([1-9]\d{0,14})"$/.exec(etag) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/**
 * Whether somebody who lists what they have seen (`If-Match`, RFC 9110 13.1.1) has seen this version, or one since another.
 * Who lists nothing is not asked.
 */
export function hasSeen(ifMatch: string | undefined, version: number, since = version): boolean {
  if (ifMatch === undefined) return true
  return ifMatch.split(',').some((listed) => {
    const tag = listed.trim()
    const seen = tag === '*' ? version : versionOf(tag)
    return seen !== undefined && seen >= since && seen <= version
  })
}
