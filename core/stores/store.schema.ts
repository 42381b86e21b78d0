import { Type, type Static } from 'typebox'
import { CultureCode, Id, Nullable } from '../http/schema.ts'

/** Section 2.4. */
export const Currency = Type.Object({ id: Id, isoCode: Type.String() })
export type Currency = Static<typeof Currency>

/** The store of the token, with what a client needs to know before its first cart. */
export const Store = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  description: Nullable(Type.String()),
  timeZone: Type.String({ examples: ['Europe/Copenhagen'] }),
  defaultCultureCode: CultureCode,
  defaultCountryId: Nullable(Id),
  cultures: Type.Array(CultureCode),
  currencies: Type.Array(Currency),
})
export type Store = Static<typeof Store>
