import type { CarryOver } from '../database/safekeeping.ts'

/**
 * What had been sent, or given up, since a backup was made is not sent again by it: of what waits in the backup, each is as it
 * is in the data that it takes the place of; what these do not know any more is not sent.
 */
export const carryReceiptEmails: CarryOver = async (from, to) => {
  const waiting = await to.selectFrom('receipt_emails').selectAll().where('state', '=', 'queued').execute()
  for (const { date, id } of waiting) {
    const now = await from.selectFrom('receipt_emails').selectAll().where('id', '=', id).executeTakeFirst()
    await to
      .updateTable('receipt_emails')
      .set(
        now
          ? {
              state: now.state,
              attempts: now.attempts,
              due_at: now.due_at,
              done_at: now.done_at,
              fault: now.fault,
              answer: now.answer,
            }
          : { state: 'failed', fault: 'late', done_at: date },
      )
      .where('id', '=', id)
      .execute()
  }
}
