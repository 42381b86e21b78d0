declare module '../database/schema/tables.ts' {
  interface Tables {
    idempotency_keys: IdempotencyKeyTable
  }
}

/** The first answer to a POST that carried an `Idempotency-Key`. */
export interface IdempotencyKeyTable {
  client_id: string
  idempotency_key: string
  /** Digest of method, address and body: the same key with another request is a mistake. */
  fingerprint: string
  status: number
  etag: string | null
  /** The answer's JSON as it was sent. */
  body: string
  created_at: string
  /** The order, cart or customer that it tells of; null where it tells of none. */
  record_id: string | null
  /** The customer of that. */
  customer_id: string | null
}
