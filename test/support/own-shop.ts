import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Core, CoreConfig } from '../../core/index.ts'
import { openCoreIn } from './open-core.ts'
import { TokenResponse } from '../../core/access/token.schema.ts'
import type { Engine } from '../../core/database/engine.ts'
import { withEngine } from '../../core/engines.ts'
import { SetupAnswer, type NewShop } from '../../core/setup/setup.schema.ts'
import { findFirstStore } from '../../core/stores/store.repository.ts'
import { Caller, inProcess } from './caller.ts'
import { buildCore, emptyDir } from './core.ts'
import { locationOf, putNoShop } from './storage.ts'

/** A shop of one's own, as the first start makes it: nothing to sell yet. */
export interface OwnShop {
  readonly dataDir: string
  /** The console of its owner. */
  readonly owner: Caller
  readonly storeId: string
  /** Runs something beside the core, as the command line does. */
  readonly beside: <T>(work: (engine: Engine) => Promise<T>) => Promise<T>
}

/** One for a test, closed after it. */
export async function ownShop(
  store: Partial<NewShop> = {},
  core: Pick<CoreConfig, 'looks'> = {},
): Promise<OwnShop> {
  const dataDir = await emptyDir()
  return setUp(dataDir, await buildCore({ dataDir, ...core }), store)
}

/** One for all tests of a `describe`, which change nothing in it. */
export function sharedOwnShop(): () => OwnShop {
  let shop: OwnShop | undefined
  let close = async (): Promise<void> => Promise.resolve()
  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'backcounter-test-'))
    await putNoShop(dataDir)
    const core = await openCoreIn({ dataDir })
    close = async () => {
      await core.close()
      await rm(dataDir, { recursive: true, force: true })
    }
    shop = await setUp(dataDir, core)
  })
  afterAll(async () => {
    await close()
    // A worker keeps the modules of all its files, and would keep a whole core for each.
    shop = undefined
    close = async () => Promise.resolve()
  })
  return () => {
    if (!shop) throw new Error('The shop is open inside of tests only.')
    return shop
  }
}

async function setUp(dataDir: string, core: Core, store: Partial<NewShop> = {}): Promise<OwnShop> {
  const transport = inProcess(core.app)
  const code = (await core.consolePath()).slice('/?setup='.length)
  const shop = {
    name: 'Kyst',
    countryCode: 'DK',
    currency: 'DKK',
    cultureCode: 'da-DK',
    timeZone: 'Europe/Copenhagen',
    ...store,
  }
  const anyone = new Caller(transport)
  const { launch } = (await anyone.post('/setup', { code, shop: 'empty', store: shop })).ok(SetupAnswer)
  const grant = { grant_type: 'authorization_code', code: launch, client_id: 'console' }
  const { access_token } = (await anyone.post('/oauth/token', grant)).ok(TokenResponse)
  const location = await locationOf(dataDir)
  const beside: OwnShop['beside'] = async (work) => withEngine(location, work)
  const first = await beside(async (engine) => engine.read(findFirstStore))
  return {
    dataDir,
    owner: new Caller(transport, { authorization: `Bearer ${access_token}` }),
    storeId: first?.id ?? '',
    beside,
  }
}
