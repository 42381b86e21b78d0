import type { Selectable } from 'kysely'
import type { ReadDb, WriteDb } from '../../database/engine.ts'
import { ofStore } from '../../database/queries/of-store.ts'
import { prepared, updateSeen } from '../../database/queries/prepared.ts'
import { conflict, notFound, type CommerceError } from '../../kernel/errors.ts'
import { toMajor, toRate } from '../../kernel/money.ts'
import { inCash, smallestCoin } from '../../kernel/cash.ts'
import { listCardsOfPayments } from '../../gift-cards/gift-card.repository.ts'
import {
  describePaymentMethods,
  isPaidByGiftCard,
  isPaidInCash,
} from '../../payment-methods/payment-method.repository.ts'
import type { PaymentMethodWithProperties } from '../../payment-methods/payment-method.schema.ts'
import type { StoreRecord } from '../../stores/store.repository.ts'
import { changeOf, paymentStates } from './payment.ts'
import type { Payment } from './payment.schema.ts'
import type { PaymentTable } from './payment.table.ts'
import type { OrderRow } from '../order.repository.ts'

export type PaymentRow = Selectable<PaymentTable>

/** @throws CommerceError NotFound; a payment of another store is not found either */
export async function getPaymentRow(db: ReadDb, storeId: string, paymentId: string): Promise<PaymentRow> {
  const row = await payment.first(db, { storeId, paymentId })
  if (!row) throw noPayment()
  return row
}

type OfPayment = Readonly<Record<'storeId' | 'paymentId', string>>

const payment = prepared((db, { storeId, paymentId }: OfPayment) =>
  db.selectFrom('payments').selectAll().where('id', '=', paymentId).where(ofStore('store_id', storeId)),
)

/**
 * The order of a payment, for a change of either: whoever changes the order or one of its payments waits for its turn here.
 * @throws CommerceError NotFound where there is no such payment
 */
export async function lockOrderOfPayment(db: WriteDb, storeId: string, paymentId: string): Promise<OrderRow> {
  const row = await orderOfPayment.first(db, { storeId, paymentId })
  if (!row) throw noPayment()
  return row
}

const orderOfPayment = prepared((db, { storeId, paymentId }: OfPayment) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', (of) => of.selectFrom('payments').select('order_id').where('id', '=', paymentId))
    .where(ofStore('store_id', storeId))
    .forUpdate(),
)

const noPayment = (): CommerceError => notFound('payment.not-found', 'There is no such payment.')

/** The payments of an order that count, oldest first: a voided one has been replaced or given up. */
export const paymentsOf = async (db: ReadDb, orderId: string): Promise<PaymentRow[]> =>
  orderPayments.all(db, { orderId })

const orderPayments = prepared((db, { orderId }: { orderId: string }) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '!=', 'voided')
    .orderBy('id'),
)

/** Every payment of an order, also those that are void, oldest first. */
export const everyPaymentOf = async (db: ReadDb, orderId: string): Promise<PaymentRow[]> =>
  allPayments.all(db, { orderId })

/** The same of several orders. */
export const everyPaymentIn = async (db: ReadDb, orderIds: readonly string[]): Promise<PaymentRow[]> =>
  paymentsIn(db, orderIds).execute()

const paymentsIn = (db: ReadDb, orderIds: readonly string[]) =>
  db.selectFrom('payments').selectAll().where('order_id', 'in', orderIds).orderBy('id')

const allPayments = prepared((db, { orderId }: { orderId: string }) => paymentsIn(db, [orderId]))

/** @throws CommerceError Conflict where somebody else has changed the payment since it was read */
export async function updatePayment(
  db: WriteDb,
  { id, state, amount, refunded }: PaymentRow,
  changes: Partial<
    Pick<
      PaymentRow,
      'state' | 'amount' | 'transaction_id' | 'refunded' | 'cash_given' | 'received_in_cash' | 'gift_card_id'
    >
  >,
): Promise<void> {
  if (await updateSeen(db, 'payments', id, { state, amount, refunded }, changes)) return
  throw conflict('payment.changed', 'The payment has been changed in the meantime; please read it again.')
}

/** Whether coins and notes are handed over for a payment: as it was received or, until then, as its method takes them. */
export const isInCash = async (
  db: ReadDb,
  { payment_method_id: methodId, received_in_cash: received }: PaymentRow,
): Promise<boolean> => (received === null ? isPaidInCash(db, methodId) : received === 1)

/** Payments as an order answers them (section 2.10), in major units. */
export async function viewPayments(
  db: ReadDb,
  store: StoreRecord,
  rows: readonly PaymentRow[],
  { culture, currency }: { culture: string; currency: string },
): Promise<Payment[]> {
  const methods = await describePaymentMethods(
    db,
    store,
    rows.map((row) => row.payment_method_id),
    culture,
  )
  const giftCards = await giftCardsOf(db, rows, currency)
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      amount: toMajor(row.amount, currency),
      fee: toMajor(row.fee, currency),
      feePercentage: toRate(row.fee_ppm),
      feeTotal: toMajor(row.fee_total, currency),
      refunded: toMajor(row.refunded, currency),
      state: paymentStates[row.state],
      grossAmount: toMajor(row.amount, currency),
      transactionId: row.transaction_id,
      tax: null,
      taxRate: null,
      ...(await viewCash(db, row, currency)),
      ...giftCards.get(row.id),
      ...(row.state === 'pending' &&
        (await isPaidByGiftCard(db, row.payment_method_id)) && { redeemsGiftCards: true as const }),
      paymentMethod: methods.get(row.payment_method_id) ?? methodOf(row),
    })),
  )
}

/** What the methods of an order's payments, replaced ones too, are called in a culture, by the names that these keep of them. */
export async function methodNamesOf(
  db: ReadDb,
  store: StoreRecord,
  orderId: string,
  culture: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('payments')
    .select(['payment_method_id as id', 'payment_method_name as name'])
    .where('order_id', '=', orderId)
    .execute()
  const methods = await describePaymentMethods(
    db,
    store,
    rows.map(({ id }) => id),
    culture,
  )
  return new Map(rows.map(({ id, name }) => [name, methods.get(id)?.displayName ?? name]))
}

async function viewCash(
  db: ReadDb,
  payment: PaymentRow,
  currency: string,
): Promise<Pick<Payment, 'cashDue' | 'cashCoin' | 'cashGiven' | 'cashChange'>> {
  const { amount, cash_given: given } = payment
  return {
    ...((await isInCash(db, payment)) && {
      cashDue: toMajor(inCash(amount, currency), currency),
      cashCoin: toMajor(smallestCoin(currency), currency),
    }),
    ...(given !== null && {
      cashGiven: toMajor(given, currency),
      cashChange: toMajor(changeOf(given, amount, currency), currency),
    }),
  }
}

/** The gift cards that payments were received by, by their ids. */
async function giftCardsOf(
  db: ReadDb,
  rows: readonly PaymentRow[],
  currency: string,
): Promise<ReadonlyMap<string | null, Pick<Payment, 'giftCard'>>> {
  const ids = rows.flatMap((row) => (row.gift_card_id === null ? [] : [row.id]))
  if (ids.length === 0) return new Map()
  const cards = await listCardsOfPayments(db, ids)
  return new Map(
    cards.map(({ balance, paymentId, ...card }) => [
      paymentId,
      { giftCard: { ...card, balance: toMajor(balance, currency) } },
    ]),
  )
}

/**
 * What a payment says itself of how it was made. A method that nobody had used yet may be deleted in the moment in which it
 * is paid with, on a server.
 */
const methodOf = (row: PaymentRow): PaymentMethodWithProperties => ({
  id: row.payment_method_id,
  name: row.payment_method_name,
  displayName: row.payment_method_name,
  description: null,
  feePercent: toRate(row.fee_ppm),
  fees: [],
  imageId: null,
  imageUrl: null,
  paymentMethodProperties: [],
})
