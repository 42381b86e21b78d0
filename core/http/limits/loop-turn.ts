/** Milliseconds for which requests are begun in one turn of the event loop; then whoever else is there is heard. */
const LENGTH = 50

/**
 * Tells whether the event loop, in this turn, has time for one more request. A turn accepts a single connection, however
 * many wait: where one has just come in, the loop goes round without doing anything else, so that a newcomer need not
 * wait for a turn's work for each connection in front of it. After some time of that, it is work's turn again.
 */
export class LoopTurn {
  readonly #onEnd: () => void
  /** When this turn began; undefined until it has something to do. */
  #began: number | undefined
  /** When the last turn ended that let nobody in only. */
  #lastWork = -Infinity
  #hasNewcomer = false
  #isLettingIn = false

  /** @param onEnd called at the end of every turn that had something to do */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
  }

  /** To be called whenever a connection has been accepted. */
  letIn(): void {
    this.#hasNewcomer = true
    this.begin()
  }

  /** Whether requests are to wait, because connections come in. */
  get isLettingIn(): boolean {
    return this.#isLettingIn
  }

  /** @returns whether there is time for one more request */
  hasTime(): boolean {
    const now = performance.now()
    return now - this.begin(now) <= LENGTH
  }

  /**
   * To be called whenever there is something to be done at the end of this turn.
   * @returns when the turn began
   */
  begin(now = performance.now()): number {
    if (this.#began === undefined) setImmediate(this.#end)
    return (this.#began ??= now)
  }

  readonly #end = (): void => {
    const now = performance.now()
    if (!this.#isLettingIn) this.#lastWork = now
    this.#isLettingIn = this.#hasNewcomer && now - this.#lastWork < LENGTH
    this.#hasNewcomer = false
    this.#began = undefined
    // The next turn has to find out whether it was the last newcomer.
    if (this.#isLettingIn) this.begin()
    this.#onEnd()
  }
}
