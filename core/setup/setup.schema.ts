import { Type, type Static } from 'typebox'
import { CultureCode, CurrencyCode, RequiredText } from '../http/schema.ts'

/** What a new shop is asked for. */
export const NewShop = Type.Object({
  name: RequiredText(200),
  countryCode: Type.String({ pattern: '^[A-Za-z]{2}$', description: 'ISO 3166-1 alpha-2.' }),
  currency: CurrencyCode,
  cultureCode: CultureCode,
  timeZone: Type.String({ maxLength: 100, examples: ['Europe/Copenhagen'] }),
})
export type NewShop = Static<typeof NewShop>

export const SetupBody = Type.Object({
  code: Type.String({ maxLength: 200 }),
  shop: Type.Union([Type.Literal('demo'), Type.Literal('empty')]),
  store: Type.Optional(NewShop),
})
export type SetupBody = Static<typeof SetupBody>

export const SetupAnswer = Type.Object({
  launch: Type.String({ description: 'The console’s one-time code.' }),
})
