import type { Payment } from '../../api/orders.ts'

/**
 * What goes back of coins and notes that are given for what is due, in major units.
 * @param digits of the currency's minor unit
 * @returns undefined where nothing is given yet, or not enough
 */
export function cashBack(due: number, given: number | undefined, digits: number): number | undefined {
  if (given === undefined) return undefined
  const back = minorOf(given, digits) - minorOf(due, digits)
  return back < 0 ? undefined : back / 10 ** digits
}

/** How much more than its amount is handed over of a payment in coins and notes, once it is received, or less. */
export const roundingDue = (
  { amount, cashDue = amount }: Pick<Payment, 'amount' | 'cashDue'>,
  digits: number,
): number => (minorOf(cashDue, digits) - minorOf(amount, digits)) / 10 ** digits

/** How much more than what has been paid back of a payment went back in coins and notes, or less. */
export function roundingBack(
  { cashCoin, refunded }: Pick<Payment, 'cashCoin' | 'refunded'>,
  digits: number,
): number {
  const minor = minorOf(refunded, digits)
  return (handedFor(minor, cashCoin, digits) - minor) / 10 ** digits
}

/**
 * What an amount comes to in coins and notes, in major units.
 * @param coin the smallest one; undefined where it is paid by other means, to the minor unit
 */
export const inCoins = (amount: number, coin: number | undefined, digits: number): number =>
  handedFor(minorOf(amount, digits), coin, digits) / 10 ** digits

/** The same of whole minor units. */
function handedFor(minor: number, coin: number | undefined, digits: number): number {
  const smallest = coin === undefined ? 1 : minorOf(coin, digits)
  // As the core has it (`core/kernel/cash.ts`): by what is left over, which is exact of any amount.
  const rest = minor % smallest
  return minor - rest + (rest * 2 >= smallest ? smallest : 0)
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
  const [before, part] = [minorOf(refunded, digits), minorOf(amount, digits)]
  const handed = handedFor(before + part, cashCoin, digits) - handedFor(before, cashCoin, digits)
  return handed === part ? undefined : handed / 10 ** digits
}

/** Whole minor units of an amount of major ones. */
const minorOf = (amount: number, digits: number): number => Math.round(amount * 10 ** digits)
