import { roundingInCash } from '../kernel/cash.ts'
import type { Minor } from '../kernel/money.ts'
import { returnTold } from '../orders/payments/returned-goods.ts'
import { moneyTold } from '../orders/payments/move-money.ts'
import { discountSale } from './discount-sale.ts'
import { drawSale, type Sale } from './draw-sale.ts'
import type { Moment } from './opening-hours.ts'
import type { Life } from './order-life.ts'
import type { Random } from './random.ts'
import type { TradingShop } from './trading-shop.ts'

/** Hardly ever so many are drawn before there is one of them that somebody would bring back. */
const TRIES = 10_000
const MOST_LINES = 2
const MOST_PIECES = 2

/**
 * Draws who brings goods back at a moment, without their order: a piece or two that somebody has bought at the counter for
 * themselves. They are paid back there, in cash, and nothing is delivered.
 */
export function drawReturn(trading: TradingShop, moment: Moment, random: Random): Sale {
  for (let tried = 0; tried < TRIES; tried++) {
    const sale = drawSale(trading, moment, random)
    if (isLikely(trading, sale)) return asReturn(trading, sale, random)
  }
  throw new Error('Nobody buys anything at the counter of the demo shop.')
}

function isLikely({ isGiftCard }: TradingShop, { buyer, delivery, payment, record }: Sale): boolean {
  const { cart, lines } = record
  return (
    delivery.isCollected &&
    payment.takesCash &&
    buyer.customer.organization_id === null &&
    cart.note === null &&
    lines.length <= MOST_LINES &&
    lines.every(({ quantity, variantId }) => quantity <= MOST_PIECES && !isGiftCard(variantId))
  )
}

/** The same goods in a cart that has no delivery; to pay back costs nothing. */
function asReturn(trading: TradingShop, sale: Sale, random: Random): Sale {
  const { payment, record } = sale
  const { cart } = record
  const goods = {
    ...record,
    cart: { ...cart, version: cart.version - 1 },
    shippingAddress: undefined,
    shipment: undefined,
  }
  return {
    ...sale,
    payment: { ...payment, terms: { ...payment.terms, fee: 0, feeRate: 0 } },
    // Less is discounted of a cart without a delivery.
    record: discountSale(trading, goods, random),
  }
}

/** What becomes of a return: all of it is paid back at once, and it goes no further (`checkout/return-goods.ts`). */
export function lifeOfReturn(
  { payment, placedAt: at, record }: Sale,
  { amount, currency, reason }: { amount: Minor; currency: string; reason: string },
): Life {
  const cashRounding = roundingInCash(amount, currency)
  const returned = record.lines.map(({ id: lineId, productName, quantity }) => ({
    lineId,
    productName,
    quantity,
  }))
  const money = moneyTold(payment.terms.methodName, { amount, cashRounding }, currency)
  return {
    status: 'return',
    version: 1,
    completedAt: at,
    payment: { state: 'refunded', refunded: amount, transactionId: null, receivedInCash: true },
    cashRounding,
    events: [
      { at, kind: 'payment.refunded', details: { ...money, ...returnTold(returned), reason }, returned },
    ],
  }
}
