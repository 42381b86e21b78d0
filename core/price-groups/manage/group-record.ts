import type { Ppm } from '../../kernel/money.ts'
import type { StoredRecord } from '../../records/noun.ts'
import type { RecordState } from '../../records/record.schema.ts'
import type { Texts } from '../../records/texts.ts'
import type { Currency } from '../../stores/store.schema.ts'
import type { Criterion } from '../criteria/index.ts'

/** What somebody wants a price group to be. */
export interface GroupDraft {
  readonly names: Texts
  readonly currency: Currency
  readonly baseId: string | null
  readonly priority: number
  /** Its own, or that of its rate with a name; null leaves it to its base, and then to what is sold. */
  readonly taxRate: Ppm | null
  readonly taxRateId: string | null
  readonly criteria: readonly Criterion[]
  readonly state: RecordState
}

/** A price group as the shop writes it. What prices are taken from is another matter: `PriceGroupRecord`. */
export interface GroupRecord extends GroupDraft, StoredRecord {
  /** Those that the criteria of a new one are to have, where they are known beforehand. */
  readonly criterionIds?: readonly string[] | undefined
}

/** Whether a group that is retired is to be sold in again: then it needs what a new one needs. */
export const isOfferedAgain = (
  before: Pick<GroupRecord, 'state'> | undefined,
  { state }: Pick<GroupDraft, 'state'>,
): boolean => before?.state === 'retired' && state === 'active'
