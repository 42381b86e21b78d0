import type { Selectable } from 'kysely'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { prepared, putRow } from '../database/queries/prepared.ts'
import { shipmentColumns, toShipment, type ShipmentRecord } from '../orders/records.ts'
import type { CartShipmentTable } from './cart.table.ts'

/** The one shipment of a cart, where it has one. */
export async function findShipment(db: ReadDb, cartId: string): Promise<ShipmentRecord | undefined> {
  const row = await cartShipment.first(db, { cartId })
  return row && toShipment(row)
}

const cartShipment = prepared((db, { cartId }: { cartId: string }) =>
  db.selectFrom('cart_shipments').selectAll().where('cart_id', '=', cartId),
)

/** The row of a shipment. */
export const cartShipmentRow = (cartId: string, shipment: ShipmentRecord): Selectable<CartShipmentTable> => ({
  ...shipmentColumns(shipment),
  cart_id: cartId,
})

/** Sets the one shipment of a cart; where it has one, its id stays. */
export const putShipment = async (db: WriteDb, cartId: string, shipment: ShipmentRecord): Promise<void> =>
  putRow(db, 'cart_shipments', cartShipmentRow(cartId, shipment), ['cart_id'])

export async function deleteShipment(db: WriteDb, cartId: string): Promise<void> {
  await db.deleteFrom('cart_shipments').where('cart_id', '=', cartId).execute()
}
