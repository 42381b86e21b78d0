/** Gives turns, one at a time, in the order in which they are asked for. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** @returns what ends it */
  async take(): Promise<() => void> {
    const before = this.#last
    const own = Promise.withResolvers<undefined>()
    this.#last = own.promise
    await before
    return () => own.resolve(undefined)
  }
}
