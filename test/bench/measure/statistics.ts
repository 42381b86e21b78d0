/** The middle of several measurements, and how far they lie apart. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export function spread(values: readonly number[]): Spread {
  return { median: quantile(values, 0.5), min: Math.min(...values), max: Math.max(...values) }
}

/** Undefined where any of the values is not known. */
export function spreadOfKnown(values: readonly (number | undefined)[]): Spread | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === values.length ? spread(known) : undefined
}

export const mean = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / values.length

/** The value that the given share (0 to 1) of the values does not exceed, between neighbours interpolated. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  const position = (sorted.length - 1) * share
  const below = sorted[Math.floor(position)] ?? NaN
  const above = sorted[Math.ceil(position)] ?? NaN
  return below + (above - below) * (position % 1)
}
