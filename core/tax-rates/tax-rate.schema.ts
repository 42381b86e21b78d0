import { Type, type Static } from 'typebox'
import { Id } from '../http/schema.ts'
import { listOf, Names, patchOf, RecordState, Version } from '../records/record.schema.ts'

/** A rate of tax as bodies and answers have it. */
export const TaxFraction = Type.Number({
  minimum: 0,
  maximum: 1,
  description: 'A fraction: 0.25 is 25 %.',
})

const IsDefault = Type.Boolean({
  description: 'Whether new products have it; of a store only one is, and another is it no more.',
})

/** A whole tax rate. Left out, it is active and not the default. */
export const TaxRateBody = Type.Object({
  names: Names,
  rate: TaxFraction,
  isDefault: Type.Optional(IsDefault),
  state: Type.Optional(RecordState),
})
export type TaxRateBody = Static<typeof TaxRateBody>

export const TaxRatePatch = patchOf(TaxRateBody)

export const ManagedTaxRate = Type.Object({
  id: Id,
  version: Version,
  names: Names,
  rate: TaxFraction,
  isDefault: IsDefault,
  state: RecordState,
})
export type ManagedTaxRate = Static<typeof ManagedTaxRate>

export const ManagedTaxRatesAnswer = listOf('taxRates', ManagedTaxRate)
export type ManagedTaxRatesAnswer = Static<typeof ManagedTaxRatesAnswer>
