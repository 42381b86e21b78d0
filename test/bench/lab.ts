import { join } from 'node:path'
import { startPostgres, type TestServer } from '../support/postgres-setup.ts'
import {
  LARGE_CONSOLE,
  largeName,
  largeShop,
  ordersName,
  shopWithGrid,
  shopOfScreens,
  shopWithOrders,
  shopWithPriceGroups,
  shopWithProducts,
  spaced,
} from './prepared/shops.ts'
import { isPrepared } from './prepared/cache.ts'
import { openRawDatabase, startBare } from './servers/bare.ts'
import { stopAll } from './servers/child.ts'
import { startBareOnCore, startDesks, startOwnBare, type Desks } from './servers/postgres.ts'
import { OURS, startCore, startPreparedCore } from './servers/core.ts'
import type { PreparedCore, Running, Server } from './servers/server.ts'

/** How many orders a shop has, and whether its file is made without being asked for. */
const ORDERS = [
  { count: 1000, when: 'always' },
  { count: 100_000, when: 'unless quick' },
  { count: 1_000_000, when: 'big' },
] as const

interface LabChoice {
  /** For the files of this run. */
  readonly dir: string
  /** Where the core leaves a CPU profile. */
  readonly profileDir: string | undefined
  /** The checkout of another core. */
  readonly against: string | undefined
  /** Makes no files that take long. */
  readonly isQuick: boolean
  /** Makes even what takes minutes. */
  readonly isBig: boolean
}

/** The core of another checkout. */
export const BEFORE = 'core before'

/** Who is measured, each made when it is first asked for. All run until the end. */
export class Lab {
  readonly #choice: LabChoice
  readonly #leftOut = new Set<number>()
  #server: Promise<TestServer> | undefined
  /** One that syncs what it commits, as any that keeps a shop. */
  readonly #postgres = async (): Promise<TestServer> => (this.#server ??= startPostgres('--durable'))
  readonly #made = new Map<string, Promise<Running>>()

  constructor(choice: LabChoice) {
    this.#choice = choice
  }

  /** Our core with its demo shop. */
  core = async (): Promise<Server> => this.#once('core', async () => startCore('core', OURS, this.#choice))

  /** Our core, and that of another checkout where there is one to compare with; each with a demo shop of its own. */
  async cores(): Promise<Server[]> {
    const { dir, against } = this.#choice
    if (against === undefined) return [await this.core()]
    const before = this.#once(BEFORE, async () =>
      startCore(BEFORE, against, { dir: join(dir, 'before'), profileDir: undefined }),
    )
    return [await this.core(), await before]
  }

  /** The bare server with the same goods. */
  bare = async (): Promise<Server> =>
    this.#once('bare', async () => startBare(this.#choice.dir, (await this.core()).shop, 'full'))

  /** The bare server that answers before a commit is on disk. */
  bareNormal = async (): Promise<Server> =>
    this.#once('bare, NORMAL', async () => startBare(this.#choice.dir, (await this.core()).shop, 'normal'))

  /** What the bare server asks of SQLite, without HTTP. */
  database = async (): Promise<Server> =>
    this.#once('database', async () => openRawDatabase(this.#choice.dir, (await this.core()).shop))

  /** Cores whose shops have more and more orders; those of a size whose file is not to be made now are left out. */
  async coresWithOrders(): Promise<PreparedCore[]> {
    const cores: PreparedCore[] = []
    for (const { count, when } of ORDERS) {
      const isMadeNow = when === 'always' || this.#choice.isBig || (when !== 'big' && !this.#choice.isQuick)
      if (isMadeNow || isPrepared(ordersName(count))) {
        cores.push(await this.#prepared(`core, ${spaced(count)} orders`, async () => shopWithOrders(count)))
      } else if (!this.#leftOut.has(count)) {
        this.#leftOut.add(count)
        const how = when === 'big' ? 'a run with --big' : 'a run without --quick'
        console.error(`Not measured with ${spaced(count)} orders: ${how} makes their file.`)
      }
    }
    return cores
  }

  /** So many processes of the core on one PostgreSQL, with a demo shop of their own. */
  desks = async (count: number): Promise<Desks> =>
    this.#once(`desks ${count}`, async () =>
      startDesks((await this.#postgres()).url, count, this.#choice.dir),
    )

  /** The bare server that sends the core's statements to the same PostgreSQL. */
  bareOnCore = async (): Promise<Desks> =>
    this.#once('bare on the tables of the core', async () =>
      startBareOnCore((await this.#postgres()).url, (await this.desks(1)).shop, this.#choice.dir),
    )

  /** The bare server with tables of its own on the same PostgreSQL. */
  ownBare = async (): Promise<Desks> =>
    this.#once('bare on own tables', async () =>
      startOwnBare((await this.#postgres()).url, (await this.desks(1)).shop),
    )

  coreWithProducts = async (count: number): Promise<PreparedCore> =>
    this.#prepared(`core, ${spaced(count)} products`, async () => shopWithProducts(count))

  coreWithPriceGroups = async (count: number): Promise<PreparedCore> =>
    this.#prepared(`core, ${spaced(count)} price groups`, async () => shopWithPriceGroups(count))

  coreWithGrid = async (products: number, groups: number): Promise<PreparedCore> =>
    this.#prepared(`core, ${spaced(products)} products and ${spaced(groups)} groups`, async () =>
      shopWithGrid(products, groups),
    )

  /** Cores for the console's screens: the demo shop, and one of {@link LARGE_CONSOLE}, which a quick run makes no file for. */
  async coresOfScreens(): Promise<PreparedCore[]> {
    const demo = await this.#prepared('console, demo shop', shopOfScreens)
    if (this.#choice.isQuick && !isPrepared(largeName)) return [demo]
    return [await this.#prepared(LARGE_CONSOLE, largeShop), demo]
  }

  async close(): Promise<void> {
    for (const made of await Promise.allSettled(this.#made.values())) {
      if (made.status === 'fulfilled') made.value.client.close()
    }
    if (!this.#server) return
    await stopAll()
    await (await this.#server).stop()
  }

  #prepared = async (name: string, dataDir: () => Promise<string>): Promise<PreparedCore> =>
    this.#once(name, async () => startPreparedCore(name, await dataDir()))

  async #once<R extends Running>(name: string, make: () => Promise<R>): Promise<R> {
    const made = (this.#made.get(name) as Promise<R> | undefined) ?? make()
    this.#made.set(name, made)
    return made
  }
}
