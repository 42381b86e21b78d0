import type { ReadDb } from '../database/engine.ts'
import type { Drawer as Device } from '../drawer/drawer.ts'
import { printerAddressText } from '../drawer/printer-address.ts'
import {
  countDrawerOpenings,
  listDrawerOpenings,
  type Between,
  type DrawerOpeningRow,
} from './drawer-opening.repository.ts'
import type { Drawer, DrawerEvents, DrawerOpening, DrawerOpenings } from './drawer-opening.schema.ts'

/** So many are told of at once. */
const TOLD = 100

/** The drawer of this desk, as it is told of. */
export function viewDrawer(drawer: Device): Drawer {
  const settings = drawer.settings()
  const failure = drawer.failure()
  return {
    printer: settings
      ? {
          address: printerAddressText(settings.printer),
          pin: settings.printer.pin,
          setBy: settings.setBy,
          setAt: settings.setAt,
        }
      : null,
    failure: failure ? { ...failure } : null,
  }
}

/** Who has said where it hangs, newest first. */
export const drawerEvents = (drawer: Device): DrawerEvents['events'] =>
  drawer
    .changes()
    .map((change) => ({ ...change, kind: 'changed', changes: change.changes.map((each) => ({ ...each })) }))

export const viewOpening = ({
  actor,
  date,
  did_open,
  id,
  purpose,
  reason,
}: DrawerOpeningRow): DrawerOpening => ({ id, date, actor, purpose, reason, didOpen: did_open === 1 })

/** How often the drawer of a till was opened without a sale between two counts, and the last of that. */
export async function openingsBetween(db: ReadDb, between: Between): Promise<DrawerOpenings> {
  const rows = await listDrawerOpenings(db, between, TOLD)
  return {
    drawerOpeningCount:
      rows.length < TOLD ? rows.filter(opened).length : await countDrawerOpenings(db, between),
    drawerOpenings: rows.map(viewOpening),
  }
}

const opened = ({ did_open }: DrawerOpeningRow): boolean => did_open === 1
