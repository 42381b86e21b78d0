import type { Cart, CartLine, CustomProperty } from '../../../api/carts.ts'
import { fullName } from '../../../ui/format.ts'
import { placeLines, regionOf } from '../../addresses/place-lines.ts'
import { customerOfCart } from '../../customers/customer-name.ts'
import { differingProperties, groupOf } from './cart-state.ts'

/** One thing that is not as it was on the screen; without `before` it is new, without `now` it is gone. */
export type CartDifference =
  | { kind: 'line'; id: string; name: string; before: LineState | undefined; now: LineState | undefined }
  | { kind: TextKind | 'customer'; before: string; now: string }
  /** Ids; empty where the cart has none. */
  | { kind: 'priceGroup'; before: string; now: string }
  /** Of a line, by its name, or of the cart itself. */
  | { kind: 'property'; of: string | undefined; key: string; before: string; now: string }
  | { kind: 'total'; before: number; now: number }

interface LineState {
  quantity: number
  /** Of the whole line, with discount and tax. */
  total: number
}

/** What differs between two states of one cart, goods first; what it comes to is always there, and last. */
export function compareCarts(before: Cart, now: Cart): CartDifference[] {
  const texts = TEXT_KINDS.map((kind) => ({
    kind,
    before: TEXTS[kind](before),
    now: TEXTS[kind](now),
  }))
  return [
    ...lineDifferences(before.orderLines, now.orderLines),
    ...groupDifferences(before, now),
    ...customerDifferences(before, now),
    ...texts.filter((text) => text.before !== text.now),
    ...propertyDifferences(undefined, before.customProperties, now.customProperties),
    ...now.orderLines.flatMap((line) => {
      const was = before.orderLines.find(({ id }) => id === line.id)
      return propertyDifferences(line.productName, was?.customProperties ?? [], line.customProperties)
    }),
    { kind: 'total', before: before.orderTotal, now: now.orderTotal },
  ]
}

/** One field of a cart in two hands: what others and what this clerk have made of it; without one it is as it was. */
export interface DifferenceRow {
  key: string
  theirs: CartDifference | undefined
  mine: CartDifference | undefined
}

/** What others have done beside what this clerk has meant to do, a row a field; what it comes to is theirs alone. */
export function compareBoth(before: Cart, now: Cart, mine: Cart = before): DifferenceRow[] {
  const rows = new Map<string, DifferenceRow>()
  const own = compareCarts(before, mine).filter(({ kind }) => kind !== 'total')
  for (const difference of own) {
    const key = keyOf(difference)
    rows.set(key, { key, theirs: undefined, mine: difference })
  }
  for (const difference of compareCarts(before, now)) {
    const key = keyOf(difference)
    const row = { key, theirs: difference, mine: rows.get(key)?.mine }
    rows.delete(key)
    rows.set(key, row)
  }
  return [...rows.values()]
}

function keyOf(difference: CartDifference): string {
  if (difference.kind === 'line') return `line ${difference.id}`
  if (difference.kind !== 'property') return difference.kind
  return `property ${difference.of ?? ''} ${difference.key}`
}

function groupDifferences(before: Cart, now: Cart): CartDifference[] {
  const [was, is] = [groupOf(before), groupOf(now)]
  if (was === is || was === undefined || is === undefined) return []
  return [{ kind: 'priceGroup', before: was, now: is }]
}

/** Two people of one name are told apart by how they are reached. */
function customerDifferences(cart: Cart, other: Cart): CartDifference[] {
  const [before, now] = [customerOfCart(cart), customerOfCart(other)]
  if (before !== now) return [{ kind: 'customer', before, now }]
  if (cart.customer?.id === other.customer?.id) return []
  return [{ kind: 'customer', before: withContact(cart), now: withContact(other) }]
}

const withContact = (cart: Cart): string =>
  [...new Set([customerOfCart(cart), cart.customer?.emailAddress, cart.customer?.phoneNumber])]
    .filter(Boolean)
    .join(' · ')

function propertyDifferences(
  of: string | undefined,
  before: readonly CustomProperty[],
  now: readonly CustomProperty[],
): CartDifference[] {
  return differingProperties(before, now).map(({ key, value = '' }) => {
    const was = before.find((property) => property.key === key)?.value ?? ''
    return { kind: 'property', of, key, before: was, now: value }
  })
}

function lineDifferences(before: readonly CartLine[], now: readonly CartLine[]): CartDifference[] {
  const old = new Map(before.map((line) => [line.id, line]))
  const current = new Set(now.map(({ id }) => id))
  const gone = before.filter(({ id }) => !current.has(id))
  return [
    ...gone.map((line) => difference(line, line, undefined)),
    ...now
      .filter((line) => {
        const was = old.get(line.id)
        return was?.quantity !== line.quantity || was.total !== line.total
      })
      .map((line) => difference(line, old.get(line.id), line)),
  ]
}

const difference = (
  { id, productName: name }: CartLine,
  before: CartLine | undefined,
  now: CartLine | undefined,
): CartDifference => ({ kind: 'line', id, name, before: before && stateOf(before), now: now && stateOf(now) })

const stateOf = ({ quantity, total }: CartLine): LineState => ({ quantity, total })

const TEXT_KINDS = ['billing', 'shipping', 'delivery', 'note', 'name', 'culture'] as const
type TextKind = (typeof TEXT_KINDS)[number]

const TEXTS: Record<TextKind, (cart: Cart) => string> = {
  billing: ({ billingAddress }) => addressText(billingAddress),
  shipping: ({ shipments: [shipment] }) => addressText(shipment?.shipmentAddress ?? null),
  delivery: ({ shipments: [shipment] }) => shipment?.shipmentName ?? '',
  note: ({ note }) => note ?? '',
  name: ({ name }) => name ?? '',
  culture: ({ cultureCode }) => cultureCode,
}

function addressText(address: Cart['billingAddress']): string {
  if (!address) return ''
  const { companyName, country } = address
  const place = placeLines(address, regionOf(country.cultureCode))
  return [companyName, fullName(address), ...place, country.name].filter(Boolean).join(', ')
}
