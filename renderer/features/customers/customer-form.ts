import type { AddressBody } from '../../api/carts.ts'
import type { CustomerBody, ManagedCustomer } from '../../api/managed-customers.ts'

/** An address as it is typed. */
export interface TypedAddress {
  /** Of one that is stored. */
  readonly id?: string
  readonly addressName: string
  readonly address: AddressBody
}

/** A customer as they are typed. */
export interface CustomerForm {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phoneNumber: string
  /** Empty for none. */
  readonly organizationId: string
  readonly customerGroupIds: readonly string[]
  readonly note: string
  readonly acceptsMarketing: boolean
  readonly state: 'active' | 'retired'
  readonly addresses: readonly TypedAddress[]
}

export const EMPTY_FORM: CustomerForm = {
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  organizationId: '',
  customerGroupIds: [],
  note: '',
  acceptsMarketing: false,
  state: 'active',
  addresses: [],
}

/** A customer who is there, to be changed. */
export const formOf = (customer: ManagedCustomer): CustomerForm => ({
  firstName: customer.firstName,
  lastName: customer.lastName,
  email: customer.email ?? '',
  phoneNumber: customer.phoneNumber ?? '',
  organizationId: customer.organizationId ?? '',
  customerGroupIds: customer.customerGroupIds,
  note: customer.note ?? '',
  acceptsMarketing: customer.acceptsMarketing,
  state: customer.state === 'retired' ? 'retired' : 'active',
  addresses: customer.addresses.map(({ addressName, country: _, id, ...address }) => ({
    id,
    addressName,
    address,
  })),
})

/** The body that writes a customer as they are typed. */
export const bodyOf = (form: CustomerForm): CustomerBody => ({
  firstName: form.firstName.trim(),
  lastName: form.lastName.trim(),
  email: form.email.trim() || null,
  phoneNumber: form.phoneNumber.trim() || null,
  organizationId: form.organizationId || null,
  customerGroupIds: [...form.customerGroupIds],
  note: form.note.trim() || null,
  acceptsMarketing: form.acceptsMarketing,
  state: form.state,
  addresses: form.addresses.map(({ address, addressName, id }) => ({
    ...address,
    addressName,
    ...(id !== undefined && { id }),
  })),
})

const FIELDS = Object.keys(EMPTY_FORM) as (keyof CustomerForm)[]

/** What somebody has typed something else into. */
const changedFields = (base: CustomerForm, mine: CustomerForm): (keyof CustomerForm)[] =>
  FIELDS.filter((field) => JSON.stringify(base[field]) !== JSON.stringify(mine[field]))

export const isChanged = (base: CustomerForm, mine: CustomerForm): boolean =>
  changedFields(base, mine).length > 0
