import type { Read } from '../../records/noun.ts'
import { addressColumns } from '../address.ts'
import { orNull } from '../../kernel/optional-text.ts'
import { NOBODY, type AddressDraft, type CustomerDraft } from './customer-record.ts'
import type { CustomerAddressBody, CustomerBody } from './managed-customer.schema.ts'

/** The customer that a body describes as a whole. */
export function readCustomerBody(body: CustomerBody): Read<CustomerDraft> {
  const draft: CustomerDraft = {
    ...NOBODY,
    firstName: trimmed(body.firstName),
    lastName: trimmed(body.lastName),
    emailAddress: orNull(body.email)?.toLowerCase() ?? null,
    phoneNumber: orNull(body.phoneNumber),
    organizationId: body.organizationId ?? null,
    customerGroupIds: body.customerGroupIds ?? [],
    note: orNull(body.note),
    acceptsMarketing: body.acceptsMarketing ?? false,
    state: body.state ?? 'active',
    addresses: (body.addresses ?? []).map(addressDraft),
  }
  return { draft, faults: [] }
}

const trimmed = (text: string | null | undefined): string => (text ?? '').trim()

/** What an address is called where nobody has named it. */
export const addressName = (index: number): string => (index === 0 ? 'Home' : `Address ${index + 1}`)

const addressDraft = (
  { addressName: named, id, ...body }: CustomerAddressBody,
  index: number,
): AddressDraft => ({
  ...addressColumns(orNull(named) ?? addressName(index), body),
  id,
})
