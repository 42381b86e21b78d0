import { orderTotal } from '../../e2e/independent-total.ts'
import { CURRENCY, type Facts } from './facts.ts'

/** A line; its id is unknown where the answer to its adding was lost. */
export interface LineState {
  readonly id: string | undefined
  /** Place in the facts. */
  readonly product: number
  readonly quantity: number
}

export interface PaymentState {
  readonly id: string | undefined
  /** Place in the facts. */
  readonly paying: number
  readonly state: 'pending' | 'captured' | 'refunded' | 'voided'
  readonly transactionId: string | null
  /** Minor units. */
  readonly refunded: number
}

export interface OrderState {
  readonly status: 'New order' | 'Paid' | 'Completed order' | 'Cancelled'
  readonly note: string | null
  /** The last, whose fee is in the total; one that was replaced is only in the history. */
  readonly payment: PaymentState
  /** Kinds with what is their own: an amount, a mark. */
  readonly history: readonly string[]
}

/** A cart and what became of it, as the answers say it has to be. */
export interface CartState {
  readonly version: number
  readonly isAbandoned: boolean
  readonly note: string | null
  readonly lines: readonly LineState[]
  readonly billing: string | undefined
  readonly shipping: { readonly delivery: number; readonly line1: string } | undefined
  readonly order: OrderState | undefined
}

export const newCart: CartState = {
  version: 1,
  isAbandoned: false,
  note: null,
  lines: [],
  billing: undefined,
  shipping: undefined,
  order: undefined,
}

/** What the cart or order comes to in minor units, reckoned from the price list. */
export function totalOf(
  facts: Facts,
  { lines, shipping, order }: CartState,
  paying = order?.payment.paying,
): number {
  const payment = paying === undefined ? undefined : facts.payings[paying]
  const delivery = shipping && facts.deliveries[shipping.delivery]
  const total = orderTotal(
    {
      orderLines: lines.map(({ product, quantity }) => ({ ...productAt(facts, product), quantity })),
      shipments: delivery ? [{ shipmentPrice: delivery.price, taxRate: delivery.taxRate }] : [],
      payments: payment ? [payment] : [],
    },
    facts.products,
  )
  return toMinor(total)
}

export function productAt({ products }: Facts, index: number) {
  const product = products[index]
  if (!product) throw new Error('There is no such product.')
  return product
}

export const toMinor = (amount: number): number => Math.round(amount * 100)

/** As histories write amounts. */
export const written = (minor: number): string => `${(minor / 100).toFixed(2)} ${CURRENCY}`
