import type { ReceiptEmailRow } from './receipt-email.repository.ts'
import type { ReceiptEmail } from './receipt-email.schema.ts'

export const viewReceiptEmail = (row: ReceiptEmailRow): ReceiptEmail => ({
  id: row.id,
  date: row.date,
  actor: row.actor,
  email: row.email,
  state: row.state,
  attempts: row.attempts,
  nextDate: row.state === 'queued' && row.fault !== null ? row.due_at : null,
  doneDate: row.done_at,
  fault: row.fault,
  answer: row.answer,
})
