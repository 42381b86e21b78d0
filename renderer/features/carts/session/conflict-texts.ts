import type { CartState } from '../../../api/carts.ts'

/** What a cart is that takes no change any more; of one that was opened again, its order may be cancelled. */
export type EndState = Exclude<CartState, 'open'> | 'cancelled'

/** What the clerk is told whose cart somebody else has made an end of. */
export const CONFLICT_ENDED = {
  abandoned: 'cart.conflictAbandoned',
  cancelled: 'cart.conflictCancelled',
  ordered: 'cart.conflictOrdered',
} as const satisfies Record<EndState, string>
