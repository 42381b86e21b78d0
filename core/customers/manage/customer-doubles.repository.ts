import type { ReadDb, WriteDb } from '../../database/engine.ts'
import { insertRow } from '../../database/queries/prepared.ts'

/** A customer that was merged into another. */
export interface CustomerDouble {
  readonly id: string
  /** Where it was another than that of the one that stays. */
  readonly email: string | null
}

/** The doubles that were merged into a customer, directly or by way of another. */
export async function doublesOf(db: ReadDb, customerId: string): Promise<readonly CustomerDouble[]> {
  const rows = await db
    .selectFrom('customer_doubles')
    .select(['id', 'email_address'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
  return rows.map(({ email_address, id }) => ({ id, email: email_address }))
}

/** All ids that lead to a customer: their own, and those of their doubles. */
export const idsOf = async (db: ReadDb, customerId: string): Promise<readonly string[]> => [
  customerId,
  ...(await doublesOf(db, customerId)).map(({ id }) => id),
]

/** From now on the doubles of one customer lead to another. */
export async function moveDoubles(db: WriteDb, fromId: string, toId: string): Promise<void> {
  await db
    .updateTable('customer_doubles')
    .set({ customer_id: toId })
    .where('customer_id', '=', fromId)
    .execute()
}

/** Keeps whom the id and the e-mail of a double lead to. */
export async function addDouble(
  db: WriteDb,
  storeId: string,
  { email, id }: CustomerDouble,
  customerId: string,
): Promise<void> {
  await insertRow(db, 'customer_doubles', {
    id,
    store_id: storeId,
    customer_id: customerId,
    email_address: email,
  })
}

/** Forgets the e-mails of a customer's doubles. */
export async function forgetEmails(db: WriteDb, customerId: string): Promise<void> {
  await db
    .updateTable('customer_doubles')
    .set({ email_address: null })
    .where('customer_id', '=', customerId)
    .execute()
}
