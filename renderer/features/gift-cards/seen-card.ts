import { watch } from 'vue'
import type { GiftCard } from '../../api/gift-cards.ts'
import type { Faults } from '../../ui/use-faults.ts'

/**
 * The card as whoever takes a step has seen it: as it was when its dialog opened, so that a try to which no answer came is the
 * same again; and once a step was refused for what others have done meanwhile, as it is by now.
 * @param now the card by now
 * @param refused it is to be read again
 */
export function useSeenCard(
  { error }: Faults,
  now: () => GiftCard,
  refused: () => void,
): () => Pick<GiftCard, 'id' | 'version'> {
  let seen = now()
  let isOutdated = false
  watch(error, (failure) => {
    if (failure?.status !== 409) return
    isOutdated = true
    refused()
  })
  watch(now, (card) => {
    if (isOutdated) seen = card
    isOutdated = false
  })
  return () => seen
}
