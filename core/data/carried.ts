import type { CarryOver } from '../database/safekeeping.ts'
import { carryOrderNumbers } from '../orders/order-number.repository.ts'
import { listLastRefundPlaces } from '../orders/payments/payment-transaction.repository.ts'
import { carryReceiptEmails } from '../receipt-emails/carry-receipts.ts'
import { carryNumbers, carryNumbersBefore } from '../stores/numbers-before.repository.ts'
import { listLastCountNumbers } from '../till-counts/till-count.repository.ts'

/**
 * What goes on where data take the place of others: the numbers of orders, refunds and counts of tills, of which none is given out
 * twice, and what has become of receipts that were to be sent.
 */
export const CARRIED: readonly CarryOver[] = [
  carryOrderNumbers,
  carryNumbersBefore,
  async (from, to) => carryNumbers(from, to, listLastRefundPlaces),
  async (from, to) => carryNumbers(from, to, listLastCountNumbers),
  carryReceiptEmails,
]
