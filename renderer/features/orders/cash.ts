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
  const back = difference(given, cashDue, digits)
  return back < 0 ? undefined : back
}

/**
 * How much more than the amounts that were received of an order, or paid back, was handed over in coins and notes, or less:
 * as its history tells it, whatever its payment method takes by now.
 */
export function cashRounding(
  events: readonly OrderEvent[],
  kind: 'payment.captured' | 'payment.refunded',
  digits: number,
): number {
  const minor = (amount: number): number => Math.round(amount * 10 ** digits)
  const moved = events.filter((event) => event.kind === kind)
  const rounded = moved.reduce((sum, { details }) => {
    const { amount = 0, cash = amount } = details ?? {}
    return sum + minor(cash) - minor(amount)
  }, 0)
  return rounded / 10 ** digits
}

const difference = (one: number, other: number, digits: number): number =>
  Math.round((one - other) * 10 ** digits) / 10 ** digits

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
  const minor = (value: number): number => Math.round(value * 10 ** digits)
  const coin = minor(cashCoin)
  const inCoins = (value: number): number => Math.floor(value / coin + 0.5) * coin
  const handed = inCoins(minor(refunded) + minor(amount)) - inCoins(minor(refunded))
  return handed === minor(amount) ? undefined : handed / 10 ** digits
}
