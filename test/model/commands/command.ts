import fc from 'fast-check'
import type { Call, Cart, Order, State } from '../state.ts'
import type { PriceGroup, StoreCode, StoreWorld } from '../world.ts'

/** Something that a clerk or a local program does. */
export interface Command<P> {
  readonly name: string
  /** How often it comes, beside the others. */
  readonly weight: number
  /** What it picks: places in lists, so that it still means something where the story before it is shorter. */
  readonly picks: fc.Arbitrary<P>
  /** The request that the picks make of what there is; undefined where there is nothing to make it of. */
  readonly call: (state: State, picks: P) => Call | undefined
}

/** A command with its picks, as a story holds it. */
export interface Chosen {
  readonly name: string
  readonly call: (state: State) => Call | undefined
}

/** A command as one choice among others. */
export const command = <P>({ name, weight, picks, call }: Command<P>): fc.WeightedArbitrary<Chosen> => ({
  weight,
  arbitrary: picks.map((picked) => ({ name, call: (state: State) => call(state, picked) })),
})

/** A place in a list of any length. */
export const place = fc.nat({ max: 999 })

/** One of several, mostly the first. */
export const mostly = <T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 30, arbitrary: fc.constant(usual) },
    ...others.map((other) => ({ weight: 1, arbitrary: fc.constant(other) })),
  )

/** One of the list, whatever its length; undefined where it is empty. */
export const at = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length]

/** A reference: mostly a right one, and in its usual spelling. */
export type Reference = { readonly at: number; readonly how: 'right' | 'capitals' | 'unknown' | 'foreign' }
export const reference: fc.Arbitrary<Reference> = fc.record({
  at: place,
  how: mostly<Reference['how']>('right', 'capitals', 'unknown', 'foreign'),
})

export const NOBODYS_ID = '0199a0b0-0000-7000-8000-00000000ffff'

/** The identifier that a reference means, as it is sent; `isSameId` says what it is the same as. */
export function idOf(
  { at: index, how }: Reference,
  right: readonly { readonly id: string }[],
  foreign: readonly { readonly id: string }[],
): string {
  const found = at(how === 'foreign' ? foreign : right, index)?.id
  if (how === 'unknown' || found === undefined) return NOBODYS_ID
  return how === 'capitals' ? found.toUpperCase() : found
}

export const isSameId = (sent: string, id: string): boolean => sent.toLowerCase() === id

/** A cart of either store, mostly one that fits; the newest is the first, because stories go on with what they began. */
export const pickCart = (
  state: State,
  index: number,
  fits: (cart: Cart) => boolean = isOpen,
): Cart | undefined => {
  // Some go on with what has been placed.
  const wanted = (cart: Cart): boolean =>
    fits(index % 4 === 3 && cart.state === 'ordered' ? { ...cart, state: 'open' } : cart)
  return at(mostlyFitting(state.carts.toReversed(), index, wanted), index)
}

export const isOpen = (cart: Cart): boolean => cart.state === 'open'
export const hasLines = (cart: Cart): boolean => isOpen(cart) && cart.lines.length > 0

/** Those that fit, where there are any and the pick is not one of the few that take what comes. */
export function mostlyFitting<T>(
  all: readonly T[],
  index: number,
  fits: (thing: T) => boolean,
): readonly T[] {
  const fitting = all.filter(fits)
  return fitting.length === 0 || index % 9 === 8 ? all : fitting
}

export const pickOrder = (state: State, index: number): Order | undefined =>
  at(state.orders.toReversed(), index)

export const storeOf = (state: State, code: StoreCode): StoreWorld => state.world.stores[code]

export const otherStore = (state: State, code: StoreCode): StoreWorld =>
  state.world.stores[code === 'harbour' ? 'uptown' : 'harbour']

/** The price groups that sell in a currency come first, because that is what a clerk would choose. */
const groupsFor = ({ priceGroups }: StoreWorld, currency: string): readonly PriceGroup[] =>
  priceGroups.filter((group) => group.currency.isoCode === currency)

/** A price group to be sent with a cart: mostly of its currency, seldom of another, of the other store, or none. */
export interface GroupPick {
  readonly at: number
  readonly how: Reference['how'] | 'currency'
}
export const groupPick: fc.Arbitrary<GroupPick> = fc.record({
  // Mostly the shop's plain price, so that lines meet their like.
  at: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: place }),
  how: fc.oneof(
    { weight: 40, arbitrary: fc.constant<GroupPick['how']>('right') },
    {
      weight: 4,
      arbitrary: fc.constantFrom<GroupPick['how'][]>('capitals', 'unknown', 'foreign', 'currency'),
    },
  ),
})

export function groupIdFor(state: State, cart: Cart, pick: GroupPick): string {
  const store = storeOf(state, cart.store)
  const others = store.priceGroups.filter((group) => group.currency.isoCode !== cart.currency)
  if (pick.how === 'currency') return at(others, pick.at)?.id ?? NOBODYS_ID
  const { at: index, how } = pick
  return idOf({ at: index, how }, groupsFor(store, cart.currency), otherStore(state, cart.store).priceGroups)
}

export const culture = mostly<'own' | 'next' | 'foreign' | 'capitals'>('own', 'next', 'foreign', 'capitals')

/** A culture of the store, mostly its first; seldom another store's, or in other letters. */
export function cultureOf(store: StoreWorld, how: 'own' | 'next' | 'foreign' | 'capitals'): string {
  const [own = '', next = own] = store.cultures
  if (how === 'foreign') return 'fr-FR'
  if (how === 'capitals') return own.toUpperCase()
  return how === 'next' ? next : own
}

/** The culture of the store that a text means. */
export const knownCulture = (store: StoreWorld, sent: string): string | undefined =>
  store.cultures.find((known) => known.toLowerCase() === sent.toLowerCase())
