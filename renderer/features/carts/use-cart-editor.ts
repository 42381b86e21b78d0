import { computed, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { ApiError } from '../../api/api-error.ts'
import {
  findCartSummary,
  updateCart,
  type AddressBody,
  type Cart,
  type CartPriceGroup,
  type UpdateCartBody,
} from '../../api/carts.ts'
import { goOnFor, whoBegins } from '../../api/desk.ts'
import type { CodedGiftCard } from '../../api/gift-cards.ts'
import { placeOrder, returnGoods, type ReturnTaken } from '../../api/orders.ts'
import { useGoOn } from '../../ui/go-on.ts'
import { useStoreInfo } from '../stores/store-info.ts'
import { missingFields, toBody, toForm, type AddressNeeds } from '../addresses/address-body.ts'
import { useDeliveryNeeds } from '../addresses/delivery-needs.ts'
import { useCartHistory, type CartHistory } from './session/cart-history.ts'
import { forgetCartDraft, useCartDraft } from './session/cart-draft.ts'
import { ChangeDropped, ChangeUnsure, type ChangeRules } from './session/change.ts'
import { CartMoved, type CartSession } from './session/cart-session.ts'
import { endOf, type EndState } from './session/end-state.ts'
import { withTerms } from './session/meant-cart.ts'
import { useStayUntilPlaced } from './stay-until-placed.ts'
import { useDeliveryAddress } from './checkout/delivery-address.ts'
import { useCartAddresses, type CartAddresses } from './checkout/use-cart-addresses.ts'
import { useCartLines, type CartLines } from './lines/use-cart-lines.ts'
import { useCheckoutChoices, type CheckoutChoices } from './checkout/use-checkout-choices.ts'
import { useLargeQuantities, type AskedQuantity, type LargeQuantities } from './lines/use-large-quantities.ts'
import { usePromotionCodes, type PromotionCodes } from './checkout/use-promotion-codes.ts'
import { usePriceGroups } from './checkout/use-price-groups.ts'
import { useScan, type Scan } from './lines/use-scan.ts'
import { useShortGoods, type ShortGoods } from './lines/short-goods.ts'

/** What an order needs before it can be placed, in the order of the counter. */
export type Step = 'goods' | 'priceGroup' | 'billing' | 'shipping' | 'delivery' | 'payment'

export interface CartEditor {
  cartId: string
  session: CartSession
  /** The culture that amounts are written in: the order's, wherever they stand on the screen. */
  culture: ComputedRef<string>
  scan: Scan
  /** What it has more of than there is. */
  shortGoods: ShortGoods
  lines: CartLines
  /** Quantities that are asked for before they count. */
  quantities: LargeQuantities
  choices: CheckoutChoices
  promotions: PromotionCodes
  addresses: CartAddresses
  /** Whether the customer collects the goods; undefined until that is known of the way that is chosen. */
  isCollected: ComputedRef<boolean | undefined>
  /**
   * What the order needs of the billing address. Who collects gives a name, and a walk-in not even that; a place is asked
   * for where goods are sent to it. What a way of paying asks beyond that, placing tells.
   */
  needs: ComputedRef<AddressNeeds>
  /** What it needs of a delivery address of its own. */
  deliveryNeeds: AddressNeeds
  missing: ComputedRef<Step[]>
  /** What the last action was refused with, by the part of the page it belongs to. */
  refusals: Readonly<ShallowRef<Partial<Record<EditorPart, ApiError>>>>
  /** Whether a change of this clerk may not have been saved: its answer was lost. */
  hasDropped: Readonly<ShallowRef<boolean>>
  forgetDropped: () => void
  /** Lets the clerk's own changes stand on what others have made of the cart; not where it is open no more. */
  keepMine: () => Promise<void>
  /** Whether others have made an end of the cart: see {@link CartEditor.ended}. */
  lookWhetherEnded: () => Promise<boolean>
  /** What others have made of the cart where it is open no more: nothing of the clerk's may open an order again unasked. */
  ended: Readonly<ShallowRef<EndState | undefined>>
  /** Runs an action of a part and shows there what it was refused with; true where it succeeded. */
  attempt: (part: EditorPart, action: () => Promise<unknown>) => Promise<boolean>
  /**
   * Runs what a dialog was opened for. Where somebody else was first the dialog goes out of the way, and the action waits
   * for the clerk's choice: false then.
   * @throws ApiError what it was refused with before that
   */
  unlessOvertaken: (part: EditorPart, action: () => Promise<unknown>) => Promise<boolean>
  update: (change: UpdateCartBody, rules?: UpdateRules) => Promise<void>
  /** @param reason why, where the group is not valid for the cart */
  choosePriceGroup: (priceGroupId: string, reason?: string) => Promise<void>
  /**
   * Gives the cart a customer, nobody or a walk-in, and then the best price group that is valid for it: unless somebody
   * has given a reason for the one it has.
   * @param also what belongs to the same step: the customer's address
   * @param customer who it is, where it is somebody
   */
  setCustomer: (
    change: CustomerChange,
    also?: (step: string) => Promise<void>,
    customer?: NonNullable<Cart['customer']>,
  ) => Promise<void>
  /** What the customer's choice has done to the price group, until the clerk goes on to something else. */
  applied: Readonly<ShallowRef<AppliedGroup | undefined>>
  history: CartHistory
  /** Kept until the order is placed; the cart itself has no payment. */
  choosePayment: (paymentMethodId: string) => void
  /**
   * Places the order as it is on the screen and goes to it; answers the first step that is still missing, if any. An
   * order that costs something else by now, or that somebody else has changed, is not placed: `unseen` says which.
   * @param seenTotal what it cost on the screen when that was asked for
   */
  place: (seenTotal: number | undefined) => Promise<Step | undefined>
  /**
   * Takes the goods back without an order, and answers the gift card that was issued for it, if any. It is begun by whoever is at
   * the desk then, and what comes behind it comes too late.
   * @param approval of somebody else, where whoever is at the desk may not do it
   * @throws ApiError what the core refused, CartMoved where others have changed the cart, which is told on the page
   */
  takeBack: (how: ReturnTaken, approval?: string) => Promise<CodedGiftCard | undefined>
  /** To the order that the cart has become with {@link CartEditor.takeBack}. */
  goToReturn: () => Promise<void>
  /** Why the order was not placed though nothing is missing: the clerk has to look first. */
  unseen: Readonly<ShallowRef<'total' | 'change' | undefined>>
  /** The clerk looks. */
  look: () => void
  /** Places the order as the clerk has seen it in {@link CartSession.move}. */
  placeAsMoved: () => Promise<Step | undefined>
  isPlacing: Readonly<ShallowRef<boolean>>
}
export type CustomerChange = Pick<UpdateCartBody, 'customerId' | 'walkIn'>
/** `customer`: whom the change gives the cart to. */
export type UpdateRules = Pick<ChangeRules, 'by' | 'step' | 'since'> & {
  customer?: Cart['customer'] | undefined
}

/** A price group that was applied by itself. */
export interface AppliedGroup {
  group: CartPriceGroup
  /** The one before it. */
  before: string
}

export type EditorPart =
  | 'lines'
  | 'head'
  | 'promotions'
  | 'customer'
  | 'addresses'
  | 'delivery'
  | 'payment'
  | 'place'

/** The clerk's own last change has made the order cost something that was not on the screen yet. */
class TotalUnseen extends Error {
  override readonly name = 'TotalUnseen'
}

/** Everything the cart editor does, composed from its parts; the page only shows it. */
export function useCartEditor(cartId: string, session: CartSession): CartEditor {
  const goOn = useGoOn()
  const storeInfo = useStoreInfo()
  const draft = useCartDraft(cartId)
  const history = useCartHistory(cartId, session, draft)
  const priceGroups = usePriceGroups(cartId, session, draft)
  const delivery = useDeliveryAddress(session)
  const choices = useCheckoutChoices(session, draft, priceGroups, delivery)
  const addresses = useCartAddresses(cartId, session, draft, delivery, choices)
  const refusals = shallowRef<Partial<Record<EditorPart, ApiError>>>({})
  const hasDropped = shallowRef(false)
  const isPlacing = shallowRef(false)
  let isOrdered = false
  const isLeaving = useStayUntilPlaced(cartId, isPlacing, () => isOrdered)
  const ended = shallowRef<EndState>()
  const applied = shallowRef<AppliedGroup>()
  const unseen = shallowRef<'total' | 'change'>()
  const quantities = useLargeQuantities(cartId)
  const lines = useCartLines(cartId, session, quantities)
  const promotions = usePromotionCodes(cartId, session)
  const scan = useScan(cartId, session, quantities, priceGroups.known, promotions.take)
  const shortGoods = useShortGoods(cartId, scan.last, session.cart)

  for (const question of quantities.takeLeft()) askAgain(question)

  watch(session.isConflicting, (isConflicting) => {
    ended.value = undefined
    if (isConflicting) void attempt('lines', lookWhetherEnded)
  })
  watch(session.cart, () => {
    if (unseen.value === 'total') unseen.value = undefined
  })
  watch(
    [choices.paymentMethodId, choices.priceGroupId],
    ([paymentMethodId, priceGroupId]) => {
      void attempt('payment', () => session.setTotals(paymentMethodId, priceGroupId))
    },
    { immediate: true },
  )

  // Said until it is another group again, or taken back.
  watch(priceGroups.id, (id) => {
    if (applied.value && applied.value.group.id !== id) applied.value = undefined
  })

  const method = computed(() =>
    choices.shippingMethods.value?.find(({ id }) => id === choices.shippingMethodId.value),
  )
  const isCollected = computed(() => {
    const isUnknown = !choices.shippingMethods.value && choices.shippingMethodId.value !== undefined
    return isUnknown ? undefined : method.value?.delivers === false
  })
  const isSent = computed(() => method.value?.delivers === true)
  const deliveryNeeds = useDeliveryNeeds()
  const needs = computed(() => ({
    ...deliveryNeeds,
    hasName: session.cart.value?.walkIn !== true || isSent.value,
    hasPlace: isSent.value && addresses.isSame.value,
  }))
  const missing = computed(() => {
    const needsOfOwn = isSent.value && !addresses.isSame.value ? deliveryNeeds : undefined
    return missingSteps(session.cart.value, addresses, choices, [needs.value, needsOfOwn])
  })

  async function attempt(part: EditorPart, action: () => Promise<unknown>): Promise<boolean> {
    refusals.value = { ...refusals.value, [part]: undefined }
    try {
      await action()
      return true
    } catch (error) {
      if (error instanceof ChangeUnsure) hasDropped.value = true
      else if (error instanceof ChangeDropped) return false
      else if (error instanceof ApiError) refusals.value = { ...refusals.value, [part]: error }
      else throw error
      return false
    }
  }

  async function lookWhetherEnded(): Promise<boolean> {
    const { state = 'open' } = (await findCartSummary(cartId)) ?? {}
    const end = await endOf(cartId, state)
    ended.value = end !== 'open' && session.isConflicting.value ? end : undefined
    return ended.value !== undefined
  }

  async function keepMine(): Promise<void> {
    if (!(await lookWhetherEnded())) session.keepMine()
  }

  async function unlessOvertaken(part: EditorPart, action: () => Promise<unknown>): Promise<boolean> {
    const acting = action()
    let stop = (): void => undefined
    const overtaken = new Promise<boolean>((resolve) => {
      stop = watch(session.isConflicting, (isConflicting) => isConflicting && resolve(false), {
        immediate: true,
      })
    })
    try {
      const isDone = await Promise.race([acting.then(() => true), overtaken])
      if (!isDone) void attempt(part, () => acting)
      return isDone
    } finally {
      stop()
    }
  }

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

  /** A cart without goods or delivery has no prices yet: it need not know, unless for the reason that is given. */
  async function choosePriceGroup(priceGroupId: string, reason?: string): Promise<void> {
    await moveTo(priceGroupId, reason === undefined ? {} : { priceGroupReason: reason })
    await priceGroups.load()
  }

  async function moveTo(
    priceGroupId: string,
    { step = crypto.randomUUID(), ...reason }: { priceGroupReason?: string; step?: string },
  ): Promise<void> {
    const before = session.cart.value
    const { orderLines = [], shipments = [], priceGroupOverride } = before ?? {}
    const isKept = orderLines.length > 0 || shipments.length > 0 || priceGroupOverride !== undefined
    const old = priceGroups.id.value
    if (isKept || reason.priceGroupReason !== undefined) await update({ priceGroupId, ...reason }, { step })
    draft.priceGroupId = priceGroupId
    if (before && orderLines.length === 0 && old !== priceGroupId) {
      const cart = session.cart.value ?? before
      history.record({ cart: before, priceGroupId: old }, { cart, priceGroupId }, step)
    }
  }

  async function setCustomer(
    change: CustomerChange,
    also?: (step: string) => Promise<void>,
    customer?: Cart['customer'],
  ): Promise<void> {
    const step = crypto.randomUUID()
    const by = whoBegins()
    const before = priceGroups.current.value
    await update(change, { step, customer })
    await also?.(step)
    if (!(await priceGroups.load()) || session.cart.value?.priceGroupOverride) return
    await goOnFor(by)
    const [best, current] = [priceGroups.best.value, priceGroups.current.value]
    if (!best || !current || isAsGood(current, best)) {
      applied.value =
        before && current && before.id !== current.id ? { group: current, before: before.name } : undefined
      return
    }
    // Where the old group may not be kept without a reason, nobody can go back to it alone.
    await moveTo(best.id, current.valid ? {} : { step })
    await priceGroups.load()
    applied.value = { group: best, before: current.name }
  }

  /** A group that costs as much stays, unless the other one is the customer's own and there are no goods yet. */
  const isAsGood = (current: CartPriceGroup, best: CartPriceGroup): boolean =>
    current.id === best.id ||
    (current.valid &&
      current.orderTotal === best.orderTotal &&
      (session.cart.value?.orderLines.length ?? 0) > 0)

  /** What was asked when the page was loaded anew; a line that is gone by now needs no answer. */
  function askAgain({ of, quantity }: AskedQuantity): void {
    if ('product' in of) {
      void scan.add(of.product, quantity)
      return
    }
    const line = session.cart.value?.orderLines.find(({ id }) => id === of.lineId)
    if (line) void attempt('lines', () => lines.setQuantity(line, quantity))
  }

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

  /**
   * A scan that is still on its way belongs to the order; what fails or changes meanwhile must be seen first.
   * @param seenTotal what was on the screen when the clerk asked for the order to be placed
   */
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
    // Until the clerk has seen what comes of it nothing leads away from here.
    isPlacing.value = true
    try {
      const by = whoBegins()
      return await session.finish((options) => returnGoods({ cartId, ...how }, { ...options, approval }), by)
    } catch (error) {
      isPlacing.value = false
      throw error
    }
  }

  async function goToReturn(): Promise<void> {
    await goToOrder()
    isPlacing.value = false
  }

  async function goToOrder(): Promise<void> {
    forgetCartDraft(cartId)
    isOrdered = true
    if (!isLeaving())
      await goOn.push({ name: 'order', params: { orderId: cartId }, query: { placed: 'now' } })
  }

  /** What somebody else did may have been to place it: then there is nothing left to ask. */
  async function showMove(): Promise<void> {
    const summary = await findCartSummary(cartId)
    if (summary?.state === 'ordered') await goToOrder()
    else unseen.value = 'change'
  }

  async function placeAsMoved(): Promise<Step | undefined> {
    session.accept()
    return place(session.cart.value?.orderTotal)
  }

  return {
    cartId,
    session,
    culture: computed(() => session.cart.value?.cultureCode ?? 'en'),
    scan,
    shortGoods,
    lines,
    quantities,
    choices,
    promotions,
    addresses,
    isCollected,
    needs,
    deliveryNeeds,
    missing,
    refusals,
    hasDropped,
    forgetDropped: () => (hasDropped.value = false),
    keepMine,
    lookWhetherEnded,
    ended,
    attempt,
    unlessOvertaken,
    update,
    choosePriceGroup,
    setCustomer,
    applied,
    history,
    choosePayment: (paymentMethodId) => (draft.paymentMethodId = paymentMethodId),
    place,
    takeBack,
    goToReturn,
    unseen,
    look: () => (unseen.value = undefined),
    placeAsMoved,
    isPlacing,
  }
}

/** @param needs of the bill, and of where goods are sent to, where that is an address of its own */
function missingSteps(
  cart: Cart | undefined,
  { billing, wanted, isDelivered }: CartAddresses,
  { shippingMethods, paymentMethodId, priceGroups }: CheckoutChoices,
  [needs, needsOfOwn]: readonly [AddressNeeds, AddressNeeds | undefined],
): Step[] {
  const isWhole = (address: AddressBody, needed: AddressNeeds) =>
    missingFields(toForm(address), needed).length === 0
  const steps: [Step, boolean][] = [
    ['goods', (cart?.orderLines.length ?? 0) > 0],
    ['priceGroup', !priceGroups.isUnexplained.value],
    ['billing', billing.value !== null && isWhole(toBody(billing.value), needs)],
    ['shipping', !needsOfOwn || !wanted.value || isWhole(wanted.value, needsOfOwn)],
    ['delivery', isDelivered.value || shippingMethods.value?.length === 0],
    ['payment', paymentMethodId.value !== undefined],
  ]
  return steps.filter(([, isDone]) => !isDone).map(([step]) => step)
}
