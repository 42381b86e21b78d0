import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import { ApiError } from '../../api/api-error.ts'
import { getCart, type Cart, type WriteOptions } from '../../api/carts.ts'
import { whenReachable } from '../../api/connection.ts'
import { createSerialQueue } from './serial-queue.ts'

/** A change that was waiting while somebody else changed the cart; it was made on sight of the old one. */
export class ChangeDropped extends Error {
  override readonly name = 'ChangeDropped'
}

/** A change whose answer was lost on the way, on a cart that has moved on since: it may be in the cart or not. */
export class ChangeUnsure extends Error {
  override readonly name = 'ChangeUnsure'
}

export interface ChangeRules {
  /** Waiting changes of one key give way to the newest. */
  key?: string
  /** Means the same whatever the cart looks like by now (a scan): sent again after somebody else's change. */
  isRepeatable?: boolean
}

export interface CartSession {
  cart: Readonly<ShallowRef<Cart | undefined>>
  /** Changes that are not answered yet. */
  pending: Readonly<Ref<number>>
  /** Somebody else has changed the cart; nothing is sent until {@link CartSession.takeOver}. */
  isConflicting: Readonly<Ref<boolean>>
  load: () => Promise<void>
  /** Shows the cart as it is now and goes on with what can be repeated. */
  takeOver: () => Promise<void>
  /** Resolves when every change made so far has been answered: false where somebody else's came in between. */
  settled: () => Promise<boolean>
  /** Computes the totals as if paid so, from now on. */
  setTotals: (paymentMethodId: string | undefined, priceGroupId: string | undefined) => Promise<void>
  /**
   * Sends a change after all earlier ones, then reads the cart and its totals again. Waits while the core is away.
   * @throws ApiError what the core refused, ChangeDropped where somebody else was first, ChangeUnsure
   */
  change: <T>(write: (options: WriteOptions) => Promise<T>, rules?: ChangeRules) => Promise<T>
}

interface Sent extends WriteOptions {
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
  let version: string | undefined
  let totals: { paymentMethodId?: string | undefined; priceGroupId?: string | undefined } = {}
  let takeovers = 0
  let resume: (() => void) | undefined

  async function read(): Promise<void> {
    const answer = await getCart(cartId, totals).catch((error: unknown) => {
      // A payment method that does not suit the cart any more must not hide the cart.
      if (error instanceof ApiError && error.status === 400) return getCart(cartId)
      throw error
    })
    cart.value = answer.cart
    version = answer.version
  }

  async function readPatiently(): Promise<void> {
    try {
      await read()
    } catch (error) {
      if (!(error instanceof ApiError && error.isUnreachable)) throw error
      await whenReachable()
      await readPatiently()
    }
  }

  /** Whether a refusal only says that the cart has moved on. */
  async function isOutdated(error: unknown, sent: string | undefined): Promise<boolean> {
    if (!(error instanceof ApiError) || error.status !== 409 || sent === undefined) return false
    const { version: current } = await getCart(cartId)
    return current !== sent
  }

  function waitForTakeover(): Promise<void> {
    isConflicting.value = true
    return new Promise((resolve) => (resume = resolve))
  }

  async function send<T>(
    write: (options: WriteOptions) => Promise<T>,
    isRepeatable: boolean,
    seenTakeovers: number,
  ): Promise<T> {
    if (seenTakeovers !== takeovers && !isRepeatable) throw new ChangeDropped()
    const sent: Sent = { version, idempotencyKey: crypto.randomUUID(), isUnsure: false }
    try {
      const result = await sendPatiently(write, sent)
      await readPatiently()
      return result
    } catch (error) {
      if (!(await isOutdated(error, sent.version))) throw error
      if (sent.isUnsure) {
        await readPatiently()
        throw new ChangeUnsure()
      }
      await waitForTakeover()
      if (!isRepeatable) throw new ChangeDropped()
      return send(write, isRepeatable, takeovers)
    }
  }

  /**
   * An unanswered write may have been made or not. Repeated as it was, with its own key and version, it is never made
   * twice: the core gives the first answer again, or refuses the version that it has left behind.
   */
  async function sendPatiently<T>(write: (options: WriteOptions) => Promise<T>, sent: Sent): Promise<T> {
    try {
      return await write(sent)
    } catch (error) {
      if (!(error instanceof ApiError && error.isUnreachable)) throw error
      sent.isUnsure = true
      await whenReachable()
      return sendPatiently(write, sent)
    }
  }

  async function takeOver(): Promise<void> {
    await read()
    takeovers += 1
    isConflicting.value = false
    resume?.()
    resume = undefined
  }

  return {
    cart,
    pending: queue.size,
    isConflicting,
    load: () => queue.add(read),
    takeOver,
    settled() {
      const seenTakeovers = takeovers
      return queue.add(() => Promise.resolve(seenTakeovers === takeovers))
    },
    async setTotals(paymentMethodId, priceGroupId) {
      if (totals.paymentMethodId === paymentMethodId && totals.priceGroupId === priceGroupId) return
      totals = { paymentMethodId, priceGroupId }
      await queue.add(readPatiently, 'totals')
    },
    change(write, rules = {}) {
      const seenTakeovers = takeovers
      return queue.add(() => send(write, rules.isRepeatable ?? false, seenTakeovers), rules.key)
    },
  }
}
