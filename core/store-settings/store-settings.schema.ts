import { Type, type Static } from 'typebox'
import {
  CultureCode,
  CurrencyCode,
  Email,
  Id,
  NAME_LENGTH,
  NOTE_LENGTH,
  Nullable,
  PHONE_LENGTH,
  POSTAL_CODE_LENGTH,
  RequiredText,
  Text,
} from '../http/schema.ts'
import { ByCulture, listOf, patchOf, RecordsQuery, Version } from '../records/record.schema.ts'

/** Of what is printed below or above every receipt: more would be a letter. */
const PRINTED_LENGTH = 1000
const PREFIX_LENGTH = 20

const printed = (description: string) => ByCulture(Text(PRINTED_LENGTH), description)

/** A store as a whole, as it is written. */
export const ManagedStoreBody = Type.Object({
  name: RequiredText(NAME_LENGTH),
  description: Type.Optional(Nullable(Text(NOTE_LENGTH))),
  line1: Type.Optional(Nullable(Text(NAME_LENGTH))),
  line2: Type.Optional(Nullable(Text(NAME_LENGTH))),
  postalCode: Type.Optional(Nullable(Text(POSTAL_CODE_LENGTH))),
  city: Type.Optional(Nullable(Text(NAME_LENGTH))),
  region: Type.Optional(Nullable(Text(NAME_LENGTH))),
  countryId: Type.Optional(Nullable(Id)),
  phoneNumber: Type.Optional(Nullable(Text(PHONE_LENGTH))),
  emailAddress: Type.Optional(Nullable(Email)),
  taxNumber: Type.Optional(Nullable(Text(100, 'As it is printed: `DK12345678`.'))),
  receiptHead: Type.Optional(printed('Printed below the shop’s name and address, by culture.')),
  receiptFoot: Type.Optional(printed('Printed at the end of receipts and invoices, by culture.')),
  cultures: Type.Array(CultureCode, { minItems: 1, maxItems: 50 }),
  defaultCultureCode: CultureCode,
  currencies: Type.Array(CurrencyCode, {
    minItems: 1,
    maxItems: 50,
    description: 'The first is the usual one.',
  }),
  timeZone: RequiredText(100),
  orderNumberPrefix: Type.Optional(
    Text(PREFIX_LENGTH, 'What the numbers of its orders begin with, from the next one on.'),
  ),
  lockAfterMinutes: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 720,
      description:
        'Without a key for so long a desk with somebody at it locks itself; 0 never. 10 where left out.',
    }),
  ),
  walkInShippingMethodId: Type.Optional(
    Nullable(
      Type.String({
        ...Id,
        description:
          'The delivery of walk-ins, who take the goods along: one that is collected. A cart that becomes a walk-in’s and ' +
          'has none gets it, where it serves the country and the price group. Once it is retired or delivers it counts for nothing.',
      }),
    ),
  ),
  walkInPaymentMethodId: Type.Optional(
    Nullable(
      Type.String({
        ...Id,
        description:
          'What the counter offers walk-ins to pay by first: one that sends no invoice. Once it is retired it counts for nothing.',
      }),
    ),
  ),
  beginsWithWalkIn: Type.Optional(
    Type.Boolean({
      description:
        'Whether an order at the counter begins as a walk-in’s, which needs a country of the store; false where left out.',
    }),
  ),
})
export type ManagedStoreBody = Static<typeof ManagedStoreBody>

export const ManagedStorePatch = patchOf(ManagedStoreBody)

/** The record of a store. */
export const ManagedStore = Type.Object({
  id: Id,
  version: Version,
  code: Type.String({ description: 'What the command line calls it.' }),
  name: Type.String(),
  description: Nullable(Type.String()),
  line1: Nullable(Type.String()),
  line2: Nullable(Type.String()),
  postalCode: Nullable(Type.String()),
  city: Nullable(Type.String()),
  region: Nullable(Type.String()),
  countryId: Nullable(Id),
  phoneNumber: Nullable(Type.String()),
  emailAddress: Nullable(Type.String()),
  taxNumber: Nullable(Type.String()),
  receiptHead: printed('By culture.'),
  receiptFoot: printed('By culture.'),
  cultures: Type.Array(CultureCode),
  defaultCultureCode: CultureCode,
  currencies: Type.Array(CurrencyCode),
  timeZone: Type.String({ examples: ['Europe/Copenhagen'] }),
  orderNumberPrefix: Type.String(),
  lockAfterMinutes: Type.Integer(),
  walkInShippingMethodId: Nullable(Id),
  walkInPaymentMethodId: Nullable(Id),
  beginsWithWalkIn: Type.Boolean(),
})
export type ManagedStore = Static<typeof ManagedStore>

export const ManagedStoresAnswer = listOf('stores', ManagedStore)
export const ManagedStoresQuery = RecordsQuery
