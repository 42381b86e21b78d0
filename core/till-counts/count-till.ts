import { orNull } from '../kernel/optional-text.ts'
import type { WriteDb } from '../database/engine.ts'
import { lastOpeningNumber } from '../drawer-openings/drawer-opening.repository.ts'
import { openingsBetween } from '../drawer-openings/view-drawer.ts'
import { hasSeen } from '../http/etag.ts'
import { timestamp } from '../kernel/clock.ts'
import { badRequest, conflict, said } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { plainAmount, toMinor, type Minor } from '../kernel/money.ts'
import type { Context } from '../operations/context.ts'
import { claimCash } from '../orders/payments/payment-transaction.repository.ts'
import { expectedOf, movedSince } from './till-state.ts'
import { addCount, claimMovements, findLastCount, lastCountNumberBefore } from './till-count.repository.ts'
import type { CountTillBody, TillCountWithMovements } from './till-count.schema.ts'
import { piecesText, sumOfPieces, tillAskedFor, versionOfTill, viewWhole } from './view-till.ts'

/**
 * Keeps how the cash of a till was counted. What came and went until then is counted with it, and the next count begins with
 * what stays in the till.
 * @returns the count, and the version of the till that it makes
 * @throws CommerceError BadRequest for a currency or a till that is not the store's, for more that stays than there is, and for coins
 *   and notes that do not come to what is counted; Conflict where somebody has counted it, or money came or went, since the
 *   caller has looked
 */
export async function countTill(
  db: WriteDb,
  context: Context,
  body: CountTillBody,
): Promise<{ count: TillCountWithMovements; version: number }> {
  const asked = await tillAskedFor(db, context, body)
  const { currency, of } = asked
  const { counted, float } = amountsIn(body, currency)
  const last = await findLastCount(db, of)
  if (!hasSeen(context.ifMatch, versionOfTill(last)))
    throw conflict(
      'till.counted-meanwhile',
      'The till has been counted in the meantime; please look at it again.',
    )

  const id = newId()
  const cash = await claimCash(db, of, id)
  const movements = await claimMovements(db, of, id)
  const moved = movedSince(last, cash, movements)
  requireExpected(body, expectedOf(moved), currency)
  const row = {
    id,
    store_id: of.storeId,
    currency_id: of.currencyId,
    till_id: of.tillId,
    number: Math.max(last?.number ?? 0, await lastCountNumberBefore(db, of)) + 1,
    date: timestamp(context.now),
    actor: context.name,
    opening: moved.opening,
    received: moved.received,
    refunded: moved.refunded,
    paid_in: moved.paidIn,
    paid_out: moved.paidOut,
    counted,
    float_amount: float,
    pieces: body.pieces ? piecesText(body.pieces) : null,
    note: orNull(body.note),
    last_opening: await lastOpeningNumber(db, of),
  }
  await addCount(db, row)
  const openings = await openingsBetween(db, {
    ...of,
    after: last?.last_opening ?? 0,
    until: row.last_opening,
  })
  return { count: viewWhole(asked, row, { movements, ...openings }), version: versionOfTill(row) }
}

function amountsIn({ counted, float = counted, pieces }: CountTillBody, isoCode: string): Amounts {
  const amounts = { counted: toMinor(counted, isoCode), float: toMinor(float, isoCode) }
  if (amounts.float > amounts.counted) {
    const text = said`must be at most ${{ counted: plainAmount(amounts.counted, isoCode) }}, which the till holds`
    throw badRequest('till.float', text, 'float')
  }
  const inPieces = pieces && sumOfPieces(pieces, isoCode)
  if (inPieces !== undefined && inPieces !== amounts.counted) {
    const text = said`come to ${{ sum: plainAmount(inPieces, isoCode) }}, and ${{ counted: plainAmount(amounts.counted, isoCode) }} is counted`
    throw badRequest('till.pieces', text, 'pieces')
  }
  return amounts
}

interface Amounts {
  readonly counted: Minor
  readonly float: Minor
}

/** That a till should hold what the caller has seen, where they say so. */
function requireExpected({ expected: seen }: CountTillBody, expected: Minor | null, isoCode: string): void {
  if (seen === undefined) return
  if ((seen === null ? null : toMinor(seen, isoCode)) === expected) return
  if (expected === null)
    throw conflict(
      'till.never-counted',
      'The till was never counted: nobody knows what it should hold.',
      'expected',
    )
  const text = said`The till should hold ${{ expected: plainAmount(expected, isoCode) }} by now; please look at it again.`
  throw conflict('till.moved-meanwhile', text, 'expected')
}
