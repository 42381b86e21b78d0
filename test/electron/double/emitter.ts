import { EventEmitter } from 'node:events'

/** Events by name, refusing those that the double never sends: a listener for one would never be tested. */
export class StrictEmitter {
  readonly #events = new EventEmitter()
  readonly #name: string
  readonly #known: ReadonlySet<string>

  constructor(name: string, known: readonly string[]) {
    this.#name = name
    this.#known = new Set(known)
  }

  on = (event: string, listener: (...args: unknown[]) => void): void => {
    this.#check(event)
    this.#events.on(event, listener)
  }

  once = (event: string, listener: (...args: unknown[]) => void): void => {
    this.#check(event)
    this.#events.once(event, listener)
  }

  emit(event: string, ...args: unknown[]): boolean {
    this.#check(event)
    return this.#events.emit(event, ...args)
  }

  #check(event: string): void {
    if (!this.#known.has(event))
      throw new Error(`The double of electron does not model ${this.#name}'s ${event}`)
  }
}
