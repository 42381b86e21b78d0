import type { ReadDb, WriteDb } from '../../database/engine.ts'
import { listGiftCardsOfOrder, type GiftCardRow } from '../../gift-cards/gift-card.repository.ts'
import type { IssuedGiftCard } from '../../gift-cards/gift-card.schema.ts'
import { issueGiftCard, type Issue } from '../../gift-cards/issue-gift-card.ts'
import { conflict, said, type CommerceError } from '../../kernel/errors.ts'
import { toMajor, type Minor } from '../../kernel/money.ts'
import type { Context } from '../../operations/context.ts'
import { recordEvent } from '../order-events.ts'
import type { OrderRow } from '../order.repository.ts'

/** Issues a gift card that an order tells of, and writes it into its history. */
export async function issueForOrder(
  db: WriteDb,
  context: Context,
  issue: Issue & Required<Pick<Issue, 'sold'>>,
): Promise<IssuedGiftCard> {
  const { amount, currency, sold } = issue
  const issued = await issueGiftCard(db, context, issue)
  await recordEvent(db, context, sold.orderId, 'gift-card.issued', {
    amount: toMajor(amount, currency.isoCode),
    currency: currency.isoCode,
    giftCard: issued.giftCard.lastCharacters,
  })
  return issued
}

/**
 * Cards that were sold with an order and can be spent, or have been: all but those that were deactivated with all that was on them.
 * One that its money went back onto was sold with nothing.
 */
export const thatCount = (cards: readonly GiftCardRow[]): GiftCardRow[] =>
  cards.filter(
    ({ balance, initial_amount: issued, order_line_id: lineId, state }) =>
      lineId !== null && (state === 'active' || balance < issued),
  )

/** The same of an order. */
export const cardsThatCount = async (db: ReadDb, orderId: string): Promise<GiftCardRow[]> =>
  thatCount(await listGiftCardsOfOrder(db, orderId))

/**
 * What the money that stays of an order pays of gift cards beyond those that were issued with it; less than nothing where it
 * does not pay for these. A card holds what its piece was sold for before anything was taken off the whole order, delivery
 * included: of that, its share was off the card.
 * @param held what the shop still holds of the order
 * @param cards of the order, those that count
 */
export const paidForCards = (
  order: Pick<OrderRow, 'discount' | 'shipping_total' | 'sub_total'>,
  held: Minor,
  cards: readonly GiftCardRow[],
): Minor => mostPaidBy(order, held) - cards.reduce((sum, card) => sum + card.initial_amount, 0)

/** The most that was sold for what comes to an amount with its share of the discount, fractions of a minor unit aside. */
function mostPaidBy(
  { discount, shipping_total: shipping, sub_total: goods }: Parameters<typeof paidForCards>[0],
  held: Minor,
): Minor {
  if (discount === 0) return held
  const [whole, paid] = [BigInt(goods + shipping), BigInt(goods + shipping - discount)]
  // What was had for nothing, nothing pays for.
  return paid === 0n ? Infinity : Number(((BigInt(held) + 1n) * whole - 1n) / paid)
}

/**
 * That the money which stays of an order pays for the gift cards that were sold with it.
 * @param held what the shop still holds of the order then
 * @throws CommerceError Conflict
 */
export async function requireCardsPaidFor(db: WriteDb, order: OrderRow, held: Minor): Promise<void> {
  const cards = await cardsThatCount(db, order.id)
  if (cards.length > 0 && paidForCards(order, held, cards) < 0) throw cardsOut(cards)
}

/** The refusal of what would pay gift cards back that can be spent, or have been. */
export function cardsOut(cards: readonly GiftCardRow[]): CommerceError {
  const last = cards.map(({ last_characters }) => last_characters).join(', ')
  return conflict(
    'order.gift-cards-issued',
    said`Gift cards were issued with this order: ${{ last }}. What they stand for goes back once they are deactivated, unspent.`,
  )
}
