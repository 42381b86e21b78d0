/** What waits, of many who ask: each has one after the other's, and the one who has waited longest is the first. */
export class FairQueue<T, Who = string> {
  readonly #waiting = new Map<Who, T[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(who: Who, one: T): void {
    const own = this.#waiting.get(who)
    if (own) own.push(one)
    else this.#waiting.set(who, [one])
    this.#size++
  }

  /** Takes out whatever's turn it is. */
  next(): T | undefined {
    for (const [who, own] of this.#waiting) {
      // Whoever has more comes again after the others.
      this.#waiting.delete(who)
      const one = own.shift()
      if (own.length > 0) this.#waiting.set(who, own)
      this.#size--
      return one
    }
    return undefined
  }
}
