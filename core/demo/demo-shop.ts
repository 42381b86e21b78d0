/**
 * What a demo shop is made of: content only, readable and translatable. The makers beside it turn content into
 * rows and reckon whatever follows from it (barcodes, prices of every currency and group, search terms).
 */

import type { DrawingName } from './pictures/drawings.ts'
import type { Shade } from './pictures/shades.ts'

/** One text for each culture of the shop, in the order of its cultures. */
export type Texts = readonly string[]

export interface DemoShop {
  readonly code: string
  readonly name: string
  readonly description: string
  readonly line1: string
  readonly postalCode: string
  readonly city: string
  readonly region?: string
  readonly phoneNumber: string
  readonly emailAddress: string
  readonly taxNumber: string
  /** Printed at the end of receipts. */
  readonly receiptFoot: Texts
  readonly timeZone: string
  readonly cultures: readonly string[]
  readonly currencies: readonly string[]
  /** Home country, ISO 3166-1 alpha-2. */
  readonly country: string
  readonly orderNumberPrefix: string
  /** First three digits of the shop's own barcodes, from the range GS1 leaves to shops (200 to 299). */
  readonly barcodePrefix: string
  /** Where the random source of everything drawn by lot starts. */
  readonly seed: number
  readonly pricing: Pricing
  readonly departments: readonly Department[]
  /** Model names that are written differently in each culture. */
  readonly modelNames?: Readonly<Record<string, Texts>>
  /** What stands between a variant's options, by culture. */
  readonly separators: Texts
  readonly priceGroups: readonly DemoPriceGroup[]
  readonly paymentMethods: readonly DemoPaymentMethod[]
  readonly shippingMethods: readonly DemoShippingMethod[]
  readonly campaigns: readonly DemoCampaign[]
  /** Gift cards that somebody who tries the shop can pay with, in major units. */
  readonly giftCards: readonly { readonly code: string; readonly currency: string; readonly amount: number }[]
  /** What it keeps stock of: how many of each variant, in their order, and at how many each is to be ordered anew. */
  readonly stock: readonly {
    readonly sku: string
    readonly quantities: readonly number[]
    readonly reorderPoint?: number
  }[]
  /** By key: the name, and which part of the customers belong to it. */
  readonly customerGroups: Readonly<Record<string, { readonly name: string; readonly share: number }>>
  readonly organizations: Readonly<Record<string, { readonly name: string; readonly country: string }>>
  readonly people: readonly People[]
  readonly trade: Trade
}

/** How the shop's one written price becomes the prices on its labels. */
export interface Pricing {
  /** Shown prices contain the tax (Europe), or it is added at the till (America). */
  readonly includesTax: boolean
  /** What one unit of the written price is worth in each currency. */
  readonly rates: Readonly<Record<string, number>>
  /** The nearest amount, in major units, that a label of this currency would carry. */
  readonly label: (amount: number, currency: string) => number
}

/** A catalog with its goods. */
export interface Department {
  readonly code: string
  readonly name: Texts
  readonly taxPpm: number
  readonly kinds: readonly Kind[]
}

/** A kind of goods: one product for each model, or one alone that has a price of its own. */
export interface Kind {
  /** Begins every sku of the kind; unique in the shop. */
  readonly code: string
  /** The model's name goes where `{}` stands, or behind. */
  readonly name: Texts
  /** Price of each model by its name, which begins its sku. */
  readonly models?: Readonly<Record<string, number>>
  readonly price?: number
  /** Whether what is sold of it is issued to gift cards. */
  readonly isGiftCard?: boolean
  /** What its pictures show; without it there are none. */
  readonly drawing?: DrawingName
  /** The colour of its pictures where it is not chosen by an option; else each model has its own. */
  readonly shade?: Shade
  /** Colours, sizes…: every combination is a variant. */
  readonly options?: readonly (readonly Option[])[]
}

export interface Option {
  readonly code: string
  readonly name: Texts
  /** What it makes of the price, where it matters. */
  readonly factor?: number
  /** The colour of its pictures, where it is a colour. */
  readonly shade?: Shade
}

export interface DemoPriceGroup {
  readonly key: string
  readonly name: Texts
  readonly currency: string
  /** Key of the group it derives from. */
  readonly base?: string
  readonly priority: number
  readonly taxPpm?: number
  /** Its own prices: the label price times the factor, in the departments named or in all. */
  readonly prices?: { readonly factor: number; readonly departments?: readonly string[] }
  /** Values of `customerGroup` and `organization` are keys of the shop's own. */
  readonly criteria?: readonly DemoCriterion[]
}

export type DemoCriterion =
  | { readonly kind: 'customerGroup'; readonly customerGroup: readonly string[] }
  | { readonly kind: 'organization'; readonly organization: readonly string[] }
  | { readonly kind: 'property'; readonly key: string; readonly value: readonly string[] }
  | ({ readonly kind: 'timeWindow' } & TimeWindow)

/** Bounds in the store's time zone; weekdays as ISO counts them, Monday is 1. */
export interface TimeWindow {
  readonly from?: string
  readonly to?: string
  readonly weekday?: readonly number[]
  readonly startTime?: string
  readonly endTime?: string
}

export interface DemoMethod {
  readonly key: string
  readonly name: string
  /** Display name and description of each culture. */
  readonly texts: readonly (readonly [displayName: string, description: string | null])[]
  /** Countries it serves, alpha-2. */
  readonly countries: readonly string[]
  /** How often it is chosen, against the others that serve the same order. */
  readonly demand: number
}

export interface DemoPaymentMethod extends DemoMethod {
  readonly feePpm: number
  /** Whether a bill is sent to the buyer. */
  readonly sendsInvoice?: boolean
  /** Whether coins and notes are handed over. */
  readonly takesCash?: boolean
  /** Whether it is paid with by gift cards of the store. */
  readonly redeemsGiftCards?: boolean
  /** How many days the money may take; 0 is at once. */
  readonly days: number
  /** What staff note as the transaction, as a pattern. */
  readonly reference?: string
  /** Fixed fee by price group key, in major units; a group that is missing here is not served. */
  readonly fees: Readonly<Record<string, number>>
  readonly properties?: readonly { readonly culture: string | null; readonly value: string }[]
}

export interface DemoShippingMethod extends DemoMethod {
  readonly taxPpm: number
  /** Shown price by price group key, in major units; a group that is missing here is not served. */
  readonly prices: Readonly<Record<string, number>>
  /** Goods are handed over at the counter. */
  readonly isCollected?: boolean
  /** Keys of the payment methods it allows; the first is its default. */
  readonly paymentMethods: readonly string[]
}

/** A sales promotion; without codes it needs none. */
export interface DemoCampaign {
  readonly name: Texts
  readonly priority: number
  readonly isExclusive?: boolean
  readonly codes?: readonly string[]
  /** ISO 8601 in UTC, inclusive. */
  readonly from?: string
  /** ISO 8601 in UTC, exclusive. */
  readonly to?: string
  /** The currencies it runs in, each with the least of goods it asks for, in major units. */
  readonly minimum: Readonly<Record<string, number>>
  /** Keys of the price groups at whose prices goods and delivery are discounted; all where left out. */
  readonly priceGroups?: readonly string[]
  readonly items: readonly DemoCampaignItem[]
}

/** What a campaign takes off: a percentage, or an amount of each currency in major units. */
export type DemoCampaignItem = {
  readonly target: 'lines' | 'shipping' | 'order'
  readonly name: Texts
  readonly description: Texts
  /** Codes of the departments whose lines are discounted; all where left out. */
  readonly departments?: readonly string[]
} & ({ readonly percent: number } | { readonly amount: Readonly<Record<string, number>> })

/** Customers of one country: names and addresses are composed from these lists, so that they are nobody's. */
export interface People {
  readonly country: string
  readonly count: number
  readonly firstNames: readonly string[]
  readonly lastNames: readonly string[]
  readonly streets: readonly string[]
  /** `{street}`, and patterns: `#` a digit, `%` a digit but 0, `@` a letter. */
  readonly line1: string
  /** A second line that some addresses have, as a pattern. */
  readonly line2?: string
  /** Postal code as a pattern, city, and where addresses have one the state. */
  readonly places: readonly (readonly [postalCode: string, city: string, state?: string])[]
  /** Numbers that no subscriber has: reserved for fiction, or never assigned. */
  readonly phone: string
}

/** How the shop's days go; orders and carts are drawn from it. */
export interface Trade {
  /** Hours by ISO weekday, Monday first: opens and closes. */
  readonly hours: readonly (readonly [opens: number, closes: number])[]
  /** How busy the weekdays are, Monday first, and the months, January first. */
  readonly weekdays: readonly number[]
  readonly months: readonly number[]
  /** Part of all demo orders that falls to this shop. */
  readonly share: number
  /** Culture and currency by the customer's country; `*` is every other. */
  readonly habits: Readonly<Record<string, { readonly culture: string; readonly currency: string }>>
  /** What is known of a customer's orders beyond group and organization: values of price group criteria. */
  readonly properties: (customer: { country: string; isTrade: boolean }) => Readonly<Record<string, string>>
  /** Notes that some orders carry, by culture. */
  readonly notes: Readonly<Record<string, readonly string[]>>
  /** Why orders are cancelled. */
  readonly regrets: readonly string[]
  /** Why goods come back without their order. */
  readonly returns: readonly string[]
}
