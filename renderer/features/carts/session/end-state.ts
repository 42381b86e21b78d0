import type { CartState } from '../../../api/carts.ts'
import { isOrder } from '../../../api/orders.ts'

/** What a cart is that takes no change any more; of one that was opened again, its order may be cancelled. */
export type EndState = Exclude<CartState, 'open'> | 'cancelled'

/** What has become of a cart: one that was given up may be an order that was opened again and cancelled since. */
export const endOf = async (cartId: string, state: CartState): Promise<'open' | EndState> =>
  state === 'abandoned' && (await isOrder(cartId)) ? 'cancelled' : state
