import { isDoneBy } from '../access/approved.ts'
import { requireScope } from '../access/scopes.ts'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { hasSeen } from '../http/etag.ts'
import { conflict } from '../kernel/errors.ts'
import type { Context } from '../operations/context.ts'
import { KEPT_MILLISECONDS } from '../operations/idempotency.ts'
import { newCode, requireCode } from './gift-card-code.ts'
import {
  cardDeactivated,
  changeGiftCard,
  getGiftCardRow,
  listReplacers,
  type GiftCardRow,
} from './gift-card.repository.ts'
import type { GiftCard, IssuedGiftCard } from './gift-card.schema.ts'
import { requireNoGoods } from './issue-gift-card.ts'
import { viewGiftCard } from './view-gift-card.ts'

/**
 * Takes a card out of use for good; what is on it can be spent no more.
 * @throws CommerceError NotFound; Conflict where it is deactivated already, or is in another version than the caller has seen
 */
export async function deactivateGiftCard(
  db: WriteDb,
  context: Context,
  id: string,
  reason: string,
): Promise<GiftCard> {
  const card = await openCard(db, context, id)
  const change = { kind: 'deactivate', reason: reason.trim() } as const
  return viewGiftCard(await changeGiftCard(db, context, card, { state: 'deactivated' }, change))
}

/**
 * Gives what is on a card another code, where the card was lost: the old code serves no more. Whoever may do so could spend what
 * is on it: that is for who manages the shop and, for as long as an answer that was lost is given again, which then tells no code,
 * for who has issued it, until anything else happens to it.
 * @returns the card with its code, which is kept nowhere
 * @throws CommerceError as deactivating does; Forbidden for anybody else; BadRequest for a code that no card may have, or goods have; Conflict for one that a card has
 */
export async function replaceGiftCard(
  db: WriteDb,
  context: Context,
  id: string,
  { code: given, reason }: { readonly code?: string | null | undefined; readonly reason: string | null },
): Promise<IssuedGiftCard> {
  const card = await openCard(db, context, id)
  if (!(await isLikelyUntold(db, context, card))) requireScope(context, ['manage'])
  const code = given ?? newCode()
  if (typeof given === 'string') await requireNoGoods(db, context.storeId, given)
  const kept = requireCode(code)
  const after = await changeGiftCard(db, context, card, kept, { kind: 'replace', reason })
  return { giftCard: viewGiftCard(after), code }
}

/** Whether the caller may give a card another code. */
export const isReplaceable = async (db: ReadDb, context: Context, card: GiftCardRow): Promise<boolean> =>
  card.state === 'active' && (context.scopes.has('manage') || (await isLikelyUntold(db, context, card)))

/** Whether it is of the caller, who may not have been told its code, nor those that they gave it since. */
async function isLikelyUntold(
  db: ReadDb,
  { name, now }: Pick<Context, 'name' | 'now'>,
  card: GiftCardRow,
): Promise<boolean> {
  if (!isDoneBy(card.issued_by, name)) return false
  if (now.getTime() >= Date.parse(card.issued_at) + KEPT_MILLISECONDS) return false
  const replacers = card.version === 1 ? [] : await listReplacers(db, card.id)
  return replacers?.every((replacer) => isDoneBy(replacer, name)) ?? false
}

async function openCard(db: WriteDb, { ifMatch, storeId }: Context, id: string): Promise<GiftCardRow> {
  const card = await getGiftCardRow(db, storeId, id)
  if (card.state === 'deactivated') throw cardDeactivated(card)
  if (hasSeen(ifMatch, card.version)) return card
  throw conflict(
    'gift-card.changed',
    'The gift card has been changed in the meantime; please look at it again.',
  )
}
