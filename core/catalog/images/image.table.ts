declare module '../../database/schema/tables.ts' {
  interface Tables {
    images: ImageTable
  }
}

/** A picture of something that is sold. It never changes: another one has another id. */
export interface ImageTable {
  id: string
  store_id: string
  content_type: string
  /** Null while something has it; what nothing has is deleted after a while. */
  unused_since: string | null
  bytes: Buffer
}
