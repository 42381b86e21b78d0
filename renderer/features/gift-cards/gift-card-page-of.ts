import type { RouteLocationRaw } from 'vue-router'
import { lookUpGiftCard } from '../../api/gift-cards.ts'
import { holdsScope } from '../../api/scopes.ts'
import { isSecret } from './gift-card-code.ts'

/** The page of the card that was scanned, where it is one and whoever is here may see it. Its code stands in no address. */
export async function giftCardPageOf(scanned: string): Promise<RouteLocationRaw | undefined> {
  const card = holdsScope('staff') && isSecret(scanned) ? await lookUpGiftCard(scanned) : undefined
  return card && { name: 'gift-card', params: { giftCardId: card.id } }
}
