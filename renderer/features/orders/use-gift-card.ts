import { computed, ref, type ComputedRef, type Ref } from 'vue'
import { lookUpGiftCard, type GiftCard } from '../../api/gift-cards.ts'
import { useTexts } from '../../i18n/index.ts'
import { formatMoney } from '../../ui/format.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import { plainCode } from '../gift-cards/gift-card-code.ts'
import { soundFailure } from '../scanner/failure-sound.ts'

/** A gift card that somebody pays with, by its code. */
export interface SoughtGiftCard {
  /** As it is scanned or typed. */
  code: Readonly<Ref<string>>
  isLoading: Readonly<Ref<boolean>>
  /** What can be spent of it, in major units of the currency that is to be paid; undefined as long as that is not known. */
  balance: ComputedRef<number | undefined>
  /** What is on it, in words; empty as long as that is not known. */
  text: ComputedRef<string>
  /** Why it cannot be paid with, once the code is whole. */
  fault: ComputedRef<string | undefined>
  /** What was typed so far: it may be but a part of a code. */
  type: (text: string) => void
  scan: (text: string) => Promise<void>
  /** What is typed is all of a code. */
  finish: () => void
  /** Somebody else has spent of it. */
  askAgain: () => void
}

/** The fewest letters that a code has. */
const SHORTEST = 6

/** Whether it is the code of a card with these last characters. */
export const isCodeOf = (text: string, { lastCharacters }: Pick<GiftCard, 'lastCharacters'>): boolean =>
  plainCode(text).endsWith(lastCharacters)

/**
 * Looks up what is on the card whose code is scanned, at once, or typed, when the hand rests. Whether it is enough is the core's to
 * say, which takes it off.
 * @param currency what is to be paid in
 * @param culture how amounts are written
 */
export function useGiftCard(currency: () => string, culture: () => string): SoughtGiftCard {
  const { t } = useTexts()
  const code = ref('')
  const isWhole = ref(false)
  const asked = ref('')
  const loaded = useLoaded(
    async (signal) => {
      const of = asked.value
      return { of, card: of.length < SHORTEST ? undefined : await lookUpGiftCard(of, signal) }
    },
    () => asked.value,
  )
  const ask = useDebounced(() => {
    asked.value = plainCode(code.value)
  })
  /** Of just this code. */
  const found = computed(() => {
    const of = plainCode(code.value)
    return of !== '' && loaded.data.value?.of === of ? loaded.data.value : undefined
  })

  const fault = computed(() => {
    if (!found.value) return undefined
    const { card } = found.value
    if (!card) return isWhole.value ? t('payment.cardNotFound') : undefined
    const { balance, currency: own, lastCharacters: last, state } = card
    if (state === 'deactivated') return t('payment.cardDeactivated', { last })
    if (own !== currency()) return t('payment.cardOtherCurrency', { last, currency: own, due: currency() })
    return balance === 0 ? t('payment.cardEmpty', { last }) : undefined
  })
  const usable = computed(() => (fault.value === undefined ? found.value?.card : undefined))

  return {
    code,
    isLoading: loaded.isLoading,
    balance: computed(() => usable.value?.balance),
    text: computed(() => {
      if (!usable.value) return ''
      const { balance, lastCharacters: last } = usable.value
      return t('payment.cardHolds', { last, amount: formatMoney(balance, currency(), culture()) })
    }),
    fault,
    type(text) {
      code.value = text
      isWhole.value = false
      ask.later()
    },
    async scan(text) {
      code.value = text
      isWhole.value = true
      const isAskedAlready = asked.value === plainCode(text)
      ask.now()
      if (isAskedAlready) void loaded.load()
      await loaded.settled()
      if (code.value === text && fault.value !== undefined) soundFailure()
    },
    finish() {
      isWhole.value = true
      ask.now()
    },
    askAgain: () => void loaded.load(),
  }
}
