import type { OrderAddress } from '../../api/orders.ts'

/** Whether two addresses say the same; each has an id and a name of its own, whatever it says. */
export function isSameAddress(one: OrderAddress, other: OrderAddress): boolean {
  const said = ({ id: _, addressName: __, country, ...address }: OrderAddress): string =>
    JSON.stringify({ ...address, country: country.id }, Object.keys({ ...address, country }).toSorted())
  return said(one) === said(other)
}
