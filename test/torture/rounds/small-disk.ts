import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Lost } from '../lost.ts'
import { makeBase } from '../folder.ts'
import { serve } from '../stage/life.ts'
import { moment, type Round } from './round.ts'

const SIZE = '64m'
const MOST_ROOM = 400_000
const MiB = 2 ** 20

const mount = (dir: string): unknown =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=700`, 'tmpfs', dir], { stdio: 'pipe' })
const unmount = (dir: string): unknown => execFileSync('umount', [dir], { stdio: 'pipe' })

/** Why no small file system can be made here; undefined where it can. */
export function whyNoMount(): string | undefined {
  const dir = makeBase()
  try {
    mount(dir)
    unmount(dir)
    return undefined
  } catch (error) {
    return `no file system can be mounted: ${String(error).split('\n').at(-1) ?? ''}`
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** A real file system that is full while orders are placed, and while the core starts; then there is room again. */
export const smallDisk: Round = {
  name: 'small file system',
  weight: 1,
  needs: 'mount',
  isLast: true,
  folder: async (stage) => stage.newFolder(mount),
  run: async (stage, folder) => {
    const { random } = stage
    const filler = join(folder.dataDir, 'filler')
    try {
      const life = await stage.start(folder)
      const working = stage.load(folder, life, { mayRefuse: true })
      await working.progress()
      fill(filler, random.below(MOST_ROOM))
      await sleep(random.between(100, 400))
      rmSync(filler)
      await working.progress()
      await moment(random, 100)
      await life.kill()
      await working.over

      fill(filler, 0)
      await requirePlainStart(folder.dataDir)
      rmSync(filler)
      const again = await stage.start(folder)
      await again.kill()
      await stage.verifyEverything(folder)
    } finally {
      unmount(folder.dataDir)
    }
  },
}

/** Takes all room but so many bytes. */
function fill(file: string, left: number): void {
  const { bavail, bsize } = statfsSync(join(file, '..'))
  let bytes = Math.max(0, bavail * bsize - left)
  writeFileSync(file, '')
  while (bytes > 0) {
    writeFileSync(file, Buffer.alloc(Math.min(bytes, MiB)), { flag: 'a' })
    bytes -= MiB
  }
}

/** Without any room the core starts, or ends with one line that says why. @throws Lost */
async function requirePlainStart(dataDir: string): Promise<void> {
  const starting = serve(dataDir)
  const line = await starting.firstLine
  const answer = JSON.parse(line ?? '{}') as { ready?: boolean; error?: string }
  const { code, stderr } = await starting.kill()
  if (answer.ready) return
  if (code !== 1 || !/cannot be|full|storage/i.test(answer.error ?? '')) {
    throw new Lost(`On a full disk the start ended with ${code ?? 'a signal'}: ${line ?? ''} ${stderr}`)
  }
}
