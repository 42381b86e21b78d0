import { readFileSync } from 'node:fs'
import { createClient } from '../../../core/access/clients.ts'
import { TokenResponse } from '../../../core/access/token.schema.ts'
import { findStoreByCode } from '../../../core/stores/store.repository.ts'
import { makeDataDir, removeDataDir, serveCore, type ServedCore } from '../../e2e/served-core.ts'
import { Caller, overSocket, type Transport } from '../../support/caller.ts'
import { Clerk } from '../../support/clerk.ts'
import { inDatabase } from '../../support/data.ts'
import { copyDemoShops, type StoreCode } from '../../support/demo-template.ts'

/** The demo shops in a process of their own, whose memory is the core's and nobody else's. */
export class ServedShop {
  readonly #core: ServedCore
  readonly #transport: Transport
  readonly #clerks = new Map<string, Promise<Clerk>>()

  private constructor(core: ServedCore) {
    this.#core = core
    this.#transport = overSocket(core.api)
  }

  static async start(): Promise<ServedShop> {
    const dataDir = await makeDataDir()
    await copyDemoShops(dataDir)
    return new ServedShop(await serveCore(dataDir))
  }

  get dataDir(): string {
    return this.#core.dataDir
  }

  /** Somebody with a token that outlives the run. */
  as = async (scope: string, store: StoreCode = 'harbour'): Promise<Clerk> => {
    const name = `${store} ${scope}`
    const clerk = this.#clerks.get(name) ?? this.#newClerk(scope, store)
    this.#clerks.set(name, clerk)
    return clerk
  }

  /** Bytes of the process that are in memory; undefined where the system does not tell. */
  residentMemory(): number | undefined {
    if (process.platform !== 'linux') return undefined
    const status = readFileSync(`/proc/${this.#core.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
  }

  async stop(): Promise<void> {
    await this.#core.stop()
    await removeDataDir(this.dataDir)
  }

  async #newClerk(scope: string, store: StoreCode): Promise<Clerk> {
    const client = await inDatabase(this.dataDir, async (db) => {
      const found = await findStoreByCode(db, store)
      if (!found) throw new Error(`There is no store ${store}.`)
      const author = { storeId: found.id, name: 'Command line', now: new Date() }
      return createClient(db, author, { name: 'Program', scope, tokenSeconds: 86_400 })
    })
    const { clientId: client_id, clientSecret: client_secret } = client
    const body = { grant_type: 'client_credentials', client_id, client_secret }
    const { access_token } = (await new Caller(this.#transport).post('/oauth/token', body)).ok(TokenResponse)
    return new Clerk(this.#transport, { authorization: `Bearer ${access_token}` }, store)
  }
}
