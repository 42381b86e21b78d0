import fc from 'fast-check'
import { orNull, Refused } from '../model.ts'
import type { Address, State } from '../state.ts'
import { idOf, place, reference } from './command.ts'
import { requireCountry } from './rules.ts'

/** An address: names of the clerk's fancy, and mistakes of the fields that must be there. */
export const addressPick = fc.record({
  country: reference,
  // Mostly where everything is served.
  usual: fc.constantFrom(true, true, false),
  person: fc.nat({ max: 3 }),
  email: fc.constantFrom<'own' | 'capitals' | 'known' | 'none' | 'blank'>(
    'own',
    'capitals',
    'known',
    'none',
    'blank',
  ),
  phone: fc.constantFrom(undefined, null, '', '+45 20 12 34 56'),
  mobile: fc.constantFrom(undefined, ' ', '+45 30 12 34 56'),
  company: fc.constantFrom(undefined, 'Møller & Søn'),
  mistake: fc.oneof(
    { weight: 20, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom('firstName', 'city', 'countryId', 'email') },
  ),
  at: place,
})
export type AddressPick = typeof addressPick extends fc.Arbitrary<infer T> ? T : never

const people = [
  ['Ida', 'Møller'],
  ['Søren', 'Lyngsø'],
  ['Grace', 'Marblecove'],
  ['幸子', '佐藤'],
] as const

export interface AddressBody {
  readonly firstName?: string
  readonly lastName: string
  readonly line1: string
  readonly city: string
  readonly postalCode: string
  readonly countryId: string
  readonly email?: string | null | undefined
  readonly mobileNumber?: string | null | undefined
  readonly phoneNumber?: string | null | undefined
  readonly companyName?: string | null | undefined
}

/** The body that the picks make. */
export function addressFrom(state: State, store: 'harbour' | 'uptown', pick: AddressPick): AddressBody {
  const { countries, stores } = state.world
  const home = store === 'harbour' ? countries[0] : countries[2]
  const choice = pick.usual && home !== undefined ? [home] : countries
  const [firstName, lastName] = people[pick.person] ?? people[0]
  const known = stores[store].customers[pick.at % stores[store].customers.length]?.emailAddress
  const own = `${firstName === '幸子' ? 'Sachiko' : 'Ida'}.${state.tag}.${pick.person}@example.com`
  const email = {
    own: own.toLowerCase(),
    capitals: own,
    known,
    none: undefined,
    blank: '',
  }[pick.email]
  return {
    ...(pick.mistake !== 'firstName' && { firstName }),
    lastName,
    line1: 'Havnegade 12',
    city: pick.mistake === 'city' ? ' ' : 'Skagen',
    postalCode: '9990',
    countryId:
      pick.mistake === 'countryId'
        ? 'Denmark'
        : idOf(
            pick.country,
            choice.map((id) => ({ id })),
            [],
          ),
    email: pick.mistake === 'email' ? 'ida at example' : email,
    phoneNumber: pick.phone,
    mobileNumber: pick.mobile,
    companyName: pick.company,
  }
}

/** What is wrong with the fields themselves; one that is missing or empty is not: a cart is a draft. */
export function requireFields({ mistake }: AddressPick, prefix = ''): void {
  if (mistake === 'countryId' || mistake === 'email') throw new Refused('BadRequest', `${prefix}${mistake}`)
}

/** The address as carts and orders keep it. */
export function keptAddress(state: State, body: AddressBody, prefix = ''): Address {
  return {
    firstName: body.firstName ?? '',
    lastName: body.lastName,
    line1: body.line1,
    line2: null,
    city: body.city.trim(),
    postalCode: body.postalCode,
    countryId: requireCountry(state.world.countries, body.countryId, `${prefix}countryId`),
    email: orNull(body.email),
    mobileNumber: orNull(body.mobileNumber),
    phoneNumber: orNull(body.phoneNumber),
    companyName: orNull(body.companyName),
  }
}
