import { timestamp, type Clock } from '../kernel/clock.ts'
import { DrawerError, type DrawerFault } from './drawer-fault.ts'
import { keepDrawerSettings, readDrawerSettings, type DrawerSettings } from './drawer-settings.ts'
import { sendPulse } from './send-pulse.ts'

/** The cash drawer of a desk: of this machine, whatever shop it serves. */
export interface Drawer {
  /** Undefined where nobody has said at which printer it hangs. */
  settings(): DrawerSettings | undefined
  /** @param settings undefined where there is no drawer any more */
  set(settings: DrawerSettings | undefined): void
  /** Why it did not open when it was to open last; undefined where it did. */
  failure(): DrawerFailure | undefined
  /**
   * Opens it, once: who asks while it is being opened waits for that.
   * @throws DrawerError; the set printer may be asked again only by whoever asks again
   */
  open(): Promise<void>
}

export interface DrawerFailure {
  readonly date: string
  readonly fault: DrawerFault
}

/**
 * The drawer of a data folder.
 * @param dataDir undefined for a core without one: what is set is known until it ends
 */
export function drawerOf(dataDir: string | undefined, clock: Clock): Drawer {
  let settings = dataDir === undefined ? undefined : readDrawerSettings(dataDir)
  let failure: DrawerFailure | undefined
  let opening: Promise<void> | undefined

  async function attempt(): Promise<void> {
    if (!settings) throw new Error('No drawer is set.')
    const isOf = settings
    try {
      await sendPulse(settings.printer)
      failure = undefined
    } catch (error) {
      // What is wrong with another printer by now is nobody's matter.
      if (error instanceof DrawerError && settings === isOf)
        failure = { date: timestamp(clock()), fault: error.fault }
      throw error
    }
  }

  return {
    settings: () => settings,
    set(next) {
      if (dataDir !== undefined) keepDrawerSettings(dataDir, next)
      settings = next
      failure = undefined
    },
    failure: () => failure,
    open: async () => (opening ??= attempt().finally(() => (opening = undefined))),
  }
}
