import { customerNoun } from '../customers/manage/customer.noun.ts'
import { NOBODY, type AddressDraft, type CustomerRecord } from '../customers/manage/customer-record.ts'
import { readPeople, type People as PeopleOfStore } from '../customers/manage/people.ts'
import { searchTerms } from '../kernel/search-terms.ts'
import { createRecords } from '../records/create-record.ts'
import type { DemoShop, People } from './demo-shop.ts'
import type { Random } from './random.ts'
import { idOf, OPENED, withIds, type ShopMaking } from './shop-keys.ts'

/** One in so many people buys for an organization of their country. */
const BUYERS_FOR_ORGANIZATIONS = 0.14
const SECOND_ADDRESSES = 0.22
const DAY = 86_400_000

interface Around {
  readonly people: PeopleOfStore
  /** Ids of customer groups and organizations, by their keys. */
  readonly circles: ReadonlyMap<string, string>
  /** Ids by alpha-2 codes. */
  readonly countries: ReadonlyMap<string, string>
  readonly emails: Set<string>
}

/** Makes the customers with their addresses, and who belongs where. */
export async function makeCustomers(
  making: ShopMaking,
  circles: ReadonlyMap<string, string>,
  countries: ReadonlyMap<string, string>,
): Promise<void> {
  const { author, db, shop } = making
  const people = await readPeople(db, author.storeId)
  const around = { people, circles, countries, emails: new Set<string>() }
  const drawn = shop.people.flatMap((each) => Array.from({ length: each.count }, () => each))
  for (const each of drawn) await makeCustomer(making, each, around)
}

async function makeCustomer(
  { author, db, random, shop }: ShopMaking,
  people: People,
  { circles, countries, emails, people: ofStore }: Around,
): Promise<void> {
  // They came over the shop's first three years, so that all were there before the first demo order.
  const since = OPENED + random.below(3 * 365 * DAY)
  const id = random.id(since)
  const firstName = random.pick(people.firstNames)
  const lastName = random.pick(people.lastNames)
  const emailAddress = freeEmail(firstName, lastName, emails)
  const phoneNumber = random.fill(people.phone)
  const organization = random.chance(BUYERS_FOR_ORGANIZATIONS)
    ? drawOrganization(random, shop, people)
    : undefined
  const groups = Object.entries(shop.customerGroups).filter(([, { share }]) => random.chance(share))
  const company = organization === undefined ? null : (shop.organizations[organization]?.name ?? null)
  const addresses: AddressDraft[] = []
  const addressIds: string[] = []
  const addressIn = (address_name: string, company_name: string | null): void => {
    addressIds.push(random.id(since))
    addresses.push({
      address_name,
      first_name: firstName,
      last_name: lastName,
      email_address: emailAddress,
      phone_number: phoneNumber,
      mobile_phone_number: null,
      company_name,
      attention: null,
      ...drawPlace(random, people, countries),
    })
  }
  addressIn(company === null ? 'Home' : 'Work', company)
  if (random.chance(SECOND_ADDRESSES)) addressIn(company === null ? 'Summer house' : 'Home', null)
  const draft = {
    ...NOBODY,
    firstName,
    lastName,
    emailAddress,
    phoneNumber,
    organizationId: organization === undefined ? null : idOf(circles, organization),
    customerGroupIds: groups.map(([key]) => idOf(circles, key)),
    addresses,
  }
  const identify = (customer: CustomerRecord): CustomerRecord => ({
    ...customer,
    id,
    addresses: withIds(customer.addresses, addressIds),
  })
  await createRecords(db, { ...author, now: new Date(since) }, customerNoun, ofStore, [{ draft, identify }])
}

function drawOrganization(random: Random, shop: DemoShop, people: People): string | undefined {
  const near = Object.entries(shop.organizations).filter(([, { country }]) => country === people.country)
  return near.length === 0 ? undefined : random.pick(near)[0]
}

function drawPlace(random: Random, people: People, countries: ReadonlyMap<string, string>) {
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
