import type { Engine, ReadDb } from '../database/engine.ts'
import { inChunks } from '../database/queries/in-chunks.ts'
import { plainAmount, type Minor } from '../kernel/money.ts'
import {
  findPaymentsBesideCards,
  listGiftCardsAfter,
  listTransactionsOf,
  type GiftCardRow,
  type GiftCardTransactionRow,
} from './gift-card.repository.ts'

/** Cards that are held in memory at a time. */
const CHUNK = 500

/** Something about a gift card that must not be. */
export interface GiftCardFault {
  readonly giftCardId: string
  /** How a person knows it. */
  readonly giftCard: string
  readonly text: string
}

/**
 * Reckons what is on every gift card anew from all that has happened to it, and compares; and what payments took off cards and
 * gave back, with the payments.
 * @returns how many cards there are, and what does not agree
 */
export async function checkGiftCards(
  database: Pick<Engine, 'read'>,
): Promise<{ giftCards: number; faults: GiftCardFault[] }> {
  const faults: GiftCardFault[] = []
  let giftCards = 0
  const list = async (db: ReadDb, after: string) => listGiftCardsAfter(db, after, CHUNK)
  for await (const { found, rows } of inChunks(database, list, checkChunk)) {
    faults.push(...found)
    giftCards += rows.length
  }
  return { giftCards, faults }
}

async function checkChunk(db: ReadDb, cards: readonly GiftCardRow[]): Promise<GiftCardFault[]> {
  const ids = cards.map(({ id }) => id)
  const moved = Map.groupBy(await listTransactionsOf(db, ids), (row) => row.gift_card_id)
  const beside = Map.groupBy(await findPaymentsBesideCards(db, ids), (row) => row.cardId)
  return cards.flatMap((card) => {
    const texts = [
      ...historyFaults(card, moved.get(card.id) ?? []),
      ...(beside.get(card.id) ?? []).map(
        ({ paymentId }) => `the payment ${paymentId} says something else than the card`,
      ),
    ]
    const giftCard = `Gift card ${card.last_characters} (${card.id})`
    return [...new Set(texts)].map((text) => ({ giftCardId: card.id, giftCard, text }))
  })
}

function historyFaults(card: GiftCardRow, rows: readonly GiftCardTransactionRow[]): string[] {
  const write = (amount: Minor): string => plainAmount(amount, card.isoCode)
  const texts: string[] = []
  let balance = 0
  for (const [index, row] of rows.entries()) {
    if (row.version !== index + 1) texts.push(`its version ${index + 1} is missing`)
    balance += row.amount
    if (row.balance !== balance) {
      texts.push(`version ${row.version} left ${write(row.balance)}, its parts make ${write(balance)}`)
      balance = row.balance
    }
  }
  const [first] = rows
  const isIssued = first?.kind === 'issue' && first.amount === card.initial_amount
  if (!isIssued) texts.push(`nothing says that it was issued with ${write(card.initial_amount)}`)
  if (balance !== card.balance)
    texts.push(`balance is ${write(card.balance)}, its parts make ${write(balance)}`)
  if (rows.at(-1)?.version !== card.version) texts.push(`its version ${card.version} has no entry`)
  return texts
}
