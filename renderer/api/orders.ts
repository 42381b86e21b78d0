import type { CountAnswer } from '../../core/http/schema.ts'
import type { AddressBody } from '../../core/customers/address.schema.ts'
import type { CopyOrderAnswer } from '../../core/after-sales/copy-order.schema.ts'
import type {
  GetOrderAnswer,
  Order,
  OrderEvent,
  OrderEventsAnswer,
  OrdersAnswer,
  OrdersCountQuery,
  RefundAnswer,
} from '../../core/orders/order.schema.ts'
import type {
  PlaceOrderAnswer,
  CapturePaymentBody,
  PlaceOrderBody,
  ReturnedLine,
  MethodOfPayment,
  MethodsOfPaymentAnswer,
} from '../../core/orders/payments/payment.schema.ts'
import type {
  OrderTransaction,
  OrderTransactionsAnswer,
  TaxedAmount,
} from '../../core/orders/payments/transaction.schema.ts'
import type { ReturnAnswer, ReturnGoodsBody } from '../../core/checkout/return.schema.ts'
import { allOf } from './all-of.ts'
import { coded, type CodedGiftCard } from './gift-cards.ts'
import { ApiError } from './api-error.ts'
import { get, post, writeHeaders, type WriteOptions } from './client.ts'

export type {
  GetOrderAnswer as ShownOrder,
  Order,
  OrderEvent,
  OrderSummary,
} from '../../core/orders/order.schema.ts'
export type { MethodOfPayment, Payment, ReturnedLine } from '../../core/orders/payments/payment.schema.ts'
export type { OrderTransaction, TaxedAmount } from '../../core/orders/payments/transaction.schema.ts'
export type { LeftOut } from '../../core/after-sales/copy-order.schema.ts'
export type { OrderAddress } from '../../core/customers/address.schema.ts'

/** What the list of orders is asked; what is undefined, or empty, is not. */
export type OrderSearch = {
  [Name in keyof OrdersCountQuery]: OrdersCountQuery[Name] | undefined
} & { sort?: string | undefined }

export function listOrders(
  query: OrderSearch & { maxItems?: number; nextPagingToken?: string },
  signal?: AbortSignal,
): Promise<OrdersAnswer> {
  return get('/orders', { ...query }, signal)
}

/** How many orders fit, as far as they are counted. */
export const countOrders = ({ sort: _, ...query }: OrderSearch, signal: AbortSignal): Promise<CountAnswer> =>
  get('/orders/count', { ...query }, signal)

/** An order with the price groups that it was sold at. */
export function getOrder(orderId: string): Promise<GetOrderAnswer> {
  return get(sourceOfOrder(orderId))
}

/** Whether a cart has ever been placed: an order has the id of the cart that it was. */
export async function isOrder(cartId: string): Promise<boolean> {
  try {
    await getOrder(cartId)
    return true
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 404) return false
    throw failure
  }
}

/** The path that answers all that is shown of an order but its history. */
export const sourceOfOrder = (orderId: string): string => `${orderPath(orderId)}?include=priceGroups`

/** The whole history of an order, oldest first, in the language of a culture. */
export const listOrderEvents = async (orderId: string, cultureCode: string): Promise<OrderEvent[]> =>
  allOf(
    async (page) => get<OrderEventsAnswer>(`${orderPath(orderId)}/events`, { cultureCode, ...page }),
    ({ events }) => events,
  )

/** All that was received and refunded of an order, oldest first, and what of the order is tax at which rate. */
export async function getOrderMoney(
  orderId: string,
): Promise<Omit<OrderTransactionsAnswer, 'nextPagingToken'>> {
  const path = `${orderPath(orderId)}/transactions`
  let taxes: TaxedAmount[] = []
  const transactions = await allOf(
    async (page) => get<OrderTransactionsAnswer>(path, page),
    (answer) => {
      ;({ taxes } = answer)
      return answer.transactions
    },
  )
  return { transactions, taxes }
}

/** What of an order's money was refunded, with the goods that came back; asked for only where anything was. */
export async function listRefunds({
  id,
  payments,
}: Pick<Order, 'id' | 'payments'>): Promise<OrderTransaction[]> {
  if (payments.every(({ refunded }) => refunded === 0)) return []
  const { transactions } = await getOrderMoney(id)
  return transactions.filter(({ kind }) => kind === 'refund')
}

/**
 * Turns a cart into an order whose id is the cart's id (section 4.8), at the total that was seen and no other: else 409.
 * @param options the version of the cart that was seen, and a key under which the same try may be repeated
 */
export function placeOrder(
  body: PlaceOrderBody & { expectedTotal: number },
  options: WriteOptions,
): Promise<PlaceOrderAnswer> {
  return post('/payments', body, writeHeaders(options))
}

/** @param idempotencyKey under which the same try may be repeated, here and below */
export function capturePayment(
  paymentId: string,
  received: CapturePaymentBody,
  idempotencyKey: string,
): Promise<Order> {
  const path = `/payments/${encodeURIComponent(paymentId)}/capture`
  return post(path, received, writeHeaders({ idempotencyKey }))
}

/** What a payment that is still to be received may be received by, called as in a culture. */
export const listMethodsOfPayment = async (
  paymentId: string,
  cultureCode: string,
  signal?: AbortSignal,
): Promise<MethodOfPayment[]> =>
  allOf(
    async (page) =>
      get<MethodsOfPaymentAnswer>(
        `/payments/${encodeURIComponent(paymentId)}/methods`,
        { cultureCode, ...page },
        signal,
      ),
    ({ paymentMethods }) => paymentMethods,
  )

/** How goods are taken back without their order. */
export type ReturnTaken = Omit<ReturnGoodsBody, 'cartId'> & { expectedTotal: number }

/** By what the goods of a cart may be paid back, called as in a culture. */
export const listMethodsOfReturn = async (
  cartId: string,
  cultureCode: string,
  signal?: AbortSignal,
): Promise<MethodOfPayment[]> =>
  allOf(
    async (page) =>
      get<MethodsOfPaymentAnswer>(
        `/carts/${encodeURIComponent(cartId)}/return-methods`,
        { cultureCode, ...page },
        signal,
      ),
    ({ paymentMethods }) => paymentMethods,
  )

/**
 * Takes the goods of a cart back without their order, for what was seen that they cost and no other: else 409.
 * @param options as with {@link placeOrder}
 * @returns the gift card that was issued for them, if any
 */
export async function returnGoods(
  body: ReturnTaken & Pick<ReturnGoodsBody, 'cartId'>,
  options: WriteOptions,
): Promise<CodedGiftCard | undefined> {
  const { issued } = await post<ReturnAnswer>('/returns', body, writeHeaders(options))
  return issued && coded(issued, body.code ?? null)
}

export function voidPayment(
  paymentId: string,
  reason: string | null,
  idempotencyKey: string,
): Promise<Order> {
  const path = `/payments/${encodeURIComponent(paymentId)}/void`
  return post(path, { reason }, writeHeaders({ idempotencyKey }))
}

/** A refund as it is sent. */
export interface RefundBody {
  /** In major units. */
  readonly amount: number
  readonly reason: string
  /** The pieces that come back with it. */
  readonly lines: readonly ReturnedLine[]
  /** What was seen to be paid back before, in major units; where it is something else by now, nothing is: 409. */
  readonly expectedRefunded: number
  /** The till that cash comes out of; null is the store's own. */
  readonly tillId: string | null
  /** Whether the pieces can be sold again, and go back into the stock that is kept of them. */
  readonly restock: boolean
  /** Of what was received by a gift card: onto one that is issued for it. */
  readonly ontoNewGiftCard: boolean
}

/** Pays back so much of a received payment. @returns the card that it goes onto, where that is a new one */
export async function refundPayment(
  paymentId: string,
  body: RefundBody,
  idempotencyKey: string,
): Promise<CodedGiftCard | undefined> {
  const path = `/payments/${encodeURIComponent(paymentId)}/refund`
  const { issued } = await post<RefundAnswer>(path, body, writeHeaders({ idempotencyKey }))
  return issued && coded(issued, null)
}

/** @param body `refund`: what becomes of the money that is held, needed where any is; `expectedHeld`: how much whoever says so sees */
export function cancelOrder(
  orderId: string,
  body: { reason: string | null; refund: boolean | undefined; expectedHeld: number; tillId: string | null },
  idempotencyKey: string,
): Promise<Order> {
  return post(`${orderPath(orderId)}/cancel`, body, writeHeaders({ idempotencyKey }))
}

/** Opens the cart of an order that has not been paid again. */
export function reopenOrder(orderId: string, reason: string | null, idempotencyKey: string): Promise<Order> {
  return post(`${orderPath(orderId)}/reopen`, { reason }, writeHeaders({ idempotencyKey }))
}

export function completeOrder(orderId: string, idempotencyKey: string): Promise<Order> {
  return post(`${orderPath(orderId)}/complete`, {}, writeHeaders({ idempotencyKey }))
}

/** @param idempotencyKey under which the same try may be repeated: it is said once */
export const commentOnOrder = (orderId: string, comment: string, idempotencyKey: string): Promise<Order> =>
  post(`${orderPath(orderId)}/comments`, { comment }, writeHeaders({ idempotencyKey }))

/** @param expectedNote the one that was seen in its place; where it is another by now, that stays: 409 */
export function setOrderNote(orderId: string, note: string, expectedNote: string): Promise<Order> {
  return post(`${orderPath(orderId)}/note`, { note, expectedNote })
}

/**
 * @param trackAndTrace a number or an address; null for none
 * @param expectedTrackAndTrace what was seen in its place; where it is another by now, that stays: 409
 */
export function setTrackAndTrace(
  orderId: string,
  trackAndTrace: string | null,
  expectedTrackAndTrace: string | null,
  idempotencyKey: string,
): Promise<Order> {
  const body = { trackAndTrace, expectedTrackAndTrace }
  return post(`${orderPath(orderId)}/track-and-trace`, body, writeHeaders({ idempotencyKey }))
}

/** @param expectedAddressId of the address that was seen; where the goods go somewhere else by now, they still do: 409 */
export function setShippingAddress(
  orderId: string,
  shippingAddress: AddressBody,
  expectedAddressId: string,
  idempotencyKey: string,
): Promise<Order> {
  const body = { shippingAddress, expectedAddressId }
  return post(`${orderPath(orderId)}/shipping-address`, body, writeHeaders({ idempotencyKey }))
}

export function copyOrderToCart(orderId: string, idempotencyKey: string): Promise<CopyOrderAnswer> {
  return post(`${orderPath(orderId)}/cart`, {}, writeHeaders({ idempotencyKey }))
}

function orderPath(orderId: string): string {
  return `/orders/${encodeURIComponent(orderId)}`
}
