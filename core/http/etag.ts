/** The version of a thing as its `ETag` says it. */
export const etagOf = (version: number): string => `"${version}"`

/** The version that an `ETag` says; undefined where it is none of ours. */
export function versionOf(etag: string): number | undefined {
  const [, digits] = /^"([1-9]\d{0,14})"$/.exec(etag) ?? []
  return digits === undefined ? undefined : Number(digits)
}
