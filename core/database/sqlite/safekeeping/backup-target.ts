import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { conflict } from '../../../kernel/errors.ts'
import { databaseFile } from '../../data-files.ts'

/** What stands in a data folder, by whatever case: some systems tell none apart. */
const DATABASE = 'backcounter.sqlite'
const OWN = /^backcounter\.(lock|log|backups|desk|sqlite\.(suspect|restoring|replaced))/
/** What SQLite puts beside a database; of that name it would be taken for a part of it. */
const BESIDE = /-(wal|shm|journal)$/

/**
 * A backup or an export never takes the place of a file that belongs to a shop, this one or another, by whichever name or
 * link it is reached.
 * @param dataDir the folder of this desk; of a shop on a server it need not be there
 * @throws CommerceError Conflict
 */
export function requireNoShopFile(dataDir: string, target: string): void {
  const source = databaseFile(dataDir)
  const place = join(realpathSync(dirname(target)), basename(target))
  const places = existsSync(target) ? [place, realpathSync(target)] : [place]
  if (places.some((path) => isSame(path, source))) {
    throw conflict('backup.itself', `${target} is the shop itself.`)
  }
  for (const path of places) {
    const name = basename(path).toLowerCase()
    const belongs =
      BESIDE.test(name) ||
      isOwn(name) ||
      (name === DATABASE && (existsSync(path) || isDataDir(dirname(path))))
    if (belongs) throw conflict('backup.of-a-shop', `${target} belongs to a shop: say another name.`)
  }
  const names = existsSync(dataDir) ? readdirSync(dataDir) : []
  const own = names.filter((name) => name.toLowerCase() === DATABASE || isOwn(name.toLowerCase()))
  if (own.some((name) => isSame(join(dataDir, name), target))) {
    throw conflict('backup.of-a-shop', `${target} belongs to the shop: say another name.`)
  }
}

/** Whether only a shop has a file of that name. @param name in lower case */
const isOwn = (name: string): boolean => OWN.test(name) || name.startsWith(`${DATABASE}-`)

const isDataDir = (dir: string): boolean => readdirSync(dir).some((name) => isOwn(name.toLowerCase()))

/** Whether two names are of one file. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false, bigint: true }))
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev && first.isFile()
}
