import { Type, type Static } from 'typebox'
import {
  Email,
  Id,
  NAME_LENGTH,
  NextPagingToken,
  Nullable,
  PageQuery,
  PHONE_LENGTH,
  RequiredText,
  Text,
} from '../http/schema.ts'
import { CartAddress, CompleteAddressBody } from './address.schema.ts'
import { OTHER_SPELLINGS_TOO } from '../kernel/search-terms.ts'

/** The customer of a cart or an order (section 2.10). */
export const CustomerSummary = Type.Object({
  id: Id,
  firstName: Type.String(),
  lastName: Type.String(),
  emailAddress: Nullable(Type.String()),
  phoneNumber: Nullable(Type.String()),
})
export type CustomerSummary = Static<typeof CustomerSummary>

const Named = Type.Object({ id: Id, name: Type.String() })
export type Named = Static<typeof Named>

export const Customer = Type.Object({
  ...CustomerSummary.properties,
  customerGroups: Type.Array(Named),
  organization: Nullable(Named),
  addresses: Type.Array(CartAddress),
})
export type Customer = Static<typeof Customer>

export const CustomersQuery = Type.Object({
  ...PageQuery.properties,
  search: Type.Optional(
    Text(
      NAME_LENGTH,
      `E-mail, digits of a phone number, or the beginnings of words of the name or the organization. ${OTHER_SPELLINGS_TOO}`,
    ),
  ),
})
export const CustomersAnswer = Type.Object({
  customers: Type.Array(Customer),
  nextPagingToken: NextPagingToken,
})
export type CustomersAnswer = Static<typeof CustomersAnswer>

export const NewCustomerBody = Type.Object({
  firstName: RequiredText(NAME_LENGTH),
  lastName: RequiredText(NAME_LENGTH),
  email: Type.Optional(Nullable(Email)),
  phoneNumber: Type.Optional(Nullable(Text(PHONE_LENGTH))),
  organizationId: Type.Optional(Nullable(Id)),
  customerGroupIds: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  addresses: Type.Optional(Type.Array(CompleteAddressBody, { maxItems: 20 })),
})
export type NewCustomerBody = Static<typeof NewCustomerBody>

export const CustomerGroupsAnswer = Type.Object({
  customerGroups: Type.Array(Named),
  nextPagingToken: NextPagingToken,
})
export const OrganizationsAnswer = Type.Object({
  organizations: Type.Array(Named),
  nextPagingToken: NextPagingToken,
})
