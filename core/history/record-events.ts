import type { ReadDb, WriteDb } from '../database/engine.ts'
import { fetchSlice, type Page, type Slice } from '../database/queries/keyset.ts'
import { insertRows } from '../database/queries/prepared.ts'
import { etagOf } from '../http/etag.ts'
import { timestamp } from '../kernel/clock.ts'
import { CommerceError, type Fault } from '../kernel/errors.ts'
import type { Context } from '../operations/context.ts'
import type { FieldChange, RecordEvent } from './record-event.schema.ts'
import type { RecordEventTable } from './record-event.table.ts'

/** Longer texts are cut in a history: it says what was changed, and is no copy. */
const MAX_TEXT = 200

/** Who writes the shop's records, for which store, and when. */
export type Author = Pick<Context, 'storeId' | 'name' | 'now'>

/** What was done to a record. */
export interface Done {
  readonly recordId: string
  readonly noun: string
  /** The version that it made. */
  readonly version: number
  readonly kind: RecordEvent['kind']
  readonly changes: readonly FieldChange[]
}

/** Keeps who has made which versions of records, and how. */
export async function recordDone(db: WriteDb, author: Author, done: readonly Done[]): Promise<void> {
  await insertRows(
    db,
    'record_events',
    done.map(({ recordId, noun, version, kind, changes }): RecordEventTable => ({
      record_id: recordId,
      version,
      store_id: author.storeId,
      noun,
      date: timestamp(author.now),
      actor: author.name,
      kind,
      changes: JSON.stringify(changes.map(cut)),
    })),
  )
}

/** The last versions of records of which there is a history, those too that are gone. */
export async function lastVersions(
  db: ReadDb,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (recordIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('record_events')
    .select((eb) => ['record_id', eb.fn.max<number>('version').as('version')])
    .where('record_id', 'in', recordIds)
    .groupBy('record_id')
    .execute()
  return new Map(rows.map(({ record_id, version }) => [record_id, version]))
}

/** Takes what was changed out of the histories of records, for good: who has made which version stays. */
export async function forgetChanges(db: WriteDb, recordIds: readonly string[]): Promise<void> {
  await db.updateTable('record_events').set({ changes: '[]' }).where('record_id', 'in', recordIds).execute()
}

/** What a field of records has been by their histories, each text once. */
export async function textsInHistories(
  db: ReadDb,
  recordIds: readonly string[],
  field: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('record_events')
    .select('changes')
    .where('record_id', 'in', recordIds)
    .execute()
  const changes = rows.flatMap((row) => JSON.parse(row.changes) as FieldChange[])
  const texts = changes.filter((change) => change.field === field).flatMap(({ from, to }) => [from, to])
  return [...new Set(texts.filter((text) => text !== null))]
}

/** The history of a record, newest first. */
export async function listRecordEvents(
  db: ReadDb,
  storeId: string,
  recordId: string,
  page: Page,
): Promise<Slice<RecordEvent>> {
  const query = db
    .selectFrom('record_events as event')
    .select(['event.version', 'event.date', 'event.actor', 'event.kind', 'event.changes'])
    .where('event.record_id', '=', recordId)
    .where('event.store_id', '=', storeId)
  const { rows, next } = await fetchSlice(query, page, 'desc', { 'event.version': (row) => row.version })
  return { rows: rows.map(view), next }
}

/**
 * The refusal of a change by somebody who has not seen the version there is now: says who has made it, and what it
 * changed. Its `ETag` is of the version that it tells of, should that be younger than the record at hand.
 */
export async function changedMeanwhile(
  db: ReadDb,
  noun: string,
  record: { readonly id: string; readonly version: number },
): Promise<CommerceError> {
  const last = await db
    .selectFrom('record_events')
    .selectAll()
    .where('record_id', '=', record.id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return refusalOf(noun, Math.max(record.version, last?.version ?? 0), last && view(last))
}

/**
 * The refusal of a change by somebody who has not seen the last one.
 * @param version that there is now
 * @param last who has made it, and what of it they changed; undefined where nobody knows
 */
export function refusalOf(
  noun: string,
  version: number,
  last: Omit<RecordEvent, 'kind' | 'version'> | undefined,
): CommerceError {
  const fields = last ? last.changes.map(({ field }) => field) : []
  const who = last ? ` by ${last.actor} (${last.date})` : ''
  const what = fields.length > 0 ? `: ${fields.join(', ')}` : ''
  const text = `The ${noun.replaceAll('-', ' ')} has been changed in the meantime${who}${what}. Please read it again.`
  const fault: Fault = last
    ? { text, values: { actor: last.actor, date: last.date } }
    : { text, code: 'record.changed-by-somebody' }
  return new CommerceError('Conflict', 'record.changed', [fault], { etag: etagOf(version) })
}

const view = ({
  date,
  actor,
  kind,
  version,
  changes,
}: Omit<RecordEventTable, 'record_id' | 'store_id' | 'noun'>): RecordEvent => ({
  date,
  actor,
  kind: kind as RecordEvent['kind'],
  version,
  changes: JSON.parse(changes) as FieldChange[],
})

const cut = ({ field, from, to }: FieldChange): FieldChange => ({
  field,
  from: shortened(from),
  to: shortened(to),
})

const shortened = (text: string | null): string | null =>
  text === null || text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1).toWellFormed()}…`
