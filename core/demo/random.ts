import { idAt } from '../kernel/ids.ts'

/** Those that postal codes use and that are not taken for digits. */
const letters = 'ABDEFGHJLNPQRSTUWXYZ'

/**
 * A repeatable source of chance (sfc32): the same seed gives the same shop and the same orders on every machine.
 * Never for secrets.
 */
export class Random {
  #a = 0x9e3779b9
  #b = 0x243f6a88
  #c = 0xb7e15162
  #d: number

  constructor(seed: number) {
    this.#d = seed >>> 0
    // The first words still show the seed; they are thrown away.
    for (let word = 0; word < 16; word++) this.#word()
  }

  #word(): number {
    const sum = (this.#a + this.#b + this.#d) | 0
    this.#d = (this.#d + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum
    return sum >>> 0
  }

  /** From 0 up to 1, without 1. */
  fraction(): number {
    return this.#word() / 2 ** 32
  }

  /** A whole number from 0 up to the limit, without it. */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit)
  }

  /** A whole number between two, both included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new Error('There is nothing to pick from.')
    return item
  }

  /** Picks by weight; items without weight are never picked. */
  pickWeighted<T>(items: readonly T[], weightOf: (item: T) => number): T {
    let left = this.fraction() * items.reduce((sum, item) => sum + weightOf(item), 0)
    for (const item of items) {
      left -= weightOf(item)
      if (left < 0) return item
    }
    throw new Error('There is nothing to pick from.')
  }

  /** The same items in another order. */
  shuffle<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, place: this.fraction() }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item)
  }

  /** `#` becomes a digit, `%` a digit but 0, `@` a letter. */
  fill(pattern: string): string {
    return pattern.replace(/[#%@]/g, (sign) => {
      if (sign === '@') return letters.charAt(this.below(letters.length))
      return String(sign === '#' ? this.below(10) : this.between(1, 9))
    })
  }

  /** The identifier of something that was made at this moment (milliseconds since 1970). */
  id(moment: number): string {
    const bytes = new Uint8Array(16)
    const words = new DataView(bytes.buffer)
    for (let offset = 0; offset < 16; offset += 4) words.setUint32(offset, this.#word())
    return idAt(moment, bytes)
  }
}
