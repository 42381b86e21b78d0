import { Type, type Static } from 'typebox'
import { Id, NAME_LENGTH, Nullable, RequiredText } from '../http/schema.ts'
import { listOf, patchOf, RecordState, StatedRecordsQuery, Version } from '../records/record.schema.ts'

/** A till, as a whole. Left out, it is active. */
export const TillBody = Type.Object({ name: RequiredText(NAME_LENGTH), state: Type.Optional(RecordState) })
export type TillBody = Static<typeof TillBody>

export const TillPatch = patchOf(TillBody)

export const ManagedTill = Type.Object({ id: Id, version: Version, name: Type.String(), state: RecordState })
export type ManagedTill = Static<typeof ManagedTill>

export const ManagedTillsAnswer = listOf('tills', ManagedTill)

export const TillsQuery = StatedRecordsQuery

/** Into which till cash goes, or out of which it comes: for whatever moves it. */
export const TillId = Type.Optional(
  Nullable({
    ...Id,
    description:
      'The till that coins and notes go into or come out of: one of `/manage/tills`; the store’s own, which has no name, where not given.',
  }),
)
