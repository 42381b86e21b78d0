import { computed, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import { addPromotionCode, removePromotionCode, type Cart, type CartLine } from '../../../api/carts.ts'
import { goOnFor, whoBegins } from '../../../api/desk.ts'
import { isRefusal } from '../../../api/tries.ts'
import type { CartDraft } from './cart-draft.ts'
import type { Change, StepCodes } from './change.ts'
import type { CartSession } from './cart-session.ts'
import { compareLines, keptGroupOf, type CartState } from './cart-state.ts'
import { unchanged } from './meant-cart.ts'
import { restoreCart, type UnsetTerms } from './restore-cart.ts'

/** One step of the clerk's work on a cart: what it was before, and what the step has made of it. */
export interface CartStep {
  readonly before: CartState
  readonly after: CartState
  /** Changes of one key are one step. */
  readonly key: string | undefined
  /** Promotion codes that it has given, and taken away: the cart itself says nothing of them. */
  readonly codes: StepCodes
}

export interface CartHistory {
  /** Takes the last step back; then the one before it. One that is refused twice in a row is passed over, unless it is the only one. */
  undo: () => Promise<void>
  /** Does again what was taken back last. */
  redo: () => Promise<void>
  /** What can be taken back next, and done again next. */
  last: ComputedRef<CartStep | undefined>
  next: ComputedRef<CartStep | undefined>
  /**
   * What was taken back or done again last, or could not be, as others have left nothing of it, or as there is no step;
   * until the next one.
   */
  moved: Readonly<ShallowRef<Move | undefined>>
  /** The line that the last step has removed, while it is told. */
  removed: ComputedRef<CartLine | undefined>
  /** Tells no more of what was done last; it can be taken back all the same. */
  dismiss: () => void
  /** Keeps what a step has changed that the cart itself does not say: the price group of one without goods. */
  record: (before: CartState, after: CartState, key?: string) => void
}

type MoveKind = 'undone' | 'redone' | 'notUndone' | 'notRedone' | 'nothingUndone' | 'nothingRedone'
interface Move {
  /** `unset`: nothing but what whoever is at the desk may not set. */
  readonly kind: MoveKind | 'unset'
  /** Undefined where there was none. */
  readonly step?: CartStep
  /** What of it somebody else has to approve. */
  readonly unset?: readonly UnsetTerms[]
}

/** What has become of a step. */
interface Restored {
  /** Whether anything was left to be done. */
  readonly isDone: boolean
  readonly unset: readonly UnsetTerms[]
}

/** To take steps back, or to do them again. */
interface Way {
  from: ShallowRef<readonly CartStep[]>
  to: ShallowRef<readonly CartStep[]>
  kinds: { done: MoveKind; left: MoveKind; none: MoveKind }
  restore: (change: Change, step: CartStep) => Promise<Restored>
}

const NO_CODES: StepCodes = { given: [], taken: [] }

/** More steps than anybody takes back; the oldest give way. */
const MOST_STEPS = 100

/** Every step of the clerk's work on a cart, to be taken back and done again; what others do to it is none. */
export function useCartHistory(cartId: string, session: CartSession, draft: CartDraft): CartHistory {
  const done = shallowRef<readonly CartStep[]>([])
  const undone = shallowRef<readonly CartStep[]>([])
  const moved = shallowRef<Move>()
  const isToldOf: Ref<CartStep | undefined> = shallowRef()
  /** What the core has refused the last time. */
  let refused: CartStep | undefined
  let isRestoring = false

  const stateOf = (cart: Cart): CartState => ({ cart, priceGroupId: keptGroupOf(cart) ?? draft.priceGroupId })

  function push(step: CartStep): void {
    const last = done.value.at(-1)
    const isSame = last !== undefined && step.key !== undefined && last.key === step.key
    // Which group is used before any is chosen is known to whoever chooses one.
    const priceGroupId = last?.before.priceGroupId ?? step.before.priceGroupId
    const whole = isSame ? { ...step, before: { ...last.before, priceGroupId } } : step
    done.value = [...(isSame ? done.value.slice(0, -1) : done.value), whole].slice(-MOST_STEPS)
    undone.value = []
    moved.value = undefined
    isToldOf.value = whole
    refused = undefined
  }

  session.watchChanges((before, after, { step, codes = NO_CODES }) => {
    if (isRestoring) return
    push({ before: stateOf(before), after: stateOf(after), key: step, codes })
  })

  function rename(before: string, now: string): void {
    const inCart = (cart: Cart): Cart => ({
      ...cart,
      orderLines: cart.orderLines.map((line) => (line.id === before ? { ...line, id: now } : line)),
    })
    const inState = (state: CartState) => ({ ...state, cart: inCart(state.cart) })
    const inSteps = (steps: readonly CartStep[]) =>
      steps.map((step) => ({ ...step, before: inState(step.before), after: inState(step.after) }))
    done.value = inSteps(done.value)
    undone.value = inSteps(undone.value)
  }

  /** What is done to the cart here is no step of its own. */
  async function restore(
    change: Change,
    from: CartState,
    to: CartState,
    codes: StepCodes,
  ): Promise<Restored> {
    const unset: UnsetTerms[] = []
    isRestoring = true
    let isDone = from.priceGroupId !== to.priceGroupId
    try {
      const current = (): Cart => session.cart.value ?? to.cart
      const restoring: Change = (write, rules) => {
        isDone = true
        return change(write, { ...rules, meant: () => to.cart })
      }
      const noteUnset = (terms: UnsetTerms) => void unset.push(terms)
      await restoreCart({ cartId, change: restoring, current, renamed: rename, unset: noteUnset }, from, to)
      await restoreCodes(restoring, codes)
      draft.priceGroupId = to.priceGroupId
    } finally {
      isRestoring = false
    }
    return { isDone, unset }
  }

  async function restoreCodes(change: Change, { given, taken }: StepCodes): Promise<void> {
    for (const code of given) {
      await change((options) => addPromotionCode(cartId, code, options), {
        codes: { given: [code], taken: [] },
        alone: unchanged,
      })
    }
    for (const code of taken) {
      await change((options) => removePromotionCode(cartId, code, options), {
        codes: { given: [], taken: [code] },
        alone: unchanged,
      })
    }
  }

  const undoing: Way = {
    from: done,
    to: undone,
    kinds: { done: 'undone', left: 'notUndone', none: 'nothingUndone' },
    restore: (change, { after, before, codes: { given, taken } }) =>
      restore(change, after, before, { given: taken, taken: given }),
  }
  const redoing: Way = {
    from: undone,
    to: done,
    kinds: { done: 'redone', left: 'notRedone', none: 'nothingRedone' },
    restore: (change, { after, before, codes }) => restore(change, before, after, codes),
  }

  async function move(way: Way, change: Change): Promise<void> {
    const { from, kinds, to } = way
    const step = from.value.at(-1)
    if (!step) {
      moved.value = { kind: kinds.none }
      return
    }
    let restored: Restored
    try {
      restored = await way.restore(change, step)
    } catch (error) {
      const same = from.value.at(-1)
      const isPassed = isRefusal(error) && same === refused && from.value.length > 1
      refused = same
      if (!isPassed) throw error
      // Whoever asks once more wants what lies behind it.
      from.value = from.value.slice(0, -1)
      return move(way, change)
    }
    const { isDone, unset } = restored
    // A line that was brought back has another id in it by now.
    const same = asItCame(from.value.at(-1) ?? step, unset, session.cart.value)
    from.value = from.value.slice(0, -1)
    if (isDone) to.value = [...to.value, same]
    isToldOf.value = way === undoing ? done.value.at(-1) : undefined
    const left = unset.length > 0 ? 'unset' : kinds.left
    moved.value = { kind: isDone ? kinds.done : left, step: same, unset }
    refused = undefined
  }

  /** Keys come faster than answers: what was on its way before is a step by its turn. */
  function inTurn(way: Way): Promise<void> {
    const [by, latest] = [whoBegins(), session.latest()]
    return session.inTurn(async (change) => {
      // Refused, it is no step; the one before it is not what was to be taken back.
      if (way === undoing && (await latest) === false) return
      await goOnFor(by)
      await move(way, change)
    }, by)
  }

  const last = computed(() => done.value.at(-1))
  const told = computed(() => (isToldOf.value === undefined ? undefined : last.value))
  return {
    undo: () => inTurn(undoing),
    redo: () => inTurn(redoing),
    last,
    next: computed(() => undone.value.at(-1)),
    moved,
    removed: computed(() => told.value && removedBy(told.value)),
    dismiss() {
      isToldOf.value = undefined
      moved.value = undefined
    },
    record: (before, after, key) => push({ before, after, key, codes: NO_CODES }),
  }
}

/** The line, where a step has done nothing to the goods but remove one. */
function removedBy({ before, after }: CartStep): CartLine | undefined {
  const { gone, come } = compareLines(before.cart.orderLines, after.cart.orderLines)
  return gone.length === 1 && come.length === 0 ? gone[0] : undefined
}

/** A step with the lines that have what the list says as they are now: so they are taken out, and come back, again. */
function asItCame(step: CartStep, unset: readonly UnsetTerms[], now: Cart | undefined): CartStep {
  const cameAs = (line: CartLine): CartLine =>
    (unset.some(({ lineId }) => lineId === line.id) && now?.orderLines.find(({ id }) => id === line.id)) ||
    line
  const inState = (state: CartState): CartState => ({
    ...state,
    cart: { ...state.cart, orderLines: state.cart.orderLines.map(cameAs) },
  })
  return unset.length === 0 ? step : { ...step, before: inState(step.before), after: inState(step.after) }
}
