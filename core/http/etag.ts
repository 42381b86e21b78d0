/** The version of a thing as its `ETag` says it. */
export const etagOf = (version: number): string => `"${version}"`
