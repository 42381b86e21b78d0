import type { Payment } from '../../api/orders.ts'

/**
 * What goes back of coins and notes that are given for a payment, in major units.
 * @param digits of the currency's minor unit
 * @returns undefined where nothing is given yet, or not enough
 */
export function cashBack(
  { cashDue }: Pick<Payment, 'cashDue'>,
  given: number | undefined,
  digits: number,
): number | undefined {
  if (given === undefined || cashDue === null) return undefined
  const back = Math.round((given - cashDue) * 10 ** digits)
  return back < 0 ? undefined : back / 10 ** digits
}
