import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { keepShop } from '../../core/database/desk-settings.ts'
import { moveShop } from '../../core/database/move.ts'
import { plainKeeper } from '../../core/database/secret-keeper.ts'
import { withEngine } from '../../core/engines.ts'
import { openLine, type Line } from './line.ts'
import type { TestServer } from './postgres-setup.ts'

export const DATABASE = 'backcounter.sqlite'

/** Where the shops of folders are. */
export interface Shops {
  /** Puts a copy of a shop's file where the shop of a folder is. */
  put(file: string, dataDir: string): Promise<void>
  remove(dataDir: string): Promise<void>
  /** The server, where they are on one. */
  readonly server: TestServer | undefined
  /** The way of a folder's cores to it. */
  lineOf(dataDir: string): Line
  /**
   * Cuts off the core of a folder: another goes on with what lasts.
   * @param next a folder that is not there yet
   * @returns the folder in which it goes on
   */
  cutOff(dataDir: string, next: string): Promise<string>
  /** Ends the ways of the folders that were not removed; what is in their shops stays. */
  close(): void
}

/** Each in the file of its folder. */
export const inFiles: Shops = {
  put: async (file, dataDir) => copyFile(file, join(dataDir, DATABASE)),
  remove: async () => Promise.resolve(),
  server: undefined,
  lineOf: () => {
    throw new Error('A file has no line.')
  },
  // What is in the files at this moment; nobody may come in between.
  cutOff: async (dataDir, next) => {
    mkdirSync(next)
    for (const name of [DATABASE, `${DATABASE}-wal`]) {
      if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(next, name))
    }
    return Promise.resolve(next)
  },
  close: () => undefined,
}

/** Each in a database of its own: a desk's folder keeps where its shop is, and every command of it goes there. */
export class OnServer implements Shops {
  readonly server: TestServer
  readonly #isolation: string
  readonly #lines = new Map<string, { readonly line: Line; readonly name: string }>()
  readonly #templates = new Map<string, Promise<string>>()

  constructor(server: TestServer, isolation = 'read committed') {
    this.server = server
    this.#isolation = isolation
  }

  async put(file: string, dataDir: string): Promise<void> {
    let template = this.#templates.get(file)
    if (!template) this.#templates.set(file, (template = this.#makeTemplate(file)))
    const name = this.#newName()
    await this.#asOwner(`create database ${name} template ${await template}`)
    const line = await openLine(this.#addressOf(name))
    this.#lines.set(dataDir, { line, name })
    const address = new URL(line.address)
    address.searchParams.set('isolation', this.#isolation)
    await keepShop({ dataDir, keeper: plainKeeper }, { kind: 'postgres', address: address.href })
  }

  async remove(dataDir: string): Promise<void> {
    const known = this.#lines.get(dataDir)
    if (!known) return
    this.#lines.delete(dataDir)
    known.line.end()
    await this.#asOwner(`drop database ${known.name} with (force)`)
  }

  lineOf(dataDir: string): Line {
    const known = this.#lines.get(dataDir)
    if (!known) throw new Error(`The folder ${dataDir} has no line.`)
    return known.line
  }

  // What is under way on its sessions is undone, or done again on others.
  async cutOff(dataDir: string): Promise<string> {
    this.lineOf(dataDir).cut()
    return Promise.resolve(dataDir)
  }

  close(): void {
    for (const { line } of this.#lines.values()) line.end()
    this.#lines.clear()
  }

  async #makeTemplate(file: string): Promise<string> {
    const name = this.#newName()
    await this.#asOwner(`create database ${name} template template0`)
    const dataDir = await mkdtemp(join(tmpdir(), 'backcounter-torture-template-'))
    try {
      await copyFile(file, join(dataDir, DATABASE))
      await withEngine({ kind: 'sqlite', dataDir }, async (source) =>
        withEngine({ kind: 'postgres', address: this.#addressOf(name) }, async (target) =>
          moveShop(source, target),
        ),
      )
    } finally {
      await rm(dataDir, { recursive: true })
    }
    return name
  }

  #newName(): string {
    return `shop_${randomBytes(8).toString('hex')}`
  }

  #addressOf(name: string): string {
    const address = new URL(this.server.url)
    address.pathname = `/${name}`
    return address.href
  }

  /** On a session of its own: what was open has been cut off by the last crash. */
  async #asOwner(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.server.url })
    client.on('error', () => undefined)
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
}
