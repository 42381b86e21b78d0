import type { Selectable } from 'kysely'
import type { ReadDb } from '../database/engine.ts'
import { fetchSlice, type Page, type Slice } from '../database/queries/keyset.ts'
import { cached } from '../database/cache.ts'
import { badRequest, type CommerceError } from '../kernel/errors.ts'
import { toMajor, toRate, type Minor, type Ppm } from '../kernel/money.ts'
import { paymentMethodTables } from '../methods/method-tables.ts'
import { readMethodTexts } from '../methods/method.repository.ts'
import { inherited, type PriceGroupRecord } from '../price-groups/price-group.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import type { PaymentMethod, PaymentMethodWithProperties } from './payment-method.schema.ts'
import type { PaymentMethodTable } from './payment-method.table.ts'

type Row = Selectable<PaymentMethodTable>

/** The store's payment methods that a country, and where given a price group, can pay with; in the store's order. */
export async function listPaymentMethods(
  db: ReadDb,
  store: StoreRecord,
  page: Page,
  filter: { culture: string; countryId: string; priceGroup: PriceGroupRecord | undefined },
): Promise<Slice<PaymentMethod>> {
  const query = serving(db, store.id, filter.countryId, filter.priceGroup).selectAll('method')
  const { rows: kept, next } = await fetchSlice(query, page, 'asc', {
    'method.position': (row) => row.position,
    'method.id': (row) => row.id,
  })
  const methods = await described(db, store, kept, filter.culture)
  const { priceGroup } = filter
  return { rows: priceGroup ? methods.map((method) => withInheritedFee(method, priceGroup)) : methods, next }
}

function serving(db: ReadDb, storeId: string, countryId: string, priceGroup: PriceGroupRecord | undefined) {
  const query = db
    .selectFrom('payment_methods as method')
    .where('method.store_id', '=', storeId)
    .where('method.state', '=', 'active')
    .where('method.id', 'in', (inner) =>
      inner
        .selectFrom('payment_method_countries')
        .select('payment_method_id')
        .where('country_id', '=', countryId),
    )
  return priceGroup === undefined
    ? query
    : query.where('method.id', 'in', (inner) =>
        inner
          .selectFrom('payment_method_fees')
          .select('payment_method_id')
          .where('price_group_id', 'in', priceGroup.chain),
      )
}

/** Names the fee of a price group that takes it from a group it derives from. */
function withInheritedFee(method: PaymentMethod, { id, chain }: PriceGroupRecord): PaymentMethod {
  const counting = chain.map((link) => method.fees.find((fee) => fee.priceGroupId === link))
  const fee = counting.find((found) => found !== undefined)
  if (!fee || fee.priceGroupId === id) return method
  return { ...method, fees: [...method.fees, { amount: fee.amount, priceGroupId: id }] }
}

/** What a method costs the payer in a price group. */
export interface PaymentTerms {
  readonly methodId: string
  readonly methodName: string
  /** The fixed fee. */
  readonly fee: Minor
  readonly feeRate: Ppm
  /** To the billing address. */
  readonly sendsInvoice: boolean
}

/**
 * The terms of one method for a price group, and for a country where one is known; undefined where the method does
 * not exist or does not serve them.
 */
export const findPaymentTerms = async (
  db: ReadDb,
  storeId: string,
  methodId: string,
  { priceGroup, countryId }: { priceGroup: PriceGroupRecord; countryId: string | undefined },
): Promise<PaymentTerms | undefined> => termsOf(db, storeId, methodId, priceGroup, countryId)

const termsOf = cached(
  async (
    db,
    storeId: string,
    methodId: string,
    priceGroup: PriceGroupRecord,
    countryId: string | undefined,
  ): Promise<PaymentTerms | undefined> => {
    const method =
      countryId === undefined
        ? await db
            .selectFrom('payment_methods')
            .selectAll()
            .where('id', '=', methodId)
            .where('store_id', '=', storeId)
            .where('state', '=', 'active')
            .executeTakeFirst()
        : await serving(db, storeId, countryId, priceGroup)
            .selectAll('method')
            .where('method.id', '=', methodId)
            .executeTakeFirst()
    if (!method) return undefined
    const fees = await db
      .selectFrom('payment_method_fees')
      .selectAll()
      .where('payment_method_id', '=', methodId)
      .where('price_group_id', 'in', priceGroup.chain)
      .execute()
    const fee = inherited(priceGroup, fees)
    return (
      fee && {
        methodId,
        methodName: method.name,
        fee: fee.amount,
        feeRate: method.fee_ppm,
        sendsInvoice: method.sends_invoice === 1,
      }
    )
  },
)

/**
 * The name of a method that is offered in the country of an order, whatever price group somebody buys in.
 * @throws CommerceError BadRequest, at `paymentMethodId`, where it is not
 */
export async function requireOfferedMethod(
  db: ReadDb,
  storeId: string,
  methodId: string,
  countryId: string,
): Promise<string> {
  const method = await serving(db, storeId, countryId, undefined)
    .select('method.name')
    .where('method.id', '=', methodId)
    .executeTakeFirst()
  if (method) return method.name
  const text = 'does not exist, or does not serve the country of the order'
  throw badRequest('payment.not-offered', text, 'paymentMethodId')
}

/** The refusal of what is said of a gift card, at its field, with a method that redeems none. */
export const takesNoGiftCard = (field: string): CommerceError =>
  badRequest('payment.takes-no-gift-card', 'is for a payment method that redeems gift cards', field)

/** Whether coins and notes are handed over for a method; not so where it is deleted. */
export const isPaidInCash = async (db: ReadDb, methodId: string): Promise<boolean> =>
  (await handedOver(db, methodId))?.isCash ?? false

/** Whether a method is paid with by gift cards of the store; not so where it is deleted. */
export const isPaidByGiftCard = async (db: ReadDb, methodId: string): Promise<boolean> =>
  (await handedOver(db, methodId))?.isGiftCard ?? false

const handedOver = cached(
  async (
    db,
    methodId: string,
  ): Promise<{ readonly isCash: boolean; readonly isGiftCard: boolean } | undefined> => {
    const method = await db
      .selectFrom('payment_methods')
      .select(['takes_cash', 'redeems_gift_cards'])
      .where('id', '=', methodId)
      .executeTakeFirst()
    return method && { isCash: method.takes_cash === 1, isGiftCard: method.redeems_gift_cards === 1 }
  },
)

/** Methods as carts and orders nest them, by id. */
export const describePaymentMethods = async (
  db: ReadDb,
  store: StoreRecord,
  ids: readonly string[],
  culture: string,
): Promise<ReadonlyMap<string, PaymentMethodWithProperties>> =>
  (await withProperties(db, store, culture, ids)).byId

const withProperties = cached(
  async (
    db,
    store: StoreRecord,
    culture: string,
    ids: readonly string[],
  ): Promise<{ readonly byId: ReadonlyMap<string, PaymentMethodWithProperties> }> => {
    if (ids.length === 0) return { byId: new Map() }
    const rows = await db
      .selectFrom('payment_methods')
      .selectAll()
      .where('id', 'in', [...new Set(ids)])
      .orderBy('position')
      .execute()
    const properties = await db
      .selectFrom('payment_method_properties')
      .selectAll()
      .where('payment_method_id', 'in', ids)
      .orderBy('id')
      .execute()
    const byMethod = Map.groupBy(properties, (property) => property.payment_method_id)
    const methods = await described(db, store, rows, culture)
    const complete = methods.map((method) => ({
      ...method,
      paymentMethodProperties: (byMethod.get(method.id) ?? []).map(({ id, culture_code, value }) => ({
        id,
        cultureCode: culture_code,
        value,
      })),
    }))
    return { byId: new Map(complete.map((method) => [method.id, method])) }
  },
)

async function described(
  db: ReadDb,
  store: StoreRecord,
  methods: readonly Row[],
  culture: string,
): Promise<PaymentMethod[]> {
  if (methods.length === 0) return []
  const ids = methods.map(idOf)
  const textsOf = await readMethodTexts(db, paymentMethodTables, methods, store, culture)
  const fees = await db
    .selectFrom('payment_method_fees as fee')
    .innerJoin('price_groups as price_group', 'price_group.id', 'fee.price_group_id')
    .innerJoin('currencies as currency', 'currency.id', 'price_group.currency_id')
    .select(['fee.payment_method_id', 'fee.price_group_id', 'fee.amount', 'currency.iso_code'])
    .where('fee.payment_method_id', 'in', ids)
    .orderBy('fee.price_group_id')
    .execute()
  const feesOf = Map.groupBy(fees, (fee) => fee.payment_method_id)
  return methods.map((method) => {
    const { fee_ppm, id, image_id, image_url } = method
    return {
      id,
      ...textsOf(method),
      feePercent: toRate(fee_ppm),
      fees: (feesOf.get(id) ?? []).map((fee) => ({
        amount: toMajor(fee.amount, fee.iso_code),
        priceGroupId: fee.price_group_id,
      })),
      imageId: image_id,
      imageUrl: image_url,
    }
  })
}

const idOf = (row: { id: string }): string => row.id
