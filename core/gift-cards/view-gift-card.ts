import { toMajor } from '../kernel/money.ts'
import type { GiftCardRow, GiftCardTransactionRow, TransactionWithOrder } from './gift-card.repository.ts'
import type { GiftCard, GiftCardOfPerson, GiftCardTransaction, IssuedGiftCard } from './gift-card.schema.ts'

/** A gift card as the API answers it. */
export const viewGiftCard = (row: GiftCardRow): GiftCard => ({
  id: row.id,
  version: row.version,
  lastCharacters: row.last_characters,
  state: row.state,
  currency: row.isoCode,
  initialAmount: toMajor(row.initial_amount, row.isoCode),
  balance: toMajor(row.balance, row.isoCode),
  issuedDate: row.issued_at,
  issuedBy: row.issued_by,
  orderId: row.order_id,
  orderNumber: row.orderNumber,
  lineId: row.order_line_id,
  reason: row.reason,
})

/** What has happened to a card; its issue is that of the order that it was sold with. */
export function viewTransaction(
  card: GiftCardRow,
  { orderId, orderNumber, ...row }: TransactionWithOrder,
): GiftCardTransaction {
  const sold = row.kind === 'issue'
  return {
    version: row.version,
    date: row.date,
    actor: row.actor,
    kind: row.kind,
    amount: toMajor(row.amount, card.isoCode),
    balance: toMajor(row.balance, card.isoCode),
    orderId: sold ? card.order_id : orderId,
    orderNumber: sold ? card.orderNumber : orderNumber,
    reason: row.reason,
  }
}

/** A card as whose order it is of is told, with what was written about it. */
export function viewForPerson(
  card: GiftCardRow,
  reasons: readonly GiftCardTransactionRow[],
): GiftCardOfPerson {
  const { currency, id, initialAmount, issuedDate, lastCharacters } = viewGiftCard(card)
  const transactions = reasons.map(({ actor, date, kind, reason }) => ({ date, actor, kind, reason }))
  return { id, lastCharacters, currency, initialAmount, issuedDate, transactions }
}

/** A card's code is in no answer that is kept. */
export const withoutCode = (answer: IssuedGiftCard): IssuedGiftCard => ({ ...answer, code: null })

/** The same of an answer beside which a card was issued. */
export const withIssuedUncoded = <T extends { issued?: IssuedGiftCard }>({ issued, ...answer }: T) => ({
  ...answer,
  ...(issued && { issued: withoutCode(issued) }),
})
