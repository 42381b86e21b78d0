import { backup } from './backup.ts'
import { cutLine } from './cut-line.ts'
import { firstStart } from './first-start.ts'
import { fullDisk } from './full-disk.ts'
import { killAtStart } from './kill-at-start.ts'
import { kill } from './kill.ts'
import { migration } from './migration.ts'
import { powerCut } from './power-cut.ts'
import type { Round } from './round.ts'
import { serverCrash } from './server-crash.ts'
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

/** The same where the shop is on a server, whose disk is the server's business. */
export const roundsOnServer: readonly Round[] = [kill, killAtStart, serverCrash, cutLine]
