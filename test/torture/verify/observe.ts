import type { Cart } from '../../../core/carts/cart.schema.ts'
import type { Order, OrderEventsAnswer } from '../../../core/orders/order.schema.ts'
import type { Connection, Reply } from '../http.ts'
import { Lost } from '../lost.ts'

/** A cart and its order as the core answers them. */
export interface Observed {
  readonly cart: Cart
  readonly etag: unknown
  readonly order: { readonly order: Order; readonly events: OrderEventsAnswer['events'] } | undefined
}

/**
 * Reads a cart with its order, where it may have one.
 * @returns undefined where the core is gone, or its storage is away
 * @throws Lost where something is not there that must be
 */
export async function observe(
  core: Connection,
  cartId: string,
  mayHaveOrder: boolean,
): Promise<Observed | undefined> {
  const found = await core.send({ method: 'GET', path: `/carts/${cartId}` })
  if (!found || isAway(found)) return undefined
  if (found.status !== 200) throw new Lost(`The cart ${cartId} is gone: ${found.status} ${found.text}`)
  const cart = JSON.parse(found.text) as Cart
  const { etag } = found.headers
  if (!mayHaveOrder) return { cart, etag, order: undefined }

  const reply = await core.send({ method: 'GET', path: `/orders/${cartId}` })
  if (!reply || isAway(reply)) return undefined
  if (reply.status === 404) return { cart, etag, order: undefined }
  const events = await core.send({ method: 'GET', path: `/orders/${cartId}/events?maxItems=1000` })
  if (!events || isAway(events)) return undefined
  if (reply.status !== 200 || events.status !== 200) {
    throw new Lost(`The order ${cartId} cannot be read: ${reply.status} ${reply.text} ${events.text}`)
  }
  const order = JSON.parse(reply.text) as Order
  return { cart, etag, order: { order, events: (JSON.parse(events.text) as OrderEventsAnswer).events } }
}

const isAway = ({ status }: Reply): boolean => status === 503
