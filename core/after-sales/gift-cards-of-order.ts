import type { ReadDb, WriteDb } from '../database/engine.ts'
import { listGiftCardsOfOrder, type GiftCardRow } from '../gift-cards/gift-card.repository.ts'
import type {
  GiftCardsOfOrder,
  IssuedGiftCard,
  IssueSoldGiftCardBody,
} from '../gift-cards/gift-card.schema.ts'
import { viewGiftCard } from '../gift-cards/view-gift-card.ts'
import { badRequest, conflict } from '../kernel/errors.ts'
import { toMajor, type Minor } from '../kernel/money.ts'
import type { Context } from '../operations/context.ts'
import { requireState } from '../orders/move-order.ts'
import type { OrderState } from '../orders/order-states.ts'
import {
  getOrderRow,
  loadOrder,
  lockOrderRow,
  updateOrder,
  type OrderRow,
} from '../orders/order.repository.ts'
import type { SoldLineRecord } from '../orders/order-contents.ts'
import { issueForOrder, paidForCards, thatCount } from '../orders/payments/issued-gift-cards.ts'
import { heldOfAll } from '../orders/payments/payment.ts'
import { paymentsOf } from '../orders/payments/payment.repository.ts'
import { returnedPieces } from '../orders/payments/refund-line.repository.ts'
import { lineTotal } from '../pricing/line.ts'
import { getCurrency } from '../stores/store.repository.ts'

/** States in which the cards of an order are issued. */
const PAID: readonly OrderState[] = ['paid', 'completed']

interface ToIssue {
  readonly line: SoldLineRecord
  readonly amount: Minor
  /** Of how many pieces no card was issued, that did not come back. */
  readonly left: number
  /** For how many of them what was not paid back still pays. */
  readonly paidFor: number
}

/**
 * The gift cards that were sold with an order, or that its money went back onto, and what is still to be issued.
 * @throws CommerceError NotFound
 */
export async function getGiftCardsOfOrder(
  db: ReadDb,
  { storeId }: Pick<Context, 'storeId'>,
  orderId: string,
): Promise<GiftCardsOfOrder> {
  const order = await getOrderRow(db, storeId, orderId)
  const { isoCode } = await getCurrency(db, order.currency_id)
  const issued = await listGiftCardsOfOrder(db, orderId)
  const toIssue = PAID.includes(order.status) ? await cardsToIssue(db, order, issued) : []
  return {
    giftCards: issued.map(viewGiftCard),
    toIssue: toIssue
      .filter(({ paidFor }) => paidFor > 0)
      .map(({ amount, line, paidFor }) => ({
        lineId: line.id,
        productName: line.productName,
        amount: toMajor(amount, isoCode),
        quantity: paidFor,
      })),
  }
}

/**
 * Issues a gift card for a piece of an order that is one: it holds what the piece was sold for.
 * @returns the card with its code, which is kept nowhere
 * @throws CommerceError NotFound; BadRequest for a line of the order that is no gift card, and a code that no card may have;
 *   Conflict where the order is not paid, no piece of the line is left without a card, what would pay for it was paid back, or
 *   another card has the code
 */
export async function issueSoldGiftCard(
  db: WriteDb,
  context: Context,
  orderId: string,
  { code, lineId }: IssueSoldGiftCardBody,
): Promise<IssuedGiftCard> {
  const order = await lockOrderRow(db, context.storeId, orderId)
  requireState(order, PAID)
  const before = await listGiftCardsOfOrder(db, orderId)
  const sold = (await cardsToIssue(db, order, before)).find(({ line }) => line.id === lineId)
  if (!sold) throw badRequest('gift-card.no-line', 'is no line of this order that is a gift card', 'lineId')
  if (sold.left <= 0) {
    throw conflict('gift-card.all-issued', 'The gift cards of this line have been issued.', 'lineId')
  }
  if (sold.paidFor <= 0) {
    const text = 'What has been paid back of the order is not there for another gift card.'
    throw conflict('gift-card.paid-back', text, 'lineId')
  }
  const currency = await getCurrency(db, order.currency_id)
  const { amount } = sold
  const issued = await issueForOrder(db, context, { amount, currency, code, sold: { orderId, lineId } })
  await updateOrder(db, context, order)
  return issued
}

/**
 * The lines of an order that were sold as gift cards, and for something.
 * @param issued its cards so far
 */
async function cardsToIssue(db: ReadDb, order: OrderRow, issued: readonly GiftCardRow[]): Promise<ToIssue[]> {
  const { lines } = await loadOrder(db, order.id, order)
  const sold = lines.filter(({ isGiftCard }) => isGiftCard)
  if (sold.length === 0) return []
  const returned = await returnedPieces(db, order.id)
  const counting = thatCount(issued)
  const cards = Map.groupBy(counting, ({ order_line_id: lineId }) => lineId)
  const held = heldOfAll(await paymentsOf(db, order.id))
  let money = paidForCards(order, held, counting)
  const toIssue: ToIssue[] = []
  for (const line of sold) {
    const amount = lineTotal({ ...line, quantity: 1 })
    if (amount <= 0) continue
    const left = line.quantity - (returned.get(line.id) ?? 0) - (cards.get(line.id)?.length ?? 0)
    const paidFor = Math.max(Math.min(left, Math.floor(money / amount)), 0)
    money -= paidFor * amount
    toIssue.push({ line, amount, left, paidFor })
  }
  return toIssue
}
