import { Agent, request } from 'node:http'
import { Lost } from './lost.ts'

/** What was answered, all of it. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

export interface Message {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Behind `/api/v1`. */
  readonly path: string
  readonly body?: object | undefined
  /** The `Idempotency-Key`. */
  readonly key?: string | undefined
}

const SENT_AGAIN = 5

/** Speaks to one core for as long as that lives. */
export class Connection {
  readonly #origin: URL
  readonly #token: string | undefined
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 })

  constructor(origin: string, token?: string) {
    this.#origin = new URL(origin)
    this.#token = token
  }

  /** Sends a request; undefined where no whole answer came, so that nobody knows what became of it. */
  async send(message: Message): Promise<Reply | undefined> {
    let reply = await this.#sendOnce(message)
    // On a machine that is busy with others it may be too slow to be read at all: nothing has become of it.
    for (let again = 0; again < SENT_AGAIN && reply?.status === 408; again++)
      reply = await this.#sendOnce(message)
    return reply
  }

  async #sendOnce({ method, path, body, key }: Message): Promise<Reply | undefined> {
    const text = body === undefined ? undefined : JSON.stringify(body)
    return new Promise((resolve) => {
      const lost = (): void => resolve(undefined)
      const sent = request(
        {
          hostname: this.#origin.hostname,
          port: this.#origin.port,
          agent: this.#agent,
          method,
          path: `/api/v1${path}`,
          headers: {
            ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
            ...(text !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(text),
            }),
            ...(key !== undefined && { 'idempotency-key': key }),
          },
        },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('error', lost)
          answer.on('close', () => {
            const { statusCode: status = 0, headers } = answer
            const text = Buffer.concat(chunks).toString()
            resolve(answer.complete ? { status, headers, text } : undefined)
          })
        },
      )
      sent.on('error', lost)
      sent.end(text)
    })
  }

  /** Sends a request that has to be answered with 200. @throws Lost where it is not */
  async ask<T>(message: Message): Promise<T> {
    const reply = await this.send(message)
    if (reply?.status !== 200) {
      const answer = reply ? `${reply.status} ${reply.text}` : 'not at all'
      throw new Lost(`${message.method} ${message.path} was answered ${answer}`)
    }
    return JSON.parse(reply.text) as T
  }

  get = async <T>(path: string): Promise<T> => this.ask<T>({ method: 'GET', path })

  close(): void {
    this.#agent.destroy()
  }
}
