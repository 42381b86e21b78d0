import { toMajor, toMinor } from '../../ui/format.ts'
import { useShownToCustomer } from '../customer-display/show-to-customer.ts'
import type { OpenedOrder } from './use-order.ts'

/**
 * Shows the customer what was paid back for goods that they have just brought without an order, and by what.
 * @param isJustReturned whether it is such an order, and they are still there
 */
export function useReturnShown({ order, refunds }: OpenedOrder, isJustReturned: () => boolean): void {
  useShownToCustomer(() => {
    const [payment] = order.value?.payments ?? []
    const [refund] = refunds.value
    if (!isJustReturned() || !order.value || !payment || !refund) return undefined
    const { isoCode: currency } = order.value.billingCurrency
    const minor = toMinor(refund.amount, currency) + toMinor(refund.cashRounding, currency)
    const otherwise = refund.giftCard === null ? 'other' : 'giftCard'
    const way = payment.cashCoin === undefined ? otherwise : 'cash'
    return {
      kind: 'return',
      amount: toMajor(minor, currency),
      by: { way, name: payment.paymentMethod.displayName },
      culture: order.value.cultureCode,
      currency,
    }
  })
}
