import { CULTURE, CURRENCY, anAddress, type Facts } from './facts.ts'
import type { Write } from './entry.ts'
import {
  newCart,
  productAt,
  totalOf,
  written,
  type CartState,
  type OrderState,
  type PaymentState,
} from './state.ts'

/** Every change a till asks for, with what has to come of it. Marks are texts that occur once. */

type NewWrite = Pick<Write, 'what' | 'method' | 'path' | 'after'> & Partial<Write>
const write = (fields: NewWrite): Write => ({ isRepeatable: false, ...fields })

const next = (state: CartState, changes: Partial<CartState>): CartState => ({
  ...state,
  ...changes,
  version: state.version + 1,
})

function changeOrder(state: CartState, change: (order: OrderState) => OrderState): CartState {
  if (!state.order) throw new Error('There is no order.')
  return { ...state, order: change(state.order) }
}

export const createCart = (): Write =>
  write({
    what: 'create',
    method: 'POST',
    path: '/carts',
    body: { cultureCode: CULTURE, currency: CURRENCY },
    after: () => newCart,
  })

export const addLine = (facts: Facts, cartId: string, product: number, quantity: number): Write => {
  const { sku, variantSku, catalogId } = productAt(facts, product)
  return write({
    what: `add ${quantity} × ${variantSku ?? sku}`,
    method: 'POST',
    path: `/carts/${cartId}/lines`,
    body: {
      ...{ sku, variantSku, catalogId, quantity },
      priceGroupId: facts.priceGroupId,
      cultureCode: CULTURE,
      addToExistingOrderline: false,
    },
    after: (state, answer) =>
      next(state, { lines: [...state.lines, { id: answer?.lineId, product, quantity }] }),
  })
}

export const changeLine = (cartId: string, lineId: string, quantity: number): Write =>
  write({
    what: `quantity ${quantity}`,
    method: 'PATCH',
    path: `/carts/${cartId}/lines/${lineId}`,
    body: { quantity },
    after: (state) =>
      next(state, { lines: state.lines.map((line) => (line.id === lineId ? { ...line, quantity } : line)) }),
  })

export const removeLine = (cartId: string, lineId: string): Write =>
  write({
    what: 'remove line',
    method: 'DELETE',
    path: `/carts/${cartId}/lines/${lineId}`,
    after: (state) => next(state, { lines: state.lines.filter((line) => line.id !== lineId) }),
  })

export const setNote = (cartId: string, mark: string): Write =>
  write({
    what: `note ${mark}`,
    method: 'PATCH',
    path: `/carts/${cartId}`,
    body: { note: mark },
    after: (state) => next(state, { note: mark }),
  })

export const abandon = (cartId: string): Write =>
  write({
    what: 'abandon',
    method: 'DELETE',
    path: `/carts/${cartId}`,
    after: (state) => next(state, { isAbandoned: true }),
  })

export const setBilling = (facts: Facts, cartId: string, mark: string, email: string | null): Write =>
  write({
    what: `billing ${mark}`,
    method: 'POST',
    path: `/carts/${cartId}/billing-address`,
    body: anAddress(mark, facts.countryId, email),
    after: (state) => next(state, { billing: mark }),
  })

export const setShipping = (facts: Facts, cartId: string, delivery: number, mark: string): Write =>
  write({
    what: `shipping ${mark}`,
    method: 'POST',
    path: `/carts/${cartId}/shipping`,
    body: {
      priceGroupId: facts.priceGroupId,
      shippingMethodId: facts.deliveries[delivery]?.id,
      shippingAddress: anAddress(mark, facts.countryId),
    },
    after: (state) => next(state, { shipping: { delivery, line1: mark } }),
  })

/** Places the cart, or has its order paid another way. */
export const place = (facts: Facts, cartId: string, paying: number): Write =>
  write({
    what: `place, paid by ${paying}`,
    method: 'POST',
    path: '/payments',
    isRepeatable: true,
    body: {
      cartId,
      paymentMethodId: facts.payings[paying]?.id,
      priceGroupId: facts.priceGroupId,
      cultureCode: CULTURE,
    },
    after: (state, answer) => {
      const payment: PaymentState = {
        id: answer?.paymentId,
        ...{ paying, state: 'pending', transactionId: null, refunded: 0 },
      }
      const { order } = state
      if (!order) {
        const placed = { status: 'New order', note: state.note, payment, history: ['order.placed'] } as const
        return next(state, { order: placed })
      }
      const isAgain = order.payment.state !== 'voided' && order.payment.paying === paying
      if (isAgain) return state
      const replaced = order.payment.state === 'pending' ? ['payment.voided'] : []
      const history = [...order.history, ...replaced, 'payment.chosen']
      return next(state, { order: { ...order, payment, history } })
    },
  })

export const capture = (facts: Facts, paymentId: string, mark: string): Write =>
  write({
    what: `capture ${mark}`,
    method: 'POST',
    path: `/payments/${paymentId}/capture`,
    body: { transactionId: mark },
    after: (state) =>
      changeOrder(state, (order) => ({
        ...order,
        status: 'Paid',
        payment: { ...order.payment, state: 'captured', transactionId: mark },
        history: [
          ...order.history,
          `payment.captured ${written(totalOf(facts, state))} ${mark}`,
          'order.paid',
        ],
      })),
  })

export const voidPayment = (paymentId: string, mark: string): Write =>
  write({
    what: `void ${mark}`,
    method: 'POST',
    path: `/payments/${paymentId}/void`,
    body: { reason: mark },
    after: (state) =>
      changeOrder(state, (order) => ({
        ...order,
        payment: { ...order.payment, state: 'voided' },
        history: [...order.history, `payment.voided ${mark}`],
      })),
  })

/** @param amount minor units */
export const refund = (facts: Facts, paymentId: string, amount: number, mark: string): Write =>
  write({
    what: `refund ${written(amount)} ${mark}`,
    method: 'POST',
    path: `/payments/${paymentId}/refund`,
    body: { amount: amount / 100, reason: mark },
    after: (state) =>
      changeOrder(state, (order) => {
        const refunded = order.payment.refunded + amount
        const isAll = refunded === totalOf(facts, state)
        return {
          ...order,
          payment: { ...order.payment, refunded, state: isAll ? 'refunded' : 'captured' },
          history: [...order.history, `payment.refunded ${written(amount)} ${mark}`],
        }
      }),
  })

export const cancel = (orderId: string, mark: string): Write =>
  write({
    what: `cancel ${mark}`,
    method: 'POST',
    path: `/orders/${orderId}/cancel`,
    body: { reason: mark },
    after: (state) =>
      changeOrder(state, (order) => ({
        ...order,
        status: 'Cancelled',
        payment: order.payment.state === 'pending' ? { ...order.payment, state: 'voided' } : order.payment,
        history: [...order.history, `order.cancelled ${mark}`],
      })),
  })

export const complete = (orderId: string): Write =>
  write({
    what: 'complete',
    method: 'POST',
    path: `/orders/${orderId}/complete`,
    after: (state) =>
      changeOrder(state, (order) => ({
        ...order,
        status: 'Completed order',
        history: [...order.history, 'order.completed'],
      })),
  })

export const setOrderNote = (orderId: string, mark: string): Write =>
  write({
    what: `order note ${mark}`,
    method: 'POST',
    path: `/orders/${orderId}/note`,
    body: { note: mark },
    after: (state) =>
      changeOrder(state, (order) => ({
        ...order,
        note: mark,
        history: [...order.history, `order.note ${mark}`],
      })),
  })
