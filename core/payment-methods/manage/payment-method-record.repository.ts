import type { ReadDb } from '../../database/engine.ts'
import type { Page, Slice } from '../../database/queries/keyset.ts'
import { listMethods } from '../../methods/list-methods.ts'
import {
  methodAmounts,
  methodColumns,
  methodOfRows,
  methodTexts,
  rowsOfEach,
} from '../../methods/method-rows.ts'
import type { MethodsQuery } from '../../methods/method.schema.ts'
import { part, recordRows } from '../../records/record-rows.ts'
import type { PaymentMethodRecord } from './payment-method-record.ts'

const KEY = 'payment_method_id'

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
    part('payment_method_texts', KEY, (method) =>
      methodTexts(method).map((text) => ({ payment_method_id: method.id, ...text })),
    ),
    part('payment_method_fees', KEY, (method) =>
      methodAmounts(method).map((fee) => ({ payment_method_id: method.id, ...fee })),
    ),
    part('payment_method_countries', KEY, ({ countryIds, id }) =>
      countryIds.map((country_id) => ({ payment_method_id: id, country_id })),
    ),
    part('payment_method_properties', KEY, (method) =>
      method.properties.map(({ cultureCode, id, value }) => ({
        id,
        payment_method_id: method.id,
        culture_code: cultureCode,
        value,
      })),
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
  const texts = await rowsOfEach(
    KEY,
    db.selectFrom('payment_method_texts').selectAll().where(KEY, 'in', found).execute(),
  )
  const amounts = await rowsOfEach(
    KEY,
    db.selectFrom('payment_method_fees').selectAll().where(KEY, 'in', found).execute(),
  )
  const countries = await rowsOfEach(
    KEY,
    db.selectFrom('payment_method_countries').selectAll().where(KEY, 'in', found).execute(),
  )
  const properties = await rowsOfEach(
    KEY,
    db.selectFrom('payment_method_properties').selectAll().where(KEY, 'in', found).orderBy('id').execute(),
  )
  return methods.map((method) => ({
    ...methodOfRows({
      method,
      texts: texts(method.id),
      amounts: amounts(method.id),
      countries: countries(method.id),
    }),
    id: method.id,
    version: method.version,
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

/** A page of a store's payment methods, in the order in which they are offered. */
export async function listPaymentMethodRecords(
  db: ReadDb,
  storeId: string,
  page: Page,
  query: MethodsQuery,
): Promise<Slice<PaymentMethodRecord>> {
  return listMethods(await findPaymentMethodRecords(db, storeId), page, query)
}

/** Whether orders are, or were, paid with it, or shipping methods go with it. */
export async function isPaymentMethodUsed(db: ReadDb, id: string): Promise<boolean> {
  const paid = db.selectFrom('payments').select('id').where(KEY, '=', id).limit(1)
  if (await paid.executeTakeFirst()) return true
  const named = db.selectFrom('shipping_method_payment_methods').select(KEY).where(KEY, '=', id).limit(1)
  return (await named.executeTakeFirst()) !== undefined
}
