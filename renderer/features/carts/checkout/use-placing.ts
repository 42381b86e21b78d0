import { shallowRef, watch, type ShallowRef } from 'vue'
import { findCartSummary } from '../../../api/carts.ts'
import { whoBegins } from '../../../api/desk.ts'
import type { CodedGiftCard } from '../../../api/gift-cards.ts'
import { placeOrder, returnGoods, type ReturnTaken } from '../../../api/orders.ts'
import { useGoOn } from '../../../ui/go-on.ts'
import type { Scan } from '../lines/use-scan.ts'
import { forgetCartDraft } from '../session/cart-draft.ts'
import { CartMoved, type CartSession } from '../session/cart-session.ts'
import { useStayUntilPlaced } from './stay-until-placed.ts'
import type { CheckoutChoices } from './use-checkout-choices.ts'
import type { MissingSteps, Step } from './use-missing-steps.ts'

export interface Placing {
  /**
   * Places the order as it is on the screen and goes to it; answers the first step that is still missing, if any. An order
   * whose total or contents are no longer those on the screen is not placed: `unseen` says which.
   * @param seenTotal what it cost on the screen when the clerk asked for it
   */
  place: (seenTotal: number | undefined) => Promise<Step | undefined>
  /**
   * Takes the goods back without an order, in the name of whoever is at the desk now, and answers the gift card that was
   * issued for it, if any.
   * @param approval of a manager, if whoever is at the desk may not do it alone
   * @throws ApiError what the core refused
   * @throws CartMoved if a colleague has changed the cart, which the page shows
   */
  takeBack: (how: ReturnTaken, approval?: string) => Promise<CodedGiftCard | undefined>
  /** Goes to the order that the cart has become with {@link Placing.takeBack}. */
  goToReturn: () => Promise<void>
  /** Why the order was not placed although nothing is missing: the clerk has to look first. */
  unseen: Readonly<ShallowRef<'total' | 'change' | undefined>>
  /** The clerk goes back to look at the cart. */
  look: () => void
  /** Places the order as the clerk has seen it in {@link CartSession.move}. */
  placeAsMoved: () => Promise<Step | undefined>
  isPlacing: Readonly<ShallowRef<boolean>>
}

/** The clerk's own last change has given the order a total that was not on the screen yet. */
class TotalUnseen extends Error {
  override readonly name = 'TotalUnseen'
}

/** Makes an order of the cart, once: never one that differs from what the clerk has seen. */
export function usePlacing(
  cartId: string,
  session: CartSession,
  scan: Pick<Scan, 'failures'>,
  choices: CheckoutChoices,
  { missing }: Pick<MissingSteps, 'missing'>,
): Placing {
  const goOn = useGoOn()
  const isPlacing = shallowRef(false)
  const unseen = shallowRef<'total' | 'change'>()
  let isOrdered = false
  const isLeaving = useStayUntilPlaced(cartId, isPlacing, () => isOrdered)

  watch(session.cart, () => {
    if (unseen.value === 'total') unseen.value = undefined
  })

  async function place(seenTotal: number | undefined): Promise<Step | undefined> {
    if (isPlacing.value) return undefined
    unseen.value = session.isConflicting.value ? 'change' : undefined
    if (unseen.value) return undefined
    isPlacing.value = true
    try {
      return await placeWhenSettled(seenTotal)
    } catch (error) {
      if (error instanceof TotalUnseen) unseen.value = 'total'
      else if (error instanceof CartMoved) await showMove()
      else throw error
      return undefined
    } finally {
      isPlacing.value = false
    }
  }

  /** Waits for scans that are on their way, which belong to the order; what fails or changes meanwhile must be seen first. */
  async function placeWhenSettled(seenTotal: number | undefined): Promise<Step | undefined> {
    const by = whoBegins()
    const failuresSeen = scan.failures.value.length
    const isUndisturbed = await session.settled()
    await choices.priceGroups.lookAgain()
    const [step] = missing.value
    if (step !== undefined || !isUndisturbed || scan.failures.value.length > failuresSeen) return step
    const [paymentMethodId, priceGroupId] = [choices.paymentMethodId.value, choices.priceGroupId.value]
    if (paymentMethodId === undefined || priceGroupId === undefined) return undefined
    await session.finish((options, { cultureCode, orderTotal: expectedTotal }) => {
      if (expectedTotal !== seenTotal) throw new TotalUnseen()
      return placeOrder({ cartId, paymentMethodId, priceGroupId, cultureCode, expectedTotal }, options)
    }, by)
    await goToOrder()
    return undefined
  }

  async function takeBack(how: ReturnTaken, approval?: string): Promise<CodedGiftCard | undefined> {
    // Nothing leads away from here until the clerk has seen the result.
    isPlacing.value = true
    try {
      const by = whoBegins()
      return await session.finish((options) => returnGoods({ cartId, ...how }, { ...options, approval }), by)
    } catch (error) {
      isPlacing.value = false
      throw error
    }
  }

  async function goToOrder(): Promise<void> {
    forgetCartDraft(cartId)
    isOrdered = true
    if (!isLeaving())
      await goOn.push({ name: 'order', params: { orderId: cartId }, query: { placed: 'now' } })
  }

  /** If the colleague's change was to place the order, there is nothing left to ask. */
  async function showMove(): Promise<void> {
    const summary = await findCartSummary(cartId)
    if (summary?.state === 'ordered') await goToOrder()
    else unseen.value = 'change'
  }

  return {
    place,
    takeBack,
    async goToReturn() {
      await goToOrder()
      isPlacing.value = false
    },
    unseen,
    look: () => (unseen.value = undefined),
    async placeAsMoved() {
      session.accept()
      return place(session.cart.value?.orderTotal)
    },
    isPlacing,
  }
}
