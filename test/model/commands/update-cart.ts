import fc from 'fast-check'
import { openCart, orNull, Refused } from '../model.ts'
import { keptCustomer, type Address, type Cart } from '../state.ts'
import { isValidFor } from '../validity.ts'
import { changeBody, changed } from '../views.ts'
import { amountFor, type PriceGroup, type StoreWorld } from '../world.ts'
import {
  command,
  culture,
  cultureOf,
  groupIdFor,
  groupPick,
  idOf,
  otherStore,
  pickCart,
  place,
  reference,
  storeOf,
} from './command.ts'
import { isForWalkIns } from './place-order.ts'
import { nameOf, requireCulture, requireCurrency, requireGroup } from './rules.ts'
import { shipmentBy } from './set-shipping.ts'

const seldom = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

/** Note, customer, culture and price group of a cart: any of them, all, or none. */
export const updateCart = command({
  name: 'change the cart',
  weight: 9,
  picks: fc.record({
    cart: place,
    note: seldom(fc.constantFrom(null, ' ', 'Gift wrap, please.')),
    customer: seldom(fc.option(reference, { nil: null, freq: 3 })),
    culture: seldom(culture),
    group: seldom(groupPick),
    reason: fc.constantFrom(undefined, ' ', 'The owner said so', 'The owner said so'),
    walkIn: fc.constantFrom(undefined, undefined, undefined, undefined, true, true, false),
  }),
  call: (state, picks) => {
    const cart = pickCart(state, picks.cart)
    if (!cart) return undefined
    const { customer } = picks
    const foreign = otherStore(state, cart.store)
    const body = {
      note: picks.note,
      customerId: customer && idOf(customer, state.customers[cart.store], state.customers[foreign.code]),
      cultureCode: picks.culture && cultureOf(storeOf(state, cart.store), picks.culture),
      priceGroupId: picks.group && groupIdFor(state, cart, picks.group),
      priceGroupReason: picks.group && picks.reason,
      walkIn: picks.walkIn,
    }
    return {
      store: cart.store,
      method: 'PATCH',
      path: `/carts/${cart.id}`,
      body,
      scopes: ['storefront'],
      cartId: cart.id,
      decide: (before, caller) => {
        if (Object.values(body).every((value) => value === undefined)) throw new Refused('BadRequest')
        const isOfCounter = [body.walkIn, body.priceGroupId, body.priceGroupReason].some(
          (value) => value !== undefined,
        )
        if (isOfCounter && caller.role === 'web') throw new Refused('Forbidden')
        if (body.walkIn && typeof body.customerId === 'string') throw new Refused('BadRequest', 'walkIn')
        let after = openCart(before, caller, cart.id)
        if (body.note !== undefined) after = { ...after, note: orNull(body.note) }
        if (body.customerId !== undefined) {
          const { customerId } = body
          const known = customerId === null ? undefined : keptCustomer(before, caller.store.code, customerId)
          if (customerId !== null && !known) throw new Refused('BadRequest', 'customerId')
          const isWalkIn = known && isForWalkIns(known) && caller.role !== 'web' && body.walkIn !== false
          after = isWalkIn
            ? forWalkIn(after, caller.store)
            : {
                ...after,
                customerId: known?.id ?? null,
                isCustomerFromBill: false,
                isWalkIn: after.isWalkIn && !known,
              }
        }
        if (body.walkIn === false) after = { ...after, isWalkIn: false }
        if (body.walkIn) after = forWalkIn(after, caller.store)
        if (body.cultureCode !== undefined) {
          const own = requireCulture(caller.store, body.cultureCode)
          const lines = after.lines.map((line) => ({
            ...line,
            name: nameOf(line.variant, own, caller.store),
          }))
          after = { ...after, culture: own, lines }
        }
        if (body.priceGroupId !== undefined) {
          const group = requireGroup(caller.store, body.priceGroupId)
          requireCurrency(group, after.currency)
          const reason = orNull(body.priceGroupReason)
          const isValid = isValidFor(group, caller.store, after, before.now)
          if (!isValid && reason === null) throw new Refused('BadRequest', 'priceGroupReason')
          const override =
            isValid || reason === null
              ? undefined
              : { priceGroupId: group.id, reason, at: before.now, actor: caller.name }
          after = { ...pricedBy(after, caller.store, group), override }
        }
        return changed(before, caller, after, changeBody)
      },
    }
  },
})

/** Nobody's: the country of the store is all that stands on the bill, and of where the goods were to go only the country is left. */
export const forWalkIn = (cart: Cart, { countryId }: StoreWorld): Cart => ({
  ...cart,
  isWalkIn: true,
  customerId: null,
  billing: nobodyIn(countryId),
  shipment: cart.shipment && {
    ...cart.shipment,
    address: nobodyIn(cart.shipment.address.countryId),
  },
})

const nobodyIn = (countryId: string): Address => ({
  firstName: '',
  lastName: '',
  line1: '',
  line2: null,
  city: '',
  postalCode: '',
  countryId,
  email: null,
  mobileNumber: null,
  phoneNumber: null,
  companyName: null,
})

/** Every line and the shipment at the prices of a group; a price that a client has set stays. */
function pricedBy(cart: Cart, store: StoreWorld, group: PriceGroup): Cart {
  const lines = cart.lines.map((line) => {
    const listed = amountFor(group, line.variant.prices)
    if (listed === undefined && !line.isPriceSet) throw new Refused('BadRequest', 'priceGroupId')
    return {
      ...line,
      priceGroupId: group.id,
      price: line.isPriceSet ? line.price : (listed ?? line.price),
      taxRate: group.taxRate ?? line.variant.taxRate,
    }
  })
  if (!cart.shipment) return { ...cart, lines }
  const shipment = shipmentBy(store, cart.shipment.methodId, group, cart.shipment.address)
  if (!shipment) throw new Refused('BadRequest', 'priceGroupId')
  return { ...cart, lines, shipment }
}
