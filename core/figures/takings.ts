import { toMajor } from '../kernel/money.ts'
import type { Taking } from '../orders/payments/payment-transaction.repository.ts'

type Moved = Pick<Taking, 'received' | 'refunded' | 'cashRounding'>

/** Those of each payment method together, in the order of their names. */
export const sumTakings = (takings: readonly Taking[]): Taking[] =>
  [...Map.groupBy(takings, ({ paymentMethodId }) => paymentMethodId).values()]
    .map((same) => ({ ...(same[0] as Taking), ...sumMoved(same) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))

const sumMoved = (moved: readonly Moved[]): Moved => ({
  received: moved.reduce((sum, { received }) => sum + received, 0),
  refunded: moved.reduce((sum, { refunded }) => sum + refunded, 0),
  cashRounding: moved.reduce((sum, { cashRounding }) => sum + cashRounding, 0),
})

/** What came and went, altogether and by payment method, in major units. */
export function takingsView(takings: readonly Taking[], isoCode: string) {
  const view = ({ cashRounding, received, refunded }: Moved) => ({
    received: toMajor(received, isoCode),
    refunded: toMajor(refunded, isoCode),
    net: toMajor(received - refunded, isoCode),
    cashRounding: toMajor(cashRounding, isoCode),
  })
  return {
    ...view(sumMoved(takings)),
    takings: takings.map(({ name, paymentMethodId, ...moved }) => ({
      paymentMethodId,
      name,
      ...view(moved),
    })),
  }
}
