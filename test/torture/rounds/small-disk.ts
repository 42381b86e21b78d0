import { cpSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mountSmall, unmount } from '../../support/small-disk.ts'
import { Lost } from '../lost.ts'
import { killAll } from '../core-process.ts'
import type { Folder } from '../folder.ts'
import { serve } from '../stage/life.ts'
import type { Stage } from '../stage/stage.ts'
import { moment, MOST_WRITES, type Round } from './round.ts'

const SIZE = '64m'
const MOST_ROOM = 400_000

/** A real file system that is full while orders are placed, and while the core starts; then there is room again. */
export const smallDisk: Round = {
  name: 'small file system',
  weight: 1,
  needs: 'mount',
  isLast: true,
  folder: async (stage) => stage.newFolder((dir) => mountSmall(dir, SIZE)),
  run: async (stage, folder) => {
    try {
      await fillAndFree(stage, folder)
    } catch (error) {
      // The file system goes; what was on it has to stay.
      await killAll()
      cpSync(folder.dataDir, join(folder.base, 'kept'), { recursive: true })
      throw error
    } finally {
      unmount(folder.dataDir)
    }
  },
}

async function fillAndFree(stage: Stage, folder: Folder): Promise<void> {
  const { random } = stage
  const filler = join(folder.dataDir, 'filler')
  const life = await stage.start(folder)
  const working = stage.load(folder, life, { mayRefuse: true })
  await working.progress(random.between(1, MOST_WRITES))
  fill(filler, random.below(MOST_ROOM))
  await working.refusal()
  await moment(random, 100)
  rmSync(filler)
  await working.progress()
  await moment(random, 100)
  await life.kill()
  await working.over

  fill(filler, 0)
  await requirePlainStart(folder.dataDir)
  rmSync(filler)
  await stage.verifyEverything(folder)
}

/** Takes all room but so many bytes. */
function fill(file: string, left: number): void {
  const { bavail, bsize } = statfsSync(join(file, '..'))
  try {
    writeFileSync(file, Buffer.alloc(Math.max(0, bavail * bsize - left)))
  } catch (error) {
    // The core has taken some of it meanwhile.
    if ((error as { code?: unknown }).code !== 'ENOSPC') throw error
  }
}

/** Without any room the core starts, or ends with one line that says why. @throws Lost */
async function requirePlainStart(dataDir: string): Promise<void> {
  const starting = serve(dataDir)
  const line = await starting.firstLine
  const answer = JSON.parse(line ?? '{}') as { ready?: boolean; error?: string }
  const { code, stderr } = await (answer.ready ? starting.kill() : starting.ended)
  if (answer.ready) return
  if (code !== 1 || !/cannot be|full|storage/i.test(answer.error ?? '')) {
    throw new Lost(`On a full disk the start ended with ${code ?? 'a signal'}: ${line ?? ''} ${stderr}`)
  }
}
