import type { Facts } from '../journal/facts.ts'
import {
  cartTotal,
  productAt,
  toMinor,
  totalOfOrder,
  type CartState,
  type Contents,
  type OrderState,
} from '../journal/state.ts'
import type { Observed } from './observe.ts'

/** In what way a cart and its order are not what they have to be; empty where they are. */
export function differences(facts: Facts, state: CartState, { cart, etag, order }: Observed): string[] {
  const found = new Differences()
  found.compare('version', etag, `"${state.version}"`)
  found.compare('note', cart.note, state.note)
  found.compare('lines', linesOf(cart.orderLines, state), expectedLines(facts, state))
  found.compare('billing', cart.billingAddress?.line1, state.billing)
  found.compare('shipping', shippingOf(cart.shipments), expectedShipping(facts, state))
  found.compare('cart total', toMinor(cart.orderTotal), cartTotal(facts, state))
  if (state.order && order) compareOrder(found, facts, state.order, order)
  else found.compare('order', order && 'there', state.order && 'there')
  return found.texts
}

function compareOrder(
  found: Differences,
  facts: Facts,
  expected: OrderState,
  { order, events }: NonNullable<Observed['order']>,
): void {
  const { payment, placed } = expected
  const total = totalOfOrder(facts, expected)
  found.compare('status', order.orderStatus.name, expected.status)
  found.compare('order note', order.note, expected.note)
  found.compare('order lines', linesOf(order.orderLines, placed), expectedLines(facts, placed))
  found.compare('order billing', order.billingAddress.line1, placed.billing)
  found.compare('order shipping', shippingOf(order.shipments), expectedShipping(facts, placed))
  found.compare('order total', toMinor(order.orderTotal), total)
  found.compare('customer', order.customer.lastName, 'Møller')
  found.compare(
    'payments',
    order.payments.map(({ id, amount, refunded, state, transactionId, paymentMethod }) => ({
      id: payment.id === undefined ? undefined : id,
      amount: toMinor(amount),
      refunded: toMinor(refunded),
      state,
      transactionId,
      method: paymentMethod.id,
    })),
    [
      {
        id: payment.id,
        amount: total,
        refunded: payment.refunded,
        state: payment.state,
        transactionId: payment.transactionId,
        method: facts.payings[payment.paying]?.id,
      },
    ],
  )
  // Entries of one moment have no order among them.
  found.compare('history', events.map(eventText).sort(), [...expected.history].sort())
}

/** The kind of an entry of the history with what is its own: the amount that moved, and the mark. */
function eventText({ kind, text }: { kind: string; text: string }): string {
  const amount = /^payment\.(captured|refunded)$/.test(kind) ? /^\S+ \S+/.exec(text)?.[0] : undefined
  return [kind, amount, /mark-\d+/.exec(text)?.[0]].filter((part) => part !== undefined).join(' ')
}

type AnsweredLines = readonly { id: string; sku: string; variantSku: string | null; quantity: number }[]

const linesOf = (lines: AnsweredLines, { lines: expected }: Contents): unknown =>
  lines.map(({ id, sku, variantSku, quantity }, index) => ({
    // One that nobody was told is any.
    id: expected[index]?.id === undefined ? undefined : id,
    sku,
    variantSku,
    quantity,
  }))

const expectedLines = (facts: Facts, { lines }: Contents): unknown =>
  lines.map(({ id, product, quantity }) => {
    const { sku, variantSku } = productAt(facts, product)
    return { id, sku, variantSku, quantity }
  })

const shippingOf = (
  shipments: readonly {
    shippingMethod: { id: string }
    shipmentAddress: { line1: string }
    shipmentPrice: number
  }[],
): unknown =>
  shipments.map(({ shippingMethod, shipmentAddress, shipmentPrice }) => ({
    id: shippingMethod.id,
    line1: shipmentAddress.line1,
    price: shipmentPrice,
  }))

function expectedShipping(facts: Facts, { shipping }: Contents): unknown {
  if (!shipping) return []
  const delivery = facts.deliveries[shipping.delivery]
  return [{ id: delivery?.id, line1: shipping.line1, price: delivery?.price }]
}

class Differences {
  readonly texts: string[] = []

  compare(name: string, observed: unknown, expected: unknown): void {
    const [is, wanted] = [textOf(observed), textOf(expected)]
    if (is !== wanted) this.texts.push(`${name} is ${is}, has to be ${wanted}`)
  }
}

const textOf = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))
