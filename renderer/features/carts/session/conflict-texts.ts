import type { EndState } from './end-state.ts'

/** What the clerk is told whose cart somebody else has made an end of. */
export const CONFLICT_ENDED = {
  abandoned: 'cart.conflictAbandoned',
  cancelled: 'cart.conflictCancelled',
  ordered: 'cart.conflictOrdered',
} as const satisfies Record<EndState, string>
