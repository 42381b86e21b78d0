import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The system takes a shorter one off our hands at once, where nothing is in front of it. */
const SHORT = 64 * 1024
/** What an answer takes beside its text. */
const OVERHEAD = 2048

/**
 * Bounds what is held of answers that clients do not read. Where it gets too much, the connection is cut off that has
 * left something unread for longest.
 */
export class UnreadAnswers {
  readonly #limit: number
  readonly #bytes = new Map<Socket, number>()
  #sum = 0

  /** @param limit bytes */
  constructor(limit: number) {
    this.#limit = limit
  }

  /**
   * To be called before an answer is written.
   * @param length of its text, in bytes
   */
  add(response: ServerResponse, length: number): void {
    // Without a socket it waits behind another answer on its connection.
    if (length < SHORT && response.socket !== null) return
    const { socket } = response.req
    const bytes = length + OVERHEAD
    this.#change(socket, bytes)
    response.once('finish', () => this.#change(socket, -bytes))
    while (this.#sum > this.#limit) {
      const [longest] = this.#bytes.keys()
      if (!longest) return
      this.forget(longest)
      longest.destroy()
    }
  }

  /** To be called when a connection has ended. */
  forget(socket: Socket): void {
    this.#sum -= this.#bytes.get(socket) ?? 0
    this.#bytes.delete(socket)
  }

  #change(socket: Socket, by: number): void {
    if (socket.destroyed) return
    const bytes = (this.#bytes.get(socket) ?? 0) + by
    if (bytes > 0) this.#bytes.set(socket, bytes)
    else this.#bytes.delete(socket)
    this.#sum += by
  }
}
