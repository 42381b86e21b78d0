import { computed, ref, type ComputedRef, type Ref } from 'vue'
import {
  removeLine,
  updateLine,
  type CartLine,
  type ChangeOptions,
  type VersionedCart,
} from '../../../api/carts.ts'
import type { CartSession } from '../session/cart-session.ts'
import { onLine, unlessGone } from '../session/gone.ts'
import { withoutLine, withPrice, withQuantity } from '../session/meant-cart.ts'
import type { LargeQuantities } from './use-large-quantities.ts'

export interface CartLines {
  /** Quantities on their way to the core, shown meanwhile in place of the cart's, by line. */
  wanted: Readonly<Ref<Readonly<Record<string, number>>>>
  /** Whether a quantity is still to be mended or to be answered: the cart is not what the clerk means yet. */
  isUndecided: ComputedRef<boolean>
  /** Notes whether what stands in the line's field is no quantity. */
  setFaulty: (lineId: string, isFaulty: boolean) => void
  /**
   * False where it is so much that the clerk was asked and did not mean it.
   * @param since the cart as it was when the quantity began to be typed
   */
  setQuantity: (line: CartLine, quantity: number, since?: VersionedCart) => Promise<boolean>
  /**
   * @param price of one, in major units without tax; null for the one of the list
   * @param since the cart as it was when the price began to be typed
   * @param approval of somebody else, where whoever is at the desk may not do it
   */
  setPrice: (line: CartLine, price: number | null, since?: VersionedCart, approval?: string) => Promise<void>
  remove: (line: CartLine) => Promise<void>
}

export function useCartLines(cartId: string, session: CartSession, quantities: LargeQuantities): CartLines {
  const wanted = ref<Record<string, number>>({})
  const faulty = ref(new Set<string>())

  async function setQuantity(line: CartLine, quantity: number, since?: VersionedCart): Promise<boolean> {
    const question = { name: line.productName, quantity, of: { lineId: line.id } }
    if (!(await quantities.allow(question, line.quantity))) return false
    wanted.value[line.id] = quantity
    try {
      const meant = withQuantity(line.id, quantity)
      const write = (lineId: string) => (options: ChangeOptions) =>
        updateLine(cartId, lineId, { quantity }, options)
      await session.change(onLine(session, since?.cart ?? session.cart.value, line.id, meant, write), {
        key: `quantity ${line.id}`,
        meant,
        since,
      })
      return true
    } finally {
      if (wanted.value[line.id] === quantity) Reflect.deleteProperty(wanted.value, line.id)
    }
  }

  async function setPrice(
    line: CartLine,
    price: number | null,
    since?: VersionedCart,
    approval?: string,
  ): Promise<void> {
    const cart = since?.cart ?? session.cart.value
    const meant = withPrice(line.id, price, cart?.billingCurrency.isoCode ?? 'EUR')
    const write = (lineId: string) => (options: ChangeOptions) =>
      updateLine(cartId, lineId, { price }, options)
    const change = onLine(session, cart, line.id, meant, write)
    await session.change(async (options, ...now) => change({ ...options, approval }, ...now), {
      key: `price ${line.id}`,
      meant,
      since,
    })
  }

  async function remove(line: CartLine): Promise<void> {
    const write = (options: ChangeOptions) => removeLine(cartId, line.id, options)
    await session.change(unlessGone(line.id, write), { meant: withoutLine(line.id) })
  }

  return {
    wanted,
    isUndecided: computed(() => faulty.value.size > 0 || quantities.asked.value !== undefined),
    setFaulty: (lineId, isFaulty) => (isFaulty ? faulty.value.add(lineId) : faulty.value.delete(lineId)),
    setQuantity,
    setPrice,
    remove,
  }
}
