import { shallowRef, watch, type ShallowRef } from 'vue'
import { findCartSummary } from '../../../api/carts.ts'
import type { CartSession } from './cart-session.ts'
import { endOf, type EndState } from './end-state.ts'
import type { Attempts } from './use-attempts.ts'

export interface End {
  /** How a colleague ended the cart while the clerk had changes of their own, which must not reopen it unasked. */
  ended: Readonly<ShallowRef<EndState | undefined>>
  /** Looks whether a colleague has ended the cart: see {@link End.ended}. */
  lookWhetherEnded: () => Promise<boolean>
  /** Applies the clerk's own changes on top of the colleague's, unless the cart is no longer open. */
  keepMine: () => Promise<void>
}

/** Whether a cart that two people change was placed, cancelled or abandoned by one of them. */
export function useEnd(
  cartId: string,
  { isConflicting, keepMine }: Pick<CartSession, 'isConflicting' | 'keepMine'>,
  { attempt }: Pick<Attempts, 'attempt'>,
): End {
  const ended = shallowRef<EndState>()

  watch(isConflicting, (is) => {
    ended.value = undefined
    if (is) void attempt('lines', lookWhetherEnded)
  })

  async function lookWhetherEnded(): Promise<boolean> {
    const { state = 'open' } = (await findCartSummary(cartId)) ?? {}
    const end = await endOf(cartId, state)
    ended.value = end !== 'open' && isConflicting.value ? end : undefined
    return ended.value !== undefined
  }

  return {
    ended,
    lookWhetherEnded,
    async keepMine() {
      if (!(await lookWhetherEnded())) keepMine()
    },
  }
}
