import { HOW_WORDS_ARE_FOUND } from '../../kernel/search-terms.ts'
import { Type, type Static } from 'typebox'
import {
  Code,
  Id,
  NAME_LENGTH,
  NextPagingToken,
  Nullable,
  PageQuery,
  Rate,
  RequiredCode,
  RequiredText,
  Text,
} from '../../http/schema.ts'
import { ByCulture } from '../../records/record.schema.ts'

export const BARCODE_LENGTH = 100
export const DESCRIPTION_LENGTH = 65_536
export const ADDRESS_LENGTH = 2000
export const MAX_VARIANTS = 2000

export const Price = Type.Number({
  minimum: 0,
  maximum: 10_000_000_000,
  description: 'Major units of the price group’s currency, without tax.',
})
const TaxRate = Type.Number({
  minimum: 0,
  maximum: 1,
  description: 'A fraction: 0.25 is 25 %. Not read where `taxRateId` names a rate: it is that one’s.',
})
const TaxRateId = Nullable(
  Type.String({
    ...Id,
    description: 'A tax rate of the store, with which the product’s changes; null where it has its own.',
  }),
)
const State = Type.Union([Type.Literal('active'), Type.Literal('draft'), Type.Literal('retired')], {
  description: 'Only what is active is sold.',
})
const IsGiftCard = Type.Boolean({
  description:
    'Whether each piece that is sold of it is issued to a gift card once its order is paid. What has been sold stays what it was.',
})
const Barcodes = Type.Array(RequiredCode(BARCODE_LENGTH), {
  maxItems: 20,
  description: 'Each is that of one variant of the store; the first is the one that lists show.',
})
const Options = Type.Array(
  Type.Object({ name: RequiredText(NAME_LENGTH), value: RequiredText(NAME_LENGTH) }),
  { maxItems: 10, description: 'What makes the variant one: its size, its colour.' },
)

const ImageUrl = Nullable(
  Text(ADDRESS_LENGTH, 'That of a picture that was kept (`keepImage`), or an address of the web.'),
)

const VariantBody = Type.Object({
  id: Type.Optional({
    ...Id,
    description:
      'Which variant of the product it is, where its sku is another now; otherwise it is that of the sku.',
  }),
  variantSku: Type.Optional(
    Nullable(Code(NAME_LENGTH, 'Null or left out only where the product has no other variant.')),
  ),
  names: Type.Optional(
    ByCulture(
      RequiredText(NAME_LENGTH),
      'The variant’s part of the name, by culture; made of the options where it is left out.',
    ),
  ),
  options: Type.Optional(Options),
  imageUrl: Type.Optional(ImageUrl),
  barcodes: Type.Optional(Barcodes),
  prices: Type.Optional(
    Type.Array(Type.Object({ priceGroupId: Id, price: Price }), {
      maxItems: 1000,
      description:
        'Price groups that are left out sell for what their base group does, where it has a price.',
    }),
  ),
})
export type VariantBody = Static<typeof VariantBody>

/** A whole product. What may be left out is then empty; the catalog is then the store’s first, the tax rate its default, or 0. */
export const ProductBody = Type.Object({
  sku: RequiredCode(NAME_LENGTH),
  names: ByCulture(RequiredText(NAME_LENGTH), 'By culture of the store; at least one.'),
  descriptions: Type.Optional(ByCulture(Text(DESCRIPTION_LENGTH), 'By culture of the store; may be HTML.')),
  imageUrl: Type.Optional(ImageUrl),
  catalogId: Type.Optional(Id),
  taxRate: Type.Optional(TaxRate),
  taxRateId: Type.Optional(TaxRateId),
  state: Type.Optional(State),
  isGiftCard: Type.Optional(IsGiftCard),
  variants: Type.Array(VariantBody, {
    maxItems: MAX_VARIANTS,
    description: 'At least one. A product without variants has one that names no sku of its own.',
  }),
})
export type ProductBody = Static<typeof ProductBody>

const VariantPatch = Type.Object({
  variantSku: Type.Optional(Nullable(Code(NAME_LENGTH))),
  names: Type.Optional(ByCulture(Nullable(RequiredText(NAME_LENGTH)), 'Null takes one away.')),
  options: Type.Optional(Options),
  imageUrl: Type.Optional(ImageUrl),
  barcodes: Type.Optional(Barcodes),
  prices: Type.Optional(
    Type.Array(Type.Object({ priceGroupId: Id, price: Nullable(Price) }), {
      maxItems: 1000,
      description: 'Null takes the group’s own price away: it sells for its base’s again.',
    }),
  ),
})
export type VariantPatch = Static<typeof VariantPatch>

/** What is to be changed; all that is left out stays. */
export const ProductPatch = Type.Object({
  sku: Type.Optional(RequiredCode(NAME_LENGTH)),
  names: Type.Optional(ByCulture(Nullable(RequiredText(NAME_LENGTH)), 'Null takes one away.')),
  descriptions: Type.Optional(ByCulture(Nullable(Text(DESCRIPTION_LENGTH)), 'Null takes one away.')),
  imageUrl: Type.Optional(ImageUrl),
  catalogId: Type.Optional(Id),
  taxRate: Type.Optional(TaxRate),
  taxRateId: Type.Optional(TaxRateId),
  state: Type.Optional(State),
  isGiftCard: Type.Optional(IsGiftCard),
  variants: Type.Optional(
    Type.Array(VariantPatch, {
      maxItems: MAX_VARIANTS,
      description:
        'Each is the one of its `variantSku`, or a new one; those that are left out stay. A product without variants ' +
        'has one that names none.',
    }),
  ),
})
export type ProductPatch = Static<typeof ProductPatch>

const OwnPrice = Type.Object({ priceGroupId: Id, currency: Type.String(), price: Price })
const VariantFields = {
  id: Id,
  variantSku: Nullable(Type.String()),
  names: ByCulture(Type.String(), 'The variant’s part of the name.'),
  options: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  imageUrl: Nullable(
    Type.String({ description: 'Its own; where it has none, the product’s stands for it.' }),
  ),
  barcodes: Type.Array(Type.String()),
  prices: Type.Array(OwnPrice, { description: 'Those that price groups set themselves.' }),
}

/** A variant of a product of the shop. */
export const ListedVariant = Type.Object(VariantFields)

const ProductFields = {
  id: Id,
  version: Type.Integer({ description: 'The number in its `ETag`.' }),
  sku: Type.String(),
  names: ByCulture(Type.String(), 'By culture.'),
  imageUrl: Nullable(Type.String()),
  catalogId: Id,
  taxRate: Rate,
  taxRateId: TaxRateId,
  state: State,
  isGiftCard: IsGiftCard,
}

/** A product in the list: all but its descriptions and what its prices inherit. */
export const ListedProduct = Type.Object({ ...ProductFields, variants: Type.Array(ListedVariant) })
export type ListedProduct = Static<typeof ListedProduct>

/** A price that a group takes from one that it derives from. */
export const InheritedPrice = Type.Object({ ...OwnPrice.properties, inheritedFrom: Id })

/** A whole product. Sent back as it is, it changes nothing. */
export const ManagedProduct = Type.Object({
  ...ProductFields,
  descriptions: ByCulture(Type.String(), 'By culture; may be HTML.'),
  variants: Type.Array(
    Type.Object({
      ...VariantFields,
      inheritedPrices: Type.Array(InheritedPrice, {
        description: 'What price groups without a price of their own sell it for. Not read in a request.',
      }),
    }),
  ),
})
export type ManagedProduct = Static<typeof ManagedProduct>

export const ManagedProductsQuery = Type.Object({
  ...PageQuery.properties,
  search: Type.Optional(
    Text(NAME_LENGTH, `An id, sku, variant sku or barcode, or words of the name ${HOW_WORDS_ARE_FOUND}`),
  ),
  catalogId: Type.Optional(Id),
  state: Type.Optional(State),
})
export type ManagedProductsQuery = Static<typeof ManagedProductsQuery>

export const ManagedProductsAnswer = Type.Object({
  products: Type.Array(ListedProduct),
  nextPagingToken: NextPagingToken,
})
export type ManagedProductsAnswer = Static<typeof ManagedProductsAnswer>

export const ProductParams = Type.Object({
  sku: Text(NAME_LENGTH, 'The sku of the product, or its id.'),
})
