import fc from 'fast-check'
import { NO_DISCOUNTS } from '../discounts.ts'
import { anyId } from '../match.ts'
import { Refused } from '../model.ts'
import { withCart, type Call } from '../state.ts'
import type { StoreCode } from '../world.ts'
import { at, command, culture, cultureOf, mostly, place, storeOf } from './command.ts'
import { requireCulture } from './rules.ts'

/** Section 4.3. */
export const createCart = command({
  name: 'create a cart',
  weight: 5,
  picks: fc.record({
    store: fc.constantFrom('harbour', 'uptown'),
    currency: place,
    isTaken: mostly(true, false),
    culture,
  }),
  call: (state, picks) => {
    const world = storeOf(state, picks.store)
    const currency = picks.isTaken ? (at(world.currencies, picks.currency)?.isoCode ?? '') : 'CHF'
    return creating(picks.store, cultureOf(world, picks.culture), currency)
  },
})

/** The call that creates a cart. */
export const creating = (store: StoreCode, cultureCode: string, currency: string): Call => ({
  store,
  method: 'POST',
  path: '/carts',
  body: { cultureCode, currency },
  scopes: ['storefront'],
  decide: (before, caller) => {
    const own = requireCulture(caller.store, cultureCode)
    if (!caller.store.currencies.some(({ isoCode }) => isoCode === currency)) {
      throw new Refused('BadRequest', 'currency')
    }
    const cart = { ...EMPTY, store: caller.store.code, createdAt: before.now, culture: own, currency }
    return {
      status: 200,
      body: { cartId: anyId },
      next: ({ body }) => withCart(before, { ...cart, id: (body as { cartId: string }).cartId }),
    }
  },
})

/** What every new cart is. */
export const EMPTY = {
  state: 'open',
  etag: undefined,
  earlierEtags: [],
  placedEtags: [],
  isCustomerFromBill: false,
  note: null,
  customerId: null,
  isWalkIn: false,
  override: undefined,
  lines: [],
  properties: [],
  billing: undefined,
  shipment: undefined,
  codes: [],
  discounts: NO_DISCOUNTS,
  fee: 0n,
} as const
