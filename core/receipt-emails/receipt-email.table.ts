declare module '../database/schema/tables.ts' {
  interface Tables {
    receipt_emails: ReceiptEmailTable
  }
}

/** The receipt of an order that somebody wants to be sent to an e-mail. What stands in it is made when it is sent. */
export interface ReceiptEmailTable {
  /** Also what its `Message-ID` is made of: whatever is sent twice can be told by that. */
  id: string
  store_id: string
  order_id: string
  email: string
  /** In small letters, of whatever alphabet: databases know capitals of ASCII alone. */
  email_key: string
  /** Who has asked for it, and when. */
  actor: string
  date: string
  state: 'queued' | 'sent' | 'failed'
  /** How often it was begun to be sent; the number of a try is also its right to say what came of it. */
  attempts: number
  /** While it is queued: from when on it may be tried. Whoever tries it sets that off first, so that nobody else does. */
  due_at: string
  done_at: string | null
  /** Why it was not taken last, or the one before it was not; null until it is tried, meanwhile, and once it is sent. */
  fault: string | null
  /** What the server said last. */
  answer: string | null
}
