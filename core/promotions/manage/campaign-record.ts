import type { Minor, Ppm } from '../../kernel/money.ts'
import type { DiscountTarget } from '../../pricing/discounts.ts'
import type { Texts } from '../../records/texts.ts'
import type { UseLimits } from '../campaign-limits.repository.ts'

export type CampaignState = 'draft' | 'active' | 'retired'

/** A code that lets buyers into a campaign. */
export interface CampaignCode {
  readonly id: string
  /** As `canonicalCode` spells it. */
  readonly code: string
  /** Lets nobody in any more, and is kept for the carts that were given it. */
  readonly isRetired: boolean
}

/** One thing that a campaign takes something off. */
export interface CampaignItemDraft {
  readonly id: string
  readonly target: DiscountTarget
  /** The share that is taken off; null where it is an amount. */
  readonly rate: Ppm | null
  /** What is taken off, by currency id: off each unit, the shipment or the order. */
  readonly amounts: Readonly<Record<string, Minor>>
  readonly names: Texts
  readonly descriptions: Texts
  /** Where there are any catalogs or skus, only lines of these are discounted. */
  readonly catalogIds: readonly string[]
  readonly skus: readonly string[]
}

export interface CampaignItemRecord extends CampaignItemDraft {
  /** Takes nothing off any more, and is kept for the carts and orders that it took something off. */
  readonly isRetired: boolean
}

/** What somebody wants a campaign to be. */
export interface CampaignDraft {
  readonly names: Texts
  readonly state: CampaignState
  /** Higher comes first, where campaigns stack. */
  readonly priority: number
  /** Whether it is not combined with any other. */
  readonly isExclusive: boolean
  /** Whether it needs no code. */
  readonly isAutomatic: boolean
  /** ISO 8601 in UTC, inclusive; null has always begun. */
  readonly validFrom: string | null
  /** ISO 8601 in UTC, exclusive; null never ends. */
  readonly validTo: string | null
  readonly limits: UseLimits
  /** The currencies it runs in, by id: the least of goods, before discounts and with tax, that it asks for. */
  readonly minimums: Readonly<Record<string, Minor>>
  /** Where there are any, it sees only what is sold at their prices. */
  readonly priceGroupIds: readonly string[]
  readonly codes: readonly CampaignCode[]
  /** In the order in which they are taken off. */
  readonly items: readonly CampaignItemDraft[]
}

/** A campaign as it is stored, with codes and items that are retired. */
export interface CampaignRecord extends CampaignDraft {
  readonly id: string
  readonly version: number
  readonly items: readonly CampaignItemRecord[]
  /** Orders that it took something off, without those that were cancelled; and those of each code, by its id. */
  readonly uses: number
  readonly usesOfCodes: Readonly<Record<string, number>>
}

/** What runs of a campaign: its codes and items that are not retired. */
export const current = <T extends { readonly isRetired: boolean }>(all: readonly T[]): T[] =>
  all.filter(({ isRetired }) => !isRetired)
