import { cartsOfCustomer, cartsOfEmails, cartsOfOrders } from '../carts/carts-of-customer.ts'
import { findCustomersByEmail } from '../customers/customer.repository.ts'
import { idsOf } from '../customers/manage/customer-doubles.repository.ts'
import type { CustomerRecord } from '../customers/manage/customer-record.ts'
import type { ReadDb } from '../database/engine.ts'
import { orderIdsOfCustomer } from '../orders/orders-of-customer.ts'
import type { ReceiptsOf } from '../receipt-emails/forget-receipts.ts'
import { textsInHistories } from '../history/record-events.ts'

/** The ids of a person's carts: their own, of their orders, too, and those that somebody has begun under one of their e-mails. */
export interface CartsOfPerson {
  readonly own: readonly string[]
  readonly begun: readonly string[]
}

/** Finds the carts of a customer; under e-mails, too, that they had before, and that nobody else has now. */
export async function cartsOfPerson(
  db: ReadDb,
  storeId: string,
  { emailAddress, id, otherEmails }: CustomerRecord,
): Promise<CartsOfPerson> {
  const emails = await emailsOfPerson(db, storeId, { emailAddress, id, otherEmails })
  const own = [...(await cartsOfCustomer(db, id)).map((cart) => cart.id), ...(await cartsOfOrders(db, id))]
  const begun = await cartsOfEmails(db, storeId, emails)
  return { own, begun: begun.filter((cartId) => !own.includes(cartId)) }
}

/** What the receipts of a person are found by. */
export const receiptsSought = async (db: ReadDb, storeId: string, customer: Known): Promise<ReceiptsOf> => ({
  storeId,
  orderIds: await orderIdsOfCustomer(db, customer.id),
  emails: await emailsOfPerson(db, storeId, customer),
})

type Known = Pick<CustomerRecord, 'emailAddress' | 'id' | 'otherEmails'>

/** Their e-mails, and those that they had before and nobody else has now; each once. */
async function emailsOfPerson(
  db: ReadDb,
  storeId: string,
  { emailAddress, id, otherEmails }: Known,
): Promise<readonly string[]> {
  const before = await textsInHistories(db, await idsOf(db, id), 'email')
  const owners = await findCustomersByEmail(db, storeId, before)
  const former = before.filter((email) => !owners.has(email))
  const emails = [emailAddress, ...otherEmails, ...former].filter((email) => email !== null)
  return [...new Set(emails)]
}
