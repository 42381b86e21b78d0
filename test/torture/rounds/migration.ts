import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { listBackups } from '../../../core/database/sqlite/safekeeping/backups.ts'
import { run } from '../core-process.ts'
import type { Folder } from '../folder.ts'
import { Lost } from '../lost.ts'
import { originOf, serve } from '../stage/life.ts'
import type { Stage } from '../stage/stage.ts'
import { interruptStarts } from './interrupted.ts'
import { kill } from './kill.ts'
import type { Round } from './round.ts'

/** About as long as a start with a migration takes, and as many operations on the disk. */
const MIGRATING = 700
const OPERATIONS = 3000

/** A file of the first version whose migration is interrupted, once or twice; what it held is there, and so is its copy. */
export const migration: Round = {
  name: 'migration',
  weight: 2,
  folder: async (stage) => stage.oldFolder(),
  run: async (stage, folder) => {
    const orders = folder.facts.orders.size + folder.entries.filter(({ state }) => state.order).length
    const times = stage.random.between(1, 2)
    await interruptStarts(stage, folder, { times, most: MIGRATING, operations: OPERATIONS })
    await kill.run(stage, folder)
    await requireCopy(stage, folder, orders)
  },
}

/** The file as it was before is among its backups, whole. */
async function requireCopy(stage: Stage, folder: Folder, orders: number): Promise<void> {
  const copy = listBackups(folder.dataDir).find(({ before }) => before === '0002-promotions')
  if (!copy) throw new Lost('There is no backup of before the migration.')
  const other = join(folder.base, 'copy')
  mkdirSync(other)
  const { code, stdout, stderr } = await run(['restore', '--from', copy.file, '--data', other])
  if (code !== 0) throw new Lost(`The backup of before the migration is not whole: ${stdout}${stderr}`)
  // Its orders are looked over once a start has brought it up to date.
  const started = serve(other)
  await originOf(started)
  await started.stop()
  const found = await stage.check(other)
  if (found !== orders)
    throw new Lost(`The backup of before the migration has ${found} orders, not ${orders}.`)
  rmSync(other, { recursive: true })
}
