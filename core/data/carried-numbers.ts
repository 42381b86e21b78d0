import type { CarryOver } from '../database/safekeeping.ts'
import { carryOrderNumbers } from '../orders/order-number.repository.ts'
import { listLastRefundPlaces } from '../orders/payments/payment-transaction.repository.ts'
import { carryNumbers, carryNumbersBefore } from '../stores/numbers-before.repository.ts'
import { listLastCountNumbers } from '../till-counts/till-count.repository.ts'

/** The numbers of orders, refunds and counts of tills go on where data take the place of others: none is given out twice. */
export const CARRIED_NUMBERS: readonly CarryOver[] = [
  carryOrderNumbers,
  carryNumbersBefore,
  async (from, to) => carryNumbers(from, to, listLastRefundPlaces),
  async (from, to) => carryNumbers(from, to, listLastCountNumbers),
]
