import { InvalidArgumentError, type Option } from 'commander'
import type { Ppm } from '../kernel/money.ts'
import { readRate } from '../transfer/cells.ts'

/** Makes what reads a value, and throws for a wrong one, a reader of an option: a wrong value is wrong use. */
export const asArgument =
  <T>(read: (text: string) => T) =>
  (text: string): T => {
    try {
      return read(text)
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message)
    }
  }

/** Has a variable of the environment say an option that the arguments do not; one that is set to nothing is not set. */
export const orVariable = (option: Option, variable: string): Option =>
  process.env[variable] === '' ? option : option.env(variable)

/** How an argument is refused, without the password of an address that it may have: what is said at a start is kept in logs. */
export const withoutPassword = (refusal: string): string =>
  // But for that of the example.
  refusal.replaceAll(/([/:][^\s/:@]*:)(?!password@)[^\s@]*@/g, '$1…@')

/** @throws RangeError for anything but decimal digits, and few enough of them to be exact */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new RangeError('It must be a whole number.')
  return Number(text)
}

/**
 * Gathers `Their name=ours` of an option that may stand several times; the last sign counts, for a name may hold one.
 * Nothing behind it leaves the column out.
 * @throws InvalidArgumentError where no name stands before the sign, or one stands twice
 */
export function column(text: string, before: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  const sign = text.lastIndexOf('=')
  const name = text.slice(0, Math.max(sign, 0)).trim().toLowerCase()
  if (name === '')
    throw new InvalidArgumentError('It must be a column and what it holds, such as "Varenr=sku".')
  if (before.has(name)) throw new InvalidArgumentError(`The column ${name} is given twice.`)
  return new Map([...before, [name, text.slice(sign + 1).trim()]])
}

/** @throws RangeError for anything but a rate such as 25% or 0.25 */
export function rate(text: string): Ppm {
  const read = readRate(text)
  if (read === undefined) throw new RangeError('It must be a rate such as 25%.')
  return read
}
