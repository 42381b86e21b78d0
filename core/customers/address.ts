import { orNull } from '../kernel/optional-text.ts'
import type { ReadDb } from '../database/engine.ts'
import { findCountry } from '../countries/country.repository.ts'
import type { Country } from '../countries/country.schema.ts'
import { notFound } from '../kernel/errors.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import type { AddressBody, CartAddress } from './address.schema.ts'
import type { AddressColumns } from './customer.table.ts'

/** An address of a cart, which stands in its row as JSON. */
export type AddressRecord = AddressColumns & { readonly id: string }

/** An address of an order, with the name that the country had when it was placed. */
export type OrderAddressRecord = AddressRecord & { readonly country_name: string }

/** What need not be in an address, and is left out of what is stored of it. */
const NOTHING = {
  company_name: null,
  attention: null,
  line2: null,
  state: null,
  email_address: null,
  phone_number: null,
  mobile_phone_number: null,
}

/** What stands in the row of a cart or an order of its address. */
export const addressText = (address: AddressRecord | undefined): string | null =>
  address ? JSON.stringify(address, (_, value: unknown) => value ?? undefined) : null

export const addressIn = (text: string | null): AddressRecord | undefined =>
  text === null ? undefined : { ...NOTHING, ...(JSON.parse(text) as AddressRecord) }

/** The same of an order. */
export const orderAddressIn = (text: string | null): OrderAddressRecord | undefined =>
  addressIn(text) as OrderAddressRecord | undefined

/** An address of a request as it is stored; blank texts count as not given, and what every address has is then empty. */
export function addressColumns(addressName: string, body: AddressBody): AddressColumns {
  return {
    address_name: addressName,
    first_name: orNull(body.firstName) ?? '',
    last_name: orNull(body.lastName) ?? '',
    company_name: orNull(body.companyName),
    attention: orNull(body.attention),
    line1: orNull(body.line1) ?? '',
    line2: orNull(body.line2),
    postal_code: orNull(body.postalCode) ?? '',
    city: orNull(body.city) ?? '',
    state: orNull(body.state),
    country_id: body.countryId,
    email_address: orNull(body.email),
    phone_number: orNull(body.phoneNumber),
    mobile_phone_number: orNull(body.mobileNumber),
  }
}

/** A stored address as carts and customers answer it (section 2.2). */
export function cartAddress({ id, ...row }: AddressColumns & { id: string }, country: Country): CartAddress {
  return { ...addressFields({ id, ...row }), country }
}

/** The fields that addresses of carts and orders share: all but the country. */
export function addressFields(row: AddressColumns & { id: string }): Omit<CartAddress, 'country'> {
  return {
    id: row.id,
    addressName: row.address_name,
    firstName: row.first_name,
    lastName: row.last_name,
    companyName: row.company_name,
    attention: row.attention,
    line1: row.line1,
    line2: row.line2,
    postalCode: row.postal_code,
    city: row.city,
    state: row.state,
    emailAddress: row.email_address,
    phoneNumber: row.phone_number,
    mobilePhoneNumber: row.mobile_phone_number,
  }
}

/**
 * What an address says besides whom it is for, as histories tell it: the place, and how they are reached; empty where it
 * says nothing.
 * @param country its name, where that is told
 */
export const addressTexts = (
  address: Omit<AddressColumns, 'company_name'>,
  country: string | null = null,
): readonly (string | null)[] => [
  address.attention,
  address.line1,
  address.line2,
  `${address.postal_code} ${address.city}`.trim(),
  address.state,
  country,
  address.email_address,
  address.mobile_phone_number,
  address.phone_number,
]

/** @throws CommerceError NotFound, naming the field, for a country that does not exist */
export async function requireCountry(
  db: ReadDb,
  store: StoreRecord,
  countryId: string,
  field: string,
): Promise<Country> {
  const country = await findCountry(db, store, countryId, store.defaultCulture)
  if (!country) throw notFound('country.not-found', 'there is no such country', field)
  return country
}

type Name = Readonly<Record<'first_name' | 'last_name', string>>

/** Letters in which the family's name stands first; of Japanese ones katakana write names from abroad, too, in their own order. */
const FAMILY_FIRST = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Hangul}]/u

const isFamilyFirst = ({ first_name, last_name }: Name): boolean =>
  FAMILY_FIRST.test(first_name) || FAMILY_FIRST.test(last_name)

/** How somebody is called: by name, else as the company; null where neither is known. */
export const nameOf = (
  person: Name & { readonly company_name?: string | null | undefined },
): string | null => {
  const { first_name: first, last_name: last } = person
  const name = isFamilyFirst(person) ? [last, first] : [first, last]
  return orNull(name.join(' '))?.trim() ?? orNull(person.company_name)
}

/** The names that an address gives to whom it is for; of a company that names no person its own stands as the last. */
export const namesIn = ({ first_name, last_name, company_name }: AddressColumns): Name => ({
  first_name,
  last_name: first_name === '' && last_name === '' ? (company_name ?? '') : last_name,
})

/** The words that somebody is found by: both names, and where the family's stands first, both as one word, too. */
export const nameTexts = (person: Name): string[] => {
  const { first_name: first, last_name: last } = person
  return isFamilyFirst(person) ? [first, last, `${last}${first}`] : [first, last]
}
