import { routeOf, type Routes } from '../bare/server.ts'
import type { Client, Method } from './client.ts'

/** Calls the operations of the bare server as functions. */
export class DirectClient implements Client {
  readonly #routes: Routes

  constructor(routes: Routes) {
    this.#routes = routes
  }

  async get<T>(path: string): Promise<T> {
    return JSON.parse((await this.send('GET', path)).toString()) as T
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    return JSON.parse((await this.send('POST', path, body)).toString()) as T
  }

  async send(method: Method, path: string, body?: unknown): Promise<Buffer> {
    const { route, ...call } = routeOf(this.#routes, method, `/api/v1${path}`)
    const answer = route({ ...call, body, origin: 'http://127.0.0.1' })
    return Promise.resolve(Buffer.isBuffer(answer) ? answer : Buffer.from(JSON.stringify(answer)))
  }

  close(): void {
    // The file is closed with the process.
  }
}
