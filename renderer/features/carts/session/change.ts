import type { Cart, ChangeOptions, VersionedCart } from '../../../api/carts.ts'
import type { PersonAtDesk } from '../../../api/desk.ts'
import type { Meant } from './meant-cart.ts'

/** A change that waited while somebody else changed the cart, and that is given up for theirs. */
export class ChangeDropped extends Error {
  override readonly name = 'ChangeDropped'
}

/** A change whose answer was lost on the way, on a cart that has moved on since: it may be in the cart or not. */
export class ChangeUnsure extends Error {
  override readonly name = 'ChangeUnsure'
}

/** Promotion codes that a step gives, and takes away. */
export interface StepCodes {
  readonly given: readonly string[]
  readonly taken: readonly string[]
}

export interface ChangeRules {
  /** Waiting changes of one key give way to the newest. */
  key?: string
  /** Means the same whatever the cart looks like by now (a scan): sent again after somebody else's change. */
  isRepeatable?: boolean
  /** Changes of one key are one step, to be taken back together. */
  step?: string
  /** Promotion codes that it gives and takes away. */
  codes?: StepCodes
  /** How it was sent before, where its answer was lost: it is sent the same again. */
  sent?: ChangeOptions
  /** What it makes of a cart, as far as the clerk knows: what is told where somebody else was first. */
  meant?: Meant
  /** What it makes of it by itself, where `meant` tells of what is to follow, too: how it is known to be made. */
  alone?: Meant
  /** The cart that the clerk had in sight when they began to type: what others have set since is not overwritten unasked. */
  since?: VersionedCart | undefined
  /** The clerk has chosen it over what somebody else has done meanwhile. */
  isKept?: boolean
  /** Who has begun it, where that is not whoever is at the desk: nobody else sends it unasked. */
  by?: PersonAtDesk | undefined
}

/** The rules that a change of the cart itself leaves to its caller; `customer` is whom it gives the cart to. */
export type UpdateRules = Pick<ChangeRules, 'by' | 'step' | 'since'> & {
  customer?: Cart['customer'] | undefined
}

/**
 * Makes one change of the cart, and shows the cart as it is then.
 * @param write is given the cart as it is shown when it is sent, and whether the clerk has kept the change over somebody
 *   else's
 * @throws ApiError what the core refused, ChangeDropped where the clerk has taken theirs, ChangeUnsure
 */
export type Change = <A extends VersionedCart>(write: Write<A>, rules?: ChangeRules) => Promise<A>
export type Write<A> = (options: ChangeOptions, cart: Cart | undefined, isKept: boolean) => Promise<A>

/** What a change of this clerk has made of the cart. */
export type ChangeListener = (before: Cart, after: Cart, rules: ChangeRules) => void
