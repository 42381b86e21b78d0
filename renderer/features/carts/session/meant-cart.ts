import type { AddressBody, Cart, CartLine, CustomProperty, UpdateCartBody } from '../../../api/carts.ts'
import { withTax } from '../../../ui/tax.ts'
import { fromBody } from '../../addresses/address-body.ts'

/** What a change makes of a cart, as far as that is known before the core has answered. */
export type Meant = (cart: Cart) => Cart

/** A change that touches nothing that somebody else could set, such as a promotion code. */
export const unchanged: Meant = (cart) => cart

/**
 * @param customer whom the change gives the cart to, where it gives it to somebody
 * @param home the store's country: all that stands on the bill of a walk-in
 * @param takenAlongBy the delivery that a cart gets unasked which becomes a walk-in's and has none
 */
export const withTerms =
  (
    { note, name, cultureCode, customerId, walkIn, priceGroupId }: UpdateCartBody,
    customer: Cart['customer'],
    home?: string | null,
    takenAlongBy?: string | null,
  ): Meant =>
  ({ name: parked, walkIn: was, ...cart }) => {
    const named = name === undefined ? parked : name
    const isWalkIn = walkIn ?? (was === true && customerId === undefined)
    return {
      ...cart,
      ...(typeof named === 'string' && { name: named }),
      ...(isWalkIn && { walkIn: true as const }),
      ...(note !== undefined && { note }),
      ...(cultureCode !== undefined && { cultureCode }),
      ...((customerId !== undefined || walkIn !== undefined) && { customer }),
      ...(walkIn === true && {
        ...(typeof home === 'string' && {
          billingAddress: fromBody({ countryId: home }, cart.billingAddress),
        }),
        shipments: cart.shipments.map((shipment) => {
          const { shipmentAddress: before } = shipment
          return { ...shipment, shipmentAddress: fromBody({ countryId: before.country.id }, before) }
        }),
        ...(cart.shipments.length === 0 &&
          was !== true &&
          typeof home === 'string' &&
          typeof takenAlongBy === 'string' &&
          shipmentsBy(cart, takenAlongBy, { countryId: home })),
      }),
      ...(priceGroupId !== undefined && {
        orderLines: cart.orderLines.map((line) => ({ ...line, priceGroupId })),
      }),
    }
  }

export const withQuantity = (lineId: string, quantity: number): Meant =>
  withLines((lines) => lines.map((line) => (line.id === lineId ? { ...line, quantity } : line)))

/** @param price of one, without tax; null for the one of the list, which only the core knows */
export const withPrice = (lineId: string, price: number | null, currency: string): Meant =>
  withLines((lines) =>
    lines.map((line) => {
      if (line.id !== lineId) return line
      const { priceIsSet: _, ...listed } = line
      if (price === null) return listed
      const total = line.quantity * withTax(price, line.taxRate, currency)
      return { ...line, price, total, priceIsSet: true as const }
    }),
  )

export const withoutLine = (lineId: string): Meant =>
  withLines((lines) => lines.filter(({ id }) => id !== lineId))

const withLines =
  (change: (lines: readonly CartLine[]) => CartLine[]): Meant =>
  (cart) => ({ ...cart, orderLines: change(cart.orderLines) })

export const withBilling =
  (address: AddressBody): Meant =>
  (cart) => ({ ...cart, billingAddress: fromBody(address, cart.billingAddress) })

export const withoutBilling: Meant = (cart) => ({ ...cart, billingAddress: null })
export const withoutShipping: Meant = (cart) => ({ ...cart, shipments: [] })

type Shipment = Cart['shipments'][number]
export const withShipping =
  (methodId: string, address: AddressBody): Meant =>
  (cart) => ({ ...cart, ...shipmentsBy(cart, methodId, address) })

function shipmentsBy(
  { shipments: [before] }: Pick<Cart, 'shipments'>,
  methodId: string,
  address: AddressBody,
): Pick<Cart, 'shipments'> {
  const isSameMethod = before?.shippingMethod.id === methodId
  const shipment = {
    ...before,
    shippingMethod: isSameMethod ? before.shippingMethod : { id: methodId, name: '' },
    shipmentName: isSameMethod ? before.shipmentName : '',
    shipmentAddress: fromBody(address, before?.shipmentAddress ?? null),
  }
  return { shipments: [shipment as Shipment] }
}

/**
 * @param lineId of the line whose property it is; the cart's own without
 * @param value undefined for one that is deleted
 */
export const withProperty =
  (lineId: string | undefined, key: string, value: string | undefined): Meant =>
  (cart) => {
    const change = (properties: readonly CustomProperty[]): CustomProperty[] => {
      const others = properties.filter((property) => property.key !== key)
      const id = properties.find((property) => property.key === key)?.id ?? ''
      return value === undefined ? others : [...others, { id, key, value }]
    }
    return lineId === undefined
      ? { ...cart, customProperties: change(cart.customProperties) }
      : withLines((lines) =>
          lines.map((line) =>
            line.id === lineId ? { ...line, customProperties: change(line.customProperties) } : line,
          ),
        )(cart)
  }
