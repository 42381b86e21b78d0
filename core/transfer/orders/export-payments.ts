import type { ReadDb } from '../../database/engine.ts'
import type { Cursor } from '../../kernel/cursor.ts'
import type { Minor } from '../../kernel/money.ts'
import { localMoment } from '../../kernel/time-zone.ts'
import { momentOf } from '../../orders/list-orders.ts'
import type { OrdersCountQuery } from '../../orders/order.schema.ts'
import type { TaxedPart } from '../../orders/payments/taxed-money.ts'
import { listTaxedTransactions, type TaxedTransaction } from '../../orders/payments/taxed-transactions.ts'
import { getStore } from '../../stores/store.repository.ts'
import { requireKnownCurrency } from '../../stores/store.ts'
import { csvLine, guarded, writePrice, writeRate } from '../cells.ts'

/** Transactions that are in memory at a time. */
const BATCH = 200

/** A column: its name, and what stands in it in a row, which is a part of the money; that is null where it was nothing. */
interface Column {
  readonly name: string
  readonly cell: (moved: TaxedTransaction, part: TaxedPart | null) => string
  /** Stands in the first row of a transaction only, so that a sum over the column is right. */
  readonly isOnce?: boolean
}

/** What went out is less than nothing. */
function signed({ currency, kind }: TaxedTransaction, amount: Minor): string {
  const value = kind === 'refund' ? -amount : amount
  return `${value < 0 ? '-' : ''}${writePrice(Math.abs(value), currency)}`
}

const columns: readonly Column[] = [
  { name: 'kind', cell: ({ kind }) => kind },
  { name: 'orderNumber', cell: ({ orderNumber }) => guarded(orderNumber) },
  { name: 'orderId', cell: ({ orderId }) => orderId },
  { name: 'paymentMethod', cell: ({ paymentMethod }) => guarded(paymentMethod) },
  { name: 'transactionId', cell: ({ transactionId }) => guarded(transactionId ?? '') },
  { name: 'currency', cell: ({ currency }) => currency },
  { name: 'amount', isOnce: true, cell: (moved) => signed(moved, moved.amount) },
  { name: 'cashRounding', isOnce: true, cell: (moved) => signed(moved, moved.cashRounding) },
  {
    name: 'taxRate',
    cell: (_, part) => (part === null || part.rate === null ? '' : writeRate(part.rate)),
  },
  { name: 'taxedAmount', cell: (moved, part) => (part ? signed(moved, part.amount) : '') },
  { name: 'tax', cell: (moved, part) => (part ? signed(moved, part.tax) : '') },
  { name: 'withoutTax', cell: (moved, part) => (part ? signed(moved, part.amount - part.tax) : '') },
]

/**
 * What a store received and paid back as CSV, oldest first: a row for each tax rate of each amount, and one where it has none. What is of the
 * whole amount stands in its first row only, and what was paid back is less than nothing, so that columns of one currency may be
 * summed up. Moments are on the store's clock, with its offset. Amounts have a decimal point.
 * @param filter from and to which day or moment, and in which currency; everything where nothing is said
 * @throws CommerceError BadRequest for a moment that is none, or a currency that is none of the store's
 */
export async function* exportPayments(
  db: ReadDb,
  storeId: string,
  { currency, from, to }: Pick<OrdersCountQuery, 'currency' | 'from' | 'to'> = {},
): AsyncGenerator<string> {
  const store = await getStore(db, storeId)
  const wanted = {
    storeId,
    currencyId: currency === undefined ? undefined : requireKnownCurrency(store, currency).id,
    from: from === undefined ? undefined : momentOf(from, store, 'from'),
    until: to === undefined ? undefined : momentOf(to, store, 'to'),
  }
  yield csvLine(['date', ...columns.map(({ name }) => name)])
  let after: Cursor | undefined
  do {
    const { next, rows } = await listTaxedTransactions(db, wanted, { limit: BATCH, after })
    for (const moved of rows) {
      const date = localMoment(new Date(moved.date), store.timeZone)
      const parts = moved.parts.length === 0 ? [null] : moved.parts
      for (const [index, part] of parts.entries())
        yield csvLine([
          date,
          ...columns.map(({ cell, isOnce = false }) => (isOnce && index > 0 ? '' : cell(moved, part))),
        ])
    }
    after = next
  } while (after)
}
