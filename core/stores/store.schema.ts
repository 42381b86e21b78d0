import { Type, type Static } from 'typebox'
import { CultureCode, Id, Nullable } from '../http/schema.ts'

/** Section 2.4. */
export const Currency = Type.Object({ id: Id, isoCode: Type.String() })
export type Currency = Static<typeof Currency>

const PrintedText = Type.Record(Type.String(), Type.String(), {
  description: 'By culture.',
  examples: [{ 'en-GB': 'Goods may be exchanged within 30 days.' }],
})

/** What a store prints of itself, beside its name. */
const Printed = Type.Object({
  line1: Nullable(Type.String({ description: 'This and what follows is printed on receipts and invoices.' })),
  line2: Nullable(Type.String()),
  postalCode: Nullable(Type.String()),
  city: Nullable(Type.String()),
  region: Nullable(Type.String()),
  countryCode: Nullable(Type.String({ description: 'ISO 3166-1 alpha-2.' })),
  phoneNumber: Nullable(Type.String()),
  emailAddress: Nullable(Type.String()),
  taxNumber: Nullable(Type.String()),
  receiptHead: PrintedText,
  receiptFoot: PrintedText,
})
export type Printed = Static<typeof Printed>

/** The store of the token, with what a client needs to know before its first cart. */
export const Store = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  description: Nullable(Type.String()),
  timeZone: Type.String({ examples: ['Europe/Copenhagen'] }),
  defaultCultureCode: CultureCode,
  defaultCountryId: Nullable(Id),
  cultures: Type.Array(CultureCode),
  currencies: Type.Array(Currency),
  formerCurrencies: Type.Array(Currency, {
    description:
      'Those that it takes no more, and has been paid in, or has counted in a till: there is still something to be read of them.',
  }),
  keepsStock: Type.Boolean({ description: 'Whether it has counted or received any goods.' }),
  walkInShippingMethodId: Nullable(
    Type.String({
      ...Id,
      description:
        'The delivery that a cart gets as it becomes a walk-in’s, while it is offered and collected.',
    }),
  ),
  walkInPaymentMethodId: Nullable(
    Type.String({
      ...Id,
      description: 'What a walk-in is offered to pay by first, while that is offered: a cart has no payment.',
    }),
  ),
  beginsWithWalkIn: Type.Boolean({
    description:
      'Whether an order at the counter begins as a walk-in’s. What a program begins is as it says.',
  }),
  ...Printed.properties,
})
export type Store = Static<typeof Store>
