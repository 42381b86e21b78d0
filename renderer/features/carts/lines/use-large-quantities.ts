import { computed, ref, type ComputedRef } from 'vue'
import type { Product } from '../../../api/catalog.ts'
import { keptList } from '../../../ui/kept.ts'
import { isUnusual } from '../../goods/quantity.ts'

/** A quantity that waits for the clerk's yes or no. */
export interface AskedQuantity {
  name: string
  quantity: number
  /** What it is of: goods that go into the cart, or a line that is there, by its id. */
  of: { product: Product } | { lineId: string }
}

export interface LargeQuantities {
  /** What the clerk is asked now; several are asked one after the other. */
  asked: ComputedRef<AskedQuantity | undefined>
  /** What was asked and not answered when the page was left or loaded anew, once: it is to be asked again. */
  takeLeft: () => AskedQuantity[]
  /** True where the quantity is a usual one, or meant. */
  allow: (question: AskedQuantity, before?: number) => Promise<boolean>
  /** The clerk's answer to what is asked. */
  answer: (isMeant: boolean) => void
}

const keyOf = (cartId: string) => `backcounter.asked.${cartId}`

/**
 * Asks before many pieces of one thing go into the cart: most of them are barcodes or slips of the finger. What is asked
 * survives a reload, for as long as the window is open.
 */
export function useLargeQuantities(cartId: string): LargeQuantities {
  const key = keyOf(cartId)
  const left = keptList(sessionStorage.getItem(key)) as AskedQuantity[]
  const waiting = ref<(AskedQuantity & { resolve: (isMeant: boolean) => void })[]>([])

  function keep(): void {
    const questions = [...waiting.value.map(({ resolve: _, ...question }) => question), ...left]
    if (questions.length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(questions))
  }

  return {
    asked: computed(() => waiting.value[0]),
    takeLeft: () => left.splice(0),
    allow(question, before = 0) {
      if (!isUnusual(question.quantity, before)) return Promise.resolve(true)
      return new Promise((resolve) => {
        waiting.value.push({ ...question, resolve })
        keep()
      })
    },
    answer(isMeant) {
      const question = waiting.value.shift()
      keep()
      question?.resolve(isMeant)
    },
  }
}
