import type { ReadDb } from '../database/engine.ts'
import { toMajor } from '../kernel/money.ts'
import type { Taking } from '../orders/payments/payment-transaction.repository.ts'
import { describePaymentMethods } from '../payment-methods/payment-method.repository.ts'
import type { StoreRecord } from '../stores/store.repository.ts'

type Moved = Pick<Taking, 'received' | 'refunded' | 'cashRounding'>

/** Those of each payment method together. */
export const sumTakings = (takings: readonly Taking[]): Taking[] =>
  [...Map.groupBy(takings, ({ paymentMethodId }) => paymentMethodId).values()].map((same) => ({
    ...(same[0] as Taking),
    ...sumMoved(same),
  }))

const sumMoved = (moved: readonly Moved[]): Moved => ({
  received: moved.reduce((sum, { received }) => sum + received, 0),
  refunded: moved.reduce((sum, { refunded }) => sum + refunded, 0),
  cashRounding: moved.reduce((sum, { cashRounding }) => sum + cashRounding, 0),
})

/** What payment methods are called in a culture, by their ids; none where it is undefined: as the shop itself calls them. */
export async function methodNames(
  db: ReadDb,
  store: StoreRecord,
  takings: readonly Taking[],
  culture: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  if (culture === undefined) return new Map()
  const ids = takings.map(({ paymentMethodId }) => paymentMethodId)
  const methods = await describePaymentMethods(db, store, ids, culture)
  return new Map([...methods].map(([id, { displayName }]) => [id, displayName]))
}

/** What came and went, altogether and by payment method in the order of their names, in major units. */
export function takingsView(
  takings: readonly Taking[],
  { isoCode, names }: { readonly isoCode: string; readonly names: ReadonlyMap<string, string> },
) {
  const view = ({ cashRounding, received, refunded }: Moved) => ({
    received: toMajor(received, isoCode),
    refunded: toMajor(refunded, isoCode),
    net: toMajor(received - refunded, isoCode),
    cashRounding: toMajor(cashRounding, isoCode),
  })
  return {
    ...view(sumMoved(takings)),
    takings: takings
      .map(({ name, paymentMethodId, ...moved }) => ({
        paymentMethodId,
        name: names.get(paymentMethodId) ?? name,
        ...view(moved),
      }))
      .sort((one, other) => (one.name < other.name ? -1 : 1)),
  }
}
