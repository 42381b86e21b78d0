import { isDelivered } from '../../database/queries/is-delivered.ts'
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
import type { ShippingMethodRecord } from './shipping-method-record.ts'

const KEY = 'shipping_method_id'

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
    part('shipping_method_texts', KEY, (method) =>
      methodTexts(method).map((text) => ({ shipping_method_id: method.id, ...text })),
    ),
    part('shipping_method_prices', KEY, (method) =>
      methodAmounts(method).map((price) => ({ shipping_method_id: method.id, ...price })),
    ),
    part('shipping_method_countries', KEY, ({ countryIds, id }) =>
      countryIds.map((country_id) => ({ shipping_method_id: id, country_id })),
    ),
    part('shipping_method_payment_methods', KEY, ({ id, paymentMethodIds }) =>
      paymentMethodIds.map((payment_method_id) => ({ shipping_method_id: id, payment_method_id })),
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
  const texts = await rowsOfEach(
    KEY,
    db.selectFrom('shipping_method_texts').selectAll().where(KEY, 'in', found).execute(),
  )
  const amounts = await rowsOfEach(
    KEY,
    db.selectFrom('shipping_method_prices').selectAll().where(KEY, 'in', found).execute(),
  )
  const countries = await rowsOfEach(
    KEY,
    db.selectFrom('shipping_method_countries').selectAll().where(KEY, 'in', found).execute(),
  )
  const payments = await rowsOfEach(
    KEY,
    db.selectFrom('shipping_method_payment_methods').selectAll().where(KEY, 'in', found).execute(),
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
    taxRate: method.tax_rate_ppm,
    delivers: method.delivers === 1,
    paymentMethodIds: payments(method.id)
      .map((row) => row.payment_method_id)
      .sort(),
    defaultPaymentMethodId: method.default_payment_method_id,
  }))
}

/** A page of a store's shipping methods, in the order in which they are offered. */
export async function listShippingMethodRecords(
  db: ReadDb,
  storeId: string,
  page: Page,
  query: MethodsQuery,
): Promise<Slice<ShippingMethodRecord>> {
  return listMethods(await findShippingMethodRecords(db, storeId), page, query)
}

/** Whether carts or orders are, or were, delivered by it. */
export const isShippingMethodUsed = async (db: ReadDb, id: string): Promise<boolean> =>
  isDelivered(db, 'shipping_method_id', id)
