import { computed, ref, type ComputedRef } from 'vue'
import { isUnusual } from './quantity.ts'

/** A quantity that waits for the clerk's yes or no. */
export interface AskedQuantity {
  name: string
  quantity: number
}

export interface LargeQuantities {
  /** What the clerk is asked now; several are asked one after the other. */
  asked: ComputedRef<AskedQuantity | undefined>
  /** True where the quantity is a usual one, or meant. */
  allow: (name: string, quantity: number, before?: number) => Promise<boolean>
  /** The clerk's answer to what is asked. */
  answer: (isMeant: boolean) => void
}

/** Asks before many pieces of one thing go into the cart: most of them are barcodes or slips of the finger. */
export function useLargeQuantities(): LargeQuantities {
  const waiting = ref<(AskedQuantity & { resolve: (isMeant: boolean) => void })[]>([])

  return {
    asked: computed(() => waiting.value[0]),
    allow(name, quantity, before = 0) {
      if (!isUnusual(quantity, before)) return Promise.resolve(true)
      return new Promise((resolve) => waiting.value.push({ name, quantity, resolve }))
    },
    answer: (isMeant) => waiting.value.shift()?.resolve(isMeant),
  }
}
