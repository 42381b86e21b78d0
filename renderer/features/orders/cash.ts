import type { OrderEvent, Payment } from '../../api/orders.ts'

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
  if (given === undefined || cashDue === undefined) return undefined
  const back = minorOf(given, digits) - minorOf(cashDue, digits)
  return back < 0 ? undefined : back / 10 ** digits
}

/** How much more than its amount is handed over of a payment in coins and notes that is to be received, or less. */
export const roundingDue = (
  { amount, cashDue = amount }: Pick<Payment, 'amount' | 'cashDue'>,
  digits: number,
): number => (minorOf(cashDue, digits) - minorOf(amount, digits)) / 10 ** digits

/**
 * How much more than the amounts that were received of an order, or paid back, was handed over in coins and notes, or less:
 * as its history tells it, whatever its payment method takes by now.
 */
export function cashRounding(
  events: readonly OrderEvent[],
  kind: 'payment.captured' | 'payment.refunded',
  digits: number,
): number {
  const moved = events.filter((event) => event.kind === kind)
  const rounded = moved.reduce((sum, { details }) => {
    const { amount = 0, cash = amount } = details ?? {}
    return sum + minorOf(cash, digits) - minorOf(amount, digits)
  }, 0)
  return rounded / 10 ** digits
}

/**
 * What is handed over of an amount that is paid back in coins and notes, in major units: with what was paid back before it
 * comes to what all of that does together.
 * @returns undefined where none are, and where it is what the amount says
 */
export function cashRefund(
  { cashCoin, refunded }: Pick<Payment, 'cashCoin' | 'refunded'>,
  amount: number,
  digits: number,
): number | undefined {
  if (cashCoin === undefined) return undefined
  const coin = minorOf(cashCoin, digits)
  const [before, part] = [minorOf(refunded, digits), minorOf(amount, digits)]
  // As the core has it (`core/kernel/cash.ts`): by what is left over, which is exact of any amount.
  const inCoins = (value: number): number => {
    const rest = value % coin
    return value - rest + (rest * 2 >= coin ? coin : 0)
  }
  const handed = inCoins(before + part) - inCoins(before)
  return handed === part ? undefined : handed / 10 ** digits
}

/** Whole minor units of an amount of major ones. */
const minorOf = (amount: number, digits: number): number => Math.round(amount * 10 ** digits)
