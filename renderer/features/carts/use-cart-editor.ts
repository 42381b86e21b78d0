import { computed, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { useRouter } from 'vue-router'
import { ApiError } from '../../api/api-error.ts'
import { updateCart, type Cart } from '../../api/carts.ts'
import { placeOrder } from '../../api/orders.ts'
import { forgetCartDraft, useCartDraft, type CartDraft } from './cart-draft.ts'
import { ChangeDropped, ChangeUnsure, type CartSession } from './cart-session.ts'
import { useCartAddresses, type CartAddresses } from './use-cart-addresses.ts'
import { useCartLines, type CartLines } from './use-cart-lines.ts'
import { useCheckoutChoices, type CheckoutChoices } from './use-checkout-choices.ts'
import { usePromotionCodes, type PromotionCodes } from './use-promotion-codes.ts'
import { useScan, type Scan } from './use-scan.ts'

/** What an order needs before it can be placed, in the order of the counter. */
export type Step = 'goods' | 'billing' | 'delivery' | 'payment'

export interface CartEditor {
  cartId: string
  session: CartSession
  /** The culture that amounts are written in: the order's, wherever they stand on the screen. */
  culture: ComputedRef<string>
  draft: CartDraft
  scan: Scan
  lines: CartLines
  choices: CheckoutChoices
  promotions: PromotionCodes
  addresses: CartAddresses
  missing: ComputedRef<Step[]>
  /** What the last action was refused with, by the part of the page it belongs to. */
  refusals: Readonly<ShallowRef<Partial<Record<EditorPart, ApiError>>>>
  /** Whether a change of this clerk may not have been saved: somebody else was first, or its answer was lost. */
  hasDropped: Readonly<ShallowRef<boolean>>
  forgetDropped: () => void
  /** Runs an action of a part and shows there what it was refused with; true where it succeeded. */
  attempt: (part: EditorPart, action: () => Promise<unknown>) => Promise<boolean>
  update: (change: Parameters<typeof updateCart>[1]) => Promise<void>
  choosePriceGroup: (priceGroupId: string) => Promise<void>
  /** Kept until the order is placed; the cart itself has no payment. */
  choosePayment: (paymentMethodId: string) => void
  /** Places the order and goes to it; answers the first step that is still missing, if any. */
  place: () => Promise<Step | undefined>
  isPlacing: Readonly<ShallowRef<boolean>>
}
export type EditorPart =
  'lines' | 'head' | 'promotions' | 'customer' | 'addresses' | 'delivery' | 'payment' | 'place'

/** Everything the cart editor does, composed from its parts; the page only shows it. */
export function useCartEditor(cartId: string, session: CartSession): CartEditor {
  const router = useRouter()
  const draft = useCartDraft(cartId)
  const addresses = useCartAddresses(cartId, session, draft, () => choices.priceGroupId.value)
  const choices = useCheckoutChoices(session, draft, addresses)
  const refusals = shallowRef<Partial<Record<EditorPart, ApiError>>>({})
  const hasDropped = shallowRef(false)
  const isPlacing = shallowRef(false)
  const scan = useScan(cartId, session, () => choices.knownPriceGroup())

  forgetWhatIsNotOffered(draft, choices, addresses)
  watch(
    [() => draft.paymentMethodId, choices.priceGroupId],
    ([paymentMethodId, priceGroupId]) => {
      void attempt('payment', () => session.setTotals(paymentMethodId, priceGroupId))
    },
    { immediate: true },
  )

  const missing = computed(() => missingSteps(session.cart.value, addresses, choices, draft))

  async function attempt(part: EditorPart, action: () => Promise<unknown>): Promise<boolean> {
    refusals.value = { ...refusals.value, [part]: undefined }
    try {
      await action()
      return true
    } catch (error) {
      if (error instanceof ChangeDropped || error instanceof ChangeUnsure) hasDropped.value = true
      else if (error instanceof ApiError) refusals.value = { ...refusals.value, [part]: error }
      else throw error
      return false
    }
  }

  async function update(change: Parameters<typeof updateCart>[1]): Promise<void> {
    await session.change((options) => updateCart(cartId, change, options))
  }

  async function choosePriceGroup(priceGroupId: string): Promise<void> {
    const cart = session.cart.value
    if (cart && (cart.orderLines.length > 0 || cart.shipments.length > 0)) await update({ priceGroupId })
    draft.priceGroupId = priceGroupId
  }

  async function place(): Promise<Step | undefined> {
    if (isPlacing.value || session.isConflicting.value) return undefined
    isPlacing.value = true
    try {
      return await placeWhenSettled()
    } finally {
      isPlacing.value = false
    }
  }

  /** A scan that is still on its way belongs to the order; what fails or changes meanwhile must be seen first. */
  async function placeWhenSettled(): Promise<Step | undefined> {
    const failuresSeen = scan.failures.value.length
    const isUndisturbed = await session.settled()
    const [step] = missing.value
    if (step !== undefined || !isUndisturbed || scan.failures.value.length > failuresSeen) return step
    const { paymentMethodId } = draft
    const priceGroupId = choices.priceGroupId.value
    const cultureCode = session.cart.value?.cultureCode
    if (paymentMethodId === undefined || priceGroupId === undefined || cultureCode === undefined)
      return undefined
    await placeOrder({ cartId, paymentMethodId, priceGroupId, cultureCode })
    forgetCartDraft(cartId)
    await router.push({ name: 'order', params: { orderId: cartId }, query: { placed: 'now' } })
    return undefined
  }

  return {
    cartId,
    session,
    culture: computed(() => session.cart.value?.cultureCode ?? 'en'),
    draft,
    scan,
    lines: useCartLines(cartId, session),
    choices,
    promotions: usePromotionCodes(cartId, session),
    addresses,
    missing,
    refusals,
    hasDropped,
    forgetDropped: () => (hasDropped.value = false),
    attempt,
    update,
    choosePriceGroup,
    choosePayment: (paymentMethodId) => (draft.paymentMethodId = paymentMethodId),
    place,
    isPlacing,
  }
}

/** A method that the country or price group does not offer is no choice any more. */
function forgetWhatIsNotOffered(draft: CartDraft, choices: CheckoutChoices, addresses: CartAddresses): void {
  watch([choices.paymentMethods, choices.shippingMethods], ([payment, shipping]) => {
    if (payment && !payment.some(({ id }) => id === draft.paymentMethodId)) draft.paymentMethodId = undefined
    if (shipping && !shipping.some(({ id }) => id === draft.shippingMethodId))
      draft.shippingMethodId = undefined
  })
  watch(addresses.shippingMethodId, (id) => (draft.shippingMethodId ??= id))
}

function missingSteps(
  cart: Cart | undefined,
  { billing, shippingMethodId, isDelivered }: CartAddresses,
  { shippingMethods }: CheckoutChoices,
  { paymentMethodId }: CartDraft,
): Step[] {
  const offered = shippingMethods.value
  const isOffered = offered?.some(({ id }) => id === shippingMethodId.value) ?? true
  const steps: [Step, boolean][] = [
    ['goods', (cart?.orderLines.length ?? 0) > 0],
    ['billing', billing.value !== null],
    ['delivery', (isDelivered.value && isOffered) || offered?.length === 0],
    ['payment', paymentMethodId !== undefined],
  ]
  return steps.filter(([, isDone]) => !isDone).map(([step]) => step)
}
