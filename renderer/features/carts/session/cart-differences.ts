import type { Cart, CartLine } from '../../../api/carts.ts'
import { fullName } from '../../../ui/format.ts'

/** One thing that is not as it was on the screen; without `before` it is new, without `now` it is gone. */
export type CartDifference =
  | { kind: 'line'; name: string; before: LineState | undefined; now: LineState | undefined }
  | { kind: 'customer' | 'billing' | 'shipping' | 'delivery' | 'note'; before: string; now: string }
  | { kind: 'total'; before: number; now: number }

interface LineState {
  quantity: number
  /** Of the whole line, with discount and tax. */
  total: number
}

/** What differs between two states of one cart, goods first; what it comes to is always there, and last. */
export function compareCarts(before: Cart, now: Cart): CartDifference[] {
  const texts = (['customer', 'billing', 'shipping', 'delivery', 'note'] as const).map((kind) => ({
    kind,
    before: TEXTS[kind](before),
    now: TEXTS[kind](now),
  }))
  return [
    ...lineDifferences(before.orderLines, now.orderLines),
    ...texts.filter((text) => text.before !== text.now),
    { kind: 'total', before: before.orderTotal, now: now.orderTotal },
  ]
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
  { productName: name }: CartLine,
  before: CartLine | undefined,
  now: CartLine | undefined,
): CartDifference => ({ kind: 'line', name, before: before && stateOf(before), now: now && stateOf(now) })

const stateOf = ({ quantity, total }: CartLine): LineState => ({ quantity, total })

const TEXTS: Record<'customer' | 'billing' | 'shipping' | 'delivery' | 'note', (cart: Cart) => string> = {
  customer: ({ customer }) => (customer ? fullName(customer) : ''),
  billing: ({ billingAddress }) => addressText(billingAddress),
  shipping: ({ shipments: [shipment] }) => addressText(shipment?.shipmentAddress ?? null),
  delivery: ({ shipments: [shipment] }) => shipment?.shipmentName ?? '',
  note: ({ note }) => note ?? '',
}

function addressText(address: Cart['billingAddress']): string {
  if (!address) return ''
  const { companyName, line1, line2, postalCode, city, country } = address
  return [companyName, fullName(address), line1, line2, `${postalCode} ${city}`.trim(), country.name]
    .filter(Boolean)
    .join(', ')
}
