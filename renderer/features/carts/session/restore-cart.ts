import {
  addLine,
  addProperty,
  deleteProperty,
  removeBillingAddress,
  removeLine,
  removeShipping,
  setBillingAddress,
  setShipping,
  updateCart,
  updateLine,
  updateProperty,
  type AddLineBody,
  type Cart,
  type CartAddress,
  type CartLine,
  type ChangeOptions,
  type CustomProperty,
  type UpdateCartBody,
} from '../../../api/carts.ts'
import { goOnFor, whoBegins } from '../../../api/desk.ts'
import { holdsScope } from '../../../api/scopes.ts'
import { saysTheSame, toBody, toForm } from '../../addresses/address-body.ts'
import { lineText } from './cart-clash.ts'
import { compareLines, differingProperties, groupOf, type CartState } from './cart-state.ts'
import type { Change } from './change.ts'
import { bodyOfLine, ownTerms } from './gone.ts'
import {
  withBilling,
  withoutBilling,
  withoutLine,
  withoutShipping,
  withPrice,
  withProperty,
  withQuantity,
  withShipping,
  withTerms,
} from './meant-cart.ts'

/** What a restoration works with. */
interface Work {
  cartId: string
  change: Change
  /** The cart as it is by now, whatever others have done to it. */
  current: () => Cart
  /** A line that was brought back has another id than before. */
  renamed: (before: string, now: string) => void
  /** A line has what the list says, as whoever is at the desk may not set what it had. */
  unset: (terms: UnsetTerms) => void
}

/** What somebody has to set for a line who may. */
export interface UnsetTerms {
  readonly lineId: string
  readonly name: string
  /** Without tax; null where the tax rate alone is to be set. */
  readonly price: number | null
  /** At which the line is taxed now, a fraction. */
  readonly taxRate: number
  /** Whether it had a rate of its own. */
  readonly isRateUnset: boolean
}

/**
 * Takes a cart from one state of it to another by the calls that lead there. Only what differs between the two is touched:
 * what others have done meanwhile stays.
 */
export async function restoreCart(work: Work, from: CartState, to: CartState): Promise<void> {
  const overtaken = overtakenIn(work.current(), from.cart, to.cart)
  await restoreTerms(work, from, to, overtaken)
  await restoreAddresses(work, from.cart, to, overtaken)
  await restoreLines(work, from.cart, to.cart)
  await restoreProperties(work, undefined, from.cart.customProperties, to.cart.customProperties)
}

/** Whether somebody else has made something else of a part of the cart: neither of the two states has it so. */
type Overtaken = (part: (cart: Cart) => string | null | undefined) => boolean

const overtakenIn =
  (now: Cart, from: Cart, to: Cart): Overtaken =>
  (part) =>
    part(now) !== part(from) && part(now) !== part(to)

const buyerOf = ({ walkIn, customer }: Cart) => (walkIn === true ? 'walk-in' : customer?.id)
const textOf = (address: CartAddress | null | undefined) =>
  address ? JSON.stringify(toForm(toBody(address))) : undefined
const billOf = ({ billingAddress }: Cart) => textOf(billingAddress)
const reasonOf = ({ priceGroupOverride: given }: Cart) => given && `${given.priceGroupId} ${given.reason}`
const methodOf = ({ shipments: [shipment] }: Cart) => shipment?.shippingMethod.id
const destinationOf = ({ shipments: [shipment] }: Cart) => textOf(shipment?.shipmentAddress)
/** Nobody gets a bill that was meant for somebody else: who buys and where the bill goes are left to others together. */
const isBuyerOvertaken = (overtaken: Overtaken): boolean => overtaken(buyerOf) || overtaken(billOf)

async function restoreTerms(
  { cartId, change }: Work,
  from: CartState,
  to: CartState,
  overtaken: Overtaken,
): Promise<void> {
  const body = differingTerms(from, to, overtaken)
  if (Object.keys(body).length === 0) return
  const { customer, billingAddress, shipments } = to.cart
  const alone = withTerms(body, customer, billingAddress?.country.id, shipments[0]?.shippingMethod.id)
  await change((options) => updateCart(cartId, body, options), { alone })
}

/** Note, name, customer, language and price group that differ. */
function differingTerms(
  { cart: from, priceGroupId: was }: CartState,
  { cart: to, priceGroupId: group }: CartState,
  overtaken: Overtaken,
): UpdateCartBody {
  const isWalkIn = to.walkIn === true
  const isOther = (part: Parameters<Overtaken>[0]) => part(from) !== part(to) && !overtaken(part)
  const isBuyerOther = buyerOf(from) !== buyerOf(to) && !isBuyerOvertaken(overtaken)
  const isWithoutGoods = groupOf(from) === undefined && groupOf(to) === undefined
  // Of a cart without goods the core keeps why a group is used that is not valid, and what the delivery costs there.
  const isKept = isWithoutGoods && was !== group && (isOther(reasonOf) || from.shipments.length > 0)
  const ofGoods = isOther(groupOf) && groupOf(from) !== undefined ? groupOf(to) : undefined
  const priceGroupId = isKept && !overtaken(reasonOf) ? group : ofGoods
  return {
    ...(isOther(({ note }) => note) && { note: to.note }),
    ...(isOther(({ name }) => name) && { name: to.name ?? null }),
    ...(isOther(({ cultureCode }) => cultureCode) && { cultureCode: to.cultureCode }),
    ...(isBuyerOther && from.walkIn !== to.walkIn && { walkIn: isWalkIn }),
    ...(isBuyerOther &&
      from.customer?.id !== to.customer?.id &&
      !isWalkIn && { customerId: to.customer?.id ?? null }),
    ...(priceGroupId !== undefined && {
      priceGroupId,
      ...(to.priceGroupOverride && { priceGroupReason: to.priceGroupOverride.reason }),
    }),
  }
}

async function restoreAddresses(
  { cartId, change, current }: Work,
  from: Cart,
  { cart: to, priceGroupId }: CartState,
  overtaken: Overtaken,
): Promise<void> {
  const [before, billing] = [from.billingAddress, to.billingAddress]
  const isBillTheirs = isBuyerOvertaken(overtaken)
  if (!billing && before && !isBillTheirs) {
    await change((options) => removeBillingAddress(cartId, options), { alone: withoutBilling })
  } else if (billing && !isBillTheirs && !(before && saysTheSame(before, billing))) {
    const body = toBody(billing)
    await change((options) => setBillingAddress(cartId, body, options), { alone: withBilling(body) })
  }
  const [was, shipment, now] = [from.shipments[0], to.shipments[0], current().shipments[0]]
  const [isMethodTheirs, isDestinationTheirs] = [overtaken(methodOf), overtaken(destinationOf)]
  if (!shipment && was && !isMethodTheirs && !isDestinationTheirs) {
    await change((options) => removeShipping(cartId, options), { alone: withoutShipping })
  }
  const group = groupOf(current()) ?? priceGroupId
  if (!shipment || group === undefined || isSameShipment(was, shipment)) return
  const { shippingMethod } = (isMethodTheirs ? now : shipment) ?? {}
  const { shipmentAddress } = (isDestinationTheirs ? now : shipment) ?? {}
  if (!shippingMethod || !shipmentAddress) return
  const [shippingMethodId, shippingAddress] = [shippingMethod.id, toBody(shipmentAddress)]
  const body = { priceGroupId: group, shippingMethodId, shippingAddress }
  await change((options) => setShipping(cartId, body, options), {
    alone: withShipping(shippingMethodId, shippingAddress),
  })
}

type Shipment = Cart['shipments'][number]
const isSameShipment = (a: Shipment | undefined, b: Shipment): boolean =>
  a?.shippingMethod.id === b.shippingMethod.id && saysTheSame(a.shipmentAddress, b.shipmentAddress)

async function restoreLines(work: Work, from: Cart, to: Cart): Promise<void> {
  const { cartId, change, current } = work
  const { gone, come, both } = compareLines(from.orderLines, to.orderLines)
  const now = (id: string) => current().orderLines.find((line) => line.id === id)
  for (const { id } of gone) {
    // Goods that somebody else has made something of since stay.
    if (lineText(current(), id) !== lineText(from, id)) continue
    await change((options) => removeLine(cartId, id, options), { alone: withoutLine(id) })
  }
  for (const { line, position } of come) {
    // One that is back already was followed by something that was refused.
    if (!now(line.id)) await bringBack(work, line, position)
  }
  for (const [was, line] of both) {
    // A quantity or a price that somebody else has set since stays.
    if (was.quantity !== line.quantity && now(line.id)?.quantity === was.quantity) {
      await change((options) => updateLine(cartId, line.id, { quantity: line.quantity }, options), {
        alone: withQuantity(line.id, line.quantity),
      })
    }
    const price = setPriceOf(line)
    const isLeft = setPriceOf(was) !== price && setPriceOf(now(line.id)) === setPriceOf(was)
    if (isLeft && price !== null && !holdsScope('price'))
      work.unset(unsetTermsOf(line, now(line.id) ?? line, false))
    else if (isLeft) {
      const { isoCode } = current().billingCurrency
      await change((options) => updateLine(cartId, line.id, { price }, options), {
        alone: withPrice(line.id, price, isoCode),
      })
    }
    await restoreProperties(work, line.id, was.customProperties, line.customProperties)
  }
}

/** A line that was removed, in its place, with the terms that somebody had set for it: whoever may not set them has those of the list. */
async function bringBack(
  { cartId, change, current, renamed, unset }: Work,
  line: CartLine,
  position: number,
): Promise<void> {
  const { cultureCode } = current()
  /** Found once: a line whose answer was lost is sent as it was. */
  let body: AddLineBody | undefined
  const came = { isUnset: false, isRateUnset: false }
  const write = async (options: ChangeOptions) => {
    const by = whoBegins()
    if (!body) {
      const terms = await ownTerms(line, { cultureCode })
      came.isUnset = Object.keys(terms).length > 0 && !holdsScope('price')
      came.isRateUnset = came.isUnset && terms.taxRate !== undefined
      body = { ...bodyOfLine(line, cultureCode), ...(came.isUnset ? {} : terms), position }
    }
    await goOnFor(by)
    return addLine(cartId, body, options)
  }
  const { lineId } = await change(write, { isRepeatable: true })
  renamed(line.id, lineId)
  if (!came.isUnset) return
  const back = current().orderLines.find(({ id }) => id === lineId) ?? { ...line, id: lineId }
  unset(unsetTermsOf(line, back, came.isRateUnset))
}

/** @param now the line as it is in the cart */
const unsetTermsOf = (line: CartLine, now: CartLine, isRateUnset: boolean): UnsetTerms => ({
  lineId: now.id,
  name: line.productName,
  price: setPriceOf(line),
  taxRate: now.taxRate,
  isRateUnset,
})

/** The price that somebody has set for a line; null where it has the one of the list. */
const setPriceOf = (line: CartLine | undefined): number | null => (line?.priceIsSet ? line.price : null)

async function restoreProperties(
  { cartId, change, current }: Work,
  lineId: string | undefined,
  from: readonly CustomProperty[],
  to: readonly CustomProperty[],
): Promise<void> {
  const owner = { cartId, lineId }
  const kept = () => {
    const cart = current()
    const of = lineId === undefined ? cart : cart.orderLines.find(({ id }) => id === lineId)
    return of?.customProperties ?? []
  }
  for (const { key, value } of differingProperties(from, to)) {
    const property = kept().find((candidate) => candidate.key === key)
    const was = from.find((candidate) => candidate.key === key)?.value
    // What somebody else has written there since stays.
    if (property?.value !== was && property?.value !== value) continue
    const rules = { alone: withProperty(lineId, key, value) }
    if (value === undefined) {
      if (property) await change((options) => deleteProperty(owner, property.id, options), rules)
    } else if (property) await change((options) => updateProperty(owner, property.id, value, options), rules)
    else await change((options) => addProperty(owner, { key, value }, options), rules)
  }
}
