import { listAll } from '../../api/records.ts'
import { catalogs, priceGroups, taxRates, type ManagedPriceGroup } from '../../api/selling.ts'
import { textIn } from '../records/text-in.ts'

/** Something that a shop has, by its name in the clerk's language. */
export interface ShelfRecord {
  readonly id: string
  readonly name: string
  /** Offered no more: what has it already keeps it. */
  readonly isRetired: boolean
}

/** A price group as products have prices in it. */
export interface ShelfGroup extends ShelfRecord {
  /** ISO 4217. */
  readonly currency: string
  /** The rate of tax of what is sold in it, a fraction: its own, or of the group it derives from. Null leaves it to the product. */
  readonly taxRate: number | null
}

export interface ShelfTaxRate extends ShelfRecord {
  /** A fraction. */
  readonly rate: number
  /** Whether new products have it. */
  readonly isDefault: boolean
}

/** What products of the shop refer to, retired ones too. */
export interface Shelf {
  readonly catalogs: readonly ShelfRecord[]
  /** Those of one currency together, in the order of the shop's currencies; higher priority first. */
  readonly priceGroups: readonly ShelfGroup[]
  /** Higher ones first. */
  readonly taxRates: readonly ShelfTaxRate[]
}

/**
 * Catalogs, price groups and tax rates as the shop keeps them.
 * @param currencies the shop's own, by ISO 4217, in its order
 * @param culture of their names
 */
export async function readShelf(
  currencies: readonly string[],
  culture: string,
  signal?: AbortSignal,
): Promise<Shelf> {
  const [ofCatalogs, groups, rates] = await Promise.all([
    listAll(catalogs, signal),
    listAll(priceGroups, signal),
    listAll(taxRates, signal),
  ])
  const named = ({ id, names, state }: Named): ShelfRecord => ({
    id,
    name: textIn(names, culture) ?? id,
    isRetired: state === 'retired',
  })
  const taxOf = taxesOf(groups)
  const placeOf = ({ currency }: { currency: string }): number => {
    const place = currencies.indexOf(currency)
    return place < 0 ? currencies.length : place
  }
  return {
    catalogs: ofCatalogs.map(named),
    priceGroups: groups
      .map((group) => ({ ...named(group), currency: group.currency, taxRate: taxOf(group) }))
      .toSorted((a, b) => placeOf(a) - placeOf(b)),
    taxRates: rates.map((rate) => ({ ...named(rate), rate: rate.rate, isDefault: rate.isDefault })),
  }
}

interface Named {
  readonly id: string
  readonly names: Readonly<Record<string, string>>
  readonly state: 'active' | 'retired'
}

/** @returns what tells the rate of a group, which may be that of a group it derives from */
function taxesOf(groups: readonly ManagedPriceGroup[]): (group: ManagedPriceGroup) => number | null {
  const byId = new Map(groups.map((group) => [group.id, group]))
  return (group) => {
    const seen = new Set<string>()
    for (let at: ManagedPriceGroup | undefined = group; at && !seen.has(at.id);) {
      if (at.taxRate !== null) return at.taxRate
      seen.add(at.id)
      at = byId.get(at.basePriceGroupId ?? '')
    }
    return null
  }
}

/** Those that may be chosen: what is retired only by what has it. */
export const offered = <R extends ShelfRecord>(records: readonly R[], ...kept: readonly string[]): R[] =>
  records.filter(({ id, isRetired }) => !isRetired || kept.includes(id))
