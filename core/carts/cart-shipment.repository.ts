import type { Selectable } from 'kysely'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { prepared, putRow } from '../database/queries/prepared.ts'
import type { ShipmentColumns } from '../orders/order.table.ts'
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

/**
 * The shipment of a cart and the campaigns that its codes let into, by one statement: every change of a cart asks for both.
 * A code that is retired lets into nothing.
 */
export async function findShipmentAndCampaigns(
  db: ReadDb,
  cartId: string,
): Promise<{ readonly shipment: ShipmentRecord | undefined; readonly byCode: ReadonlySet<string> }> {
  const rows = await shipmentAndCampaigns.all(db, { cartId })
  const campaignIds = rows.map((row) => row.campaign_id).filter((id) => id !== null)
  const [row] = rows
  // The cart is there without a shipment, too: then nothing of one is.
  const shipment = row && row.id !== null ? toShipment(row as ShipmentColumns) : undefined
  return { shipment, byCode: new Set(campaignIds) }
}

const shipmentAndCampaigns = prepared((db, { cartId }: { cartId: string }) =>
  db
    .selectFrom('carts as cart')
    .leftJoin('cart_shipments as shipment', 'shipment.cart_id', 'cart.id')
    .leftJoin('cart_promotion_codes as given', 'given.cart_id', 'cart.id')
    .leftJoin('campaign_codes as code', (join) =>
      join.onRef('code.id', '=', 'given.campaign_code_id').on('code.is_retired', '=', 0),
    )
    .selectAll('shipment')
    .select('code.campaign_id')
    .where('cart.id', '=', cartId),
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
