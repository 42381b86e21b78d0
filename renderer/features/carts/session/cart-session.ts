import { computed, ref, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import { ApiError } from '../../../api/api-error.ts'
import {
  findCartSummary,
  getCart,
  listPromotionCodes,
  numberOfVersion,
  type Cart,
  type CartState,
  type ChangeOptions,
  type PaidBy,
  type PromotionCode,
  type VersionedCart,
} from '../../../api/carts.ts'
import { patiently } from '../../../api/connection.ts'
import { goOnFor, isBegunByAnother, whoBegins, type PersonAtDesk } from '../../../api/desk.ts'
import {
  ChangeDropped,
  ChangeUnsure,
  type Change,
  type ChangeListener,
  type ChangeRules,
  type Write,
} from './change.ts'
import { isClash, isSetAlike } from './cart-clash.ts'
import { unchanged } from './meant-cart.ts'
import { createSerialQueue } from '../../../ui/serial-queue.ts'

/** What was to be done once and for all was based on a cart that is not as it is shown any more. */
export class CartMoved extends Error {
  override readonly name = 'CartMoved'
}

/** What the clerk sees of the cart, and how it is by now. */
export interface CartMove {
  before: VersionedCart
  now: VersionedCart
  /** What the clerk's own changes that wait have meant to make of it; undefined where none waits. */
  mine: Cart | undefined
  /** Whether theirs and the clerk's have set the same field, to different things. */
  isClash: boolean
}

export interface CartSession {
  cart: Readonly<ShallowRef<Cart | undefined>>
  /** Changes that are not answered yet. */
  pending: Readonly<Ref<number>>
  /** Somebody else has changed the cart; nothing is sent until the clerk has seen it and chosen. */
  isConflicting: Readonly<Ref<boolean>>
  /** Counts up whenever the cart is read, not answered to a change: others may have done anything to it meanwhile. */
  reads: Readonly<Ref<number>>
  /** How the cart on the screen differs from the one that the core has, from when that is known until it is shown. */
  move: ComputedRef<CartMove | undefined>
  /** The cart on the screen with its version: what somebody begins to type on. */
  seen: () => VersionedCart | undefined
  /** Lines that somebody else had removed and the clerk has kept: their ids since they were added again, by those before. */
  addedAgain: Map<string, string>
  /** Tells of every change of this clerk that has changed something, as it is answered. */
  watchChanges: (listener: ChangeListener) => void
  /** Reads the cart, and what it is by now: unless it is open it takes no change, so that no order is opened again unasked. */
  load: () => Promise<CartState>
  /** Somebody has made this version of the cart: it is told, unless it is known already. */
  follow: (version: number) => Promise<void>
  /** Theirs: shows the cart as it is now and goes on with what can be repeated, where it is still open. */
  takeOver: () => Promise<void>
  /** Shows the cart as {@link CartSession.move} has it, which the clerk has seen there, and goes on likewise. */
  accept: () => void
  /** Mine, and what they have set besides: shows their cart and sends on it whatever waits. */
  keepMine: () => void
  /** Resolves when every change made so far has been answered: false where somebody else's came in between. */
  settled: () => Promise<boolean>
  /** Computes the totals as if paid so, from now on. */
  setTotals: (paymentMethodId: string | undefined, priceGroupId: string | undefined) => Promise<void>
  /** Sends a change after all earlier ones. Waits while the core is away. */
  change: Change
  /** Whether the latest change comes to be made; undefined where it is answered, or something else waits behind it. */
  latest: () => Promise<boolean> | undefined
  /**
   * Does after all earlier changes what leads to one or to none: what is scanned is looked up first.
   * @param by as with {@link ChangeRules.by}
   */
  inTurn: <T>(work: (change: Change) => Promise<T>, by?: PersonAtDesk) => Promise<T>
  /**
   * Sends what ends the work on the cart as it is on the screen, after all changes; repeated as it was while the core
   * is away, and never sent for another cart than this one.
   * @param by as with {@link ChangeRules.by}
   * @throws ApiError what the core refused, CartMoved where the cart is another by now: see {@link CartSession.move}
   */
  finish: <T>(write: (options: ChangeOptions, cart: Cart) => Promise<T>, by?: PersonAtDesk) => Promise<T>
}

/** More than wait or are typed on at a time. */
const OWN_CHANGES = 50

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
  const moved = shallowRef<Pick<CartMove, 'before' | 'now'>>()
  /** What the clerk has changed and has no answer to, oldest first. */
  const waiting = shallowRef<readonly ChangeRules[]>([])
  let version: string | undefined
  const reads = ref(0)
  let totals: PaidBy = {}
  let takeovers = 0
  let latest: Promise<boolean> | undefined
  /** How often the clerk has given up what waited. */
  let drops = 0
  /** Whether the cart is an order, or abandoned, by now. */
  let isOver = false
  let resume: (() => void) | undefined
  /** What the clerk's own changes have made of the cart, by the version that each was based on; the latest only. */
  const own = new Map<string, VersionedCart>()
  const listeners: ChangeListener[] = []

  const move = computed(() => moved.value && withMine(moved.value, waiting.value))

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

  async function load(): Promise<CartState> {
    const [, summary] = await Promise.all([read(), findCartSummary(cartId)])
    const state = summary?.state ?? 'open'
    isOver = state !== 'open'
    return state
  }

  /** An answer that is given again may be older than what is on the screen. */
  function show(now: VersionedCart): void {
    if (numberOfVersion(now.version) < numberOfVersion(version)) return
    cart.value = now.cart
    version = now.version
    moved.value = undefined
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
      moved.value = { before: { cart: before, version }, now }
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
    moved.value = { before: { cart: before, version }, now }
    return true
  }

  function waitForTakeover(): Promise<void> {
    isConflicting.value = true
    return new Promise((resolve) => (resume = resolve))
  }

  /** What the clerk had in sight, and what they themselves have made of it since. */
  function withOwn(since: VersionedCart | undefined): VersionedCart | undefined {
    const next = since?.version === undefined ? undefined : own.get(since.version)
    return next ? withOwn(next) : since
  }

  function noteOwn(before: string | undefined, answer: VersionedCart): void {
    if (before === undefined || before === answer.version) return
    own.set(before, answer)
    const [oldest] = own.keys()
    if (own.size > OWN_CHANGES && oldest !== undefined) own.delete(oldest)
  }

  /** Asks before something that somebody else has set while the clerk typed is overwritten. */
  async function askFirst({ since: began, meant, isKept }: ChangeRules): Promise<void> {
    const [since, now] = [withOwn(began), seen()]
    if (isKept || !since || !meant || !now || since.version === now.version) return
    if (!isClash(since.cart, now.cart, meant(since.cart))) return
    moved.value = { before: since, now }
    await waitForTakeover()
  }

  async function send<A extends VersionedCart>(
    write: Write<A>,
    rules: ChangeRules,
    seenDrops: number,
  ): Promise<A> {
    const { isRepeatable = false, sent: before } = rules
    const requireMeant = () => {
      if (isOver || (seenDrops !== drops && !isRepeatable)) throw new ChangeDropped()
    }
    requireMeant()
    await askFirst(rules)
    if (isConflicting.value) await waitForTakeover()
    requireMeant()
    const sent: Sent = before ? { ...before, isUnsure: true } : newSending()
    try {
      const answer = await sendPatiently(
        (options) => write(options, cart.value, rules.isKept === true),
        sent,
        rules.by,
      )
      showMade(answer, sent, rules)
      return answer
    } catch (error) {
      const isLeftOver = sent.isUnsure && isBegunByAnother(error)
      if (!isLeftOver && !(await isOutdated(error, sent))) throw error
      if (sent.isUnsure) {
        const made = isLeftOver ? undefined : await madeUnheard(sent, rules)
        if (made) {
          showMade(made, sent, rules)
          // Of these no more is asked for: what answers more has a key, and its answer is given again.
          return made as A
        }
        await readPatiently(1)
        throw new ChangeUnsure()
      }
      await waitForTakeover()
      const { sent: _, since: __, ...again } = rules
      return send(write, again, seenDrops)
    }
  }

  /** The cart as this clerk's change has made it. */
  function showMade(answer: VersionedCart, sent: Sent, rules: ChangeRules): void {
    const shown = { cart: cart.value, version }
    noteOwn(sent.version, answer)
    show(answer)
    if (shown.cart && numberOfVersion(answer.version) > numberOfVersion(shown.version)) {
      for (const listener of listeners) listener(shown.cart, answer.cart, rules)
    }
  }

  /**
   * The cart, with its codes where one was to be taken away, where all that has become of it is what a change has meant that
   * was never answered: it is made, and no more is to be asked.
   */
  async function madeUnheard(
    sent: Sent,
    { isRepeatable, codes, meant = codes && unchanged, alone = meant }: ChangeRules,
  ): Promise<(VersionedCart & { promotionCodes?: PromotionCode[] }) | undefined> {
    const { before, now } = moved.value ?? {}
    if (isRepeatable === true || !alone || !before || !now || before.version !== sent.version)
      return undefined
    const isNext = numberOfVersion(now.version) === numberOfVersion(before.version) + 1
    if (!isNext || !isSetAlike(alone(before.cart), now.cart)) return undefined
    if (!codes) return now
    const promotionCodes = await patiently(() => listPromotionCodes(cartId))
    const isTaken = !promotionCodes.some(({ code }) => codes.taken.includes(code))
    return isTaken ? { ...now, promotionCodes } : undefined
  }

  const seen = (): VersionedCart | undefined => cart.value && { cart: cart.value, version }

  const newSending = (): Sent => ({ version, totals, idempotencyKey: crypto.randomUUID(), isUnsure: false })

  /**
   * An unanswered write may have been made or not. Repeated as it was, with its own key and version, it is never made
   * twice: the core gives the first answer again, or refuses the version that it has left behind.
   */
  function sendPatiently<T>(
    write: (options: ChangeOptions) => Promise<T>,
    sent: Sent,
    by: PersonAtDesk | undefined,
  ): Promise<T> {
    const { isUnsure: _, ...options } = sent
    return patiently(
      async () => {
        await goOnFor(by)
        return write(options)
      },
      () => (sent.isUnsure = true),
    )
  }

  async function finish<T>(
    write: (options: ChangeOptions, cart: Cart) => Promise<T>,
    by: PersonAtDesk | undefined,
  ): Promise<T> {
    const shown = cart.value
    if (!shown) throw new Error('There is no cart on the screen yet.')
    const sent = newSending()
    try {
      const done = await sendPatiently((options) => write(options, shown), sent, by)
      // What waits behind it came too late.
      isOver = true
      return done
    } catch (error) {
      if (!(await isOutdated(error, sent))) throw error
      // What the clerk is told stays so until they have chosen: no amount changes under the hand that is about to take it.
      isConflicting.value = true
      throw new CartMoved()
    }
  }

  async function follow(theirs: number): Promise<void> {
    // What waits for the clerk's choice is in the queue.
    if (isConflicting.value) return followMove(theirs)
    await queue.add(async () => {
      // What ends the work on the cart has made its last version, and is nobody else's.
      if (isOver || isConflicting.value || theirs <= numberOfVersion(version)) return
      await readPatiently(0)
    }, 'follow')
  }

  /** Others go on while the clerk has not chosen: what is told is how the cart is by now. */
  async function followMove(theirs: number): Promise<void> {
    const told = moved.value
    if (!told || theirs <= numberOfVersion(told.now.version)) return
    const now = await patiently(fetchCart)
    const isNews = numberOfVersion(now.version) > numberOfVersion(told.now.version)
    if (isNews && moved.value === told) moved.value = { ...told, now }
  }

  async function takeOver(): Promise<void> {
    await load()
    drops += 1
    goOn()
  }

  function accept(): void {
    if (!moved.value) return
    drops += 1
    showMoved()
  }

  function keepMine(): void {
    if (!moved.value) return
    for (const rules of waiting.value) Object.assign(rules, { isKept: true, by: whoBegins() })
    showMoved()
  }

  function showMoved(): void {
    if (!moved.value) return
    show(moved.value.now)
    reads.value += 1
    goOn()
  }

  /** Keeps a change in sight of the clerk until it is answered; what is repeated whatever happens needs no choice. */
  async function waitingWith<T>(rules: ChangeRules, work: () => Promise<T>): Promise<T> {
    if (rules.isRepeatable === true) return work()
    waiting.value = [...waiting.value, rules]
    try {
      return await work()
    } finally {
      waiting.value = waiting.value.filter((other) => other !== rules)
    }
  }

  function goOn(): void {
    takeovers += 1
    moved.value = undefined
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
    seen,
    addedAgain: new Map(),
    watchChanges: (listener) => void listeners.push(listener),
    load: () => queue.add(load),
    follow,
    takeOver,
    accept,
    keepMine,
    settled() {
      const seenTakeovers = takeovers
      return queue.add(() => Promise.resolve(seenTakeovers === takeovers))
    },
    async setTotals(paymentMethodId, priceGroupId) {
      if (totals.paymentMethodId === paymentMethodId && totals.priceGroupId === priceGroupId) return
      totals = { paymentMethodId, priceGroupId }
      await queue.add(() => readPatiently(0), 'totals')
    },
    change(write, given = {}) {
      const [rules, seenDrops] = [{ by: whoBegins(), ...given }, drops]
      const answer = waitingWith(rules, () => queue.add(() => send(write, rules, seenDrops), rules.key))
      const made = answer.then(
        () => true,
        () => false,
      )
      latest = made
      void made.then(() => {
        if (latest === made) latest = undefined
      })
      return answer
    },
    latest: () => latest,
    inTurn: (work, by = whoBegins()) => {
      latest = undefined
      const seenDrops = drops
      return queue.add(async () => {
        if (isOver) throw new ChangeDropped()
        return work((write, given = {}) => {
          const rules = { by, ...given }
          return waitingWith(rules, () => send(write, rules, seenDrops))
        })
      })
    },
    finish: (write, by = whoBegins()) => queue.add(() => finish(write, by)),
  }
}

/** What somebody else has done, beside what the clerk's own changes that wait have meant. */
function withMine(move: Pick<CartMove, 'before' | 'now'>, waiting: readonly ChangeRules[]): CartMove {
  const { before, now } = move
  const mine =
    waiting.length === 0
      ? undefined
      : waiting.reduce((cart, { meant = unchanged }) => meant(cart), before.cart)
  return { ...move, mine, isClash: mine !== undefined && isClash(before.cart, now.cart, mine) }
}
