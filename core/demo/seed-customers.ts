import { customerTerms, newCustomer } from '../customers/customer.repository.ts'
import type { CustomerAddressTable } from '../customers/customer.table.ts'
import { timestamp } from '../kernel/clock.ts'
import { searchTerms } from '../kernel/search-terms.ts'
import type { DemoShop, People } from './demo-shop.ts'
import { idOf, OPENED, type ShopMaking } from './shop-keys.ts'

/** One in so many people buys for an organization of their country. */
const BUYERS_FOR_ORGANIZATIONS = 0.14
const SECOND_ADDRESSES = 0.22
const DAY = 86_400_000

/** Makes the customers, their groups, organizations and addresses, and the words by which they are found. */
export function makeCustomers(
  making: ShopMaking,
  shop: DemoShop,
  circles: ReadonlyMap<string, string>,
): void {
  const emails = new Set<string>()
  const drawn = shop.people.flatMap((people) => Array.from({ length: people.count }, () => people))
  for (const people of drawn) makeCustomer(making, shop, circles, people, emails)
}

function makeCustomer(
  making: ShopMaking,
  shop: DemoShop,
  circles: ReadonlyMap<string, string>,
  people: People,
  emails: Set<string>,
): void {
  const { rows, random, storeId } = making
  // They came over the shop's first three years, so that all were there before the first demo order.
  const since = OPENED + random.below(3 * 365 * DAY)
  const id = random.id(since)
  const first_name = random.pick(people.firstNames)
  const last_name = random.pick(people.lastNames)
  const email_address = freeEmail(first_name, last_name, emails)
  const phone_number = random.fill(people.phone)
  const organization = random.chance(BUYERS_FOR_ORGANIZATIONS)
    ? drawOrganization(making, shop, people)
    : undefined
  rows.add('customers', {
    ...newCustomer,
    id,
    store_id: storeId,
    first_name,
    last_name,
    email_address,
    phone_number,
    organization_id: organization === undefined ? null : idOf(circles, organization),
    created_at: timestamp(new Date(since)),
  })
  for (const [key, { share }] of Object.entries(shop.customerGroups)) {
    if (random.chance(share)) {
      rows.add('customer_group_members', { customer_group_id: idOf(circles, key), customer_id: id })
    }
  }
  const company_name = organization === undefined ? null : (shop.organizations[organization]?.name ?? null)
  const person = { first_name, last_name, email_address, phone_number, mobile_phone_number: null }
  const addresses: CustomerAddressTable[] = []
  const addressIn = (address_name: string, company: string | null) =>
    addresses.push({
      id: random.id(since),
      customer_id: id,
      position: addresses.length,
      address_name,
      ...person,
      company_name: company,
      attention: null,
      ...drawPlace(making, people),
    })
  addressIn(company_name === null ? 'Home' : 'Work', company_name)
  if (random.chance(SECOND_ADDRESSES)) addressIn(company_name === null ? 'Summer house' : 'Home', null)
  for (const address of addresses) rows.add('customer_addresses', address)
  for (const term of customerTerms(person, addresses, company_name ?? undefined)) {
    rows.add('customer_terms', { store_id: storeId, term, customer_id: id })
  }
}

function drawOrganization({ random }: ShopMaking, shop: DemoShop, people: People): string | undefined {
  const near = Object.entries(shop.organizations).filter(([, { country }]) => country === people.country)
  return near.length === 0 ? undefined : random.pick(near)[0]
}

function drawPlace({ random, countries }: ShopMaking, people: People) {
  const [postalCode, city, state] = random.pick(people.places)
  const line1 = random.fill(people.line1).replace('{street}', random.pick(people.streets))
  const hasLine2 = people.line2 !== undefined && random.chance(0.3)
  return {
    line1,
    line2: hasLine2 ? random.fill(people.line2 ?? '') : null,
    postal_code: random.fill(postalCode),
    city,
    state: state ?? null,
    country_id: idOf(countries, people.country),
  }
}

/** `soren.lyngso@example.com`, with a number where there is one already; these domains belong to nobody. */
function freeEmail(firstName: string, lastName: string, taken: Set<string>): string {
  const name = `${searchTerms(firstName).join('')}.${searchTerms(lastName).join('')}`
  for (let number = 1; ; number++) {
    const email = `${name}${number === 1 ? '' : number}@example.${number % 2 === 1 ? 'com' : 'org'}`
    if (taken.has(email)) continue
    taken.add(email)
    return email
  }
}
