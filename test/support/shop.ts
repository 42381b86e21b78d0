import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { CreatedClient, NewClient } from '../../core/access/clients.ts'
import { TokenResponse } from '../../core/access/token.schema.ts'
import type { Core } from '../../core/index.ts'
import { openCoreIn, type FolderConfig } from './open-core.ts'
import { Caller, inProcess, overSocket, type Transport } from './caller.ts'
import { Clerk } from './clerk.ts'
import { temporaryDir } from './core.ts'
import { putShop } from './storage.ts'
import { register } from './data.ts'
import {
  demoTemplate,
  OPENING,
  type DemoTemplate,
  type StoreCode,
  type TemplateScope,
} from './demo-template.ts'

/** A clock that a test turns on. */
export class TestClock {
  #now = OPENING

  readonly read = (): Date => this.#now

  advance(seconds: number): void {
    this.#now = new Date(this.#now.getTime() + seconds * 1000)
  }

  set(moment: string): void {
    this.#now = new Date(moment)
  }
}

/** The real core on a database of its own that holds the demo shops, without orders. */
export class Shop {
  readonly dataDir: string
  readonly clock: TestClock
  readonly #open: () => Promise<Core>
  readonly #template: DemoTemplate
  #core: Core
  #transport: Transport

  private constructor(
    dataDir: string,
    clock: TestClock,
    open: () => Promise<Core>,
    template: DemoTemplate,
    core: Core,
  ) {
    this.dataDir = dataDir
    this.clock = clock
    this.#open = open
    this.#template = template
    this.#core = core
    this.#transport = inProcess(core.app)
  }

  /** Moves into an empty folder. */
  static async in(dataDir: string, config: Partial<FolderConfig> = {}): Promise<Shop> {
    const template = await demoTemplate()
    await putShop(template.file, dataDir)
    const clock = new TestClock()
    const open = async (): Promise<Core> => openCoreIn({ dataDir, clock: clock.read, ...config })
    return new Shop(dataDir, clock, open, template, await open())
  }

  get core(): Core {
    return this.#core
  }

  async restart(): Promise<void> {
    await this.#core.close()
    this.#core = await this.#open()
    this.#transport = inProcess(this.#core.app)
  }

  /** Somebody without a token. */
  get anyone(): Caller {
    return new Caller(this.#transport)
  }

  /** Somebody with a token of this scope, got at the token endpoint by a registered client of the store. */
  async as(scope: TemplateScope, store: StoreCode = 'harbour'): Promise<Clerk> {
    return this.withToken(await this.tokenOf(this.credentials(scope, store)), store)
  }

  withToken(
    token: string,
    store: StoreCode = 'harbour',
    headers: Readonly<Record<string, string>> = {},
  ): Clerk {
    return new Clerk(this.#transport, { authorization: `Bearer ${token}`, ...headers }, store)
  }

  credentials = (scope: TemplateScope, store: StoreCode = 'harbour'): CreatedClient =>
    this.#template.credentials[store][scope]

  async tokenOf({ clientId, clientSecret }: CreatedClient): Promise<string> {
    const answer = await this.anyone.post('/oauth/token', {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    })
    return answer.ok(TokenResponse).access_token
  }

  /** Registers a client as the command line does, beside the running core. */
  async register(
    client: Omit<NewClient, 'storeId' | 'name'>,
    store: StoreCode = 'harbour',
  ): Promise<CreatedClient> {
    return register(this.dataDir, { name: 'Program', ...client }, store, this.clock.read())
  }

  /** From now on requests go through a socket. @returns the origin */
  async listen(): Promise<string> {
    const origin = await this.#core.listen(0)
    this.#transport = overSocket(origin)
    return origin
  }
}

/** A shop that is closed after the test. */
export async function openShop(config: Partial<FolderConfig> = {}): Promise<Shop> {
  const shop = await Shop.in(await temporaryDir(), config)
  onTestFinished(async () => shop.core.close())
  return shop
}

/**
 * One shop for all tests of a file or a `describe`, for tests that only read, or that look at nothing but what they
 * made themselves.
 */
export function sharedShop(): () => Shop {
  let dir = ''
  let shop: Shop | undefined
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'backcounter-test-'))
    shop = await Shop.in(dir)
  })
  afterAll(async () => {
    await shop?.core.close()
    // A worker keeps the modules of all its files, and would keep a whole core for each.
    shop = undefined
    await rm(dir, { recursive: true, force: true })
  })
  return () => {
    if (!shop) throw new Error('The shop is open inside of tests only.')
    return shop
  }
}
