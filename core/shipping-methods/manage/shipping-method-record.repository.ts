import { isDelivered } from '../../database/queries/is-delivered.ts'
import type { ReadDb } from '../../database/engine.ts'
import {
  methodAmounts,
  methodColumns,
  methodCountries,
  methodsOfRows,
  methodTexts,
  rowsOfEach,
} from '../../methods/method-rows.ts'
import { shippingMethodTables as TABLES } from '../../methods/method-tables.ts'
import { partBesideId, recordRows } from '../../records/record-rows.ts'
import type { ShippingMethodRecord } from './shipping-method-record.ts'

const KEY = TABLES.key

/** How shipping methods are kept. */
export const shippingMethodRows = recordRows(
  'shipping_methods',
  (method: ShippingMethodRecord) => ({
    ...methodColumns(method),
    tax_rate_ppm: method.taxRate,
    delivers: Number(method.delivers),
    default_payment_method_id: method.defaultPaymentMethodId,
  }),
  [
    partBesideId(TABLES.texts, KEY, methodTexts),
    partBesideId(TABLES.amounts, KEY, methodAmounts),
    partBesideId(TABLES.countries, KEY, methodCountries),
    partBesideId('shipping_method_payment_methods', KEY, ({ paymentMethodIds }) =>
      paymentMethodIds.map((payment_method_id) => ({ payment_method_id })),
    ),
  ],
)

/**
 * Whole shipping methods of a store, retired ones too, in the order in which they are offered.
 * @param ids only these
 */
export async function findShippingMethodRecords(
  db: ReadDb,
  storeId: string,
  ids?: readonly string[],
): Promise<ShippingMethodRecord[]> {
  if (ids?.length === 0) return []
  let query = db.selectFrom('shipping_methods').selectAll().where('store_id', '=', storeId)
  if (ids) query = query.where('id', 'in', ids)
  const methods = await query.orderBy('position').orderBy('id').execute()
  if (methods.length === 0) return []
  const found = methods.map(({ id }) => id)
  const ofRow = await methodsOfRows(db, TABLES, methods)
  const payments = await rowsOfEach(
    KEY,
    db.selectFrom('shipping_method_payment_methods').selectAll().where(KEY, 'in', found).execute(),
  )
  return methods.map((method) => ({
    ...ofRow(method),
    taxRate: method.tax_rate_ppm,
    delivers: method.delivers === 1,
    paymentMethodIds: payments(method.id)
      .map((row) => row.payment_method_id)
      .sort(),
    defaultPaymentMethodId: method.default_payment_method_id,
  }))
}

/** Whether carts or orders are, or were, delivered by it, or it is what walk-ins get. */
export async function isShippingMethodUsed(db: ReadDb, id: string): Promise<boolean> {
  const ofWalkIns = db.selectFrom('stores').select('id').where('walk_in_shipping_method_id', '=', id)
  return (await ofWalkIns.executeTakeFirst()) !== undefined || isDelivered(db, 'shipping_method_id', id)
}
