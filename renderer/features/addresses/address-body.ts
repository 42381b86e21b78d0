import type { AddressBody, CartAddress } from '../../api/carts.ts'

export type AddressForm = Record<keyof AddressBody, string>

export const ADDRESS_FIELDS = [
  'firstName',
  'lastName',
  'companyName',
  'attention',
  'line1',
  'line2',
  'postalCode',
  'city',
  'state',
  'countryId',
  'email',
  'mobileNumber',
  'phoneNumber',
] as const satisfies readonly (keyof AddressBody)[]

const REQUIRED: readonly (keyof AddressBody)[] = [
  'firstName',
  'lastName',
  'line1',
  'postalCode',
  'city',
  'countryId',
]

export function isRequired(field: keyof AddressBody): boolean {
  return REQUIRED.includes(field)
}

/** The form of an address: every field a text, empty where there is nothing. */
export function toForm(address: Partial<AddressBody>): AddressForm {
  return Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, address[field] ?? ''])) as AddressForm
}

/** What a request carries: trimmed, without what was left empty. */
export function fromForm(form: AddressForm): AddressBody {
  const filled = ADDRESS_FIELDS.map((field) => [field, form[field].trim()] as const).filter(
    ([field, value]) => value !== '' || isRequired(field),
  )
  return Object.fromEntries(filled) as unknown as AddressBody
}

export function missingFields(form: AddressForm): (keyof AddressBody)[] {
  return REQUIRED.filter((field) => form[field].trim() === '')
}

/** An address as answers show it → as requests bring it (section 2.2: three fields have other names). */
export function toBody(address: CartAddress): AddressBody {
  const { country, emailAddress, mobilePhoneNumber } = address
  const { firstName, lastName, line1, line2, city, postalCode, state, attention, companyName, phoneNumber } =
    address
  return {
    firstName,
    lastName,
    line1,
    line2,
    city,
    postalCode,
    state,
    attention,
    companyName,
    phoneNumber,
    countryId: country.id,
    email: emailAddress,
    mobileNumber: mobilePhoneNumber,
  }
}

/** Whether two addresses say the same, whatever was left empty or out. */
export function isSameAddress(a: AddressBody, b: AddressBody): boolean {
  return ADDRESS_FIELDS.every((field) => (a[field] ?? '') === (b[field] ?? ''))
}
