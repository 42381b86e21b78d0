import { Type, type Static } from 'typebox'
import { AddressBody, CartAddress } from '../customers/address.schema.ts'
import { CustomerSummary } from '../customers/customer.schema.ts'
import {
  Accompanying,
  CustomProperty,
  NewCustomProperty,
} from '../custom-properties/custom-property.schema.ts'
import {
  Amount,
  CultureCode,
  CurrencyCode,
  DateTime,
  Id,
  NAME_LENGTH,
  NextPagingToken,
  NOTE_LENGTH,
  Nullable,
  PageQuery,
  Quantity,
  RequiredText,
  Text,
} from '../http/schema.ts'
import { Discount, LineFields, ShipmentFields } from '../orders/order-line.schema.ts'
import { EvaluationAnswer, EvaluationQuery } from '../price-groups/price-group.schema.ts'
import { PromotionCodesAnswer } from '../promotions/promotion.schema.ts'
import { MAX_LINES, MAX_PROPERTIES, PROPERTY_LIMITS } from './limits.ts'
import { Currency } from '../stores/store.schema.ts'

const CartLineFields = {
  ...LineFields,
  productCatalogId: Id,
  priceGroupId: Id,
  priceIsSet: Type.Optional(
    Type.Literal(true, {
      description:
        'An addition: there where the price was set for this line, and is not the one of the list.',
    }),
  ),
}

export const CartLine = Type.Object({ ...CartLineFields, customProperties: Type.Array(CustomProperty) })
export type CartLine = Static<typeof CartLine>

/** A cart line as its shipment nests it. */
export const CartShipmentLine = Type.Object({
  ...CartLineFields,
  orderLineProperties: Type.Array(CustomProperty),
})

export const CartShipment = Type.Object({
  ...ShipmentFields,
  orderLines: Type.Array(CartShipmentLine),
  shipmentAddress: CartAddress,
})
export type CartShipment = Static<typeof CartShipment>

const MiniCartFields = {
  customProperties: Type.Array(CustomProperty),
  createdDate: DateTime,
  cultureCode: Type.String(),
  discount: Amount,
  discountTotal: Amount,
  id: Id,
  note: Nullable(Type.String()),
  orderLines: Type.Array(CartLine),
  orderTotal: Amount,
  paymentTotal: Amount,
  shippingTotal: Amount,
  subTotal: Amount,
  tax: Amount,
}

/** Section 2.11. */
export const MiniCart = Type.Object(MiniCartFields)
export type MiniCart = Static<typeof MiniCart>

/** A price group that a cart was moved to although it was not valid for it. */
const PriceGroupOverride = Type.Object(
  { priceGroupId: Id, reason: Type.String(), actor: Type.String(), date: DateTime },
  {
    description:
      'An addition: there where a price group was chosen that was not valid, with why, who and when.',
  },
)

/** Section 2.1. */
export const Cart = Type.Object({
  ...MiniCartFields,
  billingAddress: Nullable(CartAddress),
  billingCurrency: Currency,
  customer: Nullable(CustomerSummary),
  discounts: Type.Array(Discount),
  shipments: Type.Array(CartShipment),
  walkIn: Type.Optional(
    Type.Literal(true, {
      description: 'An addition: there where the cart is for a walk-in, who gives no name.',
    }),
  ),
  priceGroupOverride: Type.Optional(PriceGroupOverride),
  name: Type.Optional(
    Type.String({ description: 'An addition: there where the cart is parked under a name.' }),
  ),
  earlierTotal: Type.Optional(
    Type.Number({
      description:
        'An addition: there where campaigns have begun, ended, been changed or been used up since the cart was changed, and its ' +
        'discounts with them: what it came to before, in major units. Everything else is as the cart would be placed now.',
    }),
  ),
})
export type Cart = Static<typeof Cart>

export const CreateCartBody = Type.Object({
  cultureCode: CultureCode,
  currency: CurrencyCode,
  draft: Type.Optional(
    Type.Boolean({
      description:
        'An addition: true for a cart that no list shows before something is put into it. One that stays empty is gone ' +
        'after a day.',
    }),
  ),
  walkIn: Type.Optional(
    Type.Boolean({
      description:
        'An addition: true for a cart that begins as a walk-in’s, as `PATCH /carts/{cartId}` makes it one. Needs the scope `staff`.',
    }),
  ),
})
export type CreateCartBody = Static<typeof CreateCartBody>
export const CreateCartAnswer = Type.Object({ cartId: Id })
export type CreateCartAnswer = Static<typeof CreateCartAnswer>

export const GetCartQuery = Type.Object({
  paymentMethodId: Type.Optional(Id),
  priceGroupId: Type.Optional(Id),
})

/** Query of the calls that change a cart (section 4.2): what they answer of it besides. */
export const ChangeQuery = Type.Object({
  views: Type.Optional(Type.Literal('miniCart', { description: 'Also answer the mini cart.' })),
  include: Type.Optional(
    Type.Literal('cart', {
      description:
        'An addition: also answer the whole cart as it is then, as `GET /carts/{cartId}` does. `paymentMethodId` and ' +
        '`priceGroupId` are for its totals, as there; a method that the cart cannot be paid with adds nothing.',
    }),
  ),
  ...GetCartQuery.properties,
})

/** There where `include=cart` asks for it. */
const IncludedCart = { cart: Type.Optional(Cart) }

/** Answer of the calls that change a cart or a line: `miniCart` is null unless `views=miniCart` asks for it. */
export const CartChange = Type.Object({
  miniCart: Nullable(MiniCart),
  ...IncludedCart,
  success: Type.Boolean(),
})
export type CartChange = Static<typeof CartChange>

/** Answer of the calls that change the promotion codes of a cart: those that it has then. */
export const PromotionCodeChange = Type.Object({
  ...CartChange.properties,
  ...PromotionCodesAnswer.properties,
})
export type PromotionCodeChange = Static<typeof PromotionCodeChange>

/** Answer of billing and shipping: `success` is a text there, and `miniCart` present only when asked for. */
export const AddressChange = Type.Object({
  miniCart: Type.Optional(MiniCart),
  ...IncludedCart,
  success: Type.Literal('true'),
})
export type AddressChange = Static<typeof AddressChange>

const UnitPrice = Type.Number({
  minimum: 0,
  maximum: 10_000_000_000,
  description: 'A unit price of its own, without tax; needs the scope `price`.',
})

const TaxRate = Type.Number({
  minimum: 0,
  maximum: 1,
  description: 'A fraction: 0.25 is 25 %. It stays until the price group changes. Needs the scope `price`.',
})

export const AddLineBody = Type.Object({
  sku: RequiredText(NAME_LENGTH),
  variantSku: Type.Optional(Nullable(Text(NAME_LENGTH))),
  quantity: Type.Optional(Quantity),
  priceGroupId: Id,
  catalogId: Id,
  cultureCode: CultureCode,
  addToExistingOrderline: Type.Optional(
    Type.Boolean({
      description: 'Whether a line like it takes the quantity, which it does where this is left out.',
    }),
  ),
  customProperties: Type.Optional(
    Type.Array(NewCustomProperty, { maxItems: MAX_PROPERTIES, description: PROPERTY_LIMITS }),
  ),
  price: Type.Optional(UnitPrice),
  taxRate: Type.Optional(TaxRate),
  position: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LINES,
      description:
        'The place of the line among the others, 1 is the first; left out, or behind them all, it is the last. For ' +
        'taking a removal back; a line that is added to another stays where that is. Needs the scope `staff`.',
    }),
  ),
})
export type AddLineBody = Static<typeof AddLineBody>
export const AddLineAnswer = Type.Object({ ...CartChange.properties, lineId: Id })
export type AddLineAnswer = Static<typeof AddLineAnswer>

export const UpdateLineBody = Type.Object({
  quantity: Type.Optional(Quantity),
  price: Type.Optional(
    Nullable({
      ...UnitPrice,
      description:
        'A unit price of its own, without tax, which needs the scope `price`; or null for the one of the list, for which ' +
        '`staff` is enough; a tax rate of its own stays.',
    }),
  ),
  taxRate: Type.Optional(TaxRate),
})

/** Which product to remove, with what may accompany the change of a cart. */
export const RemoveLinesBody = Type.Object({
  sku: RequiredText(NAME_LENGTH),
  variantSku: Type.Optional(
    Nullable(Text(NAME_LENGTH, 'Left out or empty, it is the product in all variants.')),
  ),
  ...Accompanying.properties,
})
export type RemoveLinesBody = Static<typeof RemoveLinesBody>

/** What accompanies the change of a property in its body, clients send with a line's in the address. */
export const UpdateLineQuery = Type.Object({ ...ChangeQuery.properties, ...Accompanying.properties })

/** Section 4.7. */
export const ShippingBody = Type.Object({
  priceGroupId: Id,
  shippingMethodId: Id,
  shippingAddress: AddressBody,
})
export type ShippingBody = Static<typeof ShippingBody>

export const UpdateCartBody = Type.Object({
  note: Type.Optional(Nullable(Text(NOTE_LENGTH))),
  name: Type.Optional(
    Nullable(
      Text(
        NAME_LENGTH,
        'What the cart is parked under, to be found by; empty for none. Needs the scope `staff`.',
      ),
    ),
  ),
  customerId: Type.Optional(Nullable(Id)),
  cultureCode: Type.Optional(CultureCode),
  walkIn: Type.Optional(
    Type.Boolean({
      description:
        'true: the cart is for somebody at the counter who gives no name. It takes the country of the store, and is ' +
        'booked on one customer with all walk-ins. Where no delivery is chosen it gets the store’s own for walk-ins ' +
        '(`walkInShippingMethodId` of the store), if that serves the country and the price group: the one given, else that of ' +
        'the goods, else the best that is valid. A customer or a name on the bill ends it, and the delivery stays. Needs ' +
        'the scope `staff`.',
    }),
  ),
  priceGroupId: Type.Optional(
    Type.String({
      ...Id,
      description:
        'All lines and the shipment take its prices. The delivery that the store gives walk-ins (`walkInShippingMethodId`) falls away ' +
        'where the group is not served by it, and is to be chosen anew. Needs the scope `staff`.',
    }),
  ),
  priceGroupReason: Type.Optional(
    Nullable(
      Text(
        NOTE_LENGTH,
        'Why a price group is chosen that is not valid for the cart’s customer, properties and time.',
      ),
    ),
  ),
})
export type UpdateCartBody = Static<typeof UpdateCartBody>

/** A price group as it stands for a cart. */
const CartPriceGroup = Type.Object({
  id: Id,
  name: Type.String(),
  ...EvaluationAnswer.properties,
  orderTotal: Nullable(
    Type.Number({ description: 'What the cart would cost in it; null where it does not sell all of it.' }),
  ),
})
export type CartPriceGroup = Static<typeof CartPriceGroup>
export const CartPriceGroupsQuery = Type.Object({
  ...PageQuery.properties,
  ...EvaluationQuery.properties,
})
export const CartPriceGroupsAnswer = Type.Object({
  priceGroups: Type.Array(CartPriceGroup),
  nextPagingToken: NextPagingToken,
})
export type CartPriceGroupsAnswer = Static<typeof CartPriceGroupsAnswer>

export const CartState = Type.Union([
  Type.Literal('open'),
  Type.Literal('ordered'),
  Type.Literal('abandoned'),
])
export type CartState = Static<typeof CartState>

/** A cart as the list shows it. */
export const CartSummary = Type.Object({
  id: Id,
  createdDate: DateTime,
  updatedDate: DateTime,
  state: CartState,
  cultureCode: Type.String(),
  billingCurrency: Currency,
  customerName: Nullable(Type.String()),
  name: Nullable(Type.String({ description: 'What it is parked under.' })),
  lineCount: Type.Integer(),
  orderTotal: Amount,
})
export type CartSummary = Static<typeof CartSummary>

const CartFilterFields = {
  state: Type.Optional(CartState),
  customerId: Type.Optional(Id),
  search: Type.Optional(
    Text(
      NAME_LENGTH,
      'A cart id, or parts of the name, company or e-mail of whoever it is for, or of the name it is parked under, ' +
        'in any spelling (`oe` for `ø` or `ö`).',
    ),
  ),
}
export const CartsQuery = Type.Object({ ...PageQuery.properties, ...CartFilterFields })
export type CartsQuery = Static<typeof CartsQuery>
export const CartsCountQuery = Type.Object(CartFilterFields)
export type CartsCountQuery = Static<typeof CartsCountQuery>
export const CartsAnswer = Type.Object({ carts: Type.Array(CartSummary), nextPagingToken: NextPagingToken })
export type CartsAnswer = Static<typeof CartsAnswer>
