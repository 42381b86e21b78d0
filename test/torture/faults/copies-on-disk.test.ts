import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { Random } from '../../../core/demo/random.ts'
import { temporaryDir } from '../../support/core.ts'
import { withFile } from '../../support/data.ts'
import { copyDemoShops } from '../../support/demo-template.ts'
import { environment, MAIN } from '../../support/main.ts'
import { buildLibrary } from './library.ts'
import { SpoiltDisk } from './spoilt-disk.ts'

const library = buildLibrary()
const SEEDS = Array.from({ length: 4 }, (_, seed) => seed + 1)
const FILE = 'backcounter.sqlite'
/** Beside the shop, so that the disk under both is one; its name begins as those do that disk.c watches. */
const COPY = `${FILE}.copy`

/** What a file says the shop is called; fails where it is not sound. */
function shopIn(path: string): unknown {
  const file = new Sqlite(path, { fileMustExist: true })
  try {
    expect(file.pragma('integrity_check', { simple: true })).toBe('ok')
    return file.prepare(`select name from stores where code = 'harbour'`).pluck().get()
  } finally {
    file.close()
  }
}

const rename = (dataDir: string, name: string): void =>
  withFile(
    dataDir,
    (file) => void file.prepare('update stores set name = ? where code = ?').run(name, 'harbour'),
  )

/** A command on a disk whose power is cut as soon as it has ended well; then looks at what is left, for each of many cuts. */
async function afterPowerCut(dataDir: string, command: readonly string[], look: () => void): Promise<void> {
  if ('reason' in library) throw new Error(library.reason)
  const disk = new SpoiltDisk(library.path, await temporaryDir(), dataDir, 1)
  await promisify(execFile)(process.execPath, [MAIN, ...command, '--data', dataDir], {
    env: { ...environment, ...disk.environment() },
  })
  for (const seed of SEEDS) {
    disk.cutPower(new Random(seed))
    look()
  }
  disk.remove()
}

it.skipIf('reason' in library && process.env['REQUIRE_FAULTS'] !== '1')(
  'a backup that is said to be done is whole after a power cut, and so is what was restored',
  { timeout: 120_000 },
  async () => {
    const dataDir = join(await temporaryDir(), 'data')
    await mkdir(dataDir)
    await copyDemoShops(dataDir)
    rename(dataDir, 'Saved')
    const [file, copy] = [join(dataDir, FILE), join(dataDir, COPY)]

    await afterPowerCut(dataDir, ['backup', '--to', copy], () => expect(shopIn(copy)).toBe('Saved'))

    rename(dataDir, 'Lost')
    const saved = await readFile(copy)
    await afterPowerCut(dataDir, ['restore', '--from', copy], () => expect(shopIn(file)).toBe('Saved'))
    // Not by `toStrictEqual`, which looks at each byte as at a property.
    expect(saved.equals(await readFile(copy))).toBe(true)
  },
)
