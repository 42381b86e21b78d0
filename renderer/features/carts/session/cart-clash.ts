import type { Cart, CartAddress, CartLine } from '../../../api/carts.ts'
import { ADDRESS_FIELDS, toBody } from '../../addresses/address-body.ts'

/**
 * Whether two people have made different things of the same field of a cart. Where they have not, what both have done
 * fits into one cart.
 * @param before what both of them began with
 */
export function isClash(before: Cart, theirs: Cart, mine: Cart): boolean {
  const [was, now, meant] = [fieldsOf(before), fieldsOf(theirs), fieldsOf(mine)]
  const keys = new Set([...was.keys(), ...now.keys(), ...meant.keys()])
  const differ = (old?: string, their?: string, my?: string): boolean =>
    my !== old && their !== old && my !== their
  return (
    [...keys].some((key) => differ(was.get(key), now.get(key), meant.get(key))) ||
    before.orderLines.some(({ id }) => {
      const [old, their, my] = [before, theirs, mine].map((cart) => lineText(cart, id))
      // Who removes a line removes all that the other has made of it.
      return (their === undefined || my === undefined) && differ(old, their, my)
    })
  )
}

/** Whether everything that somebody can set is the same in two carts. */
export function isSetAlike(one: Cart, other: Cart): boolean {
  const [fields, others] = [fieldsOf(one), fieldsOf(other)]
  return fields.size === others.size && [...fields].every(([key, value]) => others.get(key) === value)
}

/** Everything of a line that somebody can set, whichever property was set first; undefined where the cart has none of this id. */
export function lineText({ orderLines }: Cart, lineId: string): string | undefined {
  const line = orderLines.find(({ id }) => id === lineId)
  return line && JSON.stringify(lineFields(line).toSorted())
}

/** Everything of a cart that somebody can set, each by a name of its own; what the core works out is not among it. */
function fieldsOf(cart: Cart): Map<string, string> {
  const { orderLines, shipments, customProperties, billingAddress, customer } = cart
  const [shipment] = shipments
  const fields: [string, string][] = [
    ['note', cart.note ?? ''],
    ['name', cart.name ?? ''],
    ['culture', cart.cultureCode],
    ['customer', cart.walkIn === true ? 'walk-in' : (customer?.id ?? '')],
    ['priceGroup', orderLines.at(-1)?.priceGroupId ?? ''],
    ['delivery', shipment?.shippingMethod.id ?? ''],
    ...addressFields('billing', billingAddress),
    ...addressFields('shipping', shipment?.shipmentAddress ?? null),
    ...propertyFields('order', customProperties),
    ...orderLines.flatMap(lineFields),
  ]
  return new Map(fields)
}

const lineFields = ({ id, quantity, customProperties, price, priceIsSet }: CartLine): [string, string][] => [
  [`line ${id}`, String(quantity)],
  [`price ${id}`, priceIsSet ? String(price) : ''],
  ...propertyFields(id, customProperties),
]

function addressFields(kind: string, address: CartAddress | null): [string, string][] {
  const body = address && toBody(address)
  return ADDRESS_FIELDS.map((field) => [`${kind} ${field}`, body?.[field] ?? ''])
}

const propertyFields = (of: string, properties: Cart['customProperties']): [string, string][] =>
  properties.map(({ key, value }) => [`property ${of} ${key}`, value])
