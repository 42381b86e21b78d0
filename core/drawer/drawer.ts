import { withChange, type KeptChange } from '../database/kept-changes.ts'
import { timestamp, type Clock } from '../kernel/clock.ts'
import { DrawerError, noDrawer, type DrawerFault } from './drawer-fault.ts'
import { keepDrawer, readDrawer, type DrawerSettings, type KeptDrawer } from './drawer-settings.ts'
import { sendPulse } from './send-pulse.ts'

/** The cash drawer of a desk: of this machine, whatever shop it serves. */
export interface Drawer {
  /** Undefined where nobody has said at which printer it hangs. */
  settings(): DrawerSettings | undefined
  /** Who has said where it hangs and how, newest first; no more than the last of them. */
  changes(): readonly KeptChange[]
  /**
   * @param settings undefined where there is no drawer any more
   * @param change who has said so, and how
   */
  set(settings: DrawerSettings | undefined, change: KeptChange): void
  /** Why it did not open when it was to open last; undefined where it did. */
  failure(): DrawerFailure | undefined
  /**
   * Opens it, once: who asks while it is being opened waits for that, unless another printer has been set since.
   * @throws DrawerError; the set printer may be asked again only by whoever asks again
   * @throws CommerceError Conflict where none is set
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
  let kept: KeptDrawer = dataDir === undefined ? { settings: undefined, changes: [] } : readDrawer(dataDir)
  let failure: DrawerFailure | undefined
  let opening: { readonly of: DrawerSettings; readonly done: Promise<void> } | undefined

  async function attempt(of: DrawerSettings): Promise<void> {
    // What another printer says that was set before is nobody's matter any more.
    const note = (found: DrawerFailure | undefined): void => {
      if (kept.settings === of) failure = found
    }
    try {
      await sendPulse(of.printer)
      note(undefined)
    } catch (error) {
      if (error instanceof DrawerError) note({ date: timestamp(clock()), fault: error.fault })
      throw error
    } finally {
      if (opening?.of === of) opening = undefined
    }
  }

  return {
    settings: () => kept.settings,
    changes: () => kept.changes,
    set(settings, change) {
      const next = { settings, changes: withChange(change, kept.changes) }
      if (dataDir !== undefined) keepDrawer(dataDir, next)
      kept = next
      failure = undefined
    },
    failure: () => failure,
    async open() {
      const { settings } = kept
      if (!settings) throw noDrawer()
      if (opening?.of !== settings) opening = { of: settings, done: attempt(settings) }
      await opening.done
    },
  }
}
