import { onUnmounted } from 'vue'
import { abandonCart } from '../../../api/carts.ts'
import { exchangeOf } from '../../orders/exchanges.ts'
import type { CartEditor } from '../use-cart-editor.ts'
import { forgetCartDraft } from './cart-draft.ts'
import { forgetBegun, hasBegun, isBlank } from './own-carts.ts'

/**
 * Gives up a cart of this clerk's that holds nothing when its page is left, without a word. One that somebody else has put
 * something into meanwhile stays, and so does one whose scans or typed texts wait, or that another tab shows: whoever
 * duplicates a tab has it in both.
 */
export function useLeaveBlank({ cartId, session, scan, history, promotions }: CartEditor): void {
  const shown = `backcounter.shown.${cartId}`
  const left = Promise.withResolvers<undefined>()
  const showing = navigator.locks.request(shown, { mode: 'shared' }, async () => left.promise)
  onUnmounted(async () => {
    left.resolve(undefined)
    const seen = session.seen()
    const isOwn = hasBegun(cartId) || history.last.value !== undefined || history.next.value !== undefined
    const isAtRest = session.pending.value === 0 && scan.waiting.value.length === 0
    // The cart itself says nothing of its codes.
    const hasCodes = (promotions.codes.value?.length ?? 0) > 0
    // What was paid back for other goods hangs on it.
    const isExchange = exchangeOf(cartId) !== undefined
    if (!seen || !isOwn || !isAtRest || hasCodes || isExchange || !isBlank(seen.cart)) return
    // Where the core is away or has another cart by now, it stays: in no list as long as nothing was ever in it.
    const giveUp = async (): Promise<boolean> =>
      abandonCart(cartId, seen.version).then(
        () => true,
        () => false,
      )
    await showing
    const isGone = await navigator.locks.request(
      shown,
      { ifAvailable: true },
      async (alone) => alone !== null && giveUp(),
    )
    if (!isGone) return
    forgetBegun(cartId)
    forgetCartDraft(cartId)
  })
}
