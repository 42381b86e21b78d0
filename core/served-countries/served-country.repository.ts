import { hasPostalCodes } from '../countries/postal-codes.ts'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { insertRows, updateVersion } from '../database/queries/prepared.ts'
import type { Author } from '../history/record-events.ts'
import { paymentMethodNoun } from '../payment-methods/manage/payment-method.noun.ts'
import { findPaymentMethodRecords } from '../payment-methods/manage/payment-method-record.repository.ts'
import { isSame } from '../records/is-same.ts'
import type { RecordChange, RecordRows } from '../records/noun.ts'
import { saveRecords } from '../records/save-records.ts'
import { textsOf, type Texts } from '../records/texts.ts'
import { shippingMethodNoun } from '../shipping-methods/manage/shipping-method.noun.ts'
import { findShippingMethodRecords } from '../shipping-methods/manage/shipping-method-record.repository.ts'
import { getStore } from '../stores/store.repository.ts'

/** What somebody wants of a country. */
export interface ServedCountryDraft {
  /** In the cultures of the store. */
  readonly names: Texts
  /** The methods that serve it, sorted; retired ones too. */
  readonly shippingMethodIds: readonly string[]
  readonly paymentMethodIds: readonly string[]
}

/** A country as a shop serves it. */
export interface ServedCountryRecord extends ServedCountryDraft {
  readonly id: string
  readonly version: number
  readonly isoCode: string
  readonly hasPostalCodes: boolean
}

/** Countries by their codes, as a store serves them. */
export async function findServedCountries(
  db: ReadDb,
  storeId: string,
  only?: { readonly column: 'id' | 'iso_code'; readonly value: string },
): Promise<ServedCountryRecord[]> {
  const store = await getStore(db, storeId)
  let query = db.selectFrom('countries').select(['id', 'iso_code', 'version'])
  if (only) query = query.where(only.column, '=', only.value)
  const countries = await query.orderBy('iso_code').execute()
  if (countries.length === 0) return []
  const names = await db
    .selectFrom('country_names')
    .selectAll()
    .where('culture_code', 'in', store.cultures)
    .where(
      'country_id',
      'in',
      countries.map(({ id }) => id),
    )
    .execute()
  const shipping = await db
    .selectFrom('shipping_method_countries as served')
    .innerJoin('shipping_methods as method', 'method.id', 'served.shipping_method_id')
    .select(['served.country_id', 'method.id'])
    .where('method.store_id', '=', storeId)
    .orderBy('method.id')
    .execute()
  const payment = await db
    .selectFrom('payment_method_countries as served')
    .innerJoin('payment_methods as method', 'method.id', 'served.payment_method_id')
    .select(['served.country_id', 'method.id'])
    .where('method.store_id', '=', storeId)
    .orderBy('method.id')
    .execute()
  const namesOf = Map.groupBy(names, (row) => row.country_id)
  const shippingOf = Map.groupBy(shipping, (row) => row.country_id)
  const paymentOf = Map.groupBy(payment, (row) => row.country_id)
  return countries.map(({ id, iso_code, version }) => ({
    id,
    version,
    isoCode: iso_code,
    names: textsOf(namesOf.get(id), ({ name }) => name),
    hasPostalCodes: hasPostalCodes(iso_code),
    shippingMethodIds: (shippingOf.get(id) ?? []).map((method) => method.id),
    paymentMethodIds: (paymentOf.get(id) ?? []).map((method) => method.id),
  }))
}

/** How countries are kept: their names, and with each method whether it serves them. */
export const servedCountryRows: RecordRows<ServedCountryRecord> = {
  table: 'countries',
  insert: async (_db, _author, added) => {
    if (added.length > 0) throw new Error('Countries are those of ISO 3166.')
    return Promise.resolve()
  },
  update: async (db, author, changes) => {
    for (const { after, before } of changes) {
      await updateVersion(db, 'countries', before, { version: after.version })
    }
    for (const change of changes) {
      await saveNames(db, author.storeId, change)
      await saveMethods(db, author, change)
    }
  },
  delete: async () => Promise.reject(new Error('Countries are those of ISO 3166.')),
}

async function saveNames(
  db: WriteDb,
  storeId: string,
  { after, before }: RecordChange<ServedCountryRecord>,
): Promise<void> {
  if (isSame(before.names, after.names)) return
  const { cultures } = await getStore(db, storeId)
  await db
    .deleteFrom('country_names')
    .where('country_id', '=', after.id)
    .where('culture_code', 'in', cultures)
    .execute()
  await insertRows(
    db,
    'country_names',
    Object.entries(after.names).map(([culture_code, name]) => ({
      country_id: after.id,
      culture_code,
      name,
    })),
  )
}

/** Each method that begins or ceases to serve the country has a version, and a history, of its own. */
async function saveMethods(
  db: WriteDb,
  author: Author,
  { after, before }: RecordChange<ServedCountryRecord>,
): Promise<void> {
  const { storeId } = author
  const served = <M extends { readonly countryIds: readonly string[] }>(
    method: M,
    isServed: boolean,
  ): { readonly before: M; readonly draft: M } => {
    const others = method.countryIds.filter((id) => id !== after.id)
    return {
      before: method,
      draft: { ...method, countryIds: isServed ? [...others, after.id].sort() : others },
    }
  }
  const shipping = difference(before.shippingMethodIds, after.shippingMethodIds)
  if (shipping.length > 0) {
    const methods = await findShippingMethodRecords(db, storeId, shipping)
    const wanted = methods.map((method) => served(method, after.shippingMethodIds.includes(method.id)))
    await saveRecords(db, author, shippingMethodNoun, await shippingMethodNoun.around(db, storeId), wanted)
  }
  const payment = difference(before.paymentMethodIds, after.paymentMethodIds)
  if (payment.length > 0) {
    const methods = await findPaymentMethodRecords(db, storeId, payment)
    const wanted = methods.map((method) => served(method, after.paymentMethodIds.includes(method.id)))
    await saveRecords(db, author, paymentMethodNoun, await paymentMethodNoun.around(db, storeId), wanted)
  }
}

/** What is in one of two lists only. */
const difference = (one: readonly string[], other: readonly string[]): string[] => [
  ...one.filter((id) => !other.includes(id)),
  ...other.filter((id) => !one.includes(id)),
]
