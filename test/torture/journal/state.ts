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
  readonly state: 'Pending' | 'Captured' | 'Partially refunded' | 'Refunded' | 'Voided'
  readonly transactionId: string | null
  /** Minor units. */
  readonly refunded: number
}

export interface OrderState {
  readonly status: 'New order' | 'Reopened' | 'Paid' | 'Completed order' | 'Cancelled' | 'Return'
  readonly note: string | null
  /** What was placed last. */
  readonly placed: Contents
  /** The last, whose fee is in the total; one that was replaced is only in the history. */
  readonly payment: PaymentState
  /** Kinds with what is their own: an amount, a mark. */
  readonly history: readonly string[]
}

export interface Contents {
  readonly lines: readonly LineState[]
  readonly billing: string | undefined
  readonly shipping: { readonly delivery: number; readonly line1: string } | undefined
}

/** A cart and what became of it, as the answers say it has to be. */
export interface CartState extends Contents {
  readonly version: number
  readonly isAbandoned: boolean
  readonly note: string | null
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

/** Whether the cart is an order now: then it shows what it is paid by. */
const isPlaced = ({ order, isAbandoned }: CartState): boolean =>
  order !== undefined && order.status !== 'Reopened' && !isAbandoned

/** What the cart comes to. */
export const cartTotal = (facts: Facts, state: CartState): number =>
  totalOf(facts, state, isPlaced(state) ? state.order && feeOf(state.order) : undefined)

/** What the order comes to. */
export const totalOfOrder = (facts: Facts, { placed, payment, status }: OrderState): number =>
  totalOf(facts, placed, feeOf({ payment, status }))

/** By whose fee: nothing is paid with a return. */
const feeOf = ({ payment, status }: Pick<OrderState, 'payment' | 'status'>): number | undefined =>
  status === 'Return' ? undefined : payment.paying

/** What goods come to that are taken back without their order. */
export const totalOfReturn = (facts: Facts, contents: Contents): number => totalOf(facts, contents, undefined)

/** What the shop holds of the order's payment. */
export const heldOf = (facts: Facts, order: OrderState): number =>
  order.payment.state === 'Captured' || order.payment.state === 'Partially refunded'
    ? totalOfOrder(facts, order) - order.payment.refunded
    : 0

/** In minor units, reckoned from the price list. */
function totalOf(facts: Facts, { lines, shipping }: Contents, paying: number | undefined): number {
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
