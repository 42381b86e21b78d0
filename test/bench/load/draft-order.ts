import type { AddressBody } from '../../../core/customers/address.schema.ts'
import { share, totalsOf, type Totals } from '../money.ts'
import { toMinor, toPpm, type ScannedProduct, type Shop } from '../shop.ts'

/** So many customers come again and again. */
const CUSTOMERS = 200

/** An order as a clerk would take it, and what it must come to. */
export interface DraftOrder {
  readonly lines: readonly { readonly product: ScannedProduct; readonly quantity: number }[]
  readonly address: AddressBody
  readonly totals: Totals
}

/** The n-th order: the same on every server and in every run. */
export function draftOrder(shop: Shop, n: number): DraftOrder {
  const lines = [0, 1, 2].map((position) => {
    const product = shop.products[(n * 7 + position * 13) % shop.products.length]
    if (!product) throw new Error('The demo shop has nothing to sell.')
    return { product, quantity: 1 + ((n + position) % 3) }
  })
  const sold = lines.map(({ product, quantity }) => {
    const price = toMinor(product.price, shop.digits)
    return { quantity, price, tax: share(price, toPpm(product.taxRate)) }
  })
  return { lines, address: addressOf(n, shop.country.id), totals: totalsOf(sold, shop) }
}

/** The address of the customer of the n-th order. */
export function addressOf(n: number, countryId: string): AddressBody {
  const number = n % CUSTOMERS
  return {
    firstName: 'Astrid',
    lastName: `Holm ${number}`,
    line1: `Havnegade ${number + 1}`,
    city: 'Skagen',
    postalCode: '9990',
    countryId,
    email: `astrid.holm.${number}@example.com`,
    mobileNumber: '+45 20 00 00 00',
  }
}
