import type { WriteDb } from '../../database/engine.ts'
import type { Change } from '../../kernel/change.ts'
import { CommerceError, notFound } from '../../kernel/errors.ts'
import type { Context } from '../../operations/context.ts'
import { fieldFault, type FieldFault } from '../../records/field-faults.ts'
import { nounOf } from '../../records/noun.ts'
import { saveRecords } from '../../records/save-records.ts'
import { keptIds } from '../customer.repository.ts'
import type { Circle } from './circles.repository.ts'
import { customerNoun } from './customer.noun.ts'
import { draftOf, type CustomerDraft, type CustomerRecord } from './customer-record.ts'
import { findCustomerRecords } from './customer-record.repository.ts'
import type { MembersBody } from './managed-customer.schema.ts'
import { readPeople } from './people.ts'

/**
 * Takes customers into a group or an organization, and lets others go: each in a version of their own, with its history.
 * @returns what has changed; who belongs there already, or does not, stays as they are
 * @throws CommerceError NotFound for the group or organization; BadRequest, naming each customer who is not there or whose
 *   data was erased
 */
export async function changeMembers(
  db: WriteDb,
  context: Context,
  kind: Circle['kind'],
  id: string,
  { add = [], remove = [] }: MembersBody,
): Promise<readonly Change[]> {
  const people = await readPeople(db, context.storeId)
  if (people.circles.get(id)?.kind !== kind) {
    const one = kind === 'group' ? 'customer group' : 'organization'
    throw notFound(`${kind}.not-found`, `There is no such ${one}.`)
  }
  const kept = await keptIds(db, context.storeId, [...remove, ...add])
  const ids = [...new Set(kept.values())]
  const records = new Map(
    (await findCustomerRecords(db, context.storeId, ids)).map((record) => [record.id, record]),
  )
  const recordOf = (id: string) => records.get(kept.get(id) ?? id)
  const faults = [...faultsOf('add', add, recordOf), ...faultsOf('remove', remove, recordOf)]
  if (faults.length > 0) throw new CommerceError('BadRequest', 'customer.not-found', faults)
  const joined = new Set(add.map((id) => recordOf(id)?.id))
  const wanted = [...records.values()].map((before) => ({
    before,
    draft: withMembership(draftOf(before), kind, id, joined.has(before.id)),
  }))
  const saved = await saveRecords(db, context, customerNoun, people, wanted)
  return saved
    .filter((one) => one.kind === 'changed')
    .map(({ record }) => ({
      type: 'record.changed',
      noun: nounOf(customerNoun),
      id: record.id,
      version: record.version,
    }))
}

const faultsOf = (
  field: string,
  ids: readonly string[],
  recordOf: (id: string) => CustomerRecord | undefined,
): FieldFault[] =>
  ids.flatMap((id, index) => {
    const state = recordOf(id)?.state
    return state === undefined || state === 'erased'
      ? [fieldFault(`${field}.${index}`, 'customer.not-found')]
      : []
  })

function withMembership(
  draft: CustomerDraft,
  kind: Circle['kind'],
  id: string,
  belongs: boolean,
): CustomerDraft {
  if (kind === 'group') {
    const others = draft.customerGroupIds.filter((other) => other !== id)
    return { ...draft, customerGroupIds: belongs ? [...others, id] : others }
  }
  const { organizationId } = draft
  return { ...draft, organizationId: belongs ? id : organizationId === id ? null : organizationId }
}
