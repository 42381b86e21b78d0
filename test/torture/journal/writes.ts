import { CULTURE, CURRENCY, anAddress, type Facts } from './facts.ts'
import type { Write } from './entry.ts'
import {
  newCart,
  productAt,
  heldOf,
  totalOfOrder,
  totalOfReturn,
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

/** A change of the cart: of a placed one it reopens the order, where anything is another then. */
function changed(state: CartState, changes: Partial<CartState>): CartState {
  const { order } = state
  if (order?.status !== 'New order') return next(state, changes)
  const contents = ({ note, lines, billing, shipping }: CartState): string =>
    JSON.stringify({ note, lines, billing, shipping })
  if (contents({ ...state, ...changes }) === contents(state)) return state
  return next(state, { note: order.note, ...changes, order: reopened(order) })
}

function reopened(order: OrderState, mark?: string): OrderState {
  const voided = order.payment.state === 'Pending' ? ['payment.voided'] : []
  const kind = ['order.reopened', mark].filter((part) => part !== undefined).join(' ')
  return {
    ...order,
    status: 'Reopened',
    payment: { ...order.payment, state: 'Voided' },
    history: [...order.history, kind, ...voided],
  }
}

export const reopen = (orderId: string, mark: string): Write =>
  write({
    what: `reopen ${mark}`,
    method: 'POST',
    path: `/orders/${orderId}/reopen`,
    body: { reason: mark },
    after: (state) => {
      if (!state.order) throw new Error('There is no order.')
      return next(state, { note: state.order.note, order: reopened(state.order, mark) })
    },
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
      changed(state, { lines: [...state.lines, { id: answer?.lineId, product, quantity }] }),
  })
}

export const changeLine = (cartId: string, lineId: string, quantity: number): Write =>
  write({
    what: `quantity ${quantity}`,
    method: 'PATCH',
    path: `/carts/${cartId}/lines/${lineId}`,
    body: { quantity },
    after: (state) =>
      changed(state, {
        lines: state.lines.map((line) => (line.id === lineId ? { ...line, quantity } : line)),
      }),
  })

export const removeLine = (cartId: string, lineId: string): Write =>
  write({
    what: 'remove line',
    method: 'DELETE',
    path: `/carts/${cartId}/lines/${lineId}`,
    after: (state) => changed(state, { lines: state.lines.filter((line) => line.id !== lineId) }),
  })

export const setNote = (cartId: string, mark: string): Write =>
  write({
    what: `note ${mark}`,
    method: 'PATCH',
    path: `/carts/${cartId}`,
    body: { note: mark },
    after: (state) => changed(state, { note: mark }),
  })

export const abandon = (cartId: string): Write =>
  write({
    what: 'abandon',
    method: 'DELETE',
    path: `/carts/${cartId}`,
    after: (state) => {
      const cancelled = ({ history, ...order }: OrderState): OrderState => ({
        ...order,
        status: 'Cancelled',
        history: [...history, 'order.cancelled'],
      })
      return next(state, { isAbandoned: true, ...(state.order && { order: cancelled(state.order) }) })
    },
  })

export const setBilling = (facts: Facts, cartId: string, mark: string, email: string | null): Write =>
  write({
    what: `billing ${mark}`,
    method: 'POST',
    path: `/carts/${cartId}/billing-address`,
    body: anAddress(mark, facts.countryId, email),
    after: (state) => changed(state, { billing: mark }),
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
    after: (state) => changed(state, { shipping: { delivery, line1: mark } }),
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
        ...{ paying, state: 'Pending', transactionId: null, refunded: 0 },
      }
      const { order, note, lines, billing, shipping } = state
      if (!order || order.status === 'Reopened') {
        const history = [...(order?.history ?? []), 'order.placed']
        const placed = { lines, billing, shipping }
        return next(state, { order: { status: 'New order', note, placed, payment, history } })
      }
      const isAgain = order.payment.state !== 'Voided' && order.payment.paying === paying
      if (isAgain) return state
      const replaced = order.payment.state === 'Pending' ? ['payment.voided'] : []
      const history = [...order.history, ...replaced, 'payment.chosen']
      return next(state, { order: { ...order, payment, history } })
    },
  })

/** Takes the goods of a cart back without their order. */
export const takeBack = (facts: Facts, cartId: string, paying: number, mark: string): Write =>
  write({
    what: `take back ${mark}`,
    method: 'POST',
    path: '/returns',
    body: { cartId, paymentMethodId: facts.payings[paying]?.id, reason: mark },
    after: (state, answer) => {
      const { note, lines, billing, shipping } = state
      const placed = { lines, billing, shipping }
      const refunded = totalOfReturn(facts, placed)
      const payment: PaymentState = {
        id: answer?.paymentId,
        ...{ paying, state: 'Refunded', transactionId: null, refunded },
      }
      const history = ['order.returned', `payment.refunded ${written(refunded)} ${mark}`]
      return next(state, { order: { status: 'Return', note, placed, payment, history } })
    },
  })

export const capture = (facts: Facts, paymentId: string, paying: number, mark: string): Write =>
  write({
    what: `capture ${mark}`,
    method: 'POST',
    path: `/payments/${paymentId}/capture`,
    body: { transactionId: mark, ...(paying === facts.redeeming && { giftCardCode: facts.giftCard }) },
    after: (state) =>
      changeOrder(state, (order) => ({
        ...order,
        status: 'Paid',
        payment: { ...order.payment, state: 'Captured', transactionId: mark },
        history: [
          ...order.history,
          `payment.captured ${written(totalOfOrder(facts, order))} ${mark}`,
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
        payment: { ...order.payment, state: 'Voided' },
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
        const isAll = refunded === totalOfOrder(facts, order)
        return {
          ...order,
          payment: { ...order.payment, refunded, state: isAll ? 'Refunded' : 'Partially refunded' },
          history: [...order.history, `payment.refunded ${written(amount)} ${mark}`],
        }
      }),
  })

/** @param isRefunded whether what is held is paid back */
export const cancel = (facts: Facts, orderId: string, mark: string, isRefunded: boolean): Write =>
  write({
    what: `cancel ${mark}`,
    method: 'POST',
    path: `/orders/${orderId}/cancel`,
    body: { reason: mark, refund: isRefunded },
    after: (state) => {
      const { order } = state
      if (!order) throw new Error('There is no order.')
      const { payment } = order
      const held = heldOf(facts, order)
      const history = [...order.history, `order.cancelled ${mark}`]
      const cancelled: OrderState = { ...order, status: 'Cancelled', history }
      if (order.status === 'Reopened') return next(state, { isAbandoned: true, order: cancelled })
      if (payment.state === 'Pending') {
        history.push('payment.voided')
        return { ...state, order: { ...cancelled, payment: { ...payment, state: 'Voided' } } }
      }
      if (!isRefunded || held === 0) return { ...state, order: cancelled }
      history.push(`payment.refunded ${written(held)} ${mark}`)
      const paidBack = { ...payment, state: 'Refunded', refunded: payment.refunded + held } as const
      return { ...state, order: { ...cancelled, payment: paidBack } }
    },
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
      changeOrder(state.order?.status === 'Reopened' ? next(state, { note: mark }) : state, (order) => ({
        ...order,
        note: mark,
        history: [...order.history, `order.note ${mark}`],
      })),
  })

/** Sends the goods of an order that is delivered elsewhere; its cart has the address, too. */
export const setShippingAddress = (facts: Facts, orderId: string, mark: string): Write =>
  write({
    what: `order shipping ${mark}`,
    method: 'POST',
    path: `/orders/${orderId}/shipping-address`,
    body: { shippingAddress: anAddress(mark, facts.countryId) },
    after: (state) => {
      const { order, shipping } = state
      if (!order || !shipping) throw new Error('There is no order that is delivered.')
      const sent = { shipping: { ...shipping, line1: mark } }
      const history = [...order.history, `order.shipping-address ${mark}`]
      return next(state, { ...sent, order: { ...order, placed: { ...order.placed, ...sent }, history } })
    },
  })

/** A change that fails when half of it is written: the bill is a walk-in's already when the price group is not found. */
export const failLate = (cartId: string): Write =>
  write({
    what: 'fail late',
    method: 'PATCH',
    path: `/carts/${cartId}`,
    body: { walkIn: true, priceGroupId: NOBODYS_ID },
    after: (state) => state,
  })

const NOBODYS_ID = '0199a0b0-0000-7000-8000-00000000ffff'
