import { shallowRef, watch, type ShallowRef } from 'vue'
import type { Cart, CartPriceGroup, UpdateCartBody } from '../../../api/carts.ts'
import { goOnFor, whoBegins } from '../../../api/desk.ts'
import type { CartDraft } from '../session/cart-draft.ts'
import type { CartHistory } from '../session/cart-history.ts'
import type { CartSession } from '../session/cart-session.ts'
import type { UpdateRules } from '../session/change.ts'
import type { PriceGroups } from './use-price-groups.ts'

export type CustomerChange = Pick<UpdateCartBody, 'customerId' | 'walkIn'>

/** A price group that was applied automatically. */
export interface AppliedGroup {
  group: CartPriceGroup
  /** The name of the group before it. */
  before: string
}

export interface PriceGroupChoice {
  /** @param reason why, if the group is not valid for the cart */
  choosePriceGroup: (priceGroupId: string, reason?: string) => Promise<void>
  /**
   * Gives the cart a customer, nobody or a walk-in, and then the best price group that is valid for it, unless a reason was
   * given for the group it has.
   * @param also what belongs to the same undo step: the customer's address
   * @param customer who it is, if it is somebody
   */
  setCustomer: (
    change: CustomerChange,
    also?: (step: string) => Promise<void>,
    customer?: NonNullable<Cart['customer']>,
  ) => Promise<void>
  /** The price group that the choice of a customer applied, until the clerk chooses another. */
  applied: Readonly<ShallowRef<AppliedGroup | undefined>>
}

/** Chooses the cart's price group: by hand, or with the customer. */
export function usePriceGroupChoice(
  { cart }: Pick<CartSession, 'cart'>,
  update: (change: UpdateCartBody, rules?: UpdateRules) => Promise<void>,
  draft: CartDraft,
  history: Pick<CartHistory, 'record'>,
  priceGroups: PriceGroups,
): PriceGroupChoice {
  const applied = shallowRef<AppliedGroup>()

  // The notice stays until the group changes again, or the step is undone.
  watch(priceGroups.id, (id) => {
    if (applied.value && applied.value.group.id !== id) applied.value = undefined
  })

  async function choosePriceGroup(priceGroupId: string, reason?: string): Promise<void> {
    await moveTo(priceGroupId, reason === undefined ? {} : { priceGroupReason: reason })
    await priceGroups.load()
  }

  /** A cart without goods or delivery has no prices yet, so the core need not know the group, except with a reason. */
  async function moveTo(
    priceGroupId: string,
    { step = crypto.randomUUID(), ...reason }: { priceGroupReason?: string; step?: string },
  ): Promise<void> {
    const before = cart.value
    const { orderLines = [], shipments = [], priceGroupOverride } = before ?? {}
    const isKept = orderLines.length > 0 || shipments.length > 0 || priceGroupOverride !== undefined
    const old = priceGroups.id.value
    if (isKept || reason.priceGroupReason !== undefined) await update({ priceGroupId, ...reason }, { step })
    draft.priceGroupId = priceGroupId
    if (before && orderLines.length === 0 && old !== priceGroupId) {
      history.record({ cart: before, priceGroupId: old }, { cart: cart.value, priceGroupId }, step)
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
    if (!(await priceGroups.load()) || cart.value?.priceGroupOverride) return
    await goOnFor(by)
    const [best, current] = [priceGroups.best.value, priceGroups.current.value]
    if (!best || !current || isAsGood(current, best)) {
      applied.value =
        before && current && before.id !== current.id ? { group: current, before: before.name } : undefined
      return
    }
    // An invalid group cannot be gone back to on its own, so leaving it belongs to the same undo step as the customer.
    await moveTo(best.id, current.valid ? {} : { step })
    await priceGroups.load()
    applied.value = { group: best, before: current.name }
  }

  /** A group that costs the same stays, unless the other is the customer's own and there are no goods yet. */
  const isAsGood = (current: CartPriceGroup, best: CartPriceGroup): boolean =>
    current.id === best.id ||
    (current.valid && current.orderTotal === best.orderTotal && (cart.value?.orderLines.length ?? 0) > 0)

  return { choosePriceGroup, setCustomer, applied }
}
