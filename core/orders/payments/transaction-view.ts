import { toMajor, toRate } from '../../kernel/money.ts'
import { sumParts, type TaxedPart } from './taxed-money.ts'
import type { TaxedTransaction } from './taxed-transactions.ts'
import type { OrderTransaction, TaxedAmount } from './transaction.schema.ts'

/** What of an amount of money is tax, and by which rate, as the API answers it. */
export function viewTaxes(
  parts: readonly TaxedPart[],
  isoCode: string,
): { readonly tax: number; readonly taxes: TaxedAmount[] } {
  const tax = parts.reduce((sum, part) => sum + part.tax, 0)
  return {
    tax: toMajor(tax, isoCode),
    taxes: parts.map((part) => ({
      rate: part.rate === null ? null : toRate(part.rate),
      amount: toMajor(part.amount, isoCode),
      tax: toMajor(part.tax, isoCode),
      withoutTax: toMajor(part.amount - part.tax, isoCode),
    })),
  }
}

/** Money of an order that came or went, as the API answers it. */
export const viewTransaction = ({ currency, parts, ...moved }: TaxedTransaction): OrderTransaction => ({
  id: moved.id,
  date: moved.date,
  kind: moved.kind,
  refundNumber: moved.refundNumber,
  paymentId: moved.paymentId,
  giftCard: moved.giftCard,
  amount: toMajor(moved.amount, currency),
  cashRounding: toMajor(moved.cashRounding, currency),
  ...viewTaxes(sumParts(parts), currency),
  lines: moved.returned.map(({ line, part, quantity }) => ({
    lineId: line.id,
    sku: line.sku,
    variantSku: line.variantSku,
    productName: line.productName,
    quantity,
    amount: toMajor(part.amount, currency),
  })),
})
