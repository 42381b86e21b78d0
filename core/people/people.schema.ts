import { Type, type Static } from 'typebox'
import { Cart } from '../carts/cart.schema.ts'
import { CartEvent } from '../carts/cart-event.schema.ts'
import { ManagedCustomer } from '../customers/manage/managed-customer.schema.ts'
import { GiftCardOfPerson } from '../gift-cards/gift-card.schema.ts'
import { RecordEvent } from '../history/record-event.schema.ts'
import { Amount, DateTime, Id, Nullable } from '../http/schema.ts'
import { Order, OrderEvent } from '../orders/order.schema.ts'
import { ReceiptEmail } from '../receipt-emails/receipt-email.schema.ts'

export const MergeBody = Type.Object({
  doubleId: Type.Unsafe<string>({
    ...Id,
    description: 'The customer that is merged into this one, and is gone then.',
  }),
  dryRun: Type.Optional(Type.Boolean({ description: 'Only says what would be done.' })),
})

const moved = (description: string) => Type.Integer({ minimum: 0, description })
const Moved = moved('How many move from the double.')
/** What a merge has done, or would do. */
export const MergeAnswer = Type.Object({
  customer: ManagedCustomer,
  orders: Moved,
  carts: moved('How many open ones move from the double.'),
  addresses: Moved,
  customerGroups: Moved,
})
export type MergeAnswer = Static<typeof MergeAnswer>

/** What was erased of a person. */
export const EraseAnswer = Type.Object({
  success: Type.Boolean(),
  orders: Type.Integer({ description: 'Orders that stay, without anything of the person.' }),
  carts: Type.Integer({ description: 'Carts that were emptied of it.' }),
})
export type EraseAnswer = Static<typeof EraseAnswer>

/** What a customer has bought for in one currency. */
export const Turnover = Type.Object({
  currency: Type.String({ description: 'ISO 4217.' }),
  orders: Type.Integer({ description: 'Those that were not cancelled.' }),
  total: Type.Unsafe<number>({ ...Amount, description: 'Of these orders, with tax, in major units.' }),
  refunded: Type.Unsafe<number>({ ...Amount, description: 'What of it was paid back.' }),
  firstOrderDate: DateTime,
  lastOrderDate: DateTime,
})
export type Turnover = Static<typeof Turnover>
export const CustomerTurnover = Type.Object({
  knownSince: DateTime,
  turnover: Type.Array(Turnover, { description: 'An entry a currency.' }),
})
export type CustomerTurnover = Static<typeof CustomerTurnover>

/** A cart or an order of a person, with its history, and the gift cards that were issued with it. */
export const PersonCart = Type.Object({ ...Cart.properties, events: Type.Array(CartEvent) })
export type PersonCart = Static<typeof PersonCart>
export const PersonOrder = Type.Object({
  ...Order.properties,
  events: Type.Array(OrderEvent),
  giftCards: Type.Array(GiftCardOfPerson),
})
export type PersonOrder = Static<typeof PersonOrder>

/** Everything that the store knows of a person. */
export const PersonData = Type.Object({
  exportedDate: DateTime,
  store: Type.Object({ id: Id, name: Type.String() }),
  customer: ManagedCustomer,
  ...CustomerTurnover.properties,
  doubles: Type.Array(Type.Object({ id: Id, email: Nullable(Type.String()) }), {
    description: 'What they were known as besides, before it was merged.',
  }),
  events: Type.Array(RecordEvent),
  receiptEmails: Type.Array(Type.Object({ orderId: Id, ...ReceiptEmail.properties }), {
    description:
      'Receipts that went to them by e-mail or are to, and those of their orders, whoever they went to.',
  }),
  carts: Type.Array(PersonCart),
  orders: Type.Array(PersonOrder),
})
export type PersonData = Static<typeof PersonData>
