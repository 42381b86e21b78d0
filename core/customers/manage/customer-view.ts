import type { CustomerRecord } from './customer-record.ts'
import type { ManagedCustomer } from './managed-customer.schema.ts'
import type { People } from './people.ts'

/** A whole customer, as it is answered. */
export function managedCustomer({ circles, countries }: People, customer: CustomerRecord): ManagedCustomer {
  const named = (id: string) => ({ id, name: circles.get(id)?.name ?? '' })
  const { customerGroupIds, organizationId } = customer
  return {
    id: customer.id,
    version: customer.version,
    state: customer.state,
    firstName: customer.firstName,
    lastName: customer.lastName,
    email: customer.emailAddress,
    phoneNumber: customer.phoneNumber,
    organizationId,
    organization: organizationId === null ? null : named(organizationId),
    customerGroupIds: [...customerGroupIds],
    customerGroups: customerGroupIds.map(named),
    note: customer.note,
    acceptsMarketing: customer.acceptsMarketing,
    addresses: customer.addresses.map((address) => ({
      id: address.id,
      addressName: address.address_name,
      firstName: address.first_name,
      lastName: address.last_name,
      companyName: address.company_name,
      attention: address.attention,
      line1: address.line1,
      line2: address.line2,
      postalCode: address.postal_code,
      city: address.city,
      state: address.state,
      countryId: address.country_id,
      country: { id: address.country_id, name: countries.get(address.country_id)?.name ?? '' },
      email: address.email_address,
      mobileNumber: address.mobile_phone_number,
      phoneNumber: address.phone_number,
    })),
    otherEmails: [...customer.otherEmails],
  }
}
