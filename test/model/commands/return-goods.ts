import fc from 'fast-check'
import { discounted, discountedNow, totalsOf } from '../discounts.ts'
import { anyId } from '../match.ts'
import { Refused } from '../model.ts'
import { isExact, toWire } from '../money.ts'
import type { Payment } from '../state.ts'
import { stockReturned } from '../stock.ts'
import {
  command,
  idOf,
  isSameId,
  mostly,
  mostlyFitting,
  NOBODYS_ID,
  otherStore,
  pickCart,
  place,
  reference,
  storeOf,
} from './command.ts'
import { requireSeen, requireWhole, withOrderOf } from './place-order.ts'

/** Takes the goods of a cart back without their order. */
export const returnGoods = command({
  name: 'take goods back',
  weight: 4,
  picks: fc.record({
    cart: place,
    isKnown: mostly(true, false),
    method: reference,
    expected: mostly<'none' | 'right' | 'more'>('right', 'none', 'more'),
    restock: fc.constantFrom(undefined, true, false),
    reason: mostly('No receipt', ' '),
  }),
  call: (state, picks) => {
    const cart = pickCart(
      state,
      picks.cart,
      ({ billing, lines, shipment }) => lines.length > 0 && billing !== undefined && shipment === undefined,
    )
    if (!cart) return undefined
    const store = storeOf(state, cart.store)
    const { orderTotal } = totalsOf(cart.state === 'open' ? discounted(cart, store, state.now) : cart, 0n)
    const said = { none: undefined, right: orderTotal, more: orderTotal + 1n }[picks.expected]
    const { reason, restock } = picks
    const body = {
      cartId: picks.isKnown ? cart.id : NOBODYS_ID,
      paymentMethodId: idOf(
        picks.method,
        mostlyFitting(store.paymentMethods, picks.method.at, ({ countries }) =>
          countries.has(cart.billing?.countryId ?? ''),
        ),
        otherStore(state, cart.store).paymentMethods,
      ),
      expectedTotal: said !== undefined && isExact(said) ? toWire(said, cart.currency) : undefined,
      reason,
      restock,
    }
    // No command knows the code of a card.
    const isOntoCard = store.paymentMethods.some(
      ({ id, redeemsGiftCards }) => redeemsGiftCards && isSameId(body.paymentMethodId, id),
    )
    if (isOntoCard) return undefined
    return {
      store: cart.store,
      method: 'POST',
      path: '/returns',
      body,
      scopes: ['manage'],
      cartId: cart.id,
      decide: (before, caller) => {
        if (reason.trim() === '') throw new Refused('BadRequest', 'reason')
        const kept = before.carts.find(({ id }) => id === body.cartId)
        if (!kept) throw new Refused('NotFound', 'cartId')
        if (kept.store !== caller.store.code) throw new Refused('BadRequest', 'cartId')
        const isPlaced = before.orders.some(({ id }) => id === kept.id)
        if (kept.state === 'abandoned' || isPlaced) throw new Refused('Conflict')
        const found = discountedNow(kept, caller.store, before.now)
        if (!found.billing) throw new Refused('BadRequest')
        const { countryId } = found.billing
        const method = caller.store.paymentMethods.find(({ id }) => isSameId(body.paymentMethodId, id))
        if (!method?.countries.has(countryId)) throw new Refused('BadRequest', 'paymentMethodId')
        const totals = totalsOf(found, 0n)
        requireSeen(caller, found, body.expectedTotal, totals.orderTotal)
        requireWhole(caller.store, found, { sends: false })
        const way = caller.store.shippingMethods.find(({ id }) => id === found.shipment?.methodId)
        if (found.shipment && (way?.sends === true || totals.shippingTotal > 0n))
          throw new Refused('BadRequest', 'shippingMethodId')
        if (totals.orderTotal === 0n) throw new Refused('BadRequest')

        const payment: Omit<Payment, 'id'> = {
          methodId: method.id,
          methodName: method.name,
          state: 'refunded',
          amount: totals.orderTotal,
          fixedFee: 0n,
          feeRate: 0n,
          fee: 0n,
          refunded: totals.orderTotal,
          transactionId: null,
        }
        return {
          status: 200,
          body: {
            orderId: found.id,
            paymentId: anyId,
          },
          next: (answer) => {
            const { paymentId: id } = answer.body as { paymentId: string }
            const then = restock === false ? before : stockReturned(before, found.store, found.lines)
            return withOrderOf(then, caller, { cart: found, totals, earlier: undefined }, id, {
              status: 'Return',
              completedAt: before.now,
              payments: [{ ...payment, id }],
              taken: {},
              happened: ['order.returned', 'payment.refunded'],
            })
          },
        }
      },
    }
  },
})
