import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { conflict } from '../../../kernel/errors.ts'

/** What stands in a data folder, by whatever case: some systems tell none apart. */
const DATABASE = 'backcounter.sqlite'
const OWN = /^backcounter\.(lock|log|backups|sqlite\.(suspect|restoring))/
/** What SQLite puts beside a database; of that name it would be taken for a part of it. */
const BESIDE = /-(wal|shm|journal)$/

/**
 * A backup never takes the place of a file that belongs to a shop, this one or another, by whichever name or link it is
 * reached.
 * @throws CommerceError Conflict
 */
export function requireNoShopFile(source: string, target: string): void {
  const place = join(realpathSync(dirname(target)), basename(target))
  const places = existsSync(target) ? [place, realpathSync(target)] : [place]
  if (places.some((path) => isSame(path, source))) {
    throw conflict('backup.itself', `${target} is the shop itself.`)
  }
  for (const path of places) {
    const name = basename(path).toLowerCase()
    const belongs =
      BESIDE.test(name) ||
      OWN.test(name) ||
      (name === DATABASE && (existsSync(path) || isDataDir(dirname(path))))
    if (belongs)
      throw conflict('backup.of-a-shop', `${target} belongs to a shop: give the backup another name.`)
  }
  const files = readdirSync(dirname(source)).map((name) => join(dirname(source), name))
  if (files.some((file) => isSame(file, target))) {
    throw conflict('backup.of-a-shop', `${target} belongs to the shop: give the backup another name.`)
  }
}

const isDataDir = (dir: string): boolean =>
  readdirSync(dir).some(
    (name) => OWN.test(name.toLowerCase()) || name.toLowerCase().startsWith(`${DATABASE}-`),
  )

/** Whether two names are of one file. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false, bigint: true }))
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev && first.isFile()
}
