import type {
  GiftCard,
  GiftCardsAnswer,
  GiftCardsOfOrder,
  GiftCardsQuery,
  GiftCardTransactionsAnswer,
  IssuedGiftCard,
  IssueGiftCardBody,
  OutstandingGiftCards,
  ShownGiftCard,
} from '../../core/gift-cards/gift-card.schema.ts'
import { ApiError } from './api-error.ts'
import { get, ifSeen, post, request, writeHeaders, type ListQuery } from './client.ts'

export type {
  GiftCard,
  GiftCardsOfOrder,
  GiftCardTransaction,
} from '../../core/gift-cards/gift-card.schema.ts'

/** A card as somebody has seen it. */
type Seen = Pick<GiftCard, 'id' | 'version'>

/** A card, and the code that it has from now on, which nobody is told again. */
export interface CodedGiftCard {
  readonly giftCard: GiftCard
  readonly code: string
}

/** Where programs find one, below `/api/v1`. */
export const giftCardPath = (id: string): string => `/gift-cards/${encodeURIComponent(id)}`
const ofOrder = (orderId: string): string => `/orders/${encodeURIComponent(orderId)}/gift-cards`

/** The cards of the store, newest first. */
export const listGiftCards = async (
  query: ListQuery<GiftCardsQuery>,
  signal?: AbortSignal,
): Promise<GiftCardsAnswer> => get('/gift-cards', { ...query }, signal)

/** What all cards hold that can be spent, by currency. */
export const getOutstanding = async (signal?: AbortSignal): Promise<OutstandingGiftCards['outstanding']> =>
  (await get<OutstandingGiftCards>('/gift-cards/outstanding', {}, signal)).outstanding

export const getGiftCard = async (id: string, signal?: AbortSignal): Promise<ShownGiftCard> =>
  get(giftCardPath(id), {}, signal)

/** The card of a code, which goes in the body: addresses are written down. @returns undefined where no card has it */
export async function lookUpGiftCard(code: string, signal?: AbortSignal): Promise<GiftCard | undefined> {
  try {
    return (await request('POST', '/gift-cards/lookup', { body: { code }, signal })).body as GiftCard
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 404) return undefined
    throw failure
  }
}

/** What has happened to a card, newest first. */
export const listGiftCardTransactions = async (
  id: string,
  page: { maxItems: number; nextPagingToken?: string },
  signal?: AbortSignal,
): Promise<GiftCardTransactionsAnswer> => get(`${giftCardPath(id)}/transactions`, { ...page }, signal)

/** The cards that were sold with an order, or that its money went back onto, and the pieces of it that none was issued for yet. */
export const getGiftCardsOfOrder = async (orderId: string, signal?: AbortSignal): Promise<GiftCardsOfOrder> =>
  get(ofOrder(orderId), {}, signal)

/**
 * Issues a card for a piece of an order.
 * @param code of a card that was printed before; null has one made
 * @param idempotencyKey under which the same try may be repeated, here and below
 */
export const issueSoldGiftCard = async (
  orderId: string,
  lineId: string,
  code: string | null,
  idempotencyKey: string,
): Promise<CodedGiftCard> =>
  coded(post(ofOrder(orderId), { lineId, code }, writeHeaders({ idempotencyKey })), code)

/** Issues a card that was not sold. */
export const issueGiftCard = async (
  body: IssueGiftCardBody & { code: string | null },
  idempotencyKey: string,
): Promise<CodedGiftCard> => coded(post('/gift-cards', body, writeHeaders({ idempotencyKey })), body.code)

/** Gives what is on a card another code. @param seen where it has another version by now, nothing is done */
export const replaceGiftCard = async (
  seen: Seen,
  body: { code: string | null; reason: string | null },
  idempotencyKey: string,
): Promise<CodedGiftCard> =>
  coded(post(`${giftCardPath(seen.id)}/replace`, body, ifSeen(seen, idempotencyKey)), body.code)

/** For good. @param seen as above */
export const deactivateGiftCard = async (
  seen: Seen,
  reason: string,
  idempotencyKey: string,
): Promise<GiftCard> => post(`${giftCardPath(seen.id)}/deactivate`, { reason }, ifSeen(seen, idempotencyKey))

/** Where no answer came to the first try, the code that was made is lost: nobody has it, and the card is given another one. */
export async function coded(
  asked: IssuedGiftCard | Promise<IssuedGiftCard>,
  given: string | null,
): Promise<CodedGiftCard> {
  const { giftCard, code } = await asked
  if (code !== null) return { giftCard, code }
  if (given !== null) return { giftCard, code: given }
  return coded(post(`${giftCardPath(giftCard.id)}/replace`, {}, ifSeen(await getGiftCard(giftCard.id))), null)
}
