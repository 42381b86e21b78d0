import type { WriteDb } from '../database/engine.ts'
import type { Author } from '../history/record-events.ts'
import type { Ppm } from '../kernel/money.ts'
import type { DemoShop, Texts } from './demo-shop.ts'
import type { Random } from './random.ts'

/** What the makers of one shop share: what it is made of and in whose name, and where chance comes from. */
export interface ShopMaking {
  readonly db: WriteDb
  readonly shop: DemoShop
  /** Of all that was there from the first day. */
  readonly author: Author
  readonly random: Random
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

/** Texts by their culture. */
export const byCulture = ({ cultures }: DemoShop, texts: Texts): Record<string, string> =>
  Object.fromEntries(cultures.map((culture, index) => [culture, texts[index] ?? '']))

/** Parts of a record with the ids that they are to have. */
export const withIds = <T extends { readonly id: string }>(
  parts: readonly T[],
  ids: readonly string[],
): T[] => parts.map((part, index) => ({ ...part, id: ids[index] ?? part.id }))

/** When the demo shops opened: the moment in the ids of all that was there from the first day. */
export const OPENED = Date.UTC(2019, 3, 1, 7)
