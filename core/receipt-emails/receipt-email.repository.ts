import type { Insertable, Selectable } from 'kysely'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { insertRow } from '../database/queries/prepared.ts'
import type { ReceiptEmailTable } from './receipt-email.table.ts'

export type ReceiptEmailRow = Selectable<ReceiptEmailTable>

export const addReceiptEmail = async (db: WriteDb, row: Insertable<ReceiptEmailTable>): Promise<void> =>
  insertRow(db, 'receipt_emails', row)

/** Those of orders, newest first. */
export const receiptEmailsOf = async (db: ReadDb, orderIds: readonly string[]): Promise<ReceiptEmailRow[]> =>
  orderIds.length === 0
    ? []
    : db
        .selectFrom('receipt_emails')
        .selectAll()
        .where('order_id', 'in', orderIds)
        .orderBy('date', 'desc')
        .orderBy('id', 'desc')
        .execute()

/** Those that went to one of some e-mails, or are to; however these are written, large or small. */
export const receiptEmailsTo = async (
  db: ReadDb,
  storeId: string,
  emails: readonly string[],
): Promise<ReceiptEmailRow[]> =>
  emails.length === 0
    ? []
    : db
        .selectFrom('receipt_emails')
        .selectAll()
        .where('store_id', '=', storeId)
        .where(
          'email_key',
          'in',
          emails.map((email) => email.toLowerCase()),
        )
        .orderBy('date')
        .orderBy('id')
        .execute()

/** The oldest of those that may be tried. */
export const findDue = async (db: ReadDb, now: string): Promise<ReceiptEmailRow | undefined> =>
  db
    .selectFrom('receipt_emails')
    .selectAll()
    .where('state', '=', 'queued')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/**
 * Takes one to be tried, until a moment: then it is anybody's again.
 * @returns undefined where somebody else was first
 */
export const claimReceiptEmail = async (
  db: WriteDb,
  { attempts, due_at, id }: ReceiptEmailRow,
  until: string,
): Promise<ReceiptEmailRow | undefined> =>
  db
    .updateTable('receipt_emails')
    .set({ attempts: attempts + 1, due_at: until, fault: null, answer: null })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('attempts', '=', attempts)
    .where('due_at', '=', due_at)
    .returningAll()
    .executeTakeFirst()

/**
 * Says what came of a try.
 * @returns whether it was still its: not where it took so long that somebody else tries, or where it is erased meanwhile
 */
export async function settleReceiptEmail(
  db: WriteDb,
  { attempts, id }: ReceiptEmailRow,
  columns: Partial<Pick<ReceiptEmailRow, 'state' | 'due_at' | 'done_at' | 'fault' | 'answer'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('receipt_emails')
    .set(columns)
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('attempts', '=', attempts)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Nothing more of what a store has to send now is tried until then: its server takes nothing. What is being tried is not due. */
export const putOff = async (
  db: WriteDb,
  storeId: string,
  { fault, now, until }: Readonly<Record<'fault' | 'now' | 'until', string>>,
): Promise<unknown> =>
  db
    .updateTable('receipt_emails')
    .set({ due_at: until, fault })
    .where('store_id', '=', storeId)
    .where('state', '=', 'queued')
    .where('due_at', '<=', now)
    .execute()

/** All that a store has waiting after a try may be tried at once; not what is being tried. */
export const hurry = async (db: WriteDb, storeId: string, now: string): Promise<unknown> =>
  db
    .updateTable('receipt_emails')
    .set({ due_at: now })
    .where('store_id', '=', storeId)
    .where('state', '=', 'queued')
    .where('fault', 'is not', null)
    .execute()

/** The oldest of those that were asked for before a moment. */
export const receiptEmailsBefore = async (
  db: ReadDb,
  moment: string,
  limit: number,
): Promise<ReceiptEmailRow[]> =>
  db
    .selectFrom('receipt_emails')
    .selectAll()
    .where('date', '<', moment)
    .orderBy('date')
    .limit(limit)
    .execute()

export async function deleteReceiptEmails(db: WriteDb, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('receipt_emails').where('id', 'in', ids).execute()
}
