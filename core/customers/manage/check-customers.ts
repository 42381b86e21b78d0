import type { ReadDb } from '../../database/engine.ts'
import {
  EMAIL_LENGTH,
  NAME_LENGTH,
  NOTE_LENGTH,
  PHONE_LENGTH,
  POSTAL_CODE_LENGTH,
} from '../../http/schema.ts'
import { faultsInto, fieldFault, type FieldFault } from '../../records/field-faults.ts'
import type { Wanted } from '../../records/noun.ts'
import type { AddressColumns } from '../customer.table.ts'
import { findWalkInCustomer } from '../walk-in-customer.ts'
import { customerLabel, type CustomerDraft, type CustomerRecord } from './customer-record.ts'
import { MAX_ADDRESSES } from './managed-customer.schema.ts'
import type { People } from './people.ts'

/**
 * What keeps customers from being stored, each with its field.
 * @returns one list for each, empty where it may be stored
 */
export async function checkCustomers(
  db: ReadDb,
  people: People,
  wanted: readonly Wanted<CustomerDraft, CustomerRecord>[],
): Promise<readonly (readonly FieldFault[])[]> {
  const taken = await takenIds(db, wanted)
  const walkIn = wanted.some(({ before }) => before)
    ? await findWalkInCustomer(db, people.store.id)
    : undefined
  return wanted.map((each) => [
    ...faultsOf(people, each, taken),
    ...(walkIn && each.before?.id === walkIn.id ? faultsOfWalkIn(each.draft) : []),
  ])
}

/** By what one person is known: of all walk-ins it would be on everybody's orders, and in no way erased. */
function faultsOfWalkIn({ addresses, emailAddress, phoneNumber }: CustomerDraft): FieldFault[] {
  const known = {
    email: emailAddress !== null,
    phoneNumber: phoneNumber !== null,
    addresses: addresses.length > 0,
  }
  return Object.entries(known).flatMap(([field, isThere]) =>
    isThere ? [fieldFault(field, 'customer.of-walk-ins')] : [],
  )
}

/** Ids of new customers that a file says, and that others have: those of another store. */
async function takenIds(
  db: ReadDb,
  wanted: readonly Wanted<CustomerDraft, CustomerRecord>[],
): Promise<ReadonlySet<string>> {
  const ids = wanted.flatMap(({ before, draft }) => (before || draft.id === undefined ? [] : [draft.id]))
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('customers')
    .select('id')
    .where('id', 'in', ids)
    .union(db.selectFrom('customer_doubles').select('id').where('id', 'in', ids))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The longest texts that are kept. What comes as a body was measured by its schema; what comes from a file was not. */
const LENGTHS = {
  firstName: NAME_LENGTH,
  lastName: NAME_LENGTH,
  emailAddress: EMAIL_LENGTH,
  phoneNumber: PHONE_LENGTH,
  note: NOTE_LENGTH,
} as const satisfies Partial<Record<keyof CustomerDraft, number>>

const ADDRESS_LENGTHS: Partial<Record<keyof AddressColumns, number>> = {
  postal_code: POSTAL_CODE_LENGTH,
  email_address: EMAIL_LENGTH,
  phone_number: PHONE_LENGTH,
  mobile_phone_number: PHONE_LENGTH,
}

/** What bodies call the fields of drafts. */
const FIELDS: Readonly<Record<string, string>> = {
  emailAddress: 'email',
  address_name: 'addressName',
  first_name: 'firstName',
  last_name: 'lastName',
  company_name: 'companyName',
  postal_code: 'postalCode',
  email_address: 'email',
  phone_number: 'phoneNumber',
  mobile_phone_number: 'mobileNumber',
}

function faultsOf(
  { circles, countries }: People,
  { before, draft }: Wanted<CustomerDraft, CustomerRecord>,
  taken: ReadonlySet<string>,
): FieldFault[] {
  const faults: FieldFault[] = []
  const fault = faultsInto(faults)
  const measure = (field: string, text: string | null | undefined, longest: number): void => {
    if (text && text.length > longest) fault(field, 'field.maxLength', { limit: longest })
  }
  if (before?.state === 'erased') fault('state', 'customer.data-erased')
  if (!before && draft.id !== undefined && taken.has(draft.id)) fault('id', 'customer.other-store')
  for (const [field, longest] of Object.entries(LENGTHS))
    measure(FIELDS[field] ?? field, draft[field as keyof typeof LENGTHS], longest)
  if (customerLabel({ ...draft, addresses: draft.addresses as CustomerRecord['addresses'] }) === '')
    fault('lastName', 'customer.nameless')

  // Whose id a file says comes back to what they belonged to, whatever is offered by now.
  const isBroughtBack = !before && draft.id !== undefined
  const mayBelong = (
    id: string,
    kind: 'group' | 'organization',
    known: readonly (string | null)[] = [],
  ): boolean => {
    const circle = circles.get(id)
    return circle?.kind === kind && (!circle.isRetired || isBroughtBack || known.includes(id))
  }
  const { organizationId } = draft
  if (organizationId !== null && !mayBelong(organizationId, 'organization', [before?.organizationId ?? null]))
    fault('organizationId', 'organization.not-found')
  for (const [index, id] of draft.customerGroupIds.entries()) {
    if (!mayBelong(id, 'group', before?.customerGroupIds))
      fault(`customerGroupIds.${index}`, 'customer-group.not-found')
  }

  if (draft.addresses.length > MAX_ADDRESSES) fault('addresses', 'field.maxItems', { limit: MAX_ADDRESSES })
  const own = new Set(before?.addresses.map(({ id }) => id))
  const seen = new Set<string>()
  for (const [index, { country_id, id, ...texts }] of draft.addresses.entries()) {
    const at = `addresses.${index}`
    if (!countries.has(country_id)) fault(`${at}.countryId`, 'country.not-found')
    if (id !== undefined) {
      if (!own.has(id)) fault(`${at}.id`, 'customer.address')
      else if (seen.has(id)) fault(`${at}.id`, 'field.repeated')
      seen.add(id)
    }
    for (const [column, text] of Object.entries(texts)) {
      const longest = ADDRESS_LENGTHS[column as keyof AddressColumns] ?? NAME_LENGTH
      measure(`${at}.${FIELDS[column] ?? column}`, text, longest)
    }
  }
  return faults
}
