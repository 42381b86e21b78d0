import type { Ppm } from '../kernel/money.ts'
import type { Currency } from '../stores/store.schema.ts'

/** A price group may derive from another, at most this deep. */
export const MAX_DEPTH = 10

/** What prices are taken from. */
export interface PriceGroupRecord {
  readonly id: string
  readonly currency: Currency
  /** The rate of the group or of the nearest group it derives from; null leaves it to goods and methods. */
  readonly taxRate: Ppm | null
  /** The group whose rate that is. */
  readonly taxRateOf: string | null
  /** The group itself, then what it derives from, nearest first. */
  readonly chain: readonly string[]
  /** Offered no more: what is sold in it already keeps its prices. */
  readonly isRetired: boolean
}

/** Of values kept per price group, the one that counts: the group's own, or of the nearest group it derives from. */
export function inherited<T extends { price_group_id: string }>(
  { chain }: PriceGroupRecord,
  values: readonly T[],
): T | undefined {
  for (const id of chain) {
    const value = values.find((candidate) => candidate.price_group_id === id)
    if (value) return value
  }
  return undefined
}
