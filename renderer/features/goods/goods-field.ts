import { computed, nextTick, ref, watch, type ComputedRef, type Ref } from 'vue'
import type { Focusable } from '../../ui/focusable.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useLoaded, type Loaded } from '../../ui/use-loaded.ts'
import { isQuantityPrefix, readScan } from './scan-text.ts'

/** The field that goods are scanned and looked for in. */
export type SuggestingField = Focusable & { open: () => void; hasFocus: () => boolean }

/** What `goods-field.vue` tells and does. */
export interface GoodsFieldParts<G> extends Focusable, Pick<GoodsField<G>, 'clear' | 'offer' | 'withPrefix'> {
  /** What is typed. */
  readonly text: string
}

/** What is typed where goods are scanned, and what is offered for it. */
export interface GoodsField<G> extends Pick<Loaded<unknown>, 'isLoading'> {
  text: Ref<string>
  /** Goods that fit what is typed by now. */
  items: ComputedRef<G[]>
  /** How many are meant of what is chosen. */
  quantity: ComputedRef<number>
  /** The field is free for the next scan at once; the work on this one goes on behind it. */
  clear: () => void
  /** A scan as it is meant: a quantity that stands in the field belongs to it; anything else there stays. */
  withPrefix: (code: string) => string
  /** Offers several goods that a text fits, unless somebody has gone on meanwhile. @returns whether it does */
  offer: (typed: string, goods: readonly G[]) => Promise<boolean>
}

/** What was found, and the words it was found by: for other words it would be the wrong one to choose. */
interface Found<G> {
  readonly by: string
  readonly goods: readonly G[]
}

/**
 * Offers goods by what is typed into a field.
 * @param culture of quantities
 * @param find answers goods whose code or words it may be
 */
export function useGoodsField<G>(
  field: Readonly<Ref<SuggestingField | null>>,
  culture: () => string,
  find: (search: string, signal: AbortSignal) => Promise<readonly G[]>,
): GoodsField<G> {
  const text = ref('')
  const words = computed(() => readScan(text.value, culture()).at(-1))
  const nothing: Found<G> = { by: '', goods: [] }

  const found = useLoaded(async (signal): Promise<Found<G>> => {
    const search = words.value?.code ?? ''
    return search.length < 2 ? nothing : { by: search, goods: await find(search, signal) }
  })
  const findSoon = useDebounced(found.load)
  watch(text, (now) => {
    if (now.trim().length >= 2) findSoon.later()
    else clearFound()
  })

  function clearFound(): void {
    findSoon.cancel()
    found.set(nothing)
  }

  return {
    text,
    isLoading: found.isLoading,
    items: computed(() => {
      const { by, goods } = found.data.value ?? nothing
      return by === words.value?.code ? [...goods] : []
    }),
    quantity: computed(() => words.value?.quantity ?? 1),
    clear() {
      text.value = ''
      clearFound()
    },
    withPrefix(code) {
      const prefix = isQuantityPrefix(text.value, culture()) ? text.value : ''
      if (prefix !== '') text.value = ''
      return prefix + code
    },
    async offer(typed, goods) {
      const input = field.value
      if (text.value !== '' || !input?.hasFocus()) return false
      text.value = typed
      await nextTick()
      findSoon.cancel()
      found.set({ by: words.value?.code ?? '', goods })
      await nextTick()
      input.open()
      return true
    },
  }
}
