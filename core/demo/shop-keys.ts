import type { Ppm } from '../kernel/money.ts'
import type { Random } from './random.ts'
import type { RowWriter } from './row-writer.ts'

/** What the makers of one shop share: where rows go, where chance comes from, and what has which id. */
export interface ShopMaking {
  readonly rows: RowWriter
  readonly random: Random
  readonly storeId: string
  readonly countries: ReadonlyMap<string, string>
  readonly currencies: ReadonlyMap<string, string>
}

/** A price group with what it takes from those it derives from. */
export interface MadePriceGroup {
  readonly id: string
  readonly currency: string
  readonly taxRate: Ppm | undefined
}

export function idOf(ids: ReadonlyMap<string, string>, key: string): string {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`The demo shop has no ${key}.`)
  return id
}

/** When the demo shops opened: the moment in the ids of all that was there from the first day. */
export const OPENED = Date.UTC(2019, 3, 1, 7)
