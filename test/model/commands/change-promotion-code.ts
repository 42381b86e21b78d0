import fc from 'fast-check'
import { discountedNow } from '../discounts.ts'
import { cartOf, openCart, Refused } from '../model.ts'
import type { Call, Cart } from '../state.ts'
import { changeBody, changed } from '../views.ts'
import { inCulture, type Campaign, type StoreWorld } from '../world.ts'
import { at, command, isOpen, mostly, mostlyFitting, pickCart, place, storeOf } from './command.ts'

/** Gives a cart a promotion code, or takes it away. */
export const changePromotionCode = command({
  name: 'change a promotion code',
  weight: 8,
  picks: fc.record({
    cart: place,
    code: place,
    spelling: mostly<'usual' | 'lower' | 'unknown'>('usual', 'lower', 'unknown'),
    isAdded: fc.constantFrom(true, true, false),
  }),
  call: (state, picks) => {
    const { isAdded } = picks
    const cart = pickCart(state, picks.cart, (one) => isOpen(one) && (isAdded || one.codes.length > 0))
    if (!cart) return undefined
    const codes = storeOf(state, cart.store).campaigns.flatMap((campaign) => campaign.codes)
    const isGiven = (one: string): boolean => cart.codes.some((given) => given.code === one)
    const fits = (one: string): boolean => isGiven(one) !== isAdded
    const code = at(mostlyFitting(codes, picks.code, fits), picks.code) ?? ''
    const spelled = { usual: code, lower: ` ${code.toLowerCase()}`, unknown: `${code}X` }[picks.spelling]
    return {
      store: cart.store,
      method: isAdded ? 'POST' : 'DELETE',
      path: `/carts/${cart.id}/promotion-codes/${encodeURIComponent(spelled)}`,
      scopes: ['storefront'],
      cartId: cart.id,
      decide: (before, caller) => {
        const open = openCart(before, caller, cart.id)
        const known = spelled.trim().toUpperCase()
        const campaign = caller.store.campaigns.find((one) => one.codes.includes(known))
        if (!campaign) throw new Refused('NotFound')
        const hasIt = open.codes.some((given) => given.code === known)
        if (!isAdded) {
          if (!hasIt) throw new Refused('NotFound')
          const left = open.codes.filter((given) => given.code !== known)
          return changed(before, caller, { ...open, codes: left }, codesBody(caller.store, before.now))
        }
        if (hindranceOf(campaign, open, caller.store, before.now)) throw new Refused('BadRequest', 'code')
        if (hasIt) throw new Refused('Conflict', 'code')
        const given = [...open.codes, { code: known, addedAt: before.now }]
        return changed(before, caller, { ...open, codes: given }, codesBody(caller.store, before.now))
      },
    }
  },
})

/** Why the code of a campaign takes nothing off a cart, whatever is in it. */
function hindranceOf(
  { from, minimums, to }: Campaign,
  cart: Cart,
  store: StoreWorld,
  now: number,
): string | undefined {
  if (from !== null && now < Date.parse(from)) return 'not-begun'
  if (to !== null && now >= Date.parse(to)) return 'expired'
  return minimums.has(currencyOf(cart, store)) ? undefined : 'currency'
}

const currencyOf = ({ currency }: Cart, { currencies }: StoreWorld): string =>
  currencies.find(({ isoCode }) => isoCode === currency)?.id ?? ''

/** The call that reads the codes of a cart. */
export const readingCodes = (cart: Cart): Call => ({
  store: cart.store,
  method: 'GET',
  path: `/carts/${cart.id}/promotion-codes`,
  scopes: ['storefront'],
  decide: (before, caller) => {
    const shown = discountedNow(cartOf(before, caller, cart.id), caller.store, before.now)
    return {
      status: 200,
      body: { promotionCodes: codesOf(shown, caller.store, before.now) },
      next: () => before,
    }
  },
})

function codesOf(cart: Cart, store: StoreWorld, now: number): object[] {
  const { codes, culture, discounts } = cart
  const { campaigns, defaultCulture } = store
  const given = codes.toSorted((a, b) => a.addedAt - b.addedAt || (a.code < b.code ? -1 : 1))
  return given.map(({ code }) => {
    const campaign = campaigns.find((one) => one.codes.includes(code))
    const applied = discounts.parts.some((part) => part.campaignId === campaign?.id)
    const hindrance = applied || !campaign ? undefined : hindranceOf(campaign, cart, store, now)
    return {
      code,
      campaignName: campaign && inCulture(campaign.names, culture, defaultCulture),
      applied,
      ...(hindrance && { hindrance }),
    }
  })
}

/** The body of the calls that change codes: those that the cart has then. */
const codesBody =
  (store: StoreWorld, now: number) =>
  (miniCart: unknown, cart: Cart): object => ({
    ...changeBody(miniCart),
    promotionCodes: codesOf(cart, store, now),
  })
