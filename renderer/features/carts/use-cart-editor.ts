import { computed, watch, type ComputedRef } from 'vue'
import { updateCart, type UpdateCartBody } from '../../api/carts.ts'
import { useStoreInfo } from '../stores/store-info.ts'
import { useDeliveryAddress } from './checkout/delivery-address.ts'
import { useCartAddresses, type CartAddresses } from './checkout/use-cart-addresses.ts'
import { useCheckoutChoices, type CheckoutChoices } from './checkout/use-checkout-choices.ts'
import { useMissingSteps, type MissingSteps } from './checkout/use-missing-steps.ts'
import { usePlacing, type Placing } from './checkout/use-placing.ts'
import { usePriceGroupChoice, type PriceGroupChoice } from './checkout/use-price-group-choice.ts'
import { usePriceGroups } from './checkout/use-price-groups.ts'
import { usePromotionCodes, type PromotionCodes } from './checkout/use-promotion-codes.ts'
import { useShortGoods, type ShortGoods } from './lines/short-goods.ts'
import { useCartLines, type CartLines } from './lines/use-cart-lines.ts'
import { useLargeQuantities, type AskedQuantity, type LargeQuantities } from './lines/use-large-quantities.ts'
import { useScan, type Scan } from './lines/use-scan.ts'
import { useCartDraft } from './session/cart-draft.ts'
import { useCartHistory, type CartHistory } from './session/cart-history.ts'
import type { CartSession } from './session/cart-session.ts'
import type { UpdateRules } from './session/change.ts'
import { withTerms } from './session/meant-cart.ts'
import { useAttempts, type Attempts } from './session/use-attempts.ts'
import { useEnd, type End } from './session/use-end.ts'

/** Everything the cart editor does; its page only shows it. */
export interface CartEditor extends Attempts, End, MissingSteps, PriceGroupChoice, Placing {
  cartId: string
  session: CartSession
  /** The order's culture, which formats its amounts wherever they stand on the screen. */
  culture: ComputedRef<string>
  scan: Scan
  lines: CartLines
  /** Goods of which the cart has more than there are in stock. */
  shortGoods: ShortGoods
  /** Unusually large quantities, which the clerk confirms before they count. */
  quantities: LargeQuantities
  choices: CheckoutChoices
  promotions: PromotionCodes
  addresses: CartAddresses
  update: (change: UpdateCartBody, rules?: UpdateRules) => Promise<void>
  /** Remembers the payment method until the order is placed; the cart itself has none. */
  choosePayment: (paymentMethodId: string) => void
  history: CartHistory
}

/** Composes the cart editor from its parts. */
export function useCartEditor(cartId: string, session: CartSession): CartEditor {
  const storeInfo = useStoreInfo()
  const draft = useCartDraft(cartId)
  const history = useCartHistory(cartId, session, draft)
  const attempts = useAttempts(session)
  const end = useEnd(cartId, session, attempts)
  const quantities = useLargeQuantities(cartId)
  const lines = useCartLines(cartId, session, quantities)
  const promotions = usePromotionCodes(cartId, session)
  const priceGroups = usePriceGroups(cartId, session, draft)
  const scan = useScan(cartId, session, quantities, priceGroups.known, promotions.take)
  const shortGoods = useShortGoods(cartId, scan.last, session.cart)
  const delivery = useDeliveryAddress(session)
  const choices = useCheckoutChoices(session, draft, priceGroups, delivery)
  const addresses = useCartAddresses(cartId, session, draft, delivery, choices)
  const steps = useMissingSteps(session, choices, addresses)
  const priceGroupChoice = usePriceGroupChoice(session, update, draft, history, priceGroups)
  const placing = usePlacing(cartId, session, scan, choices, steps)

  for (const question of quantities.takeLeft()) askAgain(question)

  // The total contains the payment method's fee, which depends on the price group.
  watch(
    [choices.paymentMethodId, choices.priceGroupId],
    ([paymentMethodId, priceGroupId]) => {
      const paidBy = priceGroupId === undefined ? undefined : paymentMethodId
      void attempts.attempt('payment', () => session.setTotals(paidBy, priceGroupId))
    },
    { immediate: true },
  )

  async function update(
    change: UpdateCartBody,
    { customer = null, ...rules }: UpdateRules = {},
  ): Promise<void> {
    const { defaultCountryId, walkInShippingMethodId } = storeInfo.store ?? {}
    await session.change((options) => updateCart(cartId, change, options), {
      ...rules,
      meant: withTerms(change, customer, defaultCountryId, walkInShippingMethodId),
    })
  }

  /** Repeats a question that was open when the page was reloaded, unless its line is gone. */
  function askAgain({ of, quantity }: AskedQuantity): void {
    if ('product' in of) {
      void scan.add(of.product, quantity)
      return
    }
    const line = session.cart.value?.orderLines.find(({ id }) => id === of.lineId)
    if (line) void attempts.attempt('lines', () => lines.setQuantity(line, quantity))
  }

  return {
    ...attempts,
    ...end,
    ...steps,
    ...priceGroupChoice,
    ...placing,
    cartId,
    session,
    culture: computed(() => session.cart.value?.cultureCode ?? 'en'),
    scan,
    lines,
    shortGoods,
    quantities,
    choices,
    promotions,
    addresses,
    update,
    choosePayment: (paymentMethodId) => (draft.paymentMethodId = paymentMethodId),
    history,
  }
}
