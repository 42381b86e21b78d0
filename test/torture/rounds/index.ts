import { backup } from './backup.ts'
import { firstStart } from './first-start.ts'
import { fullDisk } from './full-disk.ts'
import { killAtStart } from './kill-at-start.ts'
import { kill } from './kill.ts'
import { migration } from './migration.ts'
import { powerCut } from './power-cut.ts'
import type { Round } from './round.ts'
import { smallDisk } from './small-disk.ts'
import { storageErrors } from './storage-errors.ts'
import { tornWrite } from './torn-write.ts'

/** Every way to go down. */
export const rounds: readonly Round[] = [
  kill,
  killAtStart,
  tornWrite,
  powerCut,
  storageErrors,
  fullDisk,
  smallDisk,
  migration,
  backup,
  firstStart,
]
