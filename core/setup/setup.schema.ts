import { Type, type Static } from 'typebox'
import {
  CountryCode,
  CultureCode,
  CurrencyCode,
  NAME_LENGTH,
  PHONE_LENGTH,
  POSTAL_CODE_LENGTH,
  RequiredText,
  Text,
} from '../http/schema.ts'
import { TaxFraction } from '../tax-rates/tax-rate.schema.ts'

const NewTaxRate = Type.Object({ name: RequiredText(NAME_LENGTH), rate: TaxFraction })

/** What a new shop is asked for. */
export const NewShop = Type.Object({
  name: RequiredText(200),
  countryCode: CountryCode,
  currency: CurrencyCode,
  cultureCode: CultureCode,
  timeZone: Type.String({ maxLength: 100, examples: ['Europe/Copenhagen'] }),
  line1: Type.Optional(Text(NAME_LENGTH, 'This and the next: as receipts are to show it.')),
  postalCode: Type.Optional(Text(POSTAL_CODE_LENGTH)),
  city: Type.Optional(Text(NAME_LENGTH)),
  region: Type.Optional(
    Text(NAME_LENGTH, 'The state or prefecture, where addresses of the country name it.'),
  ),
  phoneNumber: Type.Optional(Text(PHONE_LENGTH)),
  taxNumber: Type.Optional(Text(100)),
  walkIns: Type.Optional(
    Type.Boolean({
      description:
        'Whether most customers take the goods along: orders at the counter begin as a walk-in’s then, collected and paid in cash ' +
        'unless another way is chosen. The store’s settings say it from then on.',
    }),
  ),
  taxRates: Type.Optional(
    Type.Array(NewTaxRate, {
      maxItems: 20,
      description:
        'Named in the language of the shop. The first is that of new products, and of deliveries. None where left out.',
    }),
  ),
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
