import { Type, type Static } from 'typebox'
import {
  Email,
  Id,
  NAME_LENGTH,
  Nullable,
  PHONE_LENGTH,
  POSTAL_CODE_LENGTH,
  RequiredText,
  Text,
} from '../http/schema.ts'

const name = () => Type.Optional(Nullable(Text(NAME_LENGTH)))

/**
 * An address as requests bring it (sections 4.6 and 4.7): `countryId`, `email`, `mobileNumber`. A cart is a draft: what
 * else an address needs is told when the cart is placed. An empty text is an absent one.
 */
export const AddressBody = Type.Object({
  firstName: name(),
  lastName: name(),
  line1: name(),
  city: name(),
  postalCode: Type.Optional(Nullable(Text(POSTAL_CODE_LENGTH))),
  countryId: Id,
  line2: name(),
  state: name(),
  attention: name(),
  companyName: name(),
  email: Type.Optional(Nullable(Email)),
  mobileNumber: Type.Optional(Nullable(Text(PHONE_LENGTH))),
  phoneNumber: Type.Optional(Nullable(Text(PHONE_LENGTH))),
})
export type AddressBody = Static<typeof AddressBody>

/** The address of somebody whom the shop wants to know: complete. */
export const CompleteAddressBody = Type.Object({
  ...AddressBody.properties,
  firstName: RequiredText(NAME_LENGTH),
  lastName: RequiredText(NAME_LENGTH),
  line1: RequiredText(NAME_LENGTH),
  city: RequiredText(NAME_LENGTH),
  postalCode: RequiredText(POSTAL_CODE_LENGTH),
})
export type CompleteAddressBody = Static<typeof CompleteAddressBody>

const OptionalText = Nullable(Type.String())

const AddressFields = {
  addressName: Type.String(),
  attention: OptionalText,
  city: Type.String(),
  companyName: OptionalText,
  emailAddress: OptionalText,
  firstName: Type.String(),
  id: Id,
  lastName: Type.String(),
  line1: Type.String(),
  line2: OptionalText,
  mobilePhoneNumber: OptionalText,
  phoneNumber: OptionalText,
  postalCode: Type.String(),
  state: OptionalText,
}

/** Section 2.2 as carts answer it: the country with its culture. */
export const CartAddress = Type.Object({
  ...AddressFields,
  country: Type.Object({ id: Id, name: Type.String(), cultureCode: Type.String() }),
})
export type CartAddress = Static<typeof CartAddress>

/** Section 2.2 as orders answer it. */
export const OrderAddress = Type.Object({
  ...AddressFields,
  country: Type.Object({ id: Id, name: Type.String() }),
})
export type OrderAddress = Static<typeof OrderAddress>
