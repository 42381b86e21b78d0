import { Type, type Static } from 'typebox'
import {
  Email,
  Id,
  NAME_LENGTH,
  NOTE_LENGTH,
  Nullable,
  PHONE_LENGTH,
  RequiredText,
  Text,
} from '../../http/schema.ts'
import { listOf, patchOf, RecordsQuery, RecordState, Version } from '../../records/record.schema.ts'
import { AddressBody } from '../address.schema.ts'
import { OTHER_SPELLINGS_TOO } from '../../kernel/search-terms.ts'

export const MAX_ADDRESSES = 100
export const MAX_GROUPS = 1000

/** An address of a customer: a draft, as in a cart. */
const CustomerAddressBody = Type.Object({
  id: Type.Optional(
    Type.Unsafe<string>({ ...Id, description: 'Of one that is there; without it, it is a new one.' }),
  ),
  addressName: Type.Optional(Text(NAME_LENGTH, 'What the customer calls it: “Home”, “Summer house”.')),
  ...AddressBody.properties,
})
export type CustomerAddressBody = Static<typeof CustomerAddressBody>

/** A whole customer. What may be left out is then empty. */
export const CustomerBody = Type.Object({
  firstName: Type.Optional(Text(NAME_LENGTH)),
  lastName: Type.Optional(
    Text(NAME_LENGTH, 'One of the two names, an e-mail, a phone number or a company must be there.'),
  ),
  email: Type.Optional(Nullable(Email)),
  phoneNumber: Type.Optional(Nullable(Text(PHONE_LENGTH))),
  organizationId: Type.Optional(Nullable(Id)),
  customerGroupIds: Type.Optional(Type.Array(Id, { maxItems: MAX_GROUPS })),
  note: Type.Optional(Nullable(Text(NOTE_LENGTH))),
  acceptsMarketing: Type.Optional(
    Type.Boolean({ description: 'Whether they have agreed to be sent advertisements.' }),
  ),
  state: Type.Optional(RecordState),
  addresses: Type.Optional(
    Type.Array(CustomerAddressBody, {
      maxItems: MAX_ADDRESSES,
      description: 'The first is the one that a new order begins with.',
    }),
  ),
})
export type CustomerBody = Static<typeof CustomerBody>
export const CustomerPatch = patchOf(CustomerBody)

const Named = Type.Object({ id: Id, name: Type.String() })

/** A whole customer. Sent back as it is, it changes nothing. */
export const ManagedCustomer = Type.Object({
  id: Id,
  version: Version,
  state: Type.Union([Type.Literal('active'), Type.Literal('retired'), Type.Literal('erased')], {
    description: 'Erased: nothing is known of the person any more but what the law asks for of their orders.',
  }),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Nullable(Type.String()),
  phoneNumber: Nullable(Type.String()),
  organizationId: Nullable(Id),
  organization: Nullable(Named),
  customerGroupIds: Type.Array(Id),
  customerGroups: Type.Array(Named),
  note: Nullable(Type.String()),
  acceptsMarketing: Type.Boolean(),
  addresses: Type.Array(
    Type.Object({
      id: Id,
      addressName: Type.String(),
      firstName: Type.String(),
      lastName: Type.String(),
      companyName: Nullable(Type.String()),
      attention: Nullable(Type.String()),
      line1: Type.String(),
      line2: Nullable(Type.String()),
      postalCode: Type.String(),
      city: Type.String(),
      state: Nullable(Type.String()),
      countryId: Id,
      country: Named,
      email: Nullable(Type.String()),
      mobileNumber: Nullable(Type.String()),
      phoneNumber: Nullable(Type.String()),
    }),
  ),
  otherEmails: Type.Array(Type.String(), {
    description: 'Those of doubles that were merged into this one: who orders by one of them is recognised.',
  }),
})
export type ManagedCustomer = Static<typeof ManagedCustomer>

export const ManagedCustomersQuery = Type.Object({
  ...RecordsQuery.properties,
  search: Type.Optional(
    Text(
      NAME_LENGTH,
      'An id, an e-mail, digits of a phone number, or the beginnings of words of the name, a company or the organization. ' +
        OTHER_SPELLINGS_TOO,
    ),
  ),
  state: Type.Optional(RecordState),
  customerGroupId: Type.Optional(Id),
  organizationId: Type.Optional(Id),
})
export type ManagedCustomersQuery = Static<typeof ManagedCustomersQuery>
export const ManagedCustomersAnswer = listOf('customers', ManagedCustomer)
export type ManagedCustomersAnswer = Static<typeof ManagedCustomersAnswer>

export const CircleBody = Type.Object({
  name: RequiredText(NAME_LENGTH),
  state: Type.Optional(RecordState),
})
export type CircleBody = Static<typeof CircleBody>
export const CirclePatch = patchOf(CircleBody)

/** A customer group, or an organization. */
export const ManagedCircle = Type.Object({
  id: Id,
  version: Version,
  name: Type.String(),
  state: RecordState,
  members: Type.Integer({ description: 'How many customers belong to it.' }),
})
export type ManagedCircle = Static<typeof ManagedCircle>
export const ManagedCustomerGroupsAnswer = listOf('customerGroups', ManagedCircle)
export type ManagedCustomerGroupsAnswer = Static<typeof ManagedCustomerGroupsAnswer>
export const ManagedOrganizationsAnswer = listOf('organizations', ManagedCircle)
export type ManagedOrganizationsAnswer = Static<typeof ManagedOrganizationsAnswer>

const Members = Type.Optional(Type.Array(Id, { maxItems: 1000 }))
/** Customers that are to belong to a group or an organization, and customers that are not. */
export const MembersBody = Type.Object({ add: Members, remove: Members })
export type MembersBody = Static<typeof MembersBody>
export const MembersAnswer = Type.Object({
  success: Type.Boolean(),
  changed: Type.Integer({ description: 'Customers who did not belong there, or belonged there, before.' }),
})
export type MembersAnswer = Static<typeof MembersAnswer>
