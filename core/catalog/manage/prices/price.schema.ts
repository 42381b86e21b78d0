import { HOW_WORDS_ARE_FOUND } from '../../../kernel/search-terms.ts'
import { Type, type Static } from 'typebox'
import {
  formed,
  Id,
  NAME_LENGTH,
  NextPagingToken,
  Nullable,
  PageQuery,
  Rate,
  Text,
} from '../../../http/schema.ts'
import { Names, Version } from '../../../records/record.schema.ts'
import { Price } from '../product.schema.ts'

/** More price groups than stand side by side on a screen. */
export const MAX_GROUPS = 20
const GUID = '[0-9a-fA-F-]{36}'

export const PriceRowsQuery = Type.Object({
  ...PageQuery.properties,
  priceGroupIds: Type.String({
    ...formed(
      `^${GUID}(,${GUID}){0,${MAX_GROUPS - 1}}$`,
      `ids of price groups, separated by commas; at most ${MAX_GROUPS}`,
    ),
    description: `The price groups to be shown, separated by commas; at most ${MAX_GROUPS}.`,
  }),
  search: Type.Optional(
    Text(NAME_LENGTH, `An id, sku, variant sku or barcode, or words of the name ${HOW_WORDS_ARE_FOUND}`),
  ),
  catalogId: Type.Optional(Id),
})
export type PriceRowsQuery = Static<typeof PriceRowsQuery>

/** What a variant costs in a price group. */
export const GridPrice = Type.Object({
  priceGroupId: Id,
  price: Nullable(
    Type.Number({ description: 'Major units, without tax; null where the group does not sell it.' }),
  ),
  inheritedFrom: Nullable({ ...Id, description: 'The group whose price it is; null where it is its own.' }),
})
export type GridPrice = Static<typeof GridPrice>

/** A variant with its prices: a row of the grid. */
export const PriceRow = Type.Object({
  id: { ...Id, description: 'Of the variant.' },
  productId: Id,
  version: Version,
  sku: Type.String(),
  variantSku: Nullable(Type.String()),
  names: Names,
  variantNames: Type.Record(Type.String(), Type.String(), {
    description: 'Its part of the name, by culture.',
  }),
  taxRate: Rate,
  prices: Type.Array(GridPrice, { description: 'One for each group that was asked for, in that order.' }),
})
export type PriceRow = Static<typeof PriceRow>

export const PriceRowsAnswer = Type.Object({
  variants: Type.Array(PriceRow),
  nextPagingToken: NextPagingToken,
})
export type PriceRowsAnswer = Static<typeof PriceRowsAnswer>

export const PricesPatch = Type.Object({
  products: Type.Array(
    Type.Object({
      id: Id,
      version: Type.Integer({ minimum: 1, description: 'The one that was seen.' }),
      variants: Type.Array(
        Type.Object({
          variantSku: Nullable(Text(NAME_LENGTH, 'Null for a product without variants.')),
          prices: Type.Array(Type.Object({ priceGroupId: Id, price: Nullable(Price) }), {
            minItems: 1,
            maxItems: 1000,
            description: 'Null takes the group’s own price away: it sells for its base’s again.',
          }),
        }),
        { minItems: 1, maxItems: 2000 },
      ),
    }),
    { minItems: 1, maxItems: 1000 },
  ),
})
export type PricesPatch = Static<typeof PricesPatch>

export const PricesChanged = Type.Object({
  products: Type.Array(Type.Object({ id: Id, version: Version }), {
    description: 'As they are now, in the order of the request.',
  }),
})
export type PricesChanged = Static<typeof PricesChanged>
