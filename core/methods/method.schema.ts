import { Type, type Static } from 'typebox'
import { CountryCode, Id, NAME_LENGTH, Nullable, Text } from '../http/schema.ts'
import {
  ByCulture,
  LAST_POSITION,
  Names,
  RecordsQuery,
  RecordState,
  Version,
} from '../records/record.schema.ts'

const DESCRIPTION_LENGTH = 4000
const ADDRESS_LENGTH = 2000
const MAX_GROUPS = 1000
const MAX_COUNTRIES = 300

/** An address on the web. */
export const Address = (description: string) => Nullable(Text(ADDRESS_LENGTH, description))

const Countries = Type.Array(CountryCode, {
  maxItems: MAX_COUNTRIES,
  description: 'The countries that it serves, ISO 3166-1 alpha-2.',
})
const Position = Type.Integer({
  minimum: 0,
  maximum: LAST_POSITION,
  description: 'Its place in lists, smallest first; behind the others where it is left out.',
})

/** What the body of a method has, whatever it is a method of. */
export const methodBody = {
  name: Type.Optional(
    Text(NAME_LENGTH, 'What orders call it; the name in the store’s own culture where it is left out.'),
  ),
  names: Names,
  descriptions: Type.Optional(
    ByCulture(
      Text(DESCRIPTION_LENGTH),
      'What customers read below the name, in cultures that it has a name in.',
    ),
  ),
  imageUrl: Type.Optional(Address('A picture of it, https:// or http://.')),
  countries: Type.Optional(Countries),
  position: Type.Optional(Position),
  state: Type.Optional(RecordState),
}
const Body = Type.Object(methodBody)
export type MethodBody = Static<typeof Body>

/** What every answer of a method has. */
export const methodFields = {
  id: Id,
  version: Version,
  name: Type.String(),
  names: ByCulture(Type.String(), 'What customers read, by culture.'),
  descriptions: ByCulture(Type.String(), 'By culture.'),
  imageUrl: Nullable(Type.String()),
  countries: Countries,
  position: Type.Integer(),
  state: RecordState,
}

const amount = { priceGroupId: Id, amount: Type.Number({ minimum: 0, maximum: 10_000_000_000 }) }

/** What a method costs in price groups, in a body. */
export const Amounts = Type.Array(Type.Object(amount), {
  maxItems: MAX_GROUPS,
  description:
    'Major units of the price group’s currency. Groups that are left out are served at what their base group pays, ' +
    'where it has an amount, and otherwise not at all.',
})
export type Amounts = Static<typeof Amounts>

const shown = { ...amount, currency: Type.String() }
export const OwnAmounts = Type.Array(Type.Object(shown), {
  description: 'Those that price groups set themselves, in major units of their currency.',
})
export const InheritedAmounts = Type.Array(Type.Object({ ...shown, inheritedFrom: Id }), {
  description: 'What groups without an amount of their own are served at. Not read in a request.',
})

/** The query of a list of methods. */
export const MethodsQuery = Type.Object({ ...RecordsQuery.properties, state: Type.Optional(RecordState) })
export type MethodsQuery = Static<typeof MethodsQuery>
