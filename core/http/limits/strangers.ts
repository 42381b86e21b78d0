import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { FairQueue } from './fair-queue.ts'

/** So many requests of one connection may be under way or wait, and so many wait behind others of their connection. */
const MAX_OF_CONNECTION = 256
const MAX_BEHIND = 1024
/** Milliseconds. Bodies of this machine's programs come with their headers; a slower one gives way where room is short. */
const PATIENCE = 100

interface Waiting {
  readonly request: FastifyRequest
  readonly share: number
  readonly begin: () => void
}

/**
 * The allowance of those who have shown no token yet, apart from that of programs with one: nobody knows who they are, so
 * their connections take turns, and nobody is refused because of the others. Where there is no room they wait; a body
 * that does not come gives way to them.
 */
export class Strangers {
  #room: number
  /** How many of a connection are under way or wait. */
  readonly #ofConnection = new Map<Socket, number>()
  readonly #waiting = new FairQueue<Waiting, Socket>()
  /** Those that hold something, and since when. */
  readonly #holding = new Map<FastifyRequest, number>()
  #timer: NodeJS.Timeout | undefined

  /** @param room what they may hold together */
  constructor(room: number) {
    this.#room = room
  }

  /**
   * @param share what the request holds until it leaves
   * @param isBehind whether others of its connection are in front of it
   * @param begin called when there is room, at once or later
   * @returns whether it may come in; the connection does not wait for its answers where it may not
   */
  enter(request: FastifyRequest, share: number, isBehind: boolean, begin: () => void): boolean {
    const { socket } = request.raw
    const own = this.#ofConnection.get(socket) ?? 0
    if (isBehind && (own >= MAX_OF_CONNECTION || this.#waiting.size >= MAX_BEHIND)) return false
    this.#ofConnection.set(socket, own + 1)
    this.#waiting.add(socket, { request, share, begin })
    this.#admit()
    return true
  }

  /** Gives back what a request has held. */
  leave(request: FastifyRequest, share: number): void {
    this.#room += share
    this.#holding.delete(request)
    this.#forget(request.raw.socket)
    this.#admit()
  }

  #admit(): void {
    while (this.#room > 0) {
      const next = this.#waiting.next()
      if (!next) return
      if (next.request.raw.socket.destroyed) {
        this.#forget(next.request.raw.socket)
        continue
      }
      this.#room -= next.share
      this.#holding.set(next.request, performance.now())
      next.begin()
    }
    if (this.#waiting.size > 0) this.#timer ??= setTimeout(() => this.#makeRoom(), PATIENCE).unref()
  }

  /** Ends as many of the slow as there are others who wait, those that came first. */
  #makeRoom(): void {
    this.#timer = undefined
    let missing = this.#waiting.size
    const latest = performance.now() - PATIENCE
    for (const [{ raw }, since] of this.#holding) {
      if (missing === 0 || since > latest) break
      if (raw.complete || raw.socket.destroyed) continue
      raw.socket.destroy()
      missing--
    }
    this.#admit()
  }

  #forget(socket: Socket): void {
    const own = (this.#ofConnection.get(socket) ?? 0) - 1
    if (own > 0) this.#ofConnection.set(socket, own)
    else this.#ofConnection.delete(socket)
  }
}
