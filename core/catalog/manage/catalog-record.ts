import type { StoredRecord } from '../../records/noun.ts'
import type { RecordState } from '../../records/record.schema.ts'
import type { Texts } from '../../records/texts.ts'

/** What somebody wants a catalog to be. */
export interface CatalogDraft {
  readonly names: Texts
  /** Its place in the store's order: lower ones come first. */
  readonly position: number
  readonly state: RecordState
}

export interface CatalogRecord extends CatalogDraft, StoredRecord {}
