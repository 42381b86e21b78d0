declare module '../database/schema/tables.ts' {
  interface Tables {
    customers: CustomerTable
    customer_groups: CustomerGroupTable
    customer_group_members: CustomerGroupMemberTable
    organizations: OrganizationTable
    customer_addresses: CustomerAddressTable
    customer_terms: CustomerTermTable
    walk_in_customers: WalkInCustomerTable
  }
}

export interface CustomerTable {
  id: string
  store_id: string
  first_name: string
  last_name: string
  email_address: string | null
  phone_number: string | null
  organization_id: string | null
  created_at: string
  /** The e-mail of the order that has made it: such a customer a store has once. Null where somebody else has. */
  made_for_email: string | null
}

export interface CustomerGroupTable {
  id: string
  store_id: string
  name: string
}

export interface CustomerGroupMemberTable {
  customer_group_id: string
  customer_id: string
}

export interface OrganizationTable {
  id: string
  store_id: string
  name: string
}

/** The columns of an address wherever one is stored. */
export interface AddressColumns {
  address_name: string
  first_name: string
  last_name: string
  company_name: string | null
  attention: string | null
  line1: string
  line2: string | null
  postal_code: string
  city: string
  state: string | null
  country_id: string
  email_address: string | null
  phone_number: string | null
  mobile_phone_number: string | null
}

export interface CustomerAddressTable extends AddressColumns {
  id: string
  customer_id: string
}

/** Whom the sales to walk-ins of a store are booked on. */
export interface WalkInCustomerTable {
  store_id: string
  customer_id: string
}

/** Words by which a customer is found. */
export interface CustomerTermTable {
  store_id: string
  term: string
  customer_id: string
}
