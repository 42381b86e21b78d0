import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { buildLibrary } from './faults/library.ts'
import { Lost } from './lost.ts'
import { printSkipped } from './print.ts'
import { fullDisk } from './rounds/full-disk.ts'
import { kill } from './rounds/kill.ts'
import { powerCut } from './rounds/power-cut.ts'
import type { Round } from './rounds/round.ts'
import { storageErrors } from './rounds/storage-errors.ts'
import { torture } from './torture.ts'

const SEED = 4780
const TILLS = 4
/** Far longer than it takes on a machine that does nothing else. */
const PATIENCE = 240_000

/** A disk that says it has written what it has not, and then has no power: any core must lose something on it. */
const lyingDisk: Round = {
  name: 'lying disk',
  weight: 1,
  needs: 'library',
  run: async (stage, folder) =>
    stage.onSpoiltDisk(folder, async (disk) => {
      const life = await stage.start(folder, disk)
      disk.control.set({ lie: 1 })
      const working = stage.load(folder, life)
      await working.progress(60)
      await life.kill()
      await working.over
      disk.cutPower(stage.random)
    }),
}

const library = buildLibrary()
const mustProve = process.env['REQUIRE_FAULTS'] === '1'
if ('reason' in library) {
  printSkipped(new Map([['faults of the disk (REQUIRE_FAULTS=1 makes this a failure)', library.reason]]))
}

it(
  'is brought down in the middle of orders and loses nothing that it answered',
  async () => {
    const kinds = [kill, powerCut, storageErrors, fullDisk]
    const result = await torture({ seed: SEED, rounds: kinds.length, seconds: Infinity, tills: TILLS, kinds })
    printSkipped(result.skipped)
    if (mustProve) expect(result.skipped).toStrictEqual(new Map())
    expect(result.failure).toBeUndefined()
    expect(result.tally.orders).toBeGreaterThan(0)
    expect(result.tally.compared).toBeGreaterThan(0)
    for (const { name } of kinds) expect(result.rounds.has(name) || result.skipped.has(name), name).toBe(true)
    if (result.rounds.has(fullDisk.name)) expect(result.tally.refused).toBeGreaterThan(0)
  },
  PATIENCE,
)

it.runIf(mustProve)('the disk can be spoilt here, as REQUIRE_FAULTS=1 demands', () => {
  expect(library).toHaveProperty('path')
})

it.skipIf('reason' in library && !mustProve)(
  'would tell if it lost something: a disk that lies about what it has written is found out',
  async () => {
    const lying = { seed: SEED, rounds: 5, seconds: Infinity, tills: TILLS, kinds: [lyingDisk] }
    const { failure } = await torture(lying)
    const dataDir = failure?.dataDir
    onTestFinished(() => {
      if (dataDir !== undefined) rmSync(dirname(dataDir), { recursive: true, force: true })
    })
    expect(failure?.error).toBeInstanceOf(Lost)
  },
  PATIENCE,
)
