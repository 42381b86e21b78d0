import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  readonly body: Buffer
}

const READ_BYTES = 256 * 1024
const HEAD_END = Buffer.from('\r\n\r\n')
/** Milliseconds without a request; Node's servers end a connection after five seconds. */
const MAX_IDLE = 2000
const STATUS_AT = 'HTTP/1.1 '.length

/** One connection that carries one request after the other. It reads answers with a `Content-Length` only. */
export class Connection {
  readonly #socket: Socket
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined
  /** What has come of an answer that is not whole yet. */
  #parts: Buffer[] = []
  #missing = 0
  #failure: Error | undefined
  #usedAt = performance.now()

  static async open(host: string, port: number): Promise<Connection> {
    // One buffer for everything that arrives: nothing is allocated but the bodies.
    const connection: { current?: Connection } = {}
    const socket = connect({
      host,
      port,
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(READ_BYTES),
        callback: (size, buffer) => connection.current?.read((buffer as Buffer).subarray(0, size)) ?? true,
      },
    })
    await once(socket, 'connect')
    return (connection.current = new Connection(socket))
  }

  private constructor(socket: Socket) {
    this.#socket = socket
    const fail = (error: Error): void => {
      this.#failure ??= error
      this.#waiting?.reject(this.#failure)
      this.#waiting = undefined
    }
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('The server closed the connection.')))
  }

  /** Whether the server has ended it, or may be about to, while another server was measured. */
  get isStale(): boolean {
    return this.#failure !== undefined || performance.now() - this.#usedAt > MAX_IDLE
  }

  /** Sends a whole request and reads the whole answer. */
  async exchange(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      if (this.#failure) reject(this.#failure)
      else this.#socket.write(request)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  private read(bytes: Buffer): true {
    const isWhole = this.#parts.length === 0 ? this.#begin(bytes) : this.#continue(bytes)
    if (isWhole) {
      const whole = this.#parts.length === 0 ? bytes : Buffer.concat(this.#parts)
      this.#parts = []
      this.#answer(whole)
    }
    return true
  }

  /** @returns whether the answer is there already */
  #begin(bytes: Buffer): boolean {
    const headEnd = bytes.indexOf(HEAD_END)
    this.#missing = headEnd < 0 ? Infinity : headEnd + HEAD_END.length + contentLength(bytes) - bytes.length
    if (this.#missing > 0) this.#parts.push(Buffer.from(bytes))
    return this.#missing === 0
  }

  #continue(bytes: Buffer): boolean {
    if (this.#missing === Infinity) {
      const all = Buffer.concat([...this.#parts, bytes])
      this.#parts = []
      if (this.#begin(all)) this.#parts = [all]
    } else {
      this.#parts.push(Buffer.from(bytes))
      this.#missing -= bytes.length
    }
    return this.#missing === 0
  }

  #answer(bytes: Buffer): void {
    const status = Number(bytes.toString('latin1', STATUS_AT, STATUS_AT + 3))
    const body = Buffer.from(bytes.subarray(bytes.indexOf(HEAD_END) + HEAD_END.length))
    const waiting = this.#waiting
    this.#waiting = undefined
    this.#usedAt = performance.now()
    waiting?.resolve({ status, body })
  }
}

function contentLength(bytes: Buffer): number {
  const head = bytes.toString('latin1', 0, bytes.indexOf(HEAD_END))
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer does not tell its length:\n${head}`)
  return Number(length)
}
