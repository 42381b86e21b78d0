declare module '../database/schema/tables.ts' {
  interface Tables {
    record_events: RecordEventTable
  }
}

/** Who has made which version of one of the shop's own records, when and how. */
export interface RecordEventTable {
  record_id: string
  version: number
  store_id: string
  /** What the record is: product, price-group. */
  noun: string
  date: string
  actor: string
  kind: string
  /** JSON: a list of `FieldChange`. */
  changes: string
}
