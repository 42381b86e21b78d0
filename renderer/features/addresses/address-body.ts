import type { AddressBody, CartAddress } from '../../api/carts.ts'
import type { OrderAddress } from '../../api/orders.ts'

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

/** What an order needs to know of an address; a cart takes less, so that it can be filled in step by step. */
export interface AddressNeeds {
  /** First and last name, or a company. */
  hasName: boolean
  /** Street, postal code and city: something is sent there. */
  hasPlace: boolean
  /** Whether addresses of a country have a postal code. */
  hasPostalCodes: (countryId: string) => boolean
}

const PERSON = ['firstName', 'lastName'] as const satisfies readonly AddressField[]
const PLACE = ['line1', 'city'] as const satisfies readonly AddressField[]
type AddressField = keyof AddressBody

/** The fields that must be filled in; a company needs no person. */
export function requiredFields(
  form: AddressForm,
  { hasName, hasPlace, hasPostalCodes }: AddressNeeds,
): AddressField[] {
  const isCompany = form.companyName.trim() !== ''
  const required: readonly AddressField[] = [
    ...(hasName && !isCompany ? PERSON : []),
    ...(hasPlace ? PLACE : []),
    ...(hasPlace && hasPostalCodes(form.countryId) ? (['postalCode'] as const) : []),
    'countryId',
  ]
  return ADDRESS_FIELDS.filter((field) => required.includes(field))
}

/** The form of an address: every field a text, empty where there is nothing. */
export function toForm(address: Partial<AddressBody>): AddressForm {
  return Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, address[field] ?? ''])) as AddressForm
}

/** What a request carries: trimmed, without what was left empty. */
export function fromForm(form: AddressForm): AddressBody {
  const filled = ADDRESS_FIELDS.map((field) => [field, form[field].trim()] as const)
  return { ...Object.fromEntries(filled.filter(([, value]) => value !== '')), countryId: form.countryId }
}

export function missingFields(form: AddressForm, needs: AddressNeeds): AddressField[] {
  return requiredFields(form, needs).filter((field) => form[field].trim() === '')
}

/** Whether a customer is kept with the address: somebody, and a place with a postal code, in any country. */
export const isComplete = (address: AddressBody): boolean => {
  const needs = { hasName: true, hasPlace: true, hasPostalCodes: () => true }
  return missingFields(toForm(address), needs).length === 0
}

/** What is known of where somebody is who has given no address. */
export const knownOf = (
  {
    emailAddress,
    firstName,
    lastName,
    phoneNumber,
  }: Pick<OrderAddress, 'emailAddress' | 'firstName' | 'lastName' | 'phoneNumber'>,
  countryId: string,
): AddressBody => ({ countryId, firstName, lastName, email: emailAddress, phoneNumber })

/** An address as answers show it → as requests bring it (section 2.2: three fields have other names). */
export function toBody(address: OrderAddress): AddressBody {
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

/** Whether two addresses of answers say the same; each has an id and a name of its own, whatever it says. */
export const saysTheSame = (a: OrderAddress, b: OrderAddress): boolean => isSameAddress(toBody(a), toBody(b))

/** An address as requests bring it → as answers show it, by all that is known of it before they do. */
export function fromBody(body: AddressBody, before: CartAddress | null): CartAddress {
  const { countryId, email, mobileNumber, ...rest } = toForm(body)
  const { country, ...known } = before ?? {
    id: '',
    addressName: '',
    country: { id: '', name: '', cultureCode: '' },
  }
  return {
    ...known,
    ...rest,
    country: country.id === countryId ? country : { id: countryId, name: '', cultureCode: '' },
    emailAddress: email,
    mobilePhoneNumber: mobileNumber,
  }
}

/**
 * What two people have made of one address: mine where I have changed it, else theirs.
 * @param before what both began with; without it there is nothing to tell them apart by, and mine counts
 */
export function mergeAddresses(
  before: AddressBody | undefined,
  mine: AddressBody,
  theirs: AddressBody | undefined,
): AddressBody {
  if (!before || !theirs) return mine
  const [old, my, their] = [toForm(before), toForm(mine), toForm(theirs)]
  const merged = ADDRESS_FIELDS.map((field) => [field, my[field] === old[field] ? their[field] : my[field]])
  return fromForm(Object.fromEntries(merged) as AddressForm)
}

/** Whether two addresses say the same, whatever was left empty or out. */
export function isSameAddress(a: AddressBody, b: AddressBody): boolean {
  return ADDRESS_FIELDS.every((field) => (a[field] ?? '') === (b[field] ?? ''))
}
