import type { Ppm } from '../kernel/money.ts'
import type { StoredRecord } from '../records/noun.ts'
import type { RecordState } from '../records/record.schema.ts'
import type { Texts } from '../records/texts.ts'

/** What somebody wants a tax rate to be. */
export interface TaxRateDraft {
  readonly names: Texts
  readonly rate: Ppm
  /** Whether new products have it. */
  readonly isDefault: boolean
  readonly state: RecordState
}

export interface TaxRateRecord extends TaxRateDraft, StoredRecord {}
