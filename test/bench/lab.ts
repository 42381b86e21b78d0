import { openRawDatabase, startBare } from './servers/bare.ts'
import { startCore } from './servers/core.ts'
import type { Server } from './servers/server.ts'

/** Who is measured, each made when it is first asked for. All run until the end. */
export class Lab {
  readonly dir: string
  readonly #profileDir: string | undefined
  readonly #made = new Map<string, Promise<Server>>()

  /** @param dir for the files of this run */
  constructor(dir: string, profileDir: string | undefined) {
    this.dir = dir
    this.#profileDir = profileDir
  }

  /** Our core with its demo shop. */
  core = async (): Promise<Server> =>
    this.#once('core', async () => startCore(this.dir, { profileDir: this.#profileDir }))

  /** The bare server with the same goods. */
  bare = async (): Promise<Server> =>
    this.#once('bare', async () => startBare(this.dir, (await this.core()).shop, 'full'))

  /** The bare server that answers before a commit is on disk. */
  bareNormal = async (): Promise<Server> =>
    this.#once('bare, NORMAL', async () => startBare(this.dir, (await this.core()).shop, 'normal'))

  /** What the bare server asks of SQLite, without HTTP. */
  database = async (): Promise<Server> =>
    this.#once('database', async () => openRawDatabase(this.dir, (await this.core()).shop))

  async close(): Promise<void> {
    for (const server of await Promise.all(this.#made.values())) server.client.close()
  }

  async #once(name: string, make: () => Promise<Server>): Promise<Server> {
    const made = this.#made.get(name) ?? make()
    this.#made.set(name, made)
    return made
  }
}
