import type { Cart, CartAddress } from '../../../api/carts.ts'
import { ADDRESS_FIELDS, toBody } from '../../addresses/address-body.ts'

/**
 * Whether two people have made different things of the same field of a cart. Where they have not, what both have done
 * fits into one cart.
 * @param before what both of them began with
 */
export function isClash(before: Cart, theirs: Cart, mine: Cart): boolean {
  const [was, now, meant] = [fieldsOf(before), fieldsOf(theirs), fieldsOf(mine)]
  const keys = new Set([...was.keys(), ...now.keys(), ...meant.keys()])
  return [...keys].some((key) => {
    const [old, their, my] = [was.get(key), now.get(key), meant.get(key)]
    return my !== old && their !== old && my !== their
  })
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
    ...orderLines.flatMap((line): [string, string][] => [
      [`line ${line.id}`, String(line.quantity)],
      ...propertyFields(line.id, line.customProperties),
    ]),
  ]
  return new Map(fields)
}

function addressFields(kind: string, address: CartAddress | null): [string, string][] {
  const body = address && toBody(address)
  return ADDRESS_FIELDS.map((field) => [`${kind} ${field}`, body?.[field] ?? ''])
}

const propertyFields = (of: string, properties: Cart['customProperties']): [string, string][] =>
  properties.map(({ key, value }) => [`property ${of} ${key}`, value])
