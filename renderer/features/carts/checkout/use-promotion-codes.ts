import { shallowRef, watch, type ShallowRef } from 'vue'
import { ApiError } from '../../../api/api-error.ts'
import {
  addPromotionCode,
  listPromotionCodes,
  removePromotionCode,
  type ChangeOptions,
  type PromotionCode,
} from '../../../api/carts.ts'
import { useLoaded } from '../../../ui/use-loaded.ts'
import type { Change, ChangeRules } from '../session/change.ts'
import type { CartSession } from '../session/cart-session.ts'

/** Longer is none (the core's limit). */
const MOST_OF_A_CODE = 100

export interface PromotionCodes {
  codes: Readonly<ShallowRef<PromotionCode[] | undefined>>
  /** The code that was refused last, and why, until the field holds another. */
  refused: Readonly<ShallowRef<{ code: string; error: ApiError } | undefined>>
  /** Gives the cart a code; one that is unknown, past or given already is `refused` then. */
  add: (code: string) => Promise<void>
  /** Takes a code that was scanned, in its turn; false where it is none. */
  take: (code: string, change: Change) => Promise<boolean>
  remove: (code: string) => Promise<void>
  forgetRefused: () => void
}

/** The codes of campaigns that the customer has brought along. */
export function usePromotionCodes(cartId: string, session: CartSession): PromotionCodes {
  const loaded = useLoaded(() => listPromotionCodes(cartId))
  const refused = shallowRef<{ code: string; error: ApiError }>()
  // What a code does depends on everything in the cart. Without one there is nothing to ask, unless others may have given it.
  watch(
    [session.cart, session.reads],
    ([, reads], [, before]) => {
      if (reads !== before || loaded.data.value?.length !== 0) void loaded.load()
    },
    { immediate: true },
  )

  async function give(code: string, change: Change, rules: ChangeRules = {}): Promise<void> {
    const codes = { given: [code], taken: [] }
    const write = (options: ChangeOptions) => addPromotionCode(cartId, code, options)
    loaded.set((await change(write, { ...rules, codes })).promotionCodes)
  }

  async function add(code: string): Promise<void> {
    refused.value = undefined
    try {
      await give(code, session.change)
    } catch (error) {
      if (!(error instanceof ApiError) || ![400, 404, 409].includes(error.status)) throw error
      refused.value = { code, error }
    }
  }

  return {
    codes: loaded.data,
    refused,
    add,
    async take(code, change) {
      if (code.length > MOST_OF_A_CODE) return false
      try {
        await give(code, change, { isRepeatable: true })
        return true
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return false
        throw error
      }
    },
    async remove(code) {
      const codes = { given: [], taken: [code] }
      const write = (options: ChangeOptions) => removePromotionCode(cartId, code, options)
      loaded.set((await session.change(write, { codes })).promotionCodes)
    },
    forgetRefused: () => (refused.value = undefined),
  }
}
