import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Between two requests, in milliseconds. */
const PAUSE = 25
/** Milliseconds; an answer that takes longer is none, on a machine that is busy with others too. */
export const PATIENCE = 10_000

export interface Question {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
}

/** Somebody who asks one thing after the other while others attack, and notes how long each answer took. */
export class Witness {
  /** Milliseconds, of answers with 200. */
  readonly latencies: number[] = []
  /** How many were answered otherwise, by status or error. */
  readonly failures: Record<string, number> = {}
  /** The longest delay of the event loop that an answer has told of, in milliseconds. */
  loopDelay = 0
  readonly #origin: string
  readonly #headers: Record<string, string>
  readonly #agent: Agent

  constructor(origin: string, { token, keepAlive }: { token?: string; keepAlive: boolean }) {
    this.#origin = origin
    this.#headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    this.#agent = new Agent({ keepAlive })
  }

  async ask(questions: readonly Question[], signal: AbortSignal): Promise<void> {
    for (let number = 0; !signal.aborted; number++) {
      const question = questions[number % questions.length]
      if (!question) break
      const began = performance.now()
      const outcome = await this.#send(question)
      if (outcome === '200') this.latencies.push(performance.now() - began)
      else this.failures[outcome] = (this.failures[outcome] ?? 0) + 1
      await sleep(PAUSE)
    }
    this.#agent.destroy()
  }

  async #send({ method, path, body }: Question): Promise<string> {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      ...this.#headers,
      ...(text !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(text)),
      }),
    }
    return new Promise((resolve) => {
      const sent = request(
        `${this.#origin}/api/v1${path}`,
        { method, headers, agent: this.#agent },
        (answer) => {
          const delay = /event-loop;dur=([\d.]+)/.exec(String(answer.headers['server-timing']))?.[1]
          this.loopDelay = Math.max(this.loopDelay, Number(delay ?? 0))
          answer.resume()
          answer.once('end', () => resolve(String(answer.statusCode)))
          answer.once('error', () => resolve('broken'))
        },
      )
      sent.setTimeout(PATIENCE, () => sent.destroy(Object.assign(new Error(), { code: 'no answer' })))
      sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'))
      sent.end(text)
    })
  }
}
