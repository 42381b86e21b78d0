import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import { ApiError } from '../../../api/api-error.ts'
import {
  getCart,
  numberOfVersion,
  type Cart,
  type ChangeOptions,
  type PaidBy,
  type VersionedCart,
} from '../../../api/carts.ts'
import { patiently } from '../../../api/connection.ts'
import { createSerialQueue } from './serial-queue.ts'

/** A change that was waiting while somebody else changed the cart; it was made on sight of the old one. */
export class ChangeDropped extends Error {
  override readonly name = 'ChangeDropped'
}

/** A change whose answer was lost on the way, on a cart that has moved on since: it may be in the cart or not. */
export class ChangeUnsure extends Error {
  override readonly name = 'ChangeUnsure'
}

/** What was to be done once and for all was based on a cart that is not as it is shown any more. */
export class CartMoved extends Error {
  override readonly name = 'CartMoved'
}

/** What the clerk sees of the cart, and how it is by now. */
export interface CartMove {
  before: VersionedCart
  now: VersionedCart
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
}

/**
 * Makes one change of the cart, and shows the cart as it is then.
 * @throws ApiError what the core refused, ChangeDropped where somebody else was first, ChangeUnsure
 */
export type Change = <A extends VersionedCart>(
  write: (options: ChangeOptions) => Promise<A>,
  rules?: ChangeRules,
) => Promise<A>

/** What a change of this clerk has made of the cart. */
export type ChangeListener = (before: Cart, after: Cart, rules: ChangeRules) => void

export interface CartSession {
  cart: Readonly<ShallowRef<Cart | undefined>>
  /** Changes that are not answered yet. */
  pending: Readonly<Ref<number>>
  /** Somebody else has changed the cart; nothing is sent until {@link CartSession.takeOver}. */
  isConflicting: Readonly<Ref<boolean>>
  /** Counts up whenever the cart is read, not answered to a change: others may have done anything to it meanwhile. */
  reads: Readonly<Ref<number>>
  /** How the cart on the screen differs from the one that the core has, from when that is known until it is shown. */
  move: Readonly<ShallowRef<CartMove | undefined>>
  /** Tells of every change of this clerk that has changed something, as it is answered. */
  watchChanges: (listener: ChangeListener) => void
  load: () => Promise<void>
  /** Shows the cart as it is now and goes on with what can be repeated. */
  takeOver: () => Promise<void>
  /** Shows the cart as {@link CartSession.move} has it, which the clerk has seen there, and goes on likewise. */
  accept: () => void
  /** Resolves when every change made so far has been answered: false where somebody else's came in between. */
  settled: () => Promise<boolean>
  /** Computes the totals as if paid so, from now on. */
  setTotals: (paymentMethodId: string | undefined, priceGroupId: string | undefined) => Promise<void>
  /** Sends a change after all earlier ones. Waits while the core is away. */
  change: Change
  /** Does after all earlier changes what leads to one or to none: what is scanned is looked up first. */
  inTurn: <T>(work: (change: Change) => Promise<T>) => Promise<T>
  /**
   * Sends what ends the work on the cart as it is on the screen, after all changes; repeated as it was while the core
   * is away, and never sent for another cart than this one.
   * @throws ApiError what the core refused, CartMoved where the cart is another by now: see {@link CartSession.move}
   */
  finish: <T>(write: (options: ChangeOptions, cart: Cart) => Promise<T>) => Promise<T>
}

interface Sent extends ChangeOptions {
  /** Whether it was sent before without an answer. */
  isUnsure: boolean
}

/**
 * One clerk's work on one cart. All requests go through one queue, so however fast goods are scanned, they arrive in
 * the order of the scans, each based on the version of the cart that the one before has made.
 */
export function createCartSession(cartId: string): CartSession {
  const queue = createSerialQueue()
  const cart = shallowRef<Cart>()
  const isConflicting = ref(false)
  const move = shallowRef<CartMove>()
  let version: string | undefined
  const reads = ref(0)
  let totals: PaidBy = {}
  let takeovers = 0
  let resume: (() => void) | undefined
  const listeners: ChangeListener[] = []

  function fetchCart(): Promise<VersionedCart> {
    return getCart(cartId, totals).catch((error: unknown) => {
      // A payment method that does not suit the cart any more must not hide the cart.
      if (error instanceof ApiError && error.status === 400) return getCart(cartId)
      throw error
    })
  }

  async function read(): Promise<void> {
    show(await fetchCart())
    reads.value += 1
  }

  /** An answer that is given again may be older than what is on the screen. */
  function show(now: VersionedCart): void {
    if (numberOfVersion(now.version) < numberOfVersion(version)) return
    cart.value = now.cart
    version = now.version
    move.value = undefined
  }

  /**
   * Reads the cart again after `ownWrites` of this clerk; each makes at most one new version. With more there is
   * somebody else's change among them, and that is not slipped in: it is shown as such.
   */
  async function readPatiently(ownWrites: 0 | 1): Promise<void> {
    const now = await patiently(fetchCart)
    const before = cart.value
    const made = numberOfVersion(now.version) - numberOfVersion(version)
    if (before && made > ownWrites) {
      move.value = { before: { cart: before, version }, now }
      isConflicting.value = true
      return
    }
    show(now)
    reads.value += 1
  }

  /** Whether a refusal only says that the cart is not the one that was sent for any more; what it is then is kept. */
  async function isOutdated(error: unknown, sent: Sent): Promise<boolean> {
    const before = cart.value
    if (!(error instanceof ApiError) || error.status !== 409 || !before) return false
    const now = await patiently(fetchCart)
    if (now.version === sent.version && now.cart.orderTotal === before.orderTotal) return false
    move.value = { before: { cart: before, version }, now }
    return true
  }

  function waitForTakeover(): Promise<void> {
    isConflicting.value = true
    return new Promise((resolve) => (resume = resolve))
  }

  async function send<A extends VersionedCart>(
    write: (options: ChangeOptions) => Promise<A>,
    rules: ChangeRules,
    seenTakeovers: number,
  ): Promise<A> {
    const { isRepeatable = false, sent: before } = rules
    if (seenTakeovers !== takeovers && !isRepeatable) throw new ChangeDropped()
    const sent: Sent = before ? { ...before, isUnsure: true } : newSending()
    try {
      const answer = await sendPatiently(write, sent)
      const shown = { cart: cart.value, version }
      show(answer)
      if (shown.cart && numberOfVersion(answer.version) > numberOfVersion(shown.version)) {
        for (const listener of listeners) listener(shown.cart, answer.cart, rules)
      }
      return answer
    } catch (error) {
      if (!(await isOutdated(error, sent))) throw error
      if (sent.isUnsure) {
        await readPatiently(1)
        throw new ChangeUnsure()
      }
      await waitForTakeover()
      if (!isRepeatable) throw new ChangeDropped()
      const { sent: _, ...again } = rules
      return send(write, again, takeovers)
    }
  }

  const newSending = (): Sent => ({ version, totals, idempotencyKey: crypto.randomUUID(), isUnsure: false })

  /**
   * An unanswered write may have been made or not. Repeated as it was, with its own key and version, it is never made
   * twice: the core gives the first answer again, or refuses the version that it has left behind.
   */
  function sendPatiently<T>(write: (options: ChangeOptions) => Promise<T>, sent: Sent): Promise<T> {
    const { isUnsure: _, ...options } = sent
    return patiently(
      () => write(options),
      () => (sent.isUnsure = true),
    )
  }

  async function finish<T>(write: (options: ChangeOptions, cart: Cart) => Promise<T>): Promise<T> {
    const shown = cart.value
    if (!shown) throw new Error('There is no cart on the screen yet.')
    const sent = newSending()
    try {
      return await sendPatiently((options) => write(options, shown), sent)
    } catch (error) {
      throw (await isOutdated(error, sent)) ? new CartMoved() : error
    }
  }

  async function takeOver(): Promise<void> {
    await read()
    goOn()
  }

  function accept(): void {
    if (!move.value) return
    show(move.value.now)
    reads.value += 1
    goOn()
  }

  function goOn(): void {
    takeovers += 1
    isConflicting.value = false
    resume?.()
    resume = undefined
  }

  return {
    cart,
    pending: queue.size,
    isConflicting,
    reads,
    move,
    watchChanges: (listener) => void listeners.push(listener),
    load: () => queue.add(read),
    takeOver,
    accept,
    settled() {
      const seenTakeovers = takeovers
      return queue.add(() => Promise.resolve(seenTakeovers === takeovers))
    },
    async setTotals(paymentMethodId, priceGroupId) {
      if (totals.paymentMethodId === paymentMethodId && totals.priceGroupId === priceGroupId) return
      totals = { paymentMethodId, priceGroupId }
      await queue.add(() => readPatiently(0), 'totals')
    },
    change(write, rules = {}) {
      const seenTakeovers = takeovers
      return queue.add(() => send(write, rules, seenTakeovers), rules.key)
    },
    inTurn: (work) => {
      const seenTakeovers = takeovers
      return queue.add(() => work((write, rules = {}) => send(write, rules, seenTakeovers)))
    },
    finish: (write) => queue.add(() => finish(write)),
  }
}
