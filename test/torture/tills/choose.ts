import type { Random } from '../../../core/demo/random.ts'
import type { Facts } from '../journal/facts.ts'
import type { Entry, Write } from '../journal/entry.ts'
import { heldOf, type OrderState } from '../journal/state.ts'
import * as writes from '../journal/writes.ts'

/** Enough for different orders, few enough that several use the same rows. */
const PRODUCTS = 40
const CUSTOMERS = 20

/** Where the choices come from. */
export interface Choosing {
  readonly random: Random
  readonly facts: Facts
  /** A text that occurs once. */
  readonly mark: () => string
}

/** The next thing that a clerk would do with a cart or its order; undefined where nothing is left to do. */
export function chooseWrite(from: Choosing, entry: Entry): Write | undefined {
  const { id, state } = entry
  if (id === undefined || state.isAbandoned) return undefined
  const { order } = state
  if (!order) return chooseForCart(from, id, entry)
  const { random, mark } = from
  if (order.status === 'Reopened') {
    if (random.chance(0.05)) return writes.cancel(from.facts, id, mark(), random.chance(0.5))
    return random.chance(0.1) ? writes.setOrderNote(id, mark()) : chooseForCart(from, id, entry)
  }
  if (order.status === 'New order' && random.chance(0.15)) {
    return random.chance(0.3) ? writes.reopen(id, mark()) : chooseChange(from, id, entry)
  }
  return chooseForOrder(from, id, order)
}

/** Nobody pays by gift card where there is none. */
function choosePaying(random: Random, { giftCard, payings, redeeming }: Facts): number {
  const paying = random.below(payings.length)
  return giftCard === undefined && paying === redeeming ? (paying + 1) % payings.length : paying
}

/** Something else in a cart that has been placed. */
function chooseChange({ random, facts, mark }: Choosing, id: string, { state }: Entry): Write {
  const lineId = random.pick(state.lines).id
  if (lineId !== undefined && random.chance(0.5)) return writes.changeLine(id, lineId, random.between(1, 3))
  return random.chance(0.5) ? writes.setNote(id, mark()) : writes.setBilling(facts, id, mark(), null)
}

function chooseForCart({ random, facts, mark }: Choosing, id: string, { state }: Entry): Write {
  const { lines, billing, order, shipping } = state
  const line = lines.length > 0 ? random.pick(lines) : undefined
  const lineId = line?.id
  if (lineId !== undefined && random.chance(0.08)) return writes.changeLine(id, lineId, random.between(1, 9))
  if (lineId !== undefined && random.chance(0.04)) return writes.removeLine(id, lineId)
  if (random.chance(0.06)) return writes.setNote(id, mark())
  if (random.chance(0.01)) return writes.abandon(id)
  if (lines.length === 0 || (lines.length < 4 && random.chance(0.5))) {
    return writes.addLine(
      facts,
      id,
      random.below(Math.min(PRODUCTS, facts.products.length)),
      random.between(1, 5),
    )
  }
  if (billing === undefined) {
    const email = random.chance(0.5) ? `ida.${random.below(CUSTOMERS)}@example.com` : null
    return writes.setBilling(facts, id, mark(), email)
  }
  if (!shipping && random.chance(0.8)) {
    return writes.setShipping(facts, id, random.below(facts.deliveries.length), mark())
  }
  if (!shipping && !order && random.chance(0.2)) {
    // Nobody is told the code of a card again.
    const paying = random.below(facts.payings.length)
    return writes.takeBack(facts, id, paying === facts.redeeming ? 0 : paying, mark())
  }
  return writes.place(facts, id, choosePaying(random, facts))
}

function chooseForOrder({ random, facts, mark }: Choosing, id: string, order: OrderState): Write | undefined {
  const { status, payment, placed } = order
  if (random.chance(0.1)) return writes.setOrderNote(id, mark())
  const isDelivered = placed.shipping && facts.deliveries[placed.shipping.delivery]?.delivers === true
  if (isDelivered && (status === 'New order' || status === 'Paid') && random.chance(0.1)) {
    return writes.setShippingAddress(facts, id, mark())
  }
  const { id: paymentId } = payment
  if (payment.state === 'Pending' && paymentId !== undefined) {
    if (random.chance(0.15)) return writes.place(facts, id, choosePaying(random, facts))
    if (random.chance(0.1)) return writes.cancel(facts, id, mark(), random.chance(0.5))
    if (random.chance(0.1)) return writes.voidPayment(paymentId, mark())
    return writes.capture(facts, paymentId, payment.paying, mark())
  }
  if (payment.state === 'Voided' && status === 'New order') {
    return writes.place(facts, id, choosePaying(random, facts))
  }
  const left = heldOf(facts, order)
  if (left > 0 && paymentId !== undefined) {
    if (status === 'Paid' && random.chance(0.2)) return writes.complete(id)
    if (status === 'Paid' && random.chance(0.1)) return writes.cancel(facts, id, mark(), random.chance(0.5))
    if (random.chance(0.6)) {
      const amount = random.chance(0.3) ? left : random.between(1, left)
      return writes.refund(facts, paymentId, amount, mark())
    }
  }
  return undefined
}
