declare module '../database/schema/tables.ts' {
  interface Tables {
    unindexed_records: UnindexedRecordTable
  }
}

/** A record that is not found by the words of one of its versions yet: they are still to be written. */
export interface UnindexedRecordTable {
  store_id: string
  /** What the record is: product, customer. */
  noun: string
  record_id: string
  version: number
}
