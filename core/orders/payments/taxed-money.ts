import type { Minor, Ppm } from '../../kernel/money.ts'

/** What of an amount of money is taxed at one rate. */
export interface TaxedPart {
  /** Null is what has no tax of its own: the fee of a payment, less what is off the order as a whole. */
  readonly rate: Ppm | null
  /** Tax included. */
  readonly amount: Minor
  readonly tax: Minor
}

/** Money of an order that came or went. */
export interface Moved {
  readonly kind: 'capture' | 'refund'
  readonly amount: Minor
  /**
   * The goods that came back with a refund, each at what it was sold for, and what was off them with the order as a whole, which has
   * no rate; none where nobody has said.
   */
  readonly goods: readonly TaxedPart[]
}

/**
 * What of each amount that came or went of an order is taxed at which rate. What comes is of what has not yet come, and what goes
 * of what is held: of the goods that came back with it as far as it is said, and else of everything alike. So all that came for
 * a whole order is what the order says, and all that came and went is nothing, to the last minor unit at each rate.
 * @param order what it is made of; no part of a rate comes twice
 * @param moves oldest first
 * @param hasCome whether all of it came before, elsewhere, as for goods of a return
 * @returns the parts of each: they make its amount
 */
export function taxMoves(
  order: readonly TaxedPart[],
  moves: readonly Moved[],
  hasCome = false,
): readonly (readonly TaxedPart[])[] {
  const toCome = new Purse(hasCome ? [] : order)
  const held = new Purse(hasCome ? order : [])
  return moves.map(({ amount, goods, kind }) => {
    if (kind === 'refund') return held.takeGoods(amount, goods)
    const parts = toCome.take(amount)
    held.add(parts)
    return parts
  })
}

/** The parts of several amounts, those of one rate together: highest rate first, and last what has none. */
export function sumParts(parts: Iterable<TaxedPart>): TaxedPart[] {
  const purse = new Purse([])
  purse.add(parts)
  return purse.parts()
}

type Sum = Pick<TaxedPart, 'amount' | 'tax'>
const nothing: Sum = { amount: 0, tax: 0 }

class Purse {
  readonly #sums = new Map<Ppm | null, Sum>()

  constructor(parts: readonly TaxedPart[]) {
    this.add(parts)
  }

  add(parts: Iterable<TaxedPart>, sign = 1): void {
    for (const { amount, rate, tax } of parts) {
      const before = this.#sums.get(rate) ?? nothing
      this.#sums.set(rate, { amount: before.amount + sign * amount, tax: before.tax + sign * tax })
    }
  }

  /** Those that there is something of. */
  parts(): TaxedPart[] {
    return [...this.#sums]
      .filter(([, { amount, tax }]) => amount !== 0 || tax !== 0)
      .map(([rate, sum]) => ({ rate, ...sum }))
      .sort((one, other) => (other.rate ?? -1) - (one.rate ?? -1))
  }

  /** Takes an amount out, of all parts alike. What is more than there is has no tax. */
  take(amount: Minor): TaxedPart[] {
    const parts = shareOf(this.parts(), amount)
    this.add(parts, -1)
    return parts
  }

  /** Takes an amount out: all that goods come to, where there is so much, and the rest of all parts alike. */
  takeGoods(amount: Minor, goods: readonly TaxedPart[]): TaxedPart[] {
    // The last that goes takes everything along, whatever came back with it.
    if (goods.length === 0 || amount >= amountOf(this.parts())) return this.take(amount)
    const named = sumParts(goods)
    const wanted = shareOf(named, Math.min(amount, amountOf(named)))
    const found = wanted.map((part): TaxedPart => {
      if (part.rate === null) return part
      const there = { rate: part.rate, ...(this.#sums.get(part.rate) ?? nothing) }
      return part.amount < there.amount ? { ...part, tax: Math.min(part.tax, there.tax) } : there
    })
    this.add(found, -1)
    return sumParts([...found, ...this.take(amount - amountOf(found))])
  }
}

/** What parts come to, or payments, tax included. */
export const amountOf = (parts: readonly Pick<TaxedPart, 'amount'>[]): Minor =>
  parts.reduce((sum, { amount }) => sum + amount, 0)

/** As much of each part as an amount is of all of them; they make the amount, and what is more than all has no tax. */
function shareOf(parts: readonly TaxedPart[], amount: Minor): TaxedPart[] {
  const whole = amountOf(parts)
  if (amount > whole) return sumParts([...parts, { rate: null, amount: amount - whole, tax: 0 }])
  if (amount === whole) return [...parts]
  let before = 0
  return parts.map((part) => {
    const from = portion(amount, before, whole)
    before += part.amount
    const own = portion(amount, before, whole) - from
    return { rate: part.rate, amount: own, tax: part.amount === 0 ? 0 : portion(part.tax, own, part.amount) }
  })
}

/** So much of an amount as a part is of a whole, rounded; exact also where their product is not. @param whole more than nothing */
export function portion(amount: Minor, part: Minor, whole: Minor): Minor {
  const [twice, all] = [2n * BigInt(amount) * BigInt(part), BigInt(whole)]
  return Number((twice + all) / (2n * all))
}
