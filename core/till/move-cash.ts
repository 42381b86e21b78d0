import type { WriteDb } from '../database/engine.ts'
import { timestamp } from '../kernel/clock.ts'
import { badRequest, conflict } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { toMinor } from '../kernel/money.ts'
import type { Context } from '../operations/context.ts'
import { addMovement, findLastCount } from './till.repository.ts'
import type { MoveCashBody, TillMovement } from './till.schema.ts'
import { currencyOfTill, viewMovement } from './view-till.ts'

/**
 * Keeps that money was put into a till or taken out of it, and why: change from the bank, stamps, the window cleaner.
 * @throws CommerceError BadRequest for a currency that is not the store's, and for less than its smallest unit; Conflict where
 *   the till was never counted
 */
export async function moveCash(
  db: WriteDb,
  context: Context,
  { amount, currency, kind, reason }: MoveCashBody,
): Promise<TillMovement> {
  const { id: currencyId, isoCode } = await currencyOfTill(db, context, currency)
  const till = { storeId: context.storeId, currencyId }
  const minor = toMinor(amount, isoCode)
  if (minor === 0) throw badRequest('till.nothing', 'must be more than nothing', 'amount')
  if (!(await findLastCount(db, till)))
    throw conflict('till.never-counted', 'The till was never counted: nobody knows what it should hold.')
  const row = {
    id: newId(),
    store_id: till.storeId,
    currency_id: till.currencyId,
    date: timestamp(context.now),
    actor: context.name,
    kind,
    amount: minor,
    reason: reason.trim(),
    till_count_id: null,
  }
  await addMovement(db, row)
  return viewMovement(row, isoCode)
}
