import type { CartState } from '../../../api/carts.ts'

/** What a cart is that takes no change any more. */
export type EndState = Exclude<CartState, 'open'>

/** What the clerk is told whose cart somebody else has made an end of. */
export const CONFLICT_ENDED = {
  abandoned: 'cart.conflictAbandoned',
  ordered: 'cart.conflictOrdered',
} as const satisfies Record<EndState, string>
