import { Agent, request } from 'node:http'

const MAX_CONNECTIONS = 128

/** An HTTP client of one server with connections that are kept open. Any answer but 200 is an error. */
export class Client {
  readonly #api: URL
  readonly #headers: Record<string, string>
  readonly #agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS, scheduling: 'fifo' })

  /** @param origin such as `http://127.0.0.1:4780` */
  constructor(origin: string, token?: string) {
    this.#api = new URL(origin)
    this.#headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  }

  async get<T>(path: string): Promise<T> {
    return JSON.parse((await this.send('GET', path)).toString()) as T
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    return JSON.parse((await this.send('POST', path, body)).toString()) as T
  }

  /**
   * Sends one request and reads the whole answer.
   * @param path below `/api/v1`
   * @throws where the answer is not 200, with its text
   */
  async send(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Buffer> {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      ...this.#headers,
      ...(text !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      }),
    }
    const { hostname, port } = this.#api
    return new Promise((resolve, reject) => {
      const sent = request(
        { hostname, port, method, path: `/api/v1${path}`, agent: this.#agent, headers },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('end', () => {
            const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
            if (answer.statusCode === 200) resolve(bytes)
            else
              reject(
                new Error(`${method} ${path} was answered ${String(answer.statusCode)}: ${bytes.toString()}`),
              )
          })
        },
      )
      sent.on('error', reject)
      sent.end(text)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
