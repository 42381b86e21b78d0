import type { WriteDb } from '../database/engine.ts'
import { timestamp } from '../kernel/clock.ts'
import { badRequest, conflict } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { toMinor } from '../kernel/money.ts'
import type { Context } from '../operations/context.ts'
import { drawerDue } from '../tills/drawer-due.ts'
import { requireOpenTill } from '../tills/till.repository.ts'
import { addMovement, findLastCount } from './till-count.repository.ts'
import type { MoveCashBody, TillMovement } from './till-count.schema.ts'
import { tillAskedFor, viewMovement } from './view-till.ts'

/**
 * Keeps that money was put into a till or taken out of it, and why: change from the bank, stamps, the window cleaner.
 * @throws CommerceError BadRequest for a currency that is not the store's, for a till that there is not or that is retired, and
 *   for less than its smallest unit; Conflict where the till was never counted
 */
export async function moveCash(db: WriteDb, context: Context, body: MoveCashBody): Promise<TillMovement> {
  const { currency, of } = await tillAskedFor(db, context, body, requireOpenTill)
  const amount = toMinor(body.amount, currency)
  if (amount === 0) throw badRequest('till.nothing', 'must be more than nothing', 'amount')
  if (!(await findLastCount(db, of)))
    throw conflict('till.never-counted', 'The till was never counted: nobody knows what it should hold.')
  const row = {
    id: newId(),
    store_id: of.storeId,
    currency_id: of.currencyId,
    till_id: of.tillId,
    date: timestamp(context.now),
    actor: context.name,
    kind: body.kind,
    amount,
    reason: body.reason.trim(),
    till_count_id: null,
  }
  await addMovement(db, row)
  // At another till the drawer is another one: somebody stands before it, or nobody does.
  if (body.isOfDesk) context.changes.push(...drawerDue(context, row.id))
  return viewMovement(row, currency)
}
