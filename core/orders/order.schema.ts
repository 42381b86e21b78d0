import { Type, type Static } from 'typebox'
import { AddressBody, OrderAddress } from '../customers/address.schema.ts'
import { CustomerSummary } from '../customers/customer.schema.ts'
import { IssuedGiftCard } from '../gift-cards/gift-card.schema.ts'
import { CustomProperty } from '../custom-properties/custom-property.schema.ts'
import {
  Actor,
  Amount,
  CultureCode,
  DateTime,
  Id,
  NAME_LENGTH,
  NextPagingToken,
  NOTE_LENGTH,
  Nullable,
  PageQuery,
  Quantity,
  Rate,
  RequiredText,
  Text,
} from '../http/schema.ts'
import { Discount, OrderLine, ShipmentFields } from './order-line.schema.ts'
import { OrderStatus } from './order-status.schema.ts'
import { Payment } from './payments/payment.schema.ts'
import { PriceGroup } from '../price-groups/price-group.schema.ts'
import { Currency } from '../stores/store.schema.ts'
import { TillId } from '../tills/till.schema.ts'
import { OTHER_SPELLINGS_TOO } from '../kernel/search-terms.ts'

export const OrderShipment = Type.Object({
  ...ShipmentFields,
  orderLines: Type.Array(OrderLine),
  shipmentAddress: OrderAddress,
  vat: Amount,
  vatRate: Rate,
})

/** Section 2.10. */
export const Order = Type.Object({
  id: Id,
  orderNumber: Type.String(),
  orderStatus: OrderStatus,
  createdDate: DateTime,
  completedDate: Nullable(DateTime),
  cultureCode: Type.String(),
  discount: Nullable(Amount),
  discountTotal: Nullable(Amount),
  note: Nullable(Type.String()),
  orderTotal: Amount,
  paymentTotal: Amount,
  shippingTotal: Amount,
  subTotal: Amount,
  tax: Amount,
  vat: Amount,
  store: Type.Object({ id: Id, name: Type.String(), description: Nullable(Type.String()) }),
  billingAddress: OrderAddress,
  billingCurrency: Currency,
  customer: CustomerSummary,
  customProperties: Type.Array(CustomProperty),
  orderProperties: Type.Array(CustomProperty),
  discounts: Type.Array(Discount),
  orderLines: Type.Array(OrderLine),
  payments: Type.Array(Payment),
  shipments: Type.Array(OrderShipment),
  additionalAddresses: Nullable(Type.Array(OrderAddress)),
})
export type Order = Static<typeof Order>

/** An order of which something was paid back. */
export const RefundAnswer = Type.Object({
  ...Order.properties,
  issued: Type.Optional({
    ...IssuedGiftCard,
    description: 'There with `ontoNewGiftCard`: the card that was issued, with what is paid back on it.',
  }),
})
export type RefundAnswer = Static<typeof RefundAnswer>

/** What an order was sold at: a price group, with the lines that have their prices from it. */
export const PriceGroupOfOrder = Type.Object({ ...PriceGroup.properties, lineIds: Type.Array(Id) })

export const GetOrderQuery = Type.Object({
  include: Type.Optional(
    Type.Literal('priceGroups', {
      description: 'An addition: also answer the price groups of its lines, named in its culture.',
    }),
  ),
})
export const GetOrderAnswer = Type.Object({
  ...Order.properties,
  priceGroups: Type.Optional(
    Type.Array(PriceGroupOfOrder, {
      description: 'An addition: there with `include=priceGroups`, in the order of the lines.',
    }),
  ),
})
export type GetOrderAnswer = Static<typeof GetOrderAnswer>

/** An order as the list shows it. */
export const OrderSummary = Type.Object({
  id: Id,
  orderNumber: Type.String(),
  orderStatus: OrderStatus,
  createdDate: DateTime,
  customerName: Type.String(),
  emailAddress: Nullable(Type.String()),
  orderTotal: Amount,
  billingCurrency: Currency,
})
export type OrderSummary = Static<typeof OrderSummary>

export const OrderSort = Type.Union(
  [
    Type.Literal('-createdDate'),
    Type.Literal('createdDate'),
    Type.Literal('customerName'),
    Type.Literal('-customerName'),
    Type.Literal('orderTotal'),
    Type.Literal('-orderTotal'),
  ],
  {
    description:
      'What comes first; `-` for the highest. Newest first where not given; names by the last name, totals by currency first.',
  },
)
export type OrderSort = Static<typeof OrderSort>

const OrderFilterFields = {
  search: Type.Optional(
    Text(
      NAME_LENGTH,
      'The id of an order, a payment or a customer, the beginning of one of the first two (`01a22c8e-b541`), an order number, ' +
        'the transaction of a payment, what a parcel is followed by, an e-mail, a phone number, a sku, a barcode, or beginnings of words of names: of people, companies and goods. ' +
        OTHER_SPELLINGS_TOO,
    ),
  ),
  status: Type.Optional(
    Text(
      NAME_LENGTH,
      'Ids or names of order statuses, separated by commas; with `-` before each, those in any other: `-Cancelled,-Return`.',
    ),
  ),
  currency: Type.Optional(Text(NAME_LENGTH, 'ISO 4217: those in this currency of the store.')),
  customerId: Type.Optional(Id),
  from: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601 date or moment, inclusive.' })),
  to: Type.Optional(
    Type.String({ maxLength: 40, description: 'ISO 8601 date (that day included) or moment (exclusive).' }),
  ),
}
export const OrdersQuery = Type.Object({
  ...PageQuery.properties,
  ...OrderFilterFields,
  sort: Type.Optional(OrderSort),
})
export const OrdersCountQuery = Type.Object(OrderFilterFields)
export type OrdersCountQuery = Static<typeof OrdersCountQuery>
export const OrdersAnswer = Type.Object({
  orders: Type.Array(OrderSummary),
  nextPagingToken: NextPagingToken,
})
export type OrdersAnswer = Static<typeof OrdersAnswer>

/** What an entry of a history says besides its kind; whoever writes it in another language needs no more. */
export const OrderEventDetails = Type.Object({
  orderNumber: Type.Optional(Type.String()),
  again: Type.Optional(Type.Boolean({ description: 'Placed again after it was reopened.' })),
  method: Type.Optional(Type.String({ description: "The payment method's name." })),
  amount: Type.Optional(Amount),
  currency: Type.Optional(Type.String({ description: 'ISO 4217, of the amount.' })),
  transactionId: Type.Optional(Type.String()),
  giftCard: Type.Optional(Type.String({ description: 'The last four of the code of a gift card.' })),
  cash: Type.Optional({
    ...Amount,
    description: 'What the amount came to in coins and notes, where that is something else.',
  }),
  cashGiven: Type.Optional({ ...Amount, description: 'The coins and notes that were handed over.' }),
  cashChange: Type.Optional({ ...Amount, description: 'What went back of them.' }),
  priceGroup: Type.Optional(Type.String({ description: "The price group's name." })),
  note: Type.Optional(Type.String()),
  comment: Type.Optional(Type.String({ description: 'What somebody had to say of the order.' })),
  trackAndTrace: Type.Optional(Nullable(Type.String())),
  email: Type.Optional(Type.String({ description: 'Where the receipt went, or is to go.' })),
  shippingAddress: Type.Optional(Type.String({ description: 'Where the goods go, in one line.' })),
  shippingAddressBefore: Type.Optional(Type.String({ description: 'Where they went before.' })),
  reason: Type.Optional(Type.String({ description: 'Why, in the words of whoever did it.' })),
  lines: Type.Optional(
    Type.Array(Type.Object({ quantity: Quantity, productName: Type.String() }), {
      description:
        'The pieces that came back with a refund, as its text names them; which lines of the order they are of, its transactions tell.',
    }),
  ),
  cause: Type.Optional(
    Type.Union(
      [
        Type.Literal('cancelled'),
        Type.Literal('cart-abandoned'),
        Type.Literal('reopened'),
        Type.Literal('replaced'),
      ],
      { description: 'The step that brought this one with it.' },
    ),
  ),
})

/** One entry of an order's history. */
export const OrderEvent = Type.Object({
  date: DateTime,
  actor: Actor,
  kind: Type.String({ examples: ['order.placed', 'payment.captured'] }),
  text: Type.String({ description: 'In the language of `cultureCode`.' }),
  details: Nullable(OrderEventDetails),
})
export type OrderEvent = Static<typeof OrderEvent>
export const OrderEventsQuery = Type.Object({
  ...PageQuery.properties,
  cultureCode: Type.Optional({
    ...CultureCode,
    description:
      'In whose language the history is told: Danish, English, German or Japanese, with payment methods as they are called ' +
      'in it; English where left out, with their names as they were.',
  }),
})
export const OrderEventsAnswer = Type.Object({
  events: Type.Array(OrderEvent),
  nextPagingToken: NextPagingToken,
})
export type OrderEventsAnswer = Static<typeof OrderEventsAnswer>

const Reason = Type.Optional(Nullable(Text(NOTE_LENGTH)))
export const CancelOrderBody = Type.Object({
  reason: Reason,
  tillId: TillId,
  refund: Type.Optional(
    Type.Boolean({ description: 'Whether what is held is paid back; needed while anything is held.' }),
  ),
  expectedHeld: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'What the caller has seen to be held. Where it is something else by now, nothing is cancelled: Conflict.',
    }),
  ),
})
export const ReopenOrderBody = Type.Object({ reason: Reason })
export const TrackAndTraceBody = Type.Object({
  trackAndTrace: Nullable(
    Text(NAME_LENGTH, 'The number or address by which the parcel is followed; null or blank for none.'),
  ),
  expectedTrackAndTrace: Type.Optional(
    Nullable(
      Type.String({
        description:
          'What the caller has seen in its place, empty or null for nothing. Where it is another by now, that stays: Conflict.',
      }),
    ),
  ),
})
export const ShippingAddressBody = Type.Object({
  shippingAddress: AddressBody,
  expectedAddressId: Type.Optional({
    ...Id,
    description:
      'The id of the delivery address that the caller has seen; each change gives it another. Where it is another by now, that stays: Conflict.',
  }),
})
export type ShippingAddressBody = Static<typeof ShippingAddressBody>
export const OrderCommentBody = Type.Object({ comment: RequiredText(NOTE_LENGTH) })
export const OrderNoteBody = Type.Object({
  note: RequiredText(NOTE_LENGTH),
  expectedNote: Type.Optional(
    Nullable(
      Type.String({
        description:
          'The note that the caller has seen, empty or null for none. Where the order has another one by now, it stays: Conflict.',
      }),
    ),
  ),
})
