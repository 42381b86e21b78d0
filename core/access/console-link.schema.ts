import { Type, type Static } from 'typebox'
import { NextPagingToken, Id, Nullable } from '../http/schema.ts'

/** A store whose console may be opened. */
export const StoreSummary = Type.Object({ id: Id, code: Type.String(), name: Type.String() })
export type StoreSummary = Static<typeof StoreSummary>

export const StoresAnswer = Type.Object({
  stores: Type.Array(StoreSummary),
  nextPagingToken: NextPagingToken,
})
export type StoresAnswer = Static<typeof StoresAnswer>

export const ConsoleLinkBody = Type.Object({ storeId: Id })
export const ConsoleLinkAnswer = Type.Object({
  launch: Nullable(
    Type.String({
      description:
        'The one-time code that opens the console: `/?launch=CODE`. Null where the answer is given again for an `Idempotency-Key`.',
    }),
  ),
})
export type ConsoleLinkAnswer = Static<typeof ConsoleLinkAnswer>
