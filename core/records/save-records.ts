import type { ReadDb, WriteDb } from '../database/engine.ts'
import { confirmVersions } from '../database/queries/prepared.ts'
import { recordDone, type Author, type Done } from '../history/record-events.ts'
import { newId } from '../kernel/ids.ts'
import { fieldChanges } from '../history/field-changes.ts'
import { isSame } from './is-same.ts'
import { nounOf, type RecordChange, type StoredRecord, type Storing, type Wanted } from './noun.ts'

/** What has become of a record. */
export interface Saved<R> {
  readonly record: R
  readonly kind: 'added' | 'changed' | 'unchanged'
}

/** Says what storing drafts would make of each, and writes nothing. */
export async function previewRecords<Draft, R extends StoredRecord>(
  db: ReadDb,
  { become }: Pick<Storing<never, Draft, R>, 'become'>,
  wanted: readonly Wanted<Draft, R>[],
): Promise<readonly Saved<R>[]> {
  const records = become ? await become(db, wanted) : wanted.map(replaced)
  return records.map((record, index): Saved<R> => {
    const { before, identify } = wanted[index] ?? {}
    if (!before) return { kind: 'added', record: identify?.(record) ?? record }
    return isSame(before, { ...record, version: before.version })
      ? { kind: 'unchanged', record: before }
      : { kind: 'changed', record }
  })
}

/** A record in which a draft has replaced all that it names. */
const replaced = <Draft, R extends StoredRecord>({ before, draft }: Wanted<Draft, R>): R =>
  ({
    ...before,
    ...draft,
    id: before?.id ?? newId(),
    version: (before?.version ?? 0) + 1,
  }) as Draft & StoredRecord as unknown as R

const byId = (
  { before: one }: RecordChange<StoredRecord>,
  { before: other }: RecordChange<StoredRecord>,
): number => (one.id < other.id ? -1 : Number(one.id > other.id))

/**
 * Stores drafts that have been checked, new ones and changed ones, and keeps who has done it. What is as it was stays in
 * its version.
 * @param by how the history calls it where it is neither made nor changed by hand
 * @throws Overtaken where one has been changed since it was read
 */
export async function saveRecords<Around, Draft, R extends StoredRecord>(
  db: WriteDb,
  author: Author,
  storing: Storing<Around, Draft, R>,
  around: Around,
  wanted: readonly Wanted<Draft, R>[],
  by?: Done['kind'],
): Promise<readonly Saved<R>[]> {
  const saved = await previewRecords(db, storing, wanted)
  const noun = nounOf(storing)
  const added: R[] = []
  const changes: RecordChange<R>[] = []
  const done: Done[] = []
  const unchanged: R[] = []
  for (const [index, { kind, record }] of saved.entries()) {
    const before = wanted[index]?.before
    if (kind === 'unchanged') {
      unchanged.push(record)
      continue
    }
    const made = { recordId: record.id, noun, version: record.version }
    if (!before) {
      added.push(record)
      done.push({ ...made, kind: by ?? 'created', changes: [] })
    } else {
      changes.push({ before, after: record })
      const fields = fieldChanges(storing.fields(around, before), storing.fields(around, record))
      done.push({ ...made, kind: by ?? 'changed', changes: fields })
    }
  }
  // What one statement has read of a record and what the next one has may never have been there at once.
  await confirmVersions(db, storing.rows.table, unchanged)
  await storing.rows.insert(db, author, added)
  // Two who write some of the same take turns at the first of them.
  await storing.rows.update(db, author, changes.toSorted(byId))
  await recordDone(db, author, done)
  return saved
}
