import { HOW_WORDS_ARE_FOUND } from '../kernel/search-terms.ts'
import { Type, type Static } from 'typebox'
import {
  Amount,
  CultureCode,
  CurrencyCode,
  Id,
  NAME_LENGTH,
  NextPagingToken,
  Nullable,
  PageQuery,
  Rate,
  RequiredText,
  Text,
} from '../http/schema.ts'
import { PriceGroup } from '../price-groups/price-group.schema.ts'

/** Section 2.9. */
export const Catalog = Type.Object({ id: Id, name: Type.String() })
export type Catalog = Static<typeof Catalog>

export const CatalogsQuery = Type.Object({
  ...PageQuery.properties,
  cultureCode: CultureCode,
  priceGroupId: Id,
})
export const CatalogsAnswer = Type.Object({ catalogs: Type.Array(Catalog), nextPagingToken: NextPagingToken })
export type CatalogsAnswer = Static<typeof CatalogsAnswer>

/** Something that can be put in a cart: a product without variants, or one variant of a family. */
export const Product = Type.Object({
  sku: Type.String(),
  variantSku: Nullable(Type.String()),
  barcode: Nullable(
    Type.String({ description: 'The first of its barcodes; of a search for another of them, that one.' }),
  ),
  name: Type.String(),
  catalogId: Id,
  imageUrl: Nullable(Type.String()),
  price: Amount,
  taxRate: Rate,
  currency: Type.String(),
  inStock: {
    ...Nullable(Type.Integer()),
    description: 'How many there are; null where no stock is kept of it.',
  },
})
export type Product = Static<typeof Product>

export const ProductsQuery = Type.Object({
  ...PageQuery.properties,
  cultureCode: CultureCode,
  priceGroupId: Id,
  catalogId: Type.Optional(Id),
  search: Type.Optional(
    Text(NAME_LENGTH, `A sku, variant sku or barcode, or words of the name ${HOW_WORDS_ARE_FOUND}`),
  ),
})
export const ProductPricesQuery = Type.Object({
  ...PageQuery.properties,
  cultureCode: CultureCode,
  sku: RequiredText(NAME_LENGTH),
  variantSku: Type.Optional(Text(NAME_LENGTH)),
  currency: Type.Optional(CurrencyCode),
})

/** What a price group sells a product for. */
export const ProductPrice = Type.Object({
  priceGroup: PriceGroup,
  price: Amount,
  taxRate: Rate,
  currency: Type.String(),
  inheritedFrom: Nullable(PriceGroup),
})
export type ProductPrice = Static<typeof ProductPrice>
export const ProductPricesAnswer = Type.Object({
  prices: Type.Array(ProductPrice),
  nextPagingToken: NextPagingToken,
})
export type ProductPricesAnswer = Static<typeof ProductPricesAnswer>

export const ProductsAnswer = Type.Object({ products: Type.Array(Product), nextPagingToken: NextPagingToken })
export type ProductsAnswer = Static<typeof ProductsAnswer>
