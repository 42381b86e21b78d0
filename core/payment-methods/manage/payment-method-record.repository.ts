import type { ReadDb } from '../../database/engine.ts'
import {
  methodAmounts,
  methodColumns,
  methodCountries,
  methodsOfRows,
  methodTexts,
  rowsOfEach,
} from '../../methods/method-rows.ts'
import { paymentMethodTables as TABLES } from '../../methods/method-tables.ts'
import { partBesideId, recordRows } from '../../records/record-rows.ts'
import type { PaymentMethodRecord } from './payment-method-record.ts'

const KEY = TABLES.key

/** How payment methods are kept. */
export const paymentMethodRows = recordRows(
  'payment_methods',
  (method: PaymentMethodRecord) => ({
    ...methodColumns(method),
    image_id: method.imageId,
    fee_ppm: method.feeRate,
    gateway_url: method.gatewayUrl,
    return_url: method.returnUrl,
    sends_invoice: Number(method.sendsInvoice),
    takes_cash: Number(method.takesCash),
    redeems_gift_cards: Number(method.redeemsGiftCards),
  }),
  [
    partBesideId(TABLES.texts, KEY, methodTexts),
    partBesideId(TABLES.amounts, KEY, methodAmounts),
    partBesideId(TABLES.countries, KEY, methodCountries),
    partBesideId('payment_method_properties', KEY, ({ properties }) =>
      properties.map(({ cultureCode, id, value }) => ({ id, culture_code: cultureCode, value })),
    ),
  ],
)

/**
 * Whole payment methods of a store, retired ones too, in the order in which they are offered.
 * @param ids only these
 */
export async function findPaymentMethodRecords(
  db: ReadDb,
  storeId: string,
  ids?: readonly string[],
): Promise<PaymentMethodRecord[]> {
  if (ids?.length === 0) return []
  let query = db.selectFrom('payment_methods').selectAll().where('store_id', '=', storeId)
  if (ids) query = query.where('id', 'in', ids)
  const methods = await query.orderBy('position').orderBy('id').execute()
  if (methods.length === 0) return []
  const found = methods.map(({ id }) => id)
  const ofRow = await methodsOfRows(db, TABLES, methods)
  const properties = await rowsOfEach(
    KEY,
    db.selectFrom('payment_method_properties').selectAll().where(KEY, 'in', found).orderBy('id').execute(),
  )
  return methods.map((method) => ({
    ...ofRow(method),
    imageId: method.image_id,
    feeRate: method.fee_ppm,
    sendsInvoice: method.sends_invoice === 1,
    takesCash: method.takes_cash === 1,
    redeemsGiftCards: method.redeems_gift_cards === 1,
    gatewayUrl: method.gateway_url,
    returnUrl: method.return_url,
    properties: properties(method.id).map(({ culture_code, id, value }) => ({
      id,
      cultureCode: culture_code,
      value,
    })),
  }))
}

/** Whether orders are, or were, paid with it, shipping methods go with it, or it is what walk-ins are offered first. */
export async function isPaymentMethodUsed(db: ReadDb, id: string): Promise<boolean> {
  const paid = db.selectFrom('payments').select('id').where(KEY, '=', id).limit(1)
  if (await paid.executeTakeFirst()) return true
  const ofWalkIns = db.selectFrom('stores').select('id').where('walk_in_payment_method_id', '=', id)
  if (await ofWalkIns.executeTakeFirst()) return true
  const named = db.selectFrom('shipping_method_payment_methods').select(KEY).where(KEY, '=', id).limit(1)
  return (await named.executeTakeFirst()) !== undefined
}
