import type { WriteDb } from '../database/engine.ts'
import { notFound } from '../kernel/errors.ts'
import type { Context } from '../operations/context.ts'
import { saveRecord } from '../records/save-record.ts'
import type { NewCustomerBody } from './customer.schema.ts'
import { customerNoun } from './manage/customer.noun.ts'
import { readPeople, type People } from './manage/people.ts'
import { readCustomerBody } from './manage/read-customer-body.ts'

/**
 * Registers a customer of the store with its groups and addresses.
 * @returns the customer's id
 * @throws CommerceError NotFound for a group, organization or country that does not exist
 */
export async function createCustomer(db: WriteDb, context: Context, body: NewCustomerBody): Promise<string> {
  const people = await readPeople(db, context.storeId)
  const { organizationId, ...given } = body
  if (organizationId) requireCircle(people, 'organization', organizationId, 'organizationId')
  for (const [index, { countryId }] of (body.addresses ?? []).entries()) {
    if (!people.countries.has(countryId))
      throw notFound('country.not-found', 'there is no such country', `addresses.${index}.countryId`)
  }
  for (const id of body.customerGroupIds ?? []) requireCircle(people, 'group', id, 'customerGroupIds')
  const read = readCustomerBody({ ...given, organizationId: organizationId ?? null })
  const { record } = await saveRecord(db, context, customerNoun, people, undefined, read)
  return record.id
}

function requireCircle({ circles }: People, kind: 'group' | 'organization', id: string, field: string): void {
  const circle = circles.get(id)
  if (circle?.kind === kind && !circle.isRetired) return
  throw notFound('customer.unknown-reference', `there is none with the id ${id}`, field)
}
