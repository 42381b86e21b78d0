import { HOW_WORDS_ARE_FOUND } from '../../kernel/search-terms.ts'
import { Type, type Static } from 'typebox'
import { CurrencyCode, Id, NAME_LENGTH, Nullable, RequiredText, Text } from '../../http/schema.ts'
import { ByCulture, listOf, Names, patchOf, RecordsQuery, Version } from '../../records/record.schema.ts'
import { CODE_LENGTH } from '../promotion.schema.ts'

const DESCRIPTION_LENGTH = 4000
const MAX_CODES = 5000
const MAX_ITEMS = 100
const MAX_LIMITS = 1000

const State = Type.Union([Type.Literal('draft'), Type.Literal('active'), Type.Literal('retired')], {
  description: 'Only what is active runs.',
})
const Priority = Type.Integer({
  minimum: -1_000_000,
  maximum: 1_000_000,
  description:
    'Of campaigns that stack, higher ones come first: each takes off what those before it have left.',
})
const Exclusive = Type.Boolean({
  description:
    'Not combined with any other: of all that cannot be had together, the best for the buyer counts.',
})
const Automatic = Type.Boolean({ description: 'Runs for every cart, without a code.' })
const Moment = (description: string) => Nullable(Text(40, description))
const ValidFrom = Moment(
  'From when on: a moment with its offset, a time on the store’s clock (`2026-11-27T17:30`) or a day. Null has always begun.',
)
const ValidTo = Moment('Until when, not including it; a day is included. Null never ends.')
const MAX_USES = 1_000_000_000
const Limit = (whose: string) =>
  Nullable(
    Type.Integer({
      minimum: 1,
      maximum: MAX_USES,
      description: `So many orders at most ${whose}, without those that were cancelled; null is no limit.`,
    }),
  )
const MaxUses = Limit('in all')
const MaxUsesPerCode = Limit('with each of its codes')
const MaxUsesPerCustomer = Limit('of each customer who is known; walk-ins are not')
const amount = { currency: CurrencyCode, amount: Type.Number({ minimum: 0, maximum: 10_000_000_000 }) }
const Currencies = Type.Array(
  Type.Object({
    currency: CurrencyCode,
    minimum: Type.Number({
      minimum: 0,
      maximum: 10_000_000_000,
      description: 'The least of goods that it asks for, before discounts and with tax.',
    }),
  }),
  { maxItems: 100, description: 'It runs in these currencies only.' },
)
const Target = Type.Union([Type.Literal('lines'), Type.Literal('shipping'), Type.Literal('order')], {
  description: 'What it is off. Lines are discounted first, then the shipment, then the order.',
})
const Rate = Nullable(
  Type.Number({
    exclusiveMinimum: 0,
    maximum: 1,
    description: 'The share that is taken off, a fraction: 0.25 is 25 %. Null where it is an amount.',
  }),
)
const Amounts = Type.Array(Type.Object(amount), {
  maxItems: 100,
  description: 'What is taken off each unit, the shipment or the order, where it is no share.',
})
const PriceGroupIds = Type.Array(Id, {
  maxItems: MAX_LIMITS,
  description: 'Where there are any, it sees only what is sold at their prices.',
})
const CatalogIds = Type.Array(Id, { maxItems: MAX_LIMITS })
const Skus = Type.Array(Text(NAME_LENGTH), {
  maxItems: MAX_LIMITS,
  description: 'Of products. Where there are any catalogs or products, only lines of these are discounted.',
})

const Item = Type.Object({
  id: Type.Optional({
    ...Id,
    description: 'That of an item of the campaign; a new one where it is left out.',
  }),
  target: Target,
  rate: Type.Optional(Rate),
  amounts: Type.Optional(Amounts),
  names: Names,
  descriptions: Type.Optional(
    ByCulture(Text(DESCRIPTION_LENGTH), 'For customers, in cultures that it has a name in.'),
  ),
  catalogIds: Type.Optional(CatalogIds),
  skus: Type.Optional(Skus),
})
const Code = Type.Object({ code: RequiredText(CODE_LENGTH) })

/** A whole campaign. What may be left out is then empty; it is active, and automatic where it has no codes. */
export const CampaignBody = Type.Object({
  names: Names,
  state: Type.Optional(State),
  priority: Type.Optional(Priority),
  exclusive: Type.Optional(Exclusive),
  automatic: Type.Optional(Automatic),
  validFrom: Type.Optional(ValidFrom),
  validTo: Type.Optional(ValidTo),
  maxUses: Type.Optional(MaxUses),
  maxUsesPerCode: Type.Optional(MaxUsesPerCode),
  maxUsesPerCustomer: Type.Optional(MaxUsesPerCustomer),
  currencies: Currencies,
  priceGroupIds: Type.Optional(PriceGroupIds),
  codes: Type.Optional(
    Type.Array(Code, {
      maxItems: MAX_CODES,
      description:
        'Upper and lower case are the same. One that is left out lets nobody in any more; where a cart was given it, it ' +
        'is kept for that.',
    }),
  ),
  items: Type.Array(Item, {
    maxItems: MAX_ITEMS,
    description: 'At least one, in the order of their application.',
  }),
})
export type CampaignBody = Static<typeof CampaignBody>
export const CampaignPatch = patchOf(CampaignBody)

const Uses = Type.Integer({
  description: 'Orders, without those that were cancelled. Not read in a request.',
})
const fields = {
  id: Id,
  version: Version,
  names: ByCulture(Type.String(), 'By culture.'),
  state: State,
  priority: Type.Integer(),
  exclusive: Exclusive,
  automatic: Automatic,
  validFrom: Nullable(Type.String({ format: 'date-time' })),
  validTo: Nullable(Type.String({ format: 'date-time' })),
  maxUses: MaxUses,
  maxUsesPerCode: MaxUsesPerCode,
  maxUsesPerCustomer: MaxUsesPerCustomer,
  currencies: Currencies,
  priceGroupIds: PriceGroupIds,
  items: Type.Array(
    Type.Object({
      id: Id,
      target: Target,
      rate: Rate,
      amounts: Amounts,
      names: ByCulture(Type.String(), 'By culture.'),
      descriptions: ByCulture(Type.String(), 'By culture.'),
      catalogIds: CatalogIds,
      skus: Type.Array(Type.String()),
    }),
  ),
  uses: Uses,
}

/** A campaign of the shop. Sent back as it is, it changes nothing. */
export const ManagedCampaign = Type.Object({
  ...fields,
  codes: Type.Array(Type.Object({ code: Type.String(), uses: Uses })),
})
export type ManagedCampaign = Static<typeof ManagedCampaign>

/** A campaign in the list: all but its codes, of which there may be thousands. */
export const ListedCampaign = Type.Object({ ...fields, codeCount: Type.Integer() })
export type ListedCampaign = Static<typeof ListedCampaign>
export const ManagedCampaigns = listOf('campaigns', ListedCampaign)

export const CampaignsQuery = Type.Object({
  ...RecordsQuery.properties,
  search: Type.Optional(Text(NAME_LENGTH, `An id, a code, or words of a name ${HOW_WORDS_ARE_FOUND}`)),
  state: Type.Optional(State),
})
export type CampaignsQuery = Static<typeof CampaignsQuery>
