import { Type, type Static } from 'typebox'
import { RecordEvent } from '../history/record-event.schema.ts'
import { DateTime, ErrorBody, Id, Nullable } from '../http/schema.ts'

const NullableDate = Nullable(Type.String({ format: 'date-time', description: 'UTC, with milliseconds.' }))

/** How often backups are made by themselves, and which are kept. */
export const BackupPlan = Type.Object({
  everyHours: Type.Integer({ minimum: 1, maximum: 168, description: 'So often one is made by itself.' }),
  newest: Type.Integer({
    minimum: 1,
    maximum: 50,
    description: 'So many are kept, whenever they were made.',
  }),
  days: Type.Integer({
    minimum: 0,
    maximum: 366,
    description: 'Beside them the newest of so many days that have one.',
  }),
  weeks: Type.Integer({ minimum: 0, maximum: 520, description: 'And of so many weeks.' }),
})
export type BackupPlan = Static<typeof BackupPlan>

/** The data of all stores, and how well they are kept. */
export const DataState = Type.Object({
  kind: Type.Union([Type.Literal('file'), Type.Literal('server')]),
  name: Type.String({ description: 'The file; or the server and its database, without any secret.' }),
  bytes: Type.Integer(),
  freeBytes: Nullable(Type.Integer({ description: 'Free on the disk of the file; null for a server.' })),
  health: Type.Union([Type.Literal('ok'), Type.Literal('failing'), Type.Literal('damaged')]),
  isBackedUp: Nullable(
    Type.Boolean({
      description: 'Whether the last backup that was due was made; null for a server, which has its own.',
    }),
  ),
  checkedDate: NullableDate,
  checkFaults: Nullable(Type.Integer({ description: 'What that check has found wrong.' })),
  backupDate: NullableDate,
  plan: Nullable(Type.Object(BackupPlan.properties)),
})
export type DataState = Static<typeof DataState>

/** Who has changed the plan, and how. */
export const BackupPlanEvents = Type.Object({
  events: Type.Array(RecordEvent, { description: 'Newest first; the last 50.' }),
})
export type BackupPlanEvents = Static<typeof BackupPlanEvents>

export const BackupPlanBody = Type.Partial(BackupPlan)
export type BackupPlanBody = Static<typeof BackupPlanBody>

/** A copy of all data, checked from end to end when it was made. */
export const Backup = Type.Object({
  name: Type.String({ examples: ['backcounter-2026-11-20T09-30-00Z.sqlite'] }),
  date: DateTime,
  bytes: Type.Integer(),
  before: Nullable(Type.String({ description: 'The change of the schema that it was made before.' })),
})
export type Backup = Static<typeof Backup>

export const BackupsAnswer = Type.Object({
  folder: Nullable(Type.String({ description: 'Where they are; null where a server has its own.' })),
  backups: Type.Array(Backup, { description: 'Newest first.' }),
})
export type BackupsAnswer = Static<typeof BackupsAnswer>

export const backupParams = Type.Object({ name: Type.String({ maxLength: 200, 'x-text': true }) })

const counts = {
  orders: Type.Integer(),
  carts: Type.Integer(),
  customers: Type.Integer(),
  products: Type.Integer(),
}
const ContentCounts = Type.Object(counts)
const ContentSummary = Type.Object({
  ...counts,
  newestOrder: Type.Unsafe<{ orderNumber: string; date: string } | null>({
    type: ['object', 'null'],
    properties: { orderNumber: { type: 'string' }, date: { type: 'string', format: 'date-time' } },
    required: ['orderNumber', 'date'],
  }),
})

/** What restoring a backup would change. */
export const BackupComparison = Type.Object({
  backup: ContentSummary,
  now: Nullable(
    Type.Object(ContentSummary.properties, {
      description:
        'Null, as the two below, where the data are damaged or gone: the backup can be restored all the same.',
    }),
  ),
  lost: Nullable(Type.Object(ContentCounts.properties, { description: 'There now, and not in the backup.' })),
  back: Nullable(Type.Object(ContentCounts.properties, { description: 'In the backup, and not there now.' })),
})
export type BackupComparison = Static<typeof BackupComparison>

/** Work on the data, and how far it has come. */
export const DataJob = Type.Object({
  id: Id,
  kind: Type.Union([Type.Literal('backup'), Type.Literal('check'), Type.Literal('restore')]),
  state: Type.Union([Type.Literal('running'), Type.Literal('done'), Type.Literal('failed')]),
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
  error: Nullable(Type.String({ description: 'Why it has failed.' })),
  errors: Type.Array(ErrorBody.properties.errors.items, {
    description: 'The same as an answer would say it, always with `code` and `values`.',
  }),
  orders: Nullable(Type.Integer({ description: 'Of a check: how many orders were reckoned anew.' })),
  faultCount: Nullable(Type.Integer({ description: 'Of a check: what was found wrong.' })),
  faults: Type.Array(Type.String(), {
    description: 'The first 100 of them, for who has all of the data before them.',
  }),
  file: Nullable(
    Type.String({ description: 'The backup that was made; of a restore, where the replaced data are kept.' }),
  ),
})
export type DataJob = Static<typeof DataJob>

export const RestoreBody = Type.Object({
  backup: Type.String({ maxLength: 200, 'x-text': true, description: 'The name of one in the list.' }),
})
