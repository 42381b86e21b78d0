import type { Engine, ReadDb } from '../database/engine.ts'

/** Something about a cart that must not be. */
export interface CartFault {
  readonly cartId: string
  /** How a person knows it. */
  readonly cart: string
  readonly text: string
}

/** Whether every cart that was placed has an order; what else there is between the two is looked at from the orders. */
export async function checkCarts(database: Pick<Engine, 'read'>): Promise<{ faults: CartFault[] }> {
  const carts = await database.read(findWithoutOrder)
  const text = 'it is ordered, but its order is missing'
  return { faults: carts.map(({ id }) => ({ cartId: id, cart: `Cart ${id}`, text })) }
}

const findWithoutOrder = async (db: ReadDb): Promise<{ id: string }[]> =>
  db
    .selectFrom('carts as cart')
    .leftJoin('orders as order', 'order.id', 'cart.id')
    .select('cart.id')
    .where('cart.state', '=', 'ordered')
    .where('order.id', 'is', null)
    .orderBy('cart.id')
    .execute()
