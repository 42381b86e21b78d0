import type { PlainFields } from '../../history/field-changes.ts'
import { addressTexts, nameOf } from '../address.ts'
import type { AddressColumns } from '../customer.table.ts'

/** An address that somebody wants a customer to have; one without an id is new. */
export interface AddressDraft extends AddressColumns {
  readonly id?: string | undefined
}

/** What somebody wants a customer to be. */
export interface CustomerDraft {
  /** Of a new one, where a file says it; another one is made where it is left out. */
  readonly id?: string | undefined
  readonly firstName: string
  readonly lastName: string
  /** In lower case. */
  readonly emailAddress: string | null
  readonly phoneNumber: string | null
  readonly organizationId: string | null
  readonly customerGroupIds: readonly string[]
  readonly note: string | null
  /** Whether they have agreed to be sent advertisements. */
  readonly acceptsMarketing: boolean
  readonly state: 'active' | 'retired'
  /** The first is the one that a new order begins with. */
  readonly addresses: readonly AddressDraft[]
}

export interface AddressRecord extends AddressColumns {
  readonly id: string
}

/** A customer as it is stored, with all that belongs to it. */
export interface CustomerRecord extends Omit<CustomerDraft, 'addresses' | 'state' | 'id'> {
  readonly id: string
  readonly version: number
  readonly state: CustomerDraft['state'] | 'erased'
  readonly addresses: readonly AddressRecord[]
  /** Those of doubles that were merged into this one. */
  readonly otherEmails: readonly string[]
}

/** Nobody yet: what a new customer is where nothing else is said. */
export const NOBODY: CustomerDraft = {
  firstName: '',
  lastName: '',
  emailAddress: null,
  phoneNumber: null,
  organizationId: null,
  customerGroupIds: [],
  note: null,
  acceptsMarketing: false,
  state: 'active',
  addresses: [],
}

/** A customer as a draft that changes nothing. */
export const draftOf = (customer: CustomerRecord): CustomerDraft => ({
  id: customer.id,
  firstName: customer.firstName,
  lastName: customer.lastName,
  emailAddress: customer.emailAddress,
  phoneNumber: customer.phoneNumber,
  organizationId: customer.organizationId,
  customerGroupIds: customer.customerGroupIds,
  note: customer.note,
  acceptsMarketing: customer.acceptsMarketing,
  state: customer.state === 'retired' ? 'retired' : 'active',
  addresses: customer.addresses,
})

/** How a person reads who it is: the name, else the company, the e-mail or the phone number. */
export const customerLabel = (
  customer: Pick<CustomerRecord, 'firstName' | 'lastName' | 'emailAddress' | 'phoneNumber' | 'addresses'>,
): string =>
  nameOf({
    first_name: customer.firstName,
    last_name: customer.lastName,
    company_name: firstCompany(customer),
  }) ??
  customer.emailAddress ??
  customer.phoneNumber ??
  ''

/** The first company that their addresses name; null where none does. */
export const firstCompany = ({ addresses }: Pick<CustomerRecord, 'addresses'>): string | null =>
  addresses.find(({ company_name }) => company_name !== null)?.company_name ?? null

/** A customer as a history tells of it. */
export function customerFields(customer: CustomerRecord, nameOfCircle: (id: string) => string): PlainFields {
  const { customerGroupIds, organizationId } = customer
  return {
    firstName: customer.firstName || null,
    lastName: customer.lastName || null,
    email: customer.emailAddress,
    phoneNumber: customer.phoneNumber,
    organization: organizationId === null ? null : nameOfCircle(organizationId),
    customerGroups: customerGroupIds.map(nameOfCircle).sort(),
    note: customer.note,
    acceptsMarketing: customer.acceptsMarketing,
    state: customer.state,
    addresses: Object.fromEntries(
      customer.addresses.map((address, index) => [index + 1, addressText(address)]),
    ),
  }
}

/** An address in one line, with all that is in it. */
const addressText = (address: AddressColumns): string =>
  [address.address_name, nameOf(address), address.company_name, ...addressTexts(address)]
    .filter(Boolean)
    .join(', ')
