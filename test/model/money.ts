/**
 * Money of the model: whole minor units as big integers, exact whatever their size, and rounded here alone.
 */
export type Minor = bigint

const MILLION = 1_000_000n

/** The currencies of the shops; ISO 4217 is the contract's source for them. */
const decimals: Readonly<Record<string, number>> = { EUR: 2, DKK: 2, USD: 2, JPY: 0 }

export function decimalsOf(currency: string): number {
  const places = decimals[currency]
  if (places === undefined) throw new Error(`The model does not know how many decimals ${currency} has.`)
  return places
}

/** The smallest coins, in minor units, where they are not one: of Denmark 50 øre, by its law. */
const coins: Readonly<Record<string, bigint>> = { DKK: 50n }

export const coinOf = (currency: string): Minor => coins[currency] ?? 1n

/** What coins pay of an amount that is not negative: the nearest, and of two the larger. */
export function inCoins(amount: Minor, currency: string): Minor {
  const coin = coinOf(currency)
  return ((amount * 2n + coin) / (coin * 2n)) * coin
}

/** The share of an amount that a rate in millionths is, rounded half away from zero. */
export function shareOf(amount: Minor, rate: bigint): Minor {
  const doubled = (amount < 0n ? -amount : amount) * rate * 2n + MILLION
  const rounded = doubled / (MILLION * 2n)
  return amount < 0n ? -rounded : rounded
}

/** An amount as a request brings it, by its decimal text, rounded half away from zero to the minor unit. */
export function fromWire(amount: number, currency: string): Minor {
  const text = String(Math.abs(amount))
  if (!/^\d+(\.\d+)?$/.test(text)) throw new Error(`The model reads no ${text}.`)
  const [whole = '0', fraction = ''] = text.split('.')
  const places = decimalsOf(currency)
  const kept = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
  const rounded = Number(fraction[places] ?? 0) >= 5 ? kept + 1n : kept
  return amount < 0 ? -rounded : rounded
}

/** An amount as answers say it: the number nearest to its decimal text. */
export function toWire(amount: Minor, currency: string): number {
  const places = decimalsOf(currency)
  if (places === 0) return Number(amount)
  const digits = String(amount < 0n ? -amount : amount).padStart(places + 1, '0')
  const text = `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return amount < 0n ? -Number(text) : Number(text)
}

/** A rate in millionths as answers say it. */
export const rateToWire = (rate: bigint): number => Number(`${rate}e-6`)

/** Whether a JSON number can say the amount to the minor unit. */
export const isExact = (amount: Minor): boolean => amount <= BigInt(Number.MAX_SAFE_INTEGER)

export const sum = (amounts: Iterable<Minor>): Minor => {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}
