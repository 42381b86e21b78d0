import { productsOfCode } from '../catalog/product.repository.ts'
import type { WriteDb } from '../database/engine.ts'
import { timestamp } from '../kernel/clock.ts'
import { badRequest, said } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { toMinor, type Minor } from '../kernel/money.ts'
import type { Context } from '../operations/context.ts'
import { getStore } from '../stores/store.repository.ts'
import type { Currency } from '../stores/store.schema.ts'
import { requireCurrency } from '../stores/store.ts'
import { newCode, requireCode } from './gift-card-code.ts'
import { addGiftCard, getGiftCardRow } from './gift-card.repository.ts'
import { MOST_ON_CARD, type IssuedGiftCard, type IssueGiftCardBody } from './gift-card.schema.ts'
import { viewGiftCard } from './view-gift-card.ts'

/**
 * Issues a gift card that was not sold: store credit.
 * @throws CommerceError BadRequest for a currency that the store does not take, an amount of nothing, and a code that no card
 *   may have; Conflict for one that another card has
 */
export async function issueStoreCredit(
  db: WriteDb,
  context: Context,
  { amount, code, currency: isoCode, reason }: IssueGiftCardBody,
): Promise<IssuedGiftCard> {
  const currency = requireCurrency(await getStore(db, context.storeId), isoCode)
  const minor = toMinor(amount, currency.isoCode)
  if (minor <= 0) throw badRequest('gift-card.amount', 'must be more than nothing', 'amount')
  return issueGiftCard(db, context, { amount: minor, currency, code, reason: reason.trim() })
}

/**
 * That a code is none of goods: what stands on every piece on the shelf anybody could spend.
 * @throws CommerceError BadRequest
 */
export async function requireNoGoods(db: WriteDb, storeId: string, code: string): Promise<void> {
  if ((await productsOfCode(db, storeId, code.trim())).length > 0)
    throw badRequest('gift-card.code-of-goods', 'is the code of goods', 'code')
}

/**
 * That a card may hold an amount which its caller has not sent; one that was sent is refused by its schema, with the same code.
 * @param field that the amount is told by
 * @throws CommerceError BadRequest
 */
export function requireHoldable(amount: Minor, { isoCode }: Pick<Currency, 'isoCode'>, field: string): void {
  if (amount > toMinor(MOST_ON_CARD, isoCode))
    throw badRequest('field.maximum', said`must be at most ${{ limit: MOST_ON_CARD }}`, field)
}

export interface Issue {
  /** A new one where not given. */
  readonly id?: string
  readonly amount: Minor
  readonly currency: Currency
  /** One is made where not given. */
  readonly code?: string | null | undefined
  readonly reason?: string
  /** What it was sold with; an order whose money goes back onto it has no line of it. */
  readonly sold?: { readonly orderId: string; readonly lineId: string | null }
  /** The payment that goes back onto it, in the place of the card that it was received by. */
  readonly paymentId?: string
}

/**
 * Issues a gift card.
 * @returns the card with its code, which is kept nowhere
 * @throws CommerceError BadRequest for a code that no card may have, or goods have; Conflict for one that another card has
 */
export async function issueGiftCard(
  db: WriteDb,
  context: Pick<Context, 'changes' | 'name' | 'now' | 'storeId'>,
  { id = newId(), amount, currency, paymentId, reason, sold, code: given }: Issue,
): Promise<IssuedGiftCard> {
  const code = given ?? newCode()
  if (typeof given === 'string') await requireNoGoods(db, context.storeId, given)
  const row = {
    id,
    store_id: context.storeId,
    version: 1,
    ...requireCode(code),
    state: 'active' as const,
    currency_id: currency.id,
    initial_amount: amount,
    balance: amount,
    issued_at: timestamp(context.now),
    issued_by: context.name,
    order_id: sold?.orderId ?? null,
    order_line_id: sold?.lineId ?? null,
    reason: reason ?? null,
  }
  await addGiftCard(db, context, row, paymentId)
  return { giftCard: viewGiftCard(await getGiftCardRow(db, context.storeId, id)), code }
}
