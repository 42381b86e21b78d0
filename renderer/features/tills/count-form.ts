import type { PieceCount } from '../../api/till.ts'
import { parseAmount, parseCount, toMajor, toMinor } from '../../ui/format.ts'

/** A count of the till as it is typed. */
export interface CountForm {
  /** How many of each coin and note, by its value. */
  pieces: Record<string, string>
  /** What they come to, where they are not counted one by one. */
  counted: string
  /** What stays in the till; empty where all of it does. */
  float: string
  note: string
}

export const NOTHING_COUNTED: CountForm = { pieces: {}, counted: '', float: '', note: '' }

export interface ReadCount {
  /** By field; `pieces` by the value of the coin or note. */
  readonly faults: ReadonlySet<string>
  /** Where coins and notes are counted one by one, highest first. */
  readonly pieces: readonly PieceCount[] | undefined
  /** In major units, here and below; undefined where nothing is counted, or what is typed is no amount. */
  readonly counted: number | undefined
  readonly float: number | undefined
  /** What is taken out; undefined where one of the two is. */
  readonly deposit: number | undefined
}

/**
 * Reads what is typed.
 * @param values of the coins and notes of the currency, in major units
 */
export function readCount(
  form: CountForm,
  { culture, currency, values }: { culture: string; currency: string; values: readonly number[] },
): ReadCount {
  const faults = new Set<string>()
  const typed = values
    .map((value) => ({ value, text: form.pieces[value]?.trim() ?? '' }))
    .filter(({ text }) => text !== '')
  const pieces = typed.flatMap(({ text, value }) => {
    const count = parseCount(text, culture)
    if (count === undefined || count > MOST_PIECES) faults.add(String(value))
    return count === undefined ? [] : [{ value, count }]
  })
  const sum = pieces.reduce((total, { count, value }) => total + count * toMinor(value, currency), 0)
  const amountOf = (text: string, field: string): number | undefined => {
    const amount = parseAmount(text, currency, culture)
    if (amount === undefined && text.trim() !== '') faults.add(field)
    return amount
  }
  const isByPieces = typed.length > 0
  const counted = isByPieces ? toMajor(sum, currency) : amountOf(form.counted, 'counted')
  if (counted === undefined) faults.add('counted')
  const float = form.float.trim() === '' ? counted : amountOf(form.float, 'float')
  if (counted !== undefined && float !== undefined && float > counted) faults.add('float')
  return {
    faults,
    pieces: isByPieces ? pieces : undefined,
    counted,
    float,
    deposit:
      counted === undefined || float === undefined ? undefined : differenceOf(counted, float, currency),
  }
}

/** Of one coin or note; more is a slip of the finger. */
const MOST_PIECES = 1_000_000

/** What is counted less what should be there, or less what stays, in major units; below 0 something is missing. */
export const differenceOf = (counted: number, other: number, currency: string): number =>
  toMajor(toMinor(counted, currency) - toMinor(other, currency), currency)
