import { createLaunchCode } from '../access/console-access.ts'
import { LAUNCH_LINK_MINUTES } from '../access/launch-link.schema.ts'
import { findRunningCore } from '../database/sqlite/safekeeping/running-core.ts'
import { withEngine } from '../engines.ts'
import { systemClock } from '../kernel/clock.ts'
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
