import { Client, types } from 'pg'

/** A statement with a name, which each connection prepares once. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** Sends a statement on a connection; those sent before it on that connection are answered first. */
export type Send = <R extends object>(statement: Statement, values: readonly unknown[]) => Promise<R[]>

const BEGIN = { name: 'begin', text: 'begin isolation level read committed' }
const BEGIN_READ = { name: 'begin-read', text: 'begin isolation level repeatable read read only' }
const COMMIT = { name: 'commit', text: 'commit' }
const ROLLBACK = { name: 'rollback', text: 'rollback' }

/** How often a transaction that met another one is run again. */
const REPEATS = 10
/** Serialization failure, deadlock. */
const PASSING = new Set(['40001', '40P01'])

/** Connections that send what they are given at once, without waiting for what was sent before. */
export class Connections {
  readonly #clients: Client[] = []
  readonly #free: Send[] = []
  readonly #waiting: ((send: Send) => void)[] = []

  static async open(url: string, count: number): Promise<Connections> {
    types.setTypeParser(types.builtins.INT8, Number)
    const connections = new Connections()
    for (let n = 0; n < count; n++) {
      const client = new Client({ connectionString: url, pipeline: true })
      await client.connect()
      connections.#clients.push(client)
      connections.#free.push(
        async <R extends object>(statement: Statement, values: readonly unknown[]) =>
          (await client.query<R>({ ...statement, values: [...values] })).rows,
      )
    }
    return connections
  }

  /** Work on a connection that is its own meanwhile. */
  async use<T>(work: (send: Send) => Promise<T>): Promise<T> {
    const send = this.#free.pop() ?? (await new Promise<Send>((resolve) => this.#waiting.push(resolve)))
    try {
      return await work(send)
    } finally {
      const next = this.#waiting.shift()
      if (next) next(send)
      else this.#free.push(send)
    }
  }

  /**
   * Work in one transaction, run again where another one was in its way.
   * @param work given a way to send; what it does not wait for goes out with the commit
   */
  async transact<T>(work: (send: Send) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#frame(BEGIN, work)
      } catch (error) {
        if (attempt === REPEATS || !PASSING.has((error as { code?: string }).code ?? '')) throw error
      }
    }
  }

  /** Reads on one state. */
  async read<T>(work: (send: Send) => Promise<T>): Promise<T> {
    return this.#frame(BEGIN_READ, work)
  }

  async #frame<T>(begin: Statement, work: (send: Send) => Promise<T>): Promise<T> {
    return this.use(async (send) => {
      const sent: Promise<unknown>[] = []
      const sendInside: Send = async (statement, values) => {
        const answered = send(statement, values)
        // Whoever does not wait for it hears of it with the others.
        answered.catch(() => undefined)
        sent.push(answered)
        return answered as Promise<never>
      }
      try {
        void sendInside(begin, []).catch(() => undefined)
        const value = await work(sendInside)
        void sendInside(COMMIT, []).catch(() => undefined)
        await Promise.all(sent)
        return value
      } catch (error) {
        await send(ROLLBACK, [])
        throw error
      }
    })
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map(async (client) => client.end()))
  }
}
