import { listGiftCards, lookUpGiftCard, type GiftCard } from '../../api/gift-cards.ts'
import type { Texts } from '../../i18n/index.ts'
import { formatMoney } from '../../ui/format.ts'
import { isKnownPart, isMadeCode, mayBeCode } from '../gift-cards/gift-card-code.ts'
import type { Found } from './found.ts'

interface Finding {
  readonly locale: string
  readonly t: Texts['t']
}

/** The card that has this code, which stands in no address; none where it can be none. */
export async function findGiftCard(code: string, finding: Finding, signal: AbortSignal): Promise<Found[]> {
  const card = mayBeCode(code) || isMadeCode(code) ? await lookUpGiftCard(code, signal) : undefined
  return card ? [found(card, finding)] : []
}

/** The cards whose codes end with this. */
export async function findGiftCardsByEnd(
  search: string,
  most: number,
  finding: Finding,
  signal: AbortSignal,
): Promise<Found[]> {
  if (!isKnownPart(search)) return []
  const { giftCards } = await listGiftCards({ search, maxItems: most }, signal)
  return giftCards.map((card) => found(card, finding))
}

const found = (
  { balance, currency, id, lastCharacters, state }: GiftCard,
  { locale, t }: Finding,
): Found => ({
  kind: 'gift-card',
  id,
  title: `…${lastCharacters}`,
  text: state === 'active' ? formatMoney(balance, currency, locale) : t(`giftCards.states.${state}`),
  to: { name: 'gift-card', params: { giftCardId: id } },
})
