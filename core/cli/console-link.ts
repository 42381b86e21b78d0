import { createLaunchCode } from '../access/console-access.ts'
import { LAUNCH_LINK_MINUTES } from '../access/launch-link.schema.ts'
import { isServerAddress } from '../database/postgres/address.ts'
import type { RunningCore } from '../database/safekeeping.ts'
import { findRunningCore } from '../database/sqlite/safekeeping/running-core.ts'
import { withEngine } from '../engines.ts'
import { systemClock } from '../kernel/clock.ts'
import { badRequest } from '../kernel/errors.ts'
import { findFirstStore } from '../stores/store.repository.ts'
import type { Place } from './place.ts'
import { CONSOLE_NOT_BUILT } from './serve.ts'
import type { Output } from './output.ts'
import { storeCalled } from './store-of.ts'

/** Another one-time link to the console of the core that is running on the data, of its first store or the one named. */
export async function consoleLinkCommand(
  { dataDir, location }: Place,
  { store: storeCode }: { store?: string },
  to: Output,
): Promise<number> {
  const running = findRunningCore(dataDir)
  if (!running) throw new Error(`No Backcounter is running with the data in ${dataDir}.`)
  if (!running.hasConsole) throw new Error(CONSOLE_NOT_BUILT)
  requireShopOf(running, location)
  const code = await withEngine(location, async (database) =>
    database.transact(async (db) => {
      const store = await (storeCode === undefined ? findFirstStore(db) : storeCalled(db, storeCode))
      if (store) return createLaunchCode(db, systemClock(), store.id)
      throw new Error('There is no shop yet: the link that the start has printed makes one.')
    }),
  )
  const console = `${running.api}/?launch=${code}`
  to.result({ console }, `${console}\nThe link works once, within ${LAUNCH_LINK_MINUTES} minutes.`)
  return 0
}

/**
 * That a link is made where the core looks for it. The address of a server may be written in several ways: which of two it
 * is cannot be told from them.
 * @throws CommerceError BadRequest where one of the two is a server, and the other a folder
 */
function requireShopOf({ shop }: RunningCore, { kind }: Place['location']): void {
  if (shop === undefined || isServerAddress(shop) === (kind === 'postgres')) return
  const text = `must lead to ${shop}, where the Backcounter that is running has its shop`
  throw badRequest('console-link.shop', text, '--database')
}
