import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkIntegrity } from '../../core/database/sqlite/safekeeping/integrity-check.ts'
import { findShop } from '../../core/database/desk-settings.ts'
import { plainKeeper } from '../../core/database/secret-keeper.ts'
import { openDesk, withEngine } from '../../core/engines.ts'
import { openCore, type Core } from '../../core/index.ts'
import type { Shops } from '../support/shops.ts'
import { checkMoney, ownerOf } from '../../core/data/check-money.ts'
import { aCampaign } from '../support/campaigns.ts'
import { demoTemplate, OPENING } from '../support/demo-template.ts'
import { pathOf } from './model.ts'
import type { Answer, Request } from './state.ts'
import { readWorld, type StoreCode, type World } from './world.ts'

/** The demo shops with campaigns of every kind, ready to be copied. */
export interface Template {
  readonly file: string
  readonly world: World
}

const FILE = 'backcounter.sqlite'
/** What is old is swept by the time of the machine, which stories know nothing of. */
const NEVER = { first: 2 ** 31 - 1, every: 2 ** 31 - 1 }
export const START = OPENING.getTime()
const HOUR = 3_600_000

/** Makes the template in an empty folder. */
export async function makeTemplate(dataDir: string): Promise<Template> {
  const { file: demo, credentials } = await demoTemplate()
  const file = join(dataDir, FILE)
  copyFileSync(demo, file)
  const at = (hours: number): string => new Date(START + hours * HOUR).toISOString()
  const shop = { dataDir }
  await aCampaign(shop, { name: 'Afternoon', off: 0.07, priority: 350, from: at(2), to: at(26) })
  await aCampaign(shop, { name: 'Alone', off: 0.15, target: 'order', isExclusive: true, codes: ['ALONE15'] })
  await aCampaign(shop, { name: 'Kroner', off: { DKK: 33 }, minimum: { DKK: 200 }, codes: ['KRONER'] })
  await aCampaign(shop, { store: 'uptown', name: 'Post', off: 0.335, target: 'shipping', codes: ['POST'] })
  await aCampaign(shop, {
    store: 'uptown',
    name: 'Round',
    off: { USD: 1.55, JPY: 111 },
    target: 'order',
    minimum: { USD: 60, JPY: 5000 },
  })
  await aCampaign(shop, {
    store: 'uptown',
    name: 'Past',
    off: 0.5,
    codes: ['PAST'],
    to: at(-24),
    isExclusive: true,
  })
  const clientsOf = (store: StoreCode) => ({
    clerk: credentials[store]['staff price'],
    web: credentials[store].storefront,
    support: credentials[store].support,
    manager: credentials[store].admin,
  })
  const clients = { harbour: clientsOf('harbour'), uptown: clientsOf('uptown') }
  return { file, world: readWorld(file, clients) }
}

/** A real core in process, on a copy of the template, with a clock that the story turns. */
export class Shop {
  /** Milliseconds since 1970. */
  now = START
  /** What it sells and at which prices, as far as stories have told. */
  world: World
  /** The last that each store has given, as far as stories have told. */
  lastOrderNumber: Readonly<Record<StoreCode, number>>
  readonly #dir: string
  readonly #shops: Shops
  #dataDir: string
  #lives = 0
  #core: Core | undefined

  private constructor(dir: string, world: World, shops: Shops) {
    this.#dir = dir
    this.world = world
    this.#dataDir = join(dir, '0')
    this.#shops = shops
    this.lastOrderNumber = {
      harbour: world.stores.harbour.lastOrderNumber,
      uptown: world.stores.uptown.lastOrderNumber,
    }
  }

  /** @param dir an empty folder for everything of this shop */
  static async in(dir: string, template: Template, shops: Shops): Promise<Shop> {
    const shop = new Shop(dir, template.world, shops)
    mkdirSync(shop.#dataDir, { recursive: true })
    await shops.put(template.file, shop.#dataDir)
    await shop.#open()
    return shop
  }

  async #open(): Promise<void> {
    const engine = await openDesk({ dataDir: this.#dataDir, database: undefined, keeper: plainKeeper })
    this.#core = await openCore({ engine, clock: () => new Date(this.now), looks: NEVER })
  }

  get core(): Core {
    if (!this.#core) throw new Error('The core is closed.')
    return this.#core
  }

  /** Asks the core as the desktop window does. */
  async ask(request: Request): Promise<Answer> {
    const { call, token, ifMatch, key } = request
    const answer = await this.core.app.inject({
      method: call.method,
      url: `/api/v1${pathOf(request)}`,
      headers: {
        ...(token && { authorization: `Bearer ${token.text}` }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(call.body && { 'content-type': 'application/json' }),
      },
      ...(call.body && { payload: JSON.stringify(call.body) }),
    })
    const { etag, 'idempotent-replayed': replayed } = answer.headers
    return {
      status: answer.statusCode,
      etag: typeof etag === 'string' ? etag : undefined,
      isReplayed: replayed === 'true',
      text: answer.body,
      body: answer.body === '' ? undefined : (JSON.parse(answer.body) as unknown),
    }
  }

  /** @returns a code that opens the console of a store once */
  async launchCode(store: StoreCode): Promise<string> {
    const path = await this.core.consolePath(store)
    return new URL(path, 'http://127.0.0.1').searchParams.get('launch') ?? ''
  }

  /** Closes the core in order and opens it again. */
  async restart(): Promise<void> {
    await this.core.close()
    await this.#open()
  }

  /**
   * Loses power, or the line to its server: another core goes on with what lasts.
   * @param during what the old core is still doing; whatever comes of it is lost
   */
  async crash(during?: Promise<unknown>): Promise<void> {
    const before = this.#dataDir
    this.#dataDir = await this.#shops.cutOff(before, join(this.#dir, String(++this.#lives)))
    await during
    await this.core.close()
    if (this.#dataDir !== before) rmSync(before, { recursive: true })
    await this.#open()
    await this.check()
  }

  /** @throws where the file is damaged, or the money of an order does not agree */
  async check(): Promise<void> {
    const desk = { dataDir: this.#dataDir, database: undefined, keeper: plainKeeper }
    const texts = await withEngine(await findShop(desk), async (database) => {
      const { faults } = await checkMoney(database)
      const ofFile = this.#shops.server ? [] : await checkIntegrity(database)
      return [...ofFile, ...faults.map((fault) => `${ownerOf(fault)}: ${fault.text}`)]
    })
    if (texts.length > 0) throw new Error(`The check finds: ${texts.join('; ')}`)
  }

  async close(): Promise<void> {
    await this.core.close()
    await this.#shops.remove(this.#dataDir)
    rmSync(this.#dir, { recursive: true, force: true })
  }
}
