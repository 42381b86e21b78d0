import { Type, type Static } from 'typebox'
import { DateTime, NextPagingToken, Nullable, PageQuery } from '../http/schema.ts'

/** A field of a record before and after a change, as a person reads it. */
export const FieldChange = Type.Object({
  field: Type.String({ examples: ['names.en-GB'] }),
  from: Nullable(Type.String({ description: 'Null where there was nothing.' })),
  to: Nullable(Type.String({ description: 'Null where there is nothing any more.' })),
})
export type FieldChange = Static<typeof FieldChange>

/** One change of one of the shop's own records. */
export const RecordEvent = Type.Object({
  date: DateTime,
  actor: Type.String({ description: 'Who: the client whose token it was, or the command line.' }),
  kind: Type.Union(
    [
      Type.Literal('created'),
      Type.Literal('changed'),
      Type.Literal('retired'),
      Type.Literal('deleted'),
      Type.Literal('imported'),
      Type.Literal('merged'),
      Type.Literal('erased'),
      Type.Literal('rotated'),
      Type.Literal('revoked'),
    ],
    { description: 'What was done.' },
  ),
  version: Type.Integer({ description: 'The version that it made: the number in the `ETag`.' }),
  changes: Type.Array(FieldChange),
})
export type RecordEvent = Static<typeof RecordEvent>

export const RecordEventsQuery = PageQuery
export const RecordEventsAnswer = Type.Object({
  events: Type.Array(RecordEvent),
  nextPagingToken: NextPagingToken,
})
export type RecordEventsAnswer = Static<typeof RecordEventsAnswer>
