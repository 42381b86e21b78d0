import type { CompleteAddressBody, CartAddress } from '../../api/carts.ts'

export type AddressForm = Record<keyof CompleteAddressBody, string>

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
] as const satisfies readonly (keyof CompleteAddressBody)[]

const REQUIRED: readonly (keyof CompleteAddressBody)[] = [
  'firstName',
  'lastName',
  'line1',
  'postalCode',
  'city',
  'countryId',
]

export function isRequired(field: keyof CompleteAddressBody): boolean {
  return REQUIRED.includes(field)
}

/** The form of an address: every field a text, empty where there is nothing. */
export function toForm(address: Partial<CompleteAddressBody>): AddressForm {
  return Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, address[field] ?? ''])) as AddressForm
}

/** What a request carries: trimmed, without what was left empty. */
export function fromForm(form: AddressForm): CompleteAddressBody {
  const filled = ADDRESS_FIELDS.map((field) => [field, form[field].trim()] as const).filter(
    ([field, value]) => value !== '' || isRequired(field),
  )
  return Object.fromEntries(filled) as unknown as CompleteAddressBody
}

export function missingFields(form: AddressForm): (keyof CompleteAddressBody)[] {
  return REQUIRED.filter((field) => form[field].trim() === '')
}

/** An address as answers show it → as requests bring it (section 2.2: three fields have other names). */
export function toBody(address: CartAddress): CompleteAddressBody {
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
export function isSameAddress(a: CompleteAddressBody, b: CompleteAddressBody): boolean {
  return ADDRESS_FIELDS.every((field) => (a[field] ?? '') === (b[field] ?? ''))
}
