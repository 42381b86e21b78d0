import { CARRIED } from '../data/carried.ts'
import { backUp } from '../database/sqlite/safekeeping/backup.ts'
import { requireShop } from '../database/sqlite/require-shop.ts'
import { restore } from '../database/sqlite/safekeeping/restore.ts'
import { systemClock } from '../kernel/clock.ts'
import { leaveNothingOf } from './leave-nothing.ts'
import type { Output } from './output.ts'
import { requireFolder, type Place } from './place.ts'

/** Copies the shop to a file, while a core may be serving it. */
export async function backupCommand(
  place: Place,
  { to: file, overwrite = false }: { to: string; overwrite?: boolean },
  to: Output,
): Promise<number> {
  const dataDir = requireFolder(place)
  await requireShop(dataDir)
  const { bytes } = await leaveNothingOf(file, async () => backUp(dataDir, file, { overwrite }))
  const size = new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(bytes / 1e6)
  to.result({ file, bytes }, `${file}: ${size} MB, checked.`)
  return 0
}

/** Puts a backup in the place of the shop, which gives no number out twice; what it replaces is kept beside it. */
export async function restoreCommand(
  place: Place,
  { from: source }: { from: string },
  to: Output,
): Promise<number> {
  const dataDir = requireFolder(place)
  const { file, replaced } = await restore(dataDir, source, systemClock(), CARRIED)
  const kept = replaced === null ? '' : `\nWhat was there is kept as ${replaced}.`
  to.result({ file, from: source, replaced }, `${file}: restored from ${source}.${kept}`)
  return 0
}
