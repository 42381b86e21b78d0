import { Connection } from './connection.ts'

/** Sends requests to one of the contestants. Any answer but 200 is an error. */
export interface Client {
  get<T>(path: string): Promise<T>
  post<T>(path: string, body: unknown): Promise<T>
  /**
   * Sends one request and reads the whole answer.
   * @param path below `/api/v1`
   * @throws where the answer is not 200, with its text
   */
  send(method: Method, path: string, body?: unknown): Promise<Buffer>
  close(): void
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/**
 * A client over connections that are kept open, one request at a time on each. It does little for a request, so that
 * the servers are what is measured: `node:http` and undici cost more than the bare server does.
 */
export class HttpClient implements Client {
  readonly #free: Connection[] = []
  readonly #origin: URL
  readonly #head: string
  readonly #token: string | undefined

  /** @param origin such as `http://127.0.0.1:4780` */
  constructor(origin: string, token?: string) {
    this.#origin = new URL(origin)
    this.#token = token
    const authorization = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`
    this.#head = ` HTTP/1.1\r\nHost: ${this.#origin.host}\r\n${authorization}`
  }

  async get<T>(path: string): Promise<T> {
    return JSON.parse((await this.send('GET', path)).toString()) as T
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    return JSON.parse((await this.send('POST', path, body)).toString()) as T
  }

  async send(method: Method, path: string, body?: unknown): Promise<Buffer> {
    const text = body === undefined ? '' : JSON.stringify(body)
    const entity =
      body === undefined
        ? ''
        : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`
    const connection = this.#takeFree() ?? (await this.#connect())
    const answer = await connection.exchange(`${method} /api/v1${path}${this.#head}${entity}\r\n${text}`)
    this.#free.push(connection)
    if (answer.status !== 200)
      throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.body.toString()}`)
    return answer.body
  }

  /** Hears an answer that does not end, piece by piece. @returns what lets go of it */
  async listen(path: string, hear: (text: string) => void): Promise<() => void> {
    const stop = new AbortController()
    const headers = { authorization: `Bearer ${this.#token ?? ''}` }
    const answer = await fetch(new URL(`/api/v1${path}`, this.#origin), { headers, signal: stop.signal })
    if (!answer.ok) throw new Error(`GET ${path} was answered ${answer.status}: ${await answer.text()}`)
    const read = async (): Promise<void> => {
      for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) hear(text)
    }
    read().catch((error: unknown) => {
      if (!stop.signal.aborted) throw error
    })
    return () => stop.abort()
  }

  /** Closes what is not in use. */
  close(): void {
    for (const connection of this.#free) connection.close()
  }

  /** Servers close what has been idle for long. */
  #takeFree(): Connection | undefined {
    for (;;) {
      const connection = this.#free.pop()
      if (!connection?.isStale) return connection
      connection.close()
    }
  }

  #connect = async (): Promise<Connection> =>
    Connection.open(this.#origin.hostname, Number(this.#origin.port))
}
