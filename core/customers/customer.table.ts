declare module '../database/schema/tables.ts' {
  interface Tables {
    customers: CustomerTable
    customer_groups: CustomerGroupTable
    customer_group_members: CustomerGroupMemberTable
    organizations: OrganizationTable
    customer_addresses: CustomerAddressTable
    customer_terms: CustomerTermTable
    walk_in_customers: WalkInCustomerTable
    customer_doubles: CustomerDoubleTable
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
  version: number
  /** Retired: no longer offered. Erased: nothing is known of the person but what they bought. */
  state: 'active' | 'retired' | 'erased'
  note: string | null
  /** 1 where they have agreed to be sent advertisements. */
  accepts_marketing: number
}

export interface CustomerGroupTable {
  id: string
  store_id: string
  name: string
  version: number
  is_retired: number
}

export interface CustomerGroupMemberTable {
  customer_group_id: string
  customer_id: string
}

export interface OrganizationTable {
  id: string
  store_id: string
  name: string
  version: number
  is_retired: number
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
  /** The first is the one that a new order begins with; those of one position stand as they were made. */
  position: number
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

/** Whoever was known twice: the customer that was merged into another, and is now known by that one. */
export interface CustomerDoubleTable {
  id: string
  store_id: string
  /** The one that stayed. */
  customer_id: string
  /** Where the double's was another: who uses it is still recognised. */
  email_address: string | null
}
