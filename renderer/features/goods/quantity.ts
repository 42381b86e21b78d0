import { withLatinDigits } from '../../ui/format.ts'

/** The most of one thing that a cart takes in one line. */
export const MAX_QUANTITY = 1_000_000
/** More than this in one go is rather a slip or a barcode than what is meant: it is asked for. */
export const USUAL_QUANTITY = 99

/**
 * A quantity as it is typed in the culture, in its own digits or in those of any keyboard.
 * @returns undefined where it is no whole number from `least` to {@link MAX_QUANTITY}
 */
export function readQuantity(text: string, culture: string, least = 1): number | undefined {
  const digits = withLatinDigits(text, culture)
  const quantity = /^\d{1,7}$/.test(digits) ? Number(digits) : -1
  return quantity >= least && quantity <= MAX_QUANTITY ? quantity : undefined
}

/** Whether a quantity must be asked for: above the usual, and not merely one more of what is many already. */
export function isUnusual(quantity: number, before: number): boolean {
  return quantity > USUAL_QUANTITY && (before <= USUAL_QUANTITY || quantity > before + 1)
}
